// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// perf_extraction: extraction of all bins compared with every baseline, on this machine. Names have
// the form extract_bins/TYPE/SPREAD/bins:B/IMPLEMENTATION/n:SIZE, bin_permutation/… and
// bin_ranks/…. The floor is a copy and one more read; for extract_bins_known_offsets/… it is a
// copy. extract_bins_by_edges/… finds the same bins by their edges; point_permutation/… sorts
// points by the cells of a grid. Every benchmark first checks its result.
#include "bins/points.hpp"
#include "bins/problem.hpp"
#include "bins/run.hpp"
#include "bins/verify_order.hpp"
#include "program.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace perf {
namespace {

using KokkosScan::ExtractionOptions;
using KokkosScan::UniformBins;

/// \brief The operations on one problem, and their checks. The arrays hold the result of
/// bin_permutation, except those that the benchmark poisons because its operation writes them.
template <class T, Spread S>
struct Extraction {
  using Problem = BinProblem<T, S>;
  Problem& p;
  UniformBins<T> binning;
  Array<T> out;
  Array<std::size_t> offsets;
  Array<std::uint32_t> permutation;

  Extraction(Problem& problem, int bins)
      : p(problem),
        binning(T(0), range_of<T>, bins),
        out(p.out),
        offsets("perf::offsets", bins + 1),
        permutation("perf::permutation", p.n) {
    permute();
  }

  auto options() const { return ExtractionOptions<>{}.with(p.workspace); }

  void extract() const { KokkosScan::extract_bins(p.exec, p.in, binning, out, offsets, options()); }
  void extract_known() const {
    KokkosScan::extract_bins(p.exec, p.in, binning, out, offsets, options().with_known_offsets());
  }
  void permute() const {
    KokkosScan::bin_permutation(p.exec, p.in, binning, permutation, offsets, options());
  }

  std::string verify() const {
    std::string const complaint =
        verify_order(p.exec, CountUnsorted<T>{p.in, out, permutation, binning, true});
    return complaint.empty() ? verify_offsets(p.exec, p.in, binning, offsets) : complaint;
  }
  std::string verify_permutation() const {
    Kokkos::parallel_for("perf::permute", Range(p.exec, 0, p.n),
                         Permute<T>{p.in, out, permutation});
    return verify();
  }
};

/// The rank of every element in its bin.
template <class T, Spread S>
struct Ranking : Extraction<T, S> {
  using Base = Extraction<T, S>;
  using Base::p, Base::binning, Base::offsets, Base::permutation, Base::options;
  Array<std::uint32_t> ranks;

  Ranking(BinProblem<T, S>& problem, int bins)
      : Base(problem, bins), ranks("perf::ranks", problem.n) {}

  void rank() const { KokkosScan::bin_ranks(p.exec, p.in, binning, ranks, offsets, options()); }
  std::string verify_all() const {
    std::string const complaint =
        verify_ranks(p.exec, CountMisranked<T>{p.in, offsets, ranks, permutation, binning});
    return complaint.empty() ? this->verify_permutation() : complaint;
  }
};

/// The same bins, given by their edges.
struct ExtractionByEdges : Extraction<float, Spread::uniform> {
  Array<float> edges;

  ExtractionByEdges(Problem& problem, int bins)
      : Extraction(problem, bins), edges(make_edges(p.exec, bins, Spread::uniform)) {}

  void extract_by_edges() const {
    KokkosScan::extract_bins(p.exec, p.in, KokkosScan::EdgeBins(edges), out, offsets, options());
  }
};

/// Adds the benchmarks of operations at one size and number of bins.
struct OperationBenchmarks {
  Settings const& settings;
  std::size_t n;
  int bins;

  /// \tparam E  an extraction; `call`, `verify` and the outputs are members of it
  /// \param bytes    the memory that the arrays need for each element
  /// \param outputs  the arrays that the call writes
  template <class E, class Verify, class... Outputs>
  void add(char const* what, std::size_t bytes, Floor const& floor, void (E::*call)() const,
           Verify verify, Outputs... outputs) const {
    using P = typename E::Problem;
    add_benchmark<P>(bins_name<P>(what, bins, "kokkos_scan"), settings, n,
                     static_cast<double>(bytes) * static_cast<double>(n),
                     [=, b = bins](benchmark::State& state, P& p, TimingOptions const& timing) {
                       E const e(p, b);
                       verify_and_time_bins(
                           state, p, timing, floor, [&] { (e.*call)(); },
                           [&] { return (e.*verify)(); }, e.*outputs...);
                     });
  }
};

template <class T, Spread S>
void add_baselines(Settings const& settings, std::size_t n, int bins, double bytes) {
  using P = BinProblem<T, S>;
  for (auto const& baseline : extraction_baselines<T>()) {
    if (n > baseline.largest) continue;
    auto const body = [=](benchmark::State& state, P& p, TimingOptions const& timing) {
      UniformBins<T> const binning(T(0), range_of<T>, bins);
      auto const call = [&](auto const& f) {
        f(p.exec, p.in, T(0), range_of<T>, bins, p.out, p.scratch);
      };
      if (baseline.prepare) call(baseline.prepare);
      verify_and_time_bins(
          state, p, timing, {1, 1}, [&] { call(baseline.run); },
          [&] { return verify_unstable(p.exec, p.in, p.out, binning); }, p.out);
    };
    add_benchmark<P>(bins_name<P>("extract_bins", bins, baseline.name), settings, n, bytes, body);
  }
}

template <class T, Spread S>
void add_extractions(Settings const& settings, std::vector<int> const& bin_counts) {
  using E = Extraction<T, S>;
  using R = Ranking<T, S>;
  constexpr std::size_t elements = 2 * sizeof(T), all = elements + sizeof(std::uint32_t);
  // Reads the elements twice, as an extraction does, but writes 4 bytes for each.
  constexpr Floor floor_of_indices{4.0 / elements, 2 - 4.0 / elements};
  for (std::size_t const n : settings.sizes)
    for (int const bins : bin_counts) {
      OperationBenchmarks const group{settings, n, bins};
      group.add("extract_bins", all, {1, 1}, &E::extract, &E::verify, &E::out, &E::offsets);
      group.add("extract_bins_known_offsets", elements, {1, 0}, &E::extract_known, &E::verify,
                &E::out);
      group.add("bin_permutation", all, floor_of_indices, &E::permute, &E::verify_permutation,
                &E::permutation, &E::offsets);
      group.add("bin_ranks", all, floor_of_indices, &R::rank, &R::verify_all, &R::ranks,
                &R::offsets);
      add_baselines<T, S>(settings, n, bins, all * static_cast<double>(n));
    }
}

void add_by_edges(Settings const& settings) {
  using E = ExtractionByEdges;
  for (std::size_t const n : settings.sizes)
    for (int const bins : {8, 256, 1 << 16})
      OperationBenchmarks{settings, n, bins}.add("extract_bins_by_edges", 3 * sizeof(float), {1, 1},
                                                 &E::extract_by_edges, &E::verify, &E::out,
                                                 &E::offsets);
}

/// The permutation of points by the cells of a grid, and that of Kokkos::BinSort.
void add_points(Settings const& settings) {
  // Reads 12 bytes a point and writes 4: as many as a read and a sixth of a copy of the points.
  constexpr Floor floor{1.0 / 6, 1};
  auto const add = [&](std::size_t n, int cells, std::string const& who, auto const& sort,
                       bool is_stable) {
    auto const body = [=](benchmark::State& state, PointProblem& p, TimingOptions const& timing) {
      auto const grid = cubic_grid(cells);
      Kokkos::View<std::uint32_t*, Memory> permutation("perf::permutation", p.items());
      Array<std::size_t> const offsets("perf::offsets", cells + 1);
      verify_and_time_bins(
          state, p, timing, floor, [&] { sort(p, grid, permutation, offsets); },
          [&] { return verify_points(p, CellOfRow{grid}, is_stable, permutation); });
    };
    add_benchmark<PointProblem>(bins_name<PointProblem>("point_permutation", cells, who), settings,
                                n, 32.0 * static_cast<double>(n), body);
  };
  for (std::size_t const n : settings.sizes)
    for (int const cells : {64, 1 << 12, 1 << 18}) {
      add(
          n, cells, "kokkos_scan",
          [](PointProblem& p, auto const& grid, auto& permutation, auto const& offsets) {
            KokkosScan::bin_permutation(
                p.exec, KokkosScan::points(p.coordinate(0), p.coordinate(1), p.coordinate(2)), grid,
                permutation, offsets, ExtractionOptions<>{}.with(p.workspace));
          },
          true);
      if (n > std::size_t(1) << 24) continue;
      add(
          n, cells, "kokkos_bin_sort",
          [](PointProblem& p, auto const& grid, auto& permutation, auto const&) {
            Kokkos::BinSort<PointProblem::Table, CellOfRow, PointProblem::Table::device_type,
                            std::uint32_t>
                sorter(p.exec, p.table(), CellOfRow{grid}, false);
            sorter.create_permute_vector(p.exec);
            permutation = sorter.get_permute_vector();
          },
          false);
    }
}

template <class T>
void add_type(Settings const& settings, std::vector<int> const& bins) {
  add_extractions<T, Spread::uniform>(settings, bins);
  add_extractions<T, Spread::normal>(settings, bins);
  add_extractions<T, Spread::power_law>(settings, bins);
  add_extractions<T, Spread::one_bin>(settings, bins);
}

}  // namespace
}  // namespace perf

int main(int argc, char* argv[]) {
  return perf::run_program("perf_extraction", argc, argv, [](perf::Settings const& settings) {
    perf::add_type<float>(settings, {8, 64, 256, 1 << 16});
    perf::add_type<std::int32_t>(settings, {8, 256});
    perf::add_type<double>(settings, {8, 256});
    perf::add_by_edges(settings);
    perf::add_points(settings);
  });
}
