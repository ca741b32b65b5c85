// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps of a particle simulation: the particles of a Plummer sphere move and are sorted, with all
// their properties, by the grid cell that they are in. Kokkos::BinSort does the same sort for
// comparison. A histogram finally gives the density as a function of the radius.
//
//   particle_sort [PARTICLES]     default: ten million
#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>
#include <Kokkos_Sort.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

using Exec = Kokkos::DefaultExecutionSpace;
using Grid = KokkosScan::GridBins<3, float>;
using Vectors = Kokkos::View<float* [3], Exec>;
using Scalars = Kokkos::View<float*, Exec>;
using Indices = Kokkos::View<int*, Exec>;
constexpr double pi = Kokkos::numbers::pi_v<double>;

/// All properties of the particles, as a structure of arrays.
struct Particles {
  Vectors position, velocity;
  Scalars mass;
  Indices id;

  explicit Particles(int n)
      : position("position", n), velocity("velocity", n), mass("mass", n), id("id", n) {}
  KOKKOS_FUNCTION int size() const { return static_cast<int>(mass.extent(0)); }
};

/// Uniform in (0, 1): a counter passed through the finalizer of SplitMix64.
KOKKOS_INLINE_FUNCTION double random_unit(std::uint64_t position) {
  std::uint64_t x = 0x9e3779b97f4a7c15ull * (position + 1);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return (static_cast<double>((x ^ (x >> 31)) >> 11) + 0.5) * 0x1.0p-53;
}

/// A sphere of scale length 1 and mass 1: the mass within r is (1 + r^-2)^(-3/2). Particles have
/// different masses, so that the check notices a mass that went to another particle.
/// Plummer, On the problem of distribution in globular star clusters, MNRAS 71 (1911).
struct MakePlummerSphere {
  Particles particles;

  KOKKOS_FUNCTION void direction(std::uint64_t i, double length, float (&x)[3]) const {
    double const z = 2 * random_unit(i) - 1, angle = 2 * pi * random_unit(i + 1);
    double const rho = Kokkos::sqrt(1 - z * z);
    x[0] = static_cast<float>(length * rho * Kokkos::cos(angle));
    x[1] = static_cast<float>(length * rho * Kokkos::sin(angle));
    x[2] = static_cast<float>(length * z);
  }
  KOKKOS_FUNCTION void operator()(int i) const {
    std::uint64_t const draw = 8 * static_cast<std::uint64_t>(i);
    double const radius = 1 / Kokkos::sqrt(Kokkos::pow(random_unit(draw), -2.0 / 3) - 1);
    float x[3], v[3];
    direction(draw + 1, radius, x);
    direction(draw + 3, 0.2 * random_unit(draw + 5), v);
    for (int d = 0; d < 3; ++d) {
      particles.position(i, d) = x[d];
      particles.velocity(i, d) = v[d];
    }
    particles.mass(i) = static_cast<float>((0.5 + random_unit(draw + 6)) / particles.size());
    particles.id(i) = i;
  }
};

struct Move {
  Particles particles;
  float dt;
  KOKKOS_FUNCTION void operator()(int i) const {
    for (int d = 0; d < 3; ++d) particles.position(i, d) += dt * particles.velocity(i, d);
  }
};

struct FindRadius {
  Particles particles;
  Scalars radius;
  KOKKOS_FUNCTION void operator()(int i) const {
    float sum = 0;
    for (int d = 0; d < 3; ++d) sum += particles.position(i, d) * particles.position(i, d);
    radius(i) = Kokkos::sqrt(sum);
  }
};

template <class Positions>
KOKKOS_INLINE_FUNCTION int cell_of(Grid const& grid, Positions const& position, int i) {
  return grid(Kokkos::Array<float, 3>{position(i, 0), position(i, 1), position(i, 2)});
}

/// Counts the sorted particles that are outside the offsets of their cell, share their id with
/// another one, or differ from the particle with the same id in the arrays that are never sorted.
struct CountWrong {
  Particles sorted, unsorted;
  Kokkos::View<int const*, Exec> offsets;
  Indices last_seen;  // last_seen(id): the last step in which the id was found
  Grid grid;
  int step;
  KOKKOS_FUNCTION void operator()(int i, int& wrong) const {
    int const cell = cell_of(grid, sorted.position, i), id = sorted.id(i);
    bool is_right = i >= offsets(cell) && i < offsets(cell + 1) && id >= 0 &&
                    id < unsorted.size() && Kokkos::atomic_exchange(&last_seen(id), step) != step &&
                    sorted.mass(i) == unsorted.mass(id);
    for (int d = 0; d < 3; ++d)
      is_right = is_right && sorted.position(i, d) == unsorted.position(id, d) &&
                 sorted.velocity(i, d) == unsorted.velocity(id, d);
    if (!is_right) ++wrong;
  }
};

/// The bin operator that Kokkos::BinSort requires.
struct CellOp {
  Grid grid;
  template <class Keys>
  KOKKOS_FUNCTION int bin(Keys const& position, int i) const {
    return cell_of(grid, position, i);
  }
  KOKKOS_FUNCTION int max_bins() const { return static_cast<int>(grid.bins()); }
  template <class Keys, class A, class B>
  KOKKOS_FUNCTION bool operator()(Keys const&, A const&, B const&) const {
    return false;
  }
};

/// Checks the result of BinSort: counts particles that follow one of a higher cell.
struct CountUnsorted {
  Vectors position;
  Grid grid;
  KOKKOS_FUNCTION void operator()(int i, int& wrong) const {
    if (i > 0 && cell_of(grid, position, i - 1) > cell_of(grid, position, i)) ++wrong;
  }
};

/// Computes the masses in shells a second time, by atomic additions, to check the histogram.
struct AddToShell {
  Scalars radius, mass;
  KokkosScan::UniformBins<float> binning;
  Kokkos::View<double*, Exec> shells;
  KOKKOS_FUNCTION void operator()(int i) const {
    int const shell = binning(radius(i));
    if (shell != KokkosScan::no_bin)
      Kokkos::atomic_add(&shells(shell), static_cast<double>(mass(i)));
  }
};
struct CountDifferent {
  Kokkos::View<double*, Exec> shells, again;
  KOKKOS_FUNCTION void operator()(int b, int& wrong) const {
    if (!(Kokkos::fabs(shells(b) - again(b)) <= 1e-9 * again(b))) ++wrong;
  }
};

double seconds_of(Exec const& exec, auto const& call) {
  exec.fence();
  Kokkos::Timer const timer;
  call();
  exec.fence();
  return timer.seconds();
}

/// Plots the density of the shells as text, together with the exact density.
void plot_density(Kokkos::View<double*, Exec> const& shells, double width) {
  auto const mass = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, shells);
  std::printf("density by radius (#: particles, |: Plummer's formula, logarithmic)\n");
  for (std::size_t b = 0; b < mass.extent(0); ++b) {
    double const inner = static_cast<double>(b) * width, outer = inner + width;
    double const volume = 4.0 / 3 * pi * (std::pow(outer, 3) - std::pow(inner, 3));
    double const middle = 0.5 * (inner + outer);
    double const exact = 3 / (4 * pi) * std::pow(1 + middle * middle, -2.5);
    auto const column = [](double density) {
      return density > 0 ? static_cast<int>(12 * (std::log10(density) + 4.5)) : 0;
    };
    std::printf("  r < %4.2f %9.2e ", outer, mass(b) / volume);
    for (int c = 0; c < 52; ++c)
      std::putchar(c == column(exact) ? '|' : (c < column(mass(b) / volume) ? '#' : ' '));
    std::putchar('\n');
  }
}

/// The same step with Kokkos::BinSort, in place.
void sort_by_kokkos(Exec const& exec, Particles const& particles, Grid const& grid) {
  Kokkos::BinSort<Vectors, CellOp> sorter(exec, particles.position, CellOp{grid}, false);
  sorter.create_permute_vector(exec);
  sorter.sort(exec, particles.velocity);
  sorter.sort(exec, particles.mass);
  sorter.sort(exec, particles.id);
  sorter.sort(exec, particles.position);
}

/// The mass in each of 24 shells: a weighted histogram whose sums have the same bits in every run.
/// \return how many differ from sums by atomics
int find_shells(Exec const& exec, Particles const& particles,
                Kokkos::View<double*, Exec> const& shells) {
  Kokkos::RangePolicy<Exec> const all(exec, 0, particles.mass.extent(0));
  Scalars const radius("radius", particles.mass.extent(0));
  KokkosScan::UniformBins const binning(0.0f, 4.8f, 24);
  Kokkos::parallel_for("radius", all, FindRadius{particles, radius});
  KokkosScan::histogram(exec, radius, binning, shells, particles.mass,
                        KokkosScan::HistogramOptions<>{}.reproducible());

  Kokkos::View<double*, Exec> const again("shells again", 24);
  Kokkos::parallel_for("shells", all, AddToShell{radius, particles.mass, binning, again});
  int different = 0;
  Kokkos::parallel_reduce("check shells", Kokkos::RangePolicy<Exec>(exec, 0, 24),
                          CountDifferent{shells, again}, different);
  return different;
}

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const guard(argc, argv);
  int const n = argc > 1 ? std::atoi(argv[1]) : 10000000;
  if (n < 1) return std::fprintf(stderr, "usage: particle_sort [PARTICLES]\n"), 2;
  constexpr int steps = 5;
  Exec const exec;
  Kokkos::RangePolicy<Exec> const all(exec, 0, n);

  // Three cells per scale length. Particles outside the box are in the nearest border cell.
  Grid const grid({-8, -8, -8}, {8, 8, 8}, {48, 48, 48}, KokkosScan::OutOfRange::clamp);
  Particles particles(n), sorted(n), unsorted(n);
  Indices const last_seen("last seen", n);
  for (auto const& made : {particles, unsorted})
    Kokkos::parallel_for("sphere", all, MakePlummerSphere{made});

  // The plan keeps its memory: from the second step on it allocates nothing.
  KokkosScan::BinPlan<Exec> plan(exec);
  double ours = 0, kokkos = 0;
  int wrong = 0;
  for (int step = 0; step < steps; ++step) {
    for (auto const& moved : {particles, unsorted})
      Kokkos::parallel_for("move", all, Move{moved, 0.01f});

    double const sorting = seconds_of(exec, [&] {
      plan.update(particles.position, grid);
      plan.permute(particles.position, sorted.position, particles.velocity, sorted.velocity,
                   particles.mass, sorted.mass, particles.id, sorted.id);
    });
    if (step > 0) ours += sorting;  // the first step allocates
    Particles const before = particles;
    std::swap(particles, sorted);

    int found = 0;
    Kokkos::parallel_reduce(
        "check", all, CountWrong{particles, unsorted, plan.offsets(), last_seen, grid, step + 1},
        found);
    wrong += found;

    double const binsort = seconds_of(exec, [&] { sort_by_kokkos(exec, before, grid); });
    if (step > 0) kokkos += binsort;
    Kokkos::parallel_reduce("check BinSort", all, CountUnsorted{before.position, grid}, found);
    wrong += found;
  }

  Kokkos::View<double*, Exec> const shells("shells", 24);
  int const different = find_shells(exec, particles, shells);
  plot_density(shells, 0.2);

  std::printf("%d particles, %d cells: sort and permute %.3f ms a step, Kokkos::BinSort %.3f ms\n",
              n, static_cast<int>(grid.bins()), 1e3 * ours / (steps - 1),
              1e3 * kokkos / (steps - 1));
  std::printf("wrong particles: %d, wrong shells: %d\n", wrong, different);
  return wrong + different == 0 ? 0 : 1;
}
