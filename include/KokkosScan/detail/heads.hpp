// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/layout.hpp>

#include <cstddef>
#include <cstdint>

/// \file
/// \brief Where segments start. CPU tiles test one element at a time (`heads(i)`); GPU tiles take a
/// bit for each of the N items of a lane (`LaneHeads<N, Lanes>`): `load` starts the reads and
/// `bits` waits for them. `item_bytes` are read beside every item.

namespace KokkosScan::detail {

/// The last head among [first, last), if it is close to the end; else first.
template <class Heads>
KOKKOS_FUNCTION std::size_t late_head(Heads const& heads, std::size_t first, std::size_t last) {
  constexpr std::size_t close = 4096;
  std::size_t const end = last - first > close ? last - close : first;
  for (std::size_t i = last; i > end; --i)
    if (heads(i - 1)) return i - 1;
  return first;
}

/// No segments: nothing to read, nothing to keep.
struct NoHeads {
  static constexpr int item_bytes = 0;
  template <int N, class Lanes>
  struct LaneHeads {
    struct Bits {};
    KOKKOS_FUNCTION void load(Lanes const&, NoHeads, std::size_t, int) {}
    KOKKOS_FUNCTION Bits bits(Lanes const&, NoHeads) const { return {}; }
    KOKKOS_FUNCTION static bool is_head(Bits, int) { return false; }
  };
};

/// N bits of a lane, one per item.
template <int N>
struct LaneHeadBits {
  static_assert(N <= 32, "a segmented scan needs a ScanPolicy of at most 32 items a lane");
  using Bits = std::uint32_t;
  KOKKOS_FUNCTION static bool is_head(Bits bits, int j) { return (bits >> j) & 1u; }
};

/// 32 bits from any position of a bit string, given the two words they lie in.
KOKKOS_INLINE_FUNCTION std::uint32_t bits_across(std::uint32_t low, std::uint32_t high,
                                                 unsigned shift) {
  return static_cast<std::uint32_t>(((std::uint64_t(high) << 32) | low) >> shift);
}

/// One bit per element, with a spare word after the last one.
struct HeadBits {
  static constexpr int item_bytes = 0;
  std::uint32_t const* words;
  KOKKOS_FUNCTION bool operator()(std::size_t i) const { return (words[i / 32] >> (i % 32)) & 1u; }

  template <int N, class Lanes>
  struct LaneHeads : LaneHeadBits<N> {
    std::uint32_t low = 0, high = 0;
    unsigned shift = 0;
    KOKKOS_FUNCTION void load(Lanes const& lanes, HeadBits const& heads, std::size_t base,
                              int left) {
      int const first = N * lanes.rank();
      if (first >= left) return;
      std::size_t const i = base + static_cast<unsigned>(first);
      low = heads.words[i / 32];
      high = heads.words[i / 32 + 1];
      shift = i % 32;
    }
    KOKKOS_FUNCTION std::uint32_t bits(Lanes const&, HeadBits const&) const {
      return bits_across(low, high, shift);
    }
  };
};

/// A segment starts where a key differs from the preceding key.
/// \tparam Equal  a `KeyEquality`: compares the two
template <class Key, bool Contiguous, class Equal>
struct KeyHeads {
  static constexpr int item_bytes = sizeof(Key);
  Key const* keys;
  std::ptrdiff_t stride;
  Equal equal;

  KOKKOS_FUNCTION Key const& key(std::size_t i) const {
    return *detail::entry_of<Contiguous>(keys, i, stride);
  }
  KOKKOS_FUNCTION bool operator()(std::size_t i) const {
    return i == 0 || !equal(key(i - 1), key(i));
  }

  /// Keys are read striped, each once: lane L compares its key with that of lane L-1.
  template <int N, class Lanes>
  struct LaneHeads : LaneHeadBits<N> {
    Key read[N];
    Key before;  // the key that precedes the first one
    bool is_start = false;

    KOKKOS_FUNCTION void load(Lanes const& lanes, KeyHeads const& heads, std::size_t base,
                              int left) {
      int const rank = lanes.rank();
      if (left == 0) {  // nothing to read: any keys will do
        before = Key{};
        KOKKOSSCAN_UNROLL
        for (int k = 0; k < N; ++k) read[k] = Key{};
        return;
      }
      is_start = base == 0;
      before = heads.key(is_start ? 0 : base - 1);
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < N; ++k) {
        int const i = rank + k * Lanes::size;  // past the end, the last key again
        read[k] = heads.key(base + static_cast<unsigned>(i < left ? i : left - 1));
      }
    }
    KOKKOS_FUNCTION std::uint32_t bits(Lanes const& lanes, KeyHeads const& heads) const {
      // Lane w collects bits [32 w, 32 w + 32) of the thread.
      int const rank = lanes.rank();
      std::uint32_t word = 0;
      Key last = before;
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < N; ++k) {
        Key const rotated = lanes.gather(read[k], (rank + Lanes::size - 1) % Lanes::size);
        Key const left_key = rank == 0 ? last : rotated;
        bool const is_head = !heads.equal(left_key, read[k]) || (is_start && k == 0 && rank == 0);
        std::uint64_t const votes = lanes.ballot(is_head);
        constexpr int width = Lanes::size;
        if (k * width / 32 == rank) word |= static_cast<std::uint32_t>(votes << (k * width % 32));
        if (width > 32 && k * width / 32 + 1 == rank)
          word |= static_cast<std::uint32_t>(votes >> 32);
        last = rotated;
      }
      int const first = N * rank;
      std::uint32_t const low = lanes.gather(word, first / 32 % Lanes::size);
      std::uint32_t const high = lanes.gather(word, (first / 32 + 1) % Lanes::size);
      return bits_across(low, high, static_cast<unsigned>(first % 32));
    }
  };
};

template <class Keys, class Equal>
KOKKOS_FUNCTION auto key_heads(Keys const& keys, Equal const& equal) {
  using Key = typename Keys::non_const_value_type;
  return KeyHeads<Key, is_contiguous<Keys>, Equal>{keys.data(), detail::stride_of(keys), equal};
}

/// Segments of one length.
struct ChainHeads {
  static constexpr int item_bytes = 0;
  std::size_t length;
  KOKKOS_FUNCTION bool operator()(std::size_t i) const { return i % length == 0; }

  template <int N, class Lanes>
  struct LaneHeads : LaneHeadBits<N> {
    std::size_t length = 1, to_head = 0;
    KOKKOS_FUNCTION void load(Lanes const& lanes, ChainHeads const& heads, std::size_t base, int) {
      length = heads.length;
      std::size_t const place = (base + static_cast<unsigned>(N * lanes.rank())) % length;
      to_head = place == 0 ? 0 : length - place;
    }
    KOKKOS_FUNCTION std::uint32_t bits(Lanes const&, ChainHeads const&) const {
      std::uint32_t word = 0;
      for (std::size_t j = to_head; j < N; j += length) word |= std::uint32_t(1) << j;
      return word;
    }
  };
};

}  // namespace KokkosScan::detail
