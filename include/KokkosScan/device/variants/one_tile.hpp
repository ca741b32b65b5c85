// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/device/detail/lone_member.hpp>
#include <KokkosScan/device/detail/scan_problem.hpp>
#include <KokkosScan/team/tiles/tile.hpp>
#include <KokkosScan/tuning/backends/host_limits.hpp>

#include <cstddef>
#include <string>

namespace KokkosScan::detail {

/// The buffer of a tile, on the stack of the calling thread.
template <class Tile, std::size_t Bytes>
struct StackBuffer {
  alignas(Tile::alignment) std::byte bytes[Bytes];
  void* data() { return bytes; }
};
template <class Tile>
struct StackBuffer<Tile, 0> {
  static void* data() { return nullptr; }
};

/// Whether a tile that is the only one can be written without `read` before.
template <class Tile>
concept Skips = Tile::buffer_bytes == 0 || requires { requires Tile::can_skip; };

/// The tile that the calling thread processes by itself: a shorter one where the buffer of the
/// tuned tile would take too much of the stack.
template <class Exec, ScanPolicy P, class Problem>
struct LoneTile {
  template <ScanPolicy Q>
  using Of = typename Problem::template Tile<Q, LoneMember<Exec>>;
  static constexpr ScanPolicy policy = [] {
    ScanPolicy part = P;
    constexpr std::size_t bytes = Skips<Of<P>> ? 0 : Of<P>::buffer_bytes;
    if constexpr (bytes > tuning::max_stack_bytes)
      part.items = static_cast<int>(P.items * tuning::max_stack_bytes / bytes);
    return part.items > 1 ? part : P;
  }();
  using type = Of<policy>;
  static_assert(team::detail::AnyTile<type, typename Problem::Source, typename Problem::Sink,
                                      typename Problem::Op>);
};

/// One tile, scanned by the calling thread, on backends where a launch is only a call on the host:
/// opening a parallel region would cost more than the scan. Tools see it as a kernel with its
/// label.
template <class Exec, ScanPolicy P, class Problem>
struct OneTile {
  using Lone = LoneTile<Exec, P, Problem>;
  using Tile = typename Lone::type;
  static constexpr bool skips = Skips<Tile>;
  static constexpr bool is_possible = tuning::capabilities<Exec>.launch_is_call &&
                                      P.storage == TileStorage::cache && P.threads == 1 &&
                                      (skips || Tile::buffer_bytes <= tuning::max_stack_bytes) &&
                                      !Problem::is_sized_on_device;
  static constexpr std::size_t most = Lone::policy.tile();

  static void run(std::string const& label, Exec const& exec, Problem const& problem) {
    CalledKernel const kernel(label, exec);
    LoneMember<Exec> const member;
    typename Tile::Scratch scratch;
    StackBuffer<Tile, skips ? 0 : Tile::buffer_bytes> buffer;
    Tile tile(member, scratch, buffer.data());
    auto const store_total = [&] {
      problem.sink.store_total(
          problem.op(problem.init, tile.read(problem.source, problem.op, 0, problem.n)));
    };
    if constexpr (!skips)
      store_total();
    else if constexpr (Tile::buffer_bytes == 0)
      problem.sink.wants_total() ? store_total() : tile.skip(problem.op, 0, problem.n);
    else
      tile.skip(problem.op, 0, problem.n);
    tile.write(problem.source, problem.sink, problem.op, 0, problem.n, problem.init);
  }
};

}  // namespace KokkosScan::detail
