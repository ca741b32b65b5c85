// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// perf_in_kernel: scans inside a kernel. Each team performs many, one after the other, and the
// device is full of teams. Names have the form team/inclusive/sum/uint32/VARIANT/n:TEAM_SIZE, with
// _known if the compiler knows the team's size; lane/inclusive/sum/uint32/VARIANT/n:LANES; and
// lane_range/inclusive/sum/uint32/VARIANT/n:LENGTH for ranges in memory. items_per_second counts
// the values scanned. Every benchmark first checks its result.
#include "in_kernel/baselines.hpp"
#include "in_kernel/rounds.hpp"
#include "program.hpp"

#include <benchmark/benchmark.h>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/variants.hpp>
#include <algorithm>

namespace perf {
namespace {

using KokkosScan::LaneScan;
using KokkosScan::TeamScan;
constexpr bool lanes_are_threads = KokkosScan::tuning::capabilities<Exec>.lanes_are_threads;

/// Registers a kernel that scans `rounds` times in each of the groups of `size` values.
/// \param each  values of one thread or lane
template <class Run>
void add_rounds(std::string const& level, std::string const& who, Settings const& settings,
                int size, Run const& run, int each = 1) {
  std::string const name = level + "/inclusive/sum/uint32/" + who + "/n:" + std::to_string(size);
  register_benchmark(name, [=, timing = settings.timing](benchmark::State& state) {
    Rounds const rounds = rounds_of(size, each);
    Exec const exec;
    auto const call = [&] { run(exec, rounds); };
    auto const verify = [&] {
      exec.fence("perf: the host checks the result");
      return check_rounds(rounds);
    };
    if (!passes(state, exec, call, verify, rounds.out)) return;
    std::size_t const values = rounds.out.size() * static_cast<std::size_t>(rounds.count);
    time_and_report(state, exec, call, timing, values,
                    sizeof(std::uint32_t) * static_cast<double>(values));
  });
}

/// \tparam Threads  the team's size if the compiler is to know it
template <TeamScan V, int Threads = KokkosScan::any_team_size>
void add_team(Settings const& settings, int size) {
  std::string const who = std::string(name(V)) + (Threads > 0 ? "_known" : "");
  add_rounds("team", who, settings, size, [](Exec const& exec, Rounds const& rounds) {
    Kokkos::TeamPolicy<Exec> policy(exec, rounds.groups(), rounds.size);
    policy.set_scratch_size(
        0, Kokkos::PerTeam(KokkosScan::team::scan_scratch_bytes<std::uint32_t>(rounds.size)));
    Kokkos::parallel_for("perf::team_scans", policy, TeamRounds<V, Threads>{rounds});
  });
}

/// Threads of W lanes, one group for each thread; several threads per team, so that a GPU is full.
template <int W>
Kokkos::TeamPolicy<Exec> lane_policy(Exec const& exec, Rounds const& rounds) {
  int const threads = lanes_are_threads ? 128 / W : 1;
  return Kokkos::TeamPolicy<Exec>(exec, rounds.groups() / threads, threads, W);
}

template <LaneScan V, int W>
void add_lane(Settings const& settings) {
  add_rounds("lane", name(V), settings, W, [](Exec const& exec, Rounds const& rounds) {
    Kokkos::parallel_for("perf::lane_scans", lane_policy<W>(exec, rounds),
                         LaneRounds<V, W>{rounds});
  });
}

template <LaneScan V>
void add_range(Settings const& settings, int length) {
  constexpr int lanes = 32;
  auto const run = [](Exec const& exec, Rounds const& rounds) {
    Kokkos::parallel_for("perf::range_scans", lane_policy<lanes>(exec, rounds),
                         RangeRounds<V, lanes>{rounds});
  };
  add_rounds("lane_range", name(V), settings, length, run, length / lanes);
}

template <int... Sizes>
void add_known(Settings const& settings) {
  (add_team<TeamScan::lane_first, Sizes>(settings, Sizes), ...);
  (add_team<TeamScan::raking, Sizes>(settings, Sizes), ...);
}

void add_all(Settings const& settings) {
  int const most = lanes_are_threads
                       ? KokkosScan::tuning::max_team_lanes
                       : std::min(Exec().concurrency(), KokkosScan::tuning::max_host_team_threads);
  for (int size = lanes_are_threads ? 32 : 1; size <= most; size *= 2) {
    add_team<TeamScan::lane_first>(settings, size);
    add_team<TeamScan::raking>(settings, size);
    add_team<TeamScan::blelloch>(settings, size);
    add_team<TeamScan::double_buffer>(settings, size);
    add_team<TeamScan::hillis_steele>(settings, size);
    add_team<TeamScan::parallel_scan>(settings, size);
    for (auto const& baseline : team_baselines())
      if (baseline.takes(size)) add_rounds("team", baseline.name, settings, size, baseline.run);
  }
  if constexpr (lanes_are_threads) add_known<32, 64, 128, 256, 512, 1024>(settings);
  add_lane<LaneScan::shuffle, 4>(settings);
  add_lane<LaneScan::shuffle, 8>(settings);
  add_lane<LaneScan::shuffle, 16>(settings);
  add_lane<LaneScan::shuffle, 32>(settings);
  for (int const length : {32, 128, 512}) {
    add_range<LaneScan::shuffle>(settings, length);
    add_range<LaneScan::parallel_scan>(settings, length);  // Kokkos' own scan supports only ranges
  }
  for (int const lanes : {4, 8, 16, 32})
    for (auto const& baseline : lane_baselines())
      if (baseline.takes(lanes)) add_rounds("lane", baseline.name, settings, lanes, baseline.run);
}

}  // namespace
}  // namespace perf

int main(int argc, char* argv[]) {
  return perf::run_program("perf_in_kernel", argc, argv,
                           [](perf::Settings const& settings) { perf::add_all(settings); });
}
