// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/detail/scan_problem.hpp>

#include <cstdint>
#include <string>

namespace KokkosScan::detail {

/// A team of one that needs no launch.
template <class Exec>
struct LoneMember {
  using execution_space = Exec;
  KOKKOS_FUNCTION int team_rank() const { return 0; }
  KOKKOS_FUNCTION int team_size() const { return 1; }
  KOKKOS_FUNCTION int league_rank() const { return 0; }
  KOKKOS_FUNCTION void team_barrier() const {}
};

/// One tile where a launch is a call: scanned by the calling thread. Opening a parallel region for
/// it costs more than the scan. Tools see it under its label like any other kernel.
template <ScanPolicy P, class Exec, class Problem>
struct OneTile {
  using Tile = typename Problem::template Tile<P, LoneMember<Exec>>;
  static constexpr bool is_possible =
      tuning::capabilities<Exec>.launch_is_call && P.storage == TileStorage::cache &&
      P.threads == 1 && (Tile::buffer_bytes == 0 || requires { requires Tile::can_skip; }) &&
      !Problem::is_sized_on_device;

  static void run(std::string const& label, Exec const& exec, Problem const& problem) {
    std::uint64_t kernel = 0;
    bool const has_tool = Kokkos::Tools::profileLibraryLoaded();
    if (has_tool)
      Kokkos::Tools::beginParallelFor(label, Kokkos::Tools::Experimental::device_id(exec), &kernel);
    LoneMember<Exec> const member;
    typename Tile::Scratch scratch;
    Tile tile(member, scratch, nullptr);
    bool is_read = false;
    if constexpr (Tile::buffer_bytes == 0)
      if (problem.sink.wants_total()) {
        problem.sink.store_total(
            problem.op(problem.init, tile.read(problem.source, problem.op, 0, problem.n)));
        is_read = true;
      }
    if (!is_read) tile.skip(problem.op, 0, problem.n);
    tile.write(problem.source, problem.sink, problem.op, 0, problem.n, problem.init);
    if (has_tool) Kokkos::Tools::endParallelFor(kernel);
  }
};

}  // namespace KokkosScan::detail
