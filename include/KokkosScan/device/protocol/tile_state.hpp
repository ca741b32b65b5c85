// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/tuning/backends/host_limits.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosScan::detail {

/// What a tile has published, as its successors see it.
enum class TileStatus : std::uint32_t {
  empty = 0,     ///< nothing published in this launch
  partial = 1,   ///< the tile's own total, or that of a group of tiles (`fixed_look_back`)
  complete = 2,  ///< the total of the tile and all tiles before it
};

/// What one tile publishes to the others: a status and a value of any size.
///
/// The value is cut into 4-byte pieces. Each shares an 8-byte word with a mark, and words are
/// loaded and stored whole, so no fence is needed: a value has arrived when all its words carry the
/// same mark. Several words are accessed in pairs, which halves the number of accesses. The mark
/// holds the status and the number of the launch (its epoch), so words of an earlier launch read as
/// empty and nothing has to be reset between launches.
template <class T>
class TileState {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  /// Words of a value: one, or pairs.
  static constexpr int words = sizeof(T) <= 4 ? 1 : 2 * ceil_div(sizeof(T), 8);

  TileState() = default;
  KOKKOS_FUNCTION TileState(std::uint64_t* data, std::uint32_t epoch)
      : m_data(data), m_epoch(epoch) {}

  static constexpr std::size_t words_for(std::size_t tiles) { return tiles * words; }

  KOKKOS_FUNCTION void set_partial(std::size_t tile, T const& value) const {
    set(tile, value, TileStatus::partial);
  }
  KOKKOS_FUNCTION void set_complete(std::size_t tile, T const& value) const {
    set(tile, value, TileStatus::complete);
  }

  /// The words of a tile as loaded, not yet decoded.
  struct Found {
    std::uint64_t word[words];
  };
  /// Loads the words of a tile without testing them, so several such loads can be in flight.
  KOKKOS_FUNCTION Found look(std::size_t tile) const {
    Found found;
    if constexpr (words == 1) {
      found.word[0] = arch::load_relaxed(m_data + tile);
    } else {
      KOKKOSSCAN_UNROLL
      for (int w = 0; w < words; w += 2) {
        auto const x = arch::load_relaxed(pair(tile, w));
        found.word[w] = x.word[0], found.word[w + 1] = x.word[1];
      }
    }
    return found;
  }
  /// Decodes loaded words: returns the status and, unless that is empty, sets the value.
  KOKKOS_FUNCTION TileStatus read(Found const& found, T& value) const {
    std::uint32_t piece[words];
    auto const mark = static_cast<std::uint32_t>(found.word[0] >> 32);
    bool is_whole = (mark >> 2) == m_epoch;
    KOKKOSSCAN_UNROLL
    for (int w = 0; w < words; ++w) {
      piece[w] = static_cast<std::uint32_t>(found.word[w]);
      is_whole = is_whole && static_cast<std::uint32_t>(found.word[w] >> 32) == mark;
    }
    if (!is_whole) return TileStatus::empty;
    arch::load_bytes(piece, value);
    return static_cast<TileStatus>(mark & 3u);
  }
  KOKKOS_FUNCTION TileStatus get(std::size_t tile, T& value) const {
    return read(look(tile), value);
  }

  /// Waits until the tile is complete, and returns its value.
  KOKKOS_FUNCTION T wait(std::size_t tile) const {
    T value;
    int paused = 0;
    while (get(tile, value) != TileStatus::complete)
      arch::relax(paused, tuning::pauses_before_yield);
    return value;
  }

 private:
  KOKKOS_FUNCTION void set(std::size_t tile, T const& value, TileStatus status) const {
    std::uint32_t piece[words] = {};
    arch::store_bytes(value, piece);
    std::uint64_t const mark =
        static_cast<std::uint64_t>((m_epoch << 2) | static_cast<std::uint32_t>(status)) << 32;
    if constexpr (words == 1) {
      arch::store_relaxed(m_data + tile, mark | piece[0]);
    } else {
      KOKKOSSCAN_UNROLL
      for (int w = 0; w < words; w += 2)
        arch::store_relaxed(pair(tile, w), {{mark | piece[w], mark | piece[w + 1]}});
    }
  }
  KOKKOS_FUNCTION arch::WordPair* pair(std::size_t tile, int w) const {
    return reinterpret_cast<arch::WordPair*>(m_data + tile * words + w);
  }

  std::uint64_t* m_data = nullptr;
  std::uint32_t m_epoch = 0;
};

}  // namespace KokkosScan::detail
