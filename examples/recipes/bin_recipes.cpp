// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recipes of docs/bins.md.
#include "recipes.hpp"

#include <utility>

namespace {

/// How many elements every bin has, and the elements of every bin one after the other.
bool uniform_bins(Exec const& exec) {
  auto const energies = on_device({7.5f, 0.5f, 2.0f, 9.0f, 1.0f});
  int const bins = 4;
  Kokkos::View<int*> const counts("counts", bins), offsets("offsets", bins + 1);
  Kokkos::View<float*> const sorted("sorted", energies.extent(0));
  ks::UniformBins const binning(0.0f, 10.0f, bins);
  ks::histogram(exec, energies, binning, counts);
  ks::extract_bins(exec, energies, binning, sorted, offsets);
  return Line("uniform bins")
      .show("counts", counts, {3, 0, 0, 2})
      .show("sorted", sorted, {0.5f, 2.0f, 1.0f, 7.5f, 9.0f})
      .show("offsets", offsets, {0, 3, 3, 3, 5})
      .is_right();
}

/// A plan sorts the indices by cell, then any number of arrays in the same order.
bool plan_of_cells(Exec const& exec) {
  int const n = 4;
  Kokkos::View<double* [3]> const positions("positions", n), new_positions("new positions", n);
  auto const charges = on_device({3, 0, 2, 1});
  Kokkos::View<int*> const new_charges("new charges", n);
  Kokkos::parallel_for(
      "positions", Kokkos::RangePolicy<Exec>(exec, 0, n),
      KOKKOS_LAMBDA(int i) { positions(i, 2) = (charges(i) + 0.5) / 4; });
  ks::BinPlan<Exec> plan(exec);
  plan.update(positions, ks::GridBins<3>({0, 0, 0}, {1, 1, 1}, {1, 1, 4}));
  plan.permute(positions, new_positions, charges, new_charges);
  return Line("a plan of cells")
      .show("charges", new_charges, {0, 1, 2, 3})
      .show("permutation", plan.permutation(), {1, 3, 2, 0})
      .show("offsets", plan.offsets(), {0, 1, 2, 3, 4})
      .is_right();
}

/// The coordinates of the points are in Views of their own.
bool separate_coordinates(Exec const& exec) {
  auto const x = on_device({0.9, 0.1, 0.6, 0.2}), y = on_device({0.3, 0.8, 0.7, 0.1});
  Kokkos::View<double*> const sorted_x("sorted x", 4), sorted_y("sorted y", 4);
  ks::BinPlan<Exec> plan(exec);
  plan.update(ks::points(x, y), ks::GridBins<2>({0, 0}, {1, 1}, {2, 2}));
  plan.permute(x, sorted_x, y, sorted_y);
  return Line("coordinates in separate Views")
      .show("x", sorted_x, {0.2, 0.1, 0.9, 0.6})
      .show("y", sorted_y, {0.1, 0.8, 0.3, 0.7})
      .is_right();
}

struct Particle {
  double x, y, z;
  int charge;
};
struct CellOf {
  ks::GridBins<3> grid;
  KOKKOS_FUNCTION int operator()(Particle const& p) const {
    return grid(Kokkos::Array<double, 3>{p.x, p.y, p.z});
  }
  KOKKOS_FUNCTION int bins() const { return static_cast<int>(grid.bins()); }
};

/// Particles are structs with named members, which a callable names.
bool particles_as_structs(Exec const& exec) {
  auto const particles =
      on_device({Particle{0.5, 0.5, 0.9, 1}, Particle{0.5, 0.5, 0.1, 2}, Particle{0, 0, 0.8, 3}});
  Kokkos::View<int*> const counts("counts", 2);
  ks::histogram(exec, particles, CellOf{ks::GridBins<3>({0, 0, 0}, {1, 1, 1}, {1, 1, 2})}, counts);
  return Line("particles as structs").show("counts", counts, {1, 2}).is_right();
}

/// Logarithmic bins are described by their edges.
bool logarithmic_bins(Exec const& exec) {
  auto const energies = on_device({2.0, 30.0, 500.0, 5.0, 0.5});
  int const bins = 3;
  double const lo = 1, hi = 1000;
  Kokkos::View<int*> const counts("counts", bins);
  Kokkos::View<double*> const edges("edges", bins + 1);
  Kokkos::parallel_for(
      "edges", Kokkos::RangePolicy<Exec>(exec, 0, bins + 1), KOKKOS_LAMBDA(int b) {
        edges(b) = b == bins ? hi : lo * Kokkos::pow(hi / lo, static_cast<double>(b) / bins);
      });
  exec.fence();  // needed only if the host can read the edges, because then the call checks them
  ks::histogram(exec, energies, ks::EdgeBins(edges), counts);
  return Line("logarithmic bins").show("counts", counts, {2, 1, 1}).is_right();
}

/// Bins of two variables are flat; a second View shows them as a table, without a copy.
bool two_variables(Exec const& exec) {
  int const n = 3, nx = 2, ny = 3;
  Kokkos::View<double* [2]> const points("points", n);
  Kokkos::View<int*> const counts("counts", nx * ny);
  Kokkos::parallel_for(
      "points", Kokkos::RangePolicy<Exec>(exec, 0, n), KOKKOS_LAMBDA(int i) {
        points(i, 0) = i < 2 ? 0.75 : 0.25;
        points(i, 1) = 2.5;
      });
  ks::histogram(exec, points, ks::GridBins<2>({0, 0}, {1, 3}, {nx, ny}), counts);
  Kokkos::View<int**, Kokkos::LayoutRight, Exec::memory_space, Kokkos::MemoryUnmanaged> const grid(
      counts.data(), nx, ny);
  return Line("two variables")
      .show("row 0", Kokkos::subview(grid, 0, Kokkos::ALL), {0, 0, 1})
      .show("row 1", Kokkos::subview(grid, 1, Kokkos::ALL), {0, 0, 2})
      .is_right();
}

/// Extractions move elements of rank-1 Views; rows of a table are moved by a permutation.
bool rows_of_a_table(Exec const& exec) {
  int const n = 4, bins = 2;
  Kokkos::View<int**, Kokkos::LayoutRight> const table("table", n, 2), sorted("sorted", n, 2);
  Kokkos::View<int*> const permutation("permutation", n), offsets("offsets", bins + 1);
  Kokkos::parallel_for(
      "table", Kokkos::RangePolicy<Exec>(exec, 0, n), KOKKOS_LAMBDA(int i) {
        table(i, 0) = (i + 1) % bins;
        table(i, 1) = 10 * i;
      });
  auto const keys = Kokkos::subview(table, Kokkos::ALL, 0);
  ks::bin_permutation(exec, keys, ks::IndexBins(bins), permutation, offsets);
  ks::permute(exec, permutation, table, sorted);
  return Line("rows of a table").show("rows", sorted, {0, 10, 0, 30, 1, 0, 1, 20}).is_right();
}

/// Bins that depend on the index and on two Views are written to a View first.
bool bins_from_several_views(Exec const& exec) {
  auto const energies = on_device({30, 60, 10, 90, 50}), limits = on_device({5, 5, 5, 5, 5});
  std::size_t const n = energies.extent(0);
  int const cells = 3;
  Kokkos::View<int*> const cell("cell", n), counts("counts", cells), sorted("sorted", n);
  Kokkos::parallel_for(
      "cell", Kokkos::RangePolicy<Exec>(exec, 0, n), KOKKOS_LAMBDA(std::size_t i) {
        cell(i) = i % 3 == 0 ? ks::no_bin : static_cast<int>(energies(i) + limits(i)) / 40;
      });
  ks::histogram(exec, cell, ks::IndexBins(cells), counts);
  ks::BinPlan<Exec> plan(exec);
  plan.update(cell, ks::IndexBins(cells));
  plan.permute(energies, sorted);
  return Line("bins from several Views")
      .show("counts", counts, {1, 2, 0})
      .show("sorted", sorted, {10, 60, 50, 30, 90})
      .is_right();
}

/// Looks up the bin of an element in a table. A View itself is not accepted as a callable.
struct LookUp {
  Kokkos::View<int*> bin;
  KOKKOS_FUNCTION int operator()(int element) const { return bin(element); }
};

/// Materials are grouped by a table, and the mass of every group is summed.
bool sums_by_looked_up_key(Exec const& exec) {
  auto const materials = on_device({0, 3, 1, 3, 2});
  auto const masses = on_device({1.0, 2.0, 4.0, 8.0, 16.0});
  auto const groups = on_device({0, 1, 0, 1});
  Kokkos::View<double*> const by_material("by material", 4), by_group("by group", 2);
  ks::histogram(exec, materials, ks::IndexBins(4), by_material, masses);
  ks::histogram(exec, materials, LookUp{groups}, by_group, masses);
  return Line("sums by key")
      .show("by material", by_material, {1.0, 4.0, 16.0, 10.0})
      .show("by group", by_group, {17.0, 14.0})
      .is_right();
}

/// A cumulative histogram is the offsets of an extraction, which then need not count again.
bool known_offsets(Exec const& exec) {
  auto const energies = on_device({7.5f, 0.5f, 2.0f, 9.0f, 1.0f});
  int const bins = 4;
  ks::UniformBins const binning(0.0f, 10.0f, bins);
  ks::Workspace workspace(exec);
  Kokkos::View<float*> const sorted("sorted", energies.extent(0));
  Kokkos::View<int*> const offsets("offsets", bins + 1);  // offsets(0) stays 0
  auto const ends = Kokkos::subview(offsets, std::pair<std::size_t, std::size_t>(1, bins + 1));
  ks::histogram(exec, energies, binning, ends,
                ks::HistogramOptions<>{}.with(workspace).cumulative());
  auto const options = ks::ExtractionOptions<>{}.with(workspace).with_known_offsets();
  ks::extract_bins(exec, energies, binning, sorted, offsets, options);
  return Line("known offsets")
      .show("offsets", offsets, {0, 3, 3, 3, 5})
      .show("sorted", sorted, {0.5f, 2.0f, 1.0f, 7.5f, 9.0f})
      .is_right();
}

/// Each team finds the fullest bin of its row of a table, and packs the elements of that bin.
struct PackFullestBin {
  using Policy = Kokkos::TeamPolicy<Exec>;
  using Table = Kokkos::View<int**, Kokkos::LayoutRight>;
  using Counts = Kokkos::View<int*, Exec::scratch_memory_space, Kokkos::MemoryUnmanaged>;

  ks::UniformBins<int> binning;
  Table table, packed;
  Kokkos::View<int*> number;

  /// The counts are in scratch, beside what the extraction needs for itself.
  Policy policy(Exec const& exec) const {
    int const rows = static_cast<int>(table.extent(0));
    int const team_size =
        Policy(exec, rows, Kokkos::AUTO).team_size_recommended(*this, Kokkos::ParallelForTag{});
    std::size_t const bytes =
        Counts::shmem_size(binning.bins()) + ks::team::scan_scratch_bytes<int>(team_size);
    return Policy(exec, rows, team_size).set_scratch_size(0, Kokkos::PerTeam(bytes));
  }

  KOKKOS_FUNCTION void operator()(Policy::member_type const& member) const {
    int const row = member.league_rank();
    auto const in = Kokkos::subview(table, row, Kokkos::ALL);
    auto const out = Kokkos::subview(packed, row, Kokkos::ALL);
    Counts const counts(member.team_scratch(0), binning.bins());
    ks::team::histogram(member, in, binning, counts);  // ends with a barrier: all see the counts
    int fullest = 0;
    for (int b = 1; b < static_cast<int>(binning.bins()); ++b)
      if (counts(b) > counts(fullest)) fullest = b;
    std::size_t const found = ks::team::extract_bin(member, in, binning, fullest, out);
    Kokkos::single(Kokkos::PerTeam(member), [&] { number(row) = static_cast<int>(found); });
  }
};

/// Small bins of each team, inside a kernel of your own.
bool bins_of_a_team(Exec const& exec) {
  int const rows = 2, columns = 6;
  PackFullestBin::Table const table("table", rows, columns), packed("packed", rows, columns);
  Kokkos::View<int*> const number("number", rows);
  Kokkos::parallel_for(
      "table", Kokkos::RangePolicy<Exec>(exec, 0, columns), KOKKOS_LAMBDA(int i) {
        table(0, i) = 7 * i;       // 0 7 14 21 28 35
        table(1, i) = 39 - 3 * i;  // 39 36 33 30 27 24
      });
  PackFullestBin const kernel{{0, 40, 4}, table, packed, number};
  Kokkos::parallel_for("pack fullest bin", kernel.policy(exec), kernel);
  return Line("bins of a team")
      .show("fullest of row 0", Kokkos::subview(packed, 0, Kokkos::ALL), {0, 7})
      .show("of row 1", Kokkos::subview(packed, 1, Kokkos::ALL), {39, 36, 33, 30})
      .show("numbers", number, {2, 4})
      .is_right();
}

}  // namespace

std::vector<Recipe> bin_recipes() {
  return {uniform_bins,          plan_of_cells, separate_coordinates, particles_as_structs,
          logarithmic_bins,      two_variables, rows_of_a_table,      bins_from_several_views,
          sums_by_looked_up_key, known_offsets, bins_of_a_team};
}
