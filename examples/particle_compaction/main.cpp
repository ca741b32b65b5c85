// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Particles that die, in a time loop that never waits for the host.
//
// In every step the particles move and lose energy; particles without energy are removed. One
// selection finds the indices of the living particles, one permutation moves every array, and a
// histogram gives the spectrum of their energies. Only the device knows how many are alive: the
// count that one call writes is the size of the next call's input. Kokkos Tools callbacks prove
// that nothing in the loop fences, copies or allocates.
#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

using Exec = Kokkos::DefaultExecutionSpace;

/// A structure of arrays of different types and ranks.
struct Particles {
  Kokkos::View<double**, Exec> position;  // n x 3
  Kokkos::View<double*, Exec> speed;
  Kokkos::View<int*, Exec> energy;
  Kokkos::View<long*, Exec> id;

  explicit Particles(std::size_t n)
      : position("position", n, 3), speed("speed", n), energy("energy", n), id("id", n) {}
};

KOKKOS_INLINE_FUNCTION int energy_of(long id) { return 1 + static_cast<int>((id * 7919) % 1000); }
KOKKOS_INLINE_FUNCTION int loss_of(long id, int step) {
  return static_cast<int>((id + 31 * step) % 37);
}

struct Create {
  Particles particles;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    for (int d = 0; d < 3; ++d) particles.position(i, d) = static_cast<double>(i);
    particles.speed(i) = static_cast<double>(i % 5);
    particles.id(i) = static_cast<long>(i);
    particles.energy(i) = energy_of(static_cast<long>(i));
  }
};

/// Launched for all places; places from `count` on hold no particle.
struct Move {
  Particles particles;
  Kokkos::View<long, Exec> count;
  int step;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    if (static_cast<long>(i) >= count()) return;
    for (int d = 0; d < 3; ++d) particles.position(i, d) += particles.speed(i);
    particles.energy(i) -= loss_of(particles.id(i), step);
  }
};

/// Counts what Kokkos reports to its tools between start() and stop().
struct Witness {
  static inline bool is_watching = false;
  static inline int fences = 0, copies = 0, allocations = 0;

  static void start() {
    fences = copies = allocations = 0;
    is_watching = true;
  }
  static void stop() { is_watching = false; }
  static void install() {
    namespace Tools = Kokkos::Tools::Experimental;
    Tools::set_begin_fence_callback([](char const* name, std::uint32_t, std::uint64_t* id) {
      *id = 0;
      bool const is_the_tool = std::string(name).find("Tool Fence") != std::string::npos;
      if (is_watching && !is_the_tool) ++fences;
    });
    Tools::set_begin_deep_copy_callback([](Kokkos_Profiling_SpaceHandle, char const*, void const*,
                                           Kokkos_Profiling_SpaceHandle, char const*, void const*,
                                           std::uint64_t) { copies += is_watching; });
    Tools::set_allocate_data_callback(
        [](Kokkos_Profiling_SpaceHandle, char const*, void const*, std::uint64_t bytes) {
          allocations += is_watching && bytes > 0;
        });
  }
};

/// Bins of the energy spectrum.
constexpr std::size_t bins = 10;
auto spectrum_binning() { return KokkosScan::UniformBins(1, 1001, bins); }

class Simulation {
 public:
  Simulation(Exec const& exec, std::size_t n)
      : m_exec(exec),
        m_n(n),
        m_now(n),
        m_next(n),
        m_places("places", n),
        m_count("count"),
        m_next_count("next count"),
        m_spectrum("spectrum", bins),
        m_workspace(exec) {
    Kokkos::parallel_for("create", Kokkos::RangePolicy<Exec>(exec, 0, n), Create{m_now});
    Kokkos::deep_copy(exec, m_count, static_cast<long>(n));
  }

  void advance(int step) {
    using KokkosScan::counted;
    Kokkos::parallel_for("move", Kokkos::RangePolicy<Exec>(m_exec, 0, m_n),
                         Move{m_now, m_count, step});
    KokkosScan::select_indices(m_exec, counted(m_now.energy, m_count), m_places,
                               KokkosScan::GreaterThan{0}, m_next_count,
                               KokkosScan::ScanOptions<>{}.with(m_workspace));
    KokkosScan::permute(m_exec, counted(m_places, m_next_count),  //
                        m_now.position, m_next.position,          //
                        m_now.speed, m_next.speed,                //
                        m_now.energy, m_next.energy,              //
                        m_now.id, m_next.id);
    std::swap(m_now, m_next);
    std::swap(m_count, m_next_count);
    KokkosScan::histogram(m_exec, counted(m_now.energy, m_count), spectrum_binning(), m_spectrum,
                          KokkosScan::HistogramOptions<>{}.with(m_workspace));
  }

  Particles const& particles() const { return m_now; }
  Kokkos::View<int*, Exec> const& spectrum() const { return m_spectrum; }
  long count() const {
    long host;
    Kokkos::deep_copy(host, m_count);
    return host;
  }

 private:
  Exec m_exec;
  std::size_t m_n;
  Particles m_now, m_next;
  Kokkos::View<int*, Exec> m_places;
  Kokkos::View<long, Exec> m_count, m_next_count;
  Kokkos::View<int*, Exec> m_spectrum;
  KokkosScan::Workspace<Exec> m_workspace;
};

/// Does the same on the host, particle by particle.
/// \return how many results differ
int count_wrong(Simulation const& simulation, std::size_t n, int steps) {
  std::vector<long> living;
  std::vector<int> left;
  std::vector<int> expected_spectrum(bins, 0);
  auto const bin = spectrum_binning();
  for (long id = 0; id < static_cast<long>(n); ++id) {
    int energy = energy_of(id);
    for (int step = 0; step < steps && energy > 0; ++step) energy -= loss_of(id, step);
    if (energy <= 0) continue;
    living.push_back(id);
    left.push_back(energy);
    ++expected_spectrum[static_cast<std::size_t>(bin(energy))];
  }
  long const count = simulation.count();
  auto const host = [](auto const& view) {
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  };
  Particles const& particles = simulation.particles();
  auto const position = host(particles.position);
  auto const speed = host(particles.speed);
  auto const energy = host(particles.energy);
  auto const id = host(particles.id);
  auto const spectrum = host(simulation.spectrum());
  int wrong = count == static_cast<long>(living.size()) ? 0 : 1;
  for (std::size_t i = 0; wrong == 0 && i < living.size(); ++i) {
    long const pace = living[i] % 5;
    if (id(i) != living[i] || energy(i) != left[i] || speed(i) != static_cast<double>(pace))
      ++wrong;
    for (int d = 0; d < 3; ++d)
      if (position(i, d) != static_cast<double>(living[i] + steps * pace)) ++wrong;
  }
  for (std::size_t b = 0; b < bins; ++b)
    if (spectrum(b) != expected_spectrum[b]) ++wrong;
  return wrong;
}

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const guard(argc, argv);
  constexpr std::size_t n = 1000000;
  constexpr int steps = 30;
  Exec const exec;
  Simulation simulation(exec, n);
  Witness::install();

  // The first step grows the workspace, and reading the count takes a copy and a fence. A witness
  // that misses any of these events could not show that the loop is free of them.
  Witness::start();
  simulation.advance(0);
  simulation.count();
  Witness::stop();
  bool const is_awake = Witness::fences > 0 && Witness::copies > 0 && Witness::allocations > 0;
  Witness::start();
  for (int step = 1; step < steps; ++step) simulation.advance(step);
  Witness::stop();
  bool const is_silent = Witness::fences == 0 && Witness::copies == 0 && Witness::allocations == 0;

  auto const spectrum =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, simulation.spectrum());
  int const wrong = count_wrong(simulation, n, steps);
  std::printf("%zu particles, %d steps, %ld left, %s\n", n, steps, simulation.count(),
              wrong == 0 ? "the same ones as on the host" : "WRONG");
  std::printf("of each tenth of the energies:");
  for (std::size_t b = 0; b < bins; ++b) std::printf(" %d", spectrum(b));
  std::printf("\nin the loop: %d fences, %d copies, %d allocations\n", Witness::fences,
              Witness::copies, Witness::allocations);
  if (!is_awake) std::printf("but the callbacks missed such events before the loop, too\n");
  return wrong == 0 && is_silent && is_awake ? 0 : 1;
}
