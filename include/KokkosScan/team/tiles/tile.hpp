// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <cstddef>

/// \file
/// \brief What a tile is to the kernels in device/variants/: it reads, sums and writes a stretch of
/// the items by one team, and the kernel finds the prefix in between.
///
/// A team makes one tile object and uses it for one stretch after the other. All its threads make
/// all calls; the stretch is always items [first, first + P.tile()) below n, which may be none.
///
///     Tile tile(member, scratch, buffer);
///     total = tile.read(source, op, first, n);         // the total on all threads
///     tile.write(source, sink, op, first, n, prefix);  // the scan, with the prefix in front
///
/// A barrier must lie between `write` and the next `read`. Every tile has
/// - `Scratch`: a part of level 0 that lives as long as the tile;
/// - `buffer_bytes` of level 1; 0: the buffer is nullptr;
/// - `alignment` of both, where they need more than values of the scan;
/// - `reads_before_write`: if false, `skip(op, first, n)` may replace a `read` whose total nobody
///   wants. Where `can_skip` is true it may too, if the tile was made without its buffer (nullptr).
///
/// A tile may have `expect(first, n)`, called before `write` with the next stretch, on which
/// `write` then works ahead. Tiles with `Parked` can have several stretches under way, in P.slots
/// slots:
///
///     tile.load(source, first, n);                          // only starts to read
///     total = tile.scan(source, op, slot, before_barrier);  // one barrier, after before_barrier()
///     parked = tile.park(slot);                             // `Parked`: in registers
///     tile.load(…);                                         // the next stretch
///     tile.write(source, sink, op, first, n, prefix, parked, slot);
///
/// A barrier must lie between `park` and `write`; that of another stretch's `scan` will do.

namespace KokkosScan::team::detail {

/// `write` does not always need `read` before it.
template <class Tile, class Op>
concept SkippingTile = requires(Tile& tile, Op const& op, std::size_t i) { tile.skip(op, i, i); };

/// `write` can work ahead on the next stretch.
template <class Tile>
concept ExpectingTile = requires(Tile& tile, std::size_t i) { tile.expect(i, i); };

/// What every tile has. Source, Sink and Op are those of the problem.
template <class Tile, class Source, class Sink, class Op>
concept AnyTile = requires(Tile& tile, Source const& source, Sink const& sink, Op const& op,
                           std::size_t i, typename Op::value_type const& x) {
  typename Tile::Scratch;
  { Tile::alignment } -> std::convertible_to<std::size_t>;
  { Tile::buffer_bytes } -> std::convertible_to<std::size_t>;
  requires Tile::reads_before_write || SkippingTile<Tile, Op>;
  { tile.read(source, op, i, i) } -> std::same_as<typename Op::value_type>;
  tile.write(source, sink, op, i, i, x);
};

/// A tile that can have several stretches under way.
template <class Tile, class Source, class Sink, class Op>
concept ParkingTile = AnyTile<Tile, Source, Sink, Op> &&
                      requires(Tile& tile, Source const& source, Sink const& sink, Op const& op,
                               std::size_t i, typename Op::value_type const& x,
                               typename Tile::Parked const& parked, void (*before_barrier)()) {
                        tile.load(source, i, i);
                        {
                          tile.scan(source, op, 0, before_barrier)
                        } -> std::same_as<typename Op::value_type>;
                        { tile.park(0) } -> std::convertible_to<typename Tile::Parked>;
                        tile.write(source, sink, op, i, i, x, parked, 0);
                      };

}  // namespace KokkosScan::team::detail
