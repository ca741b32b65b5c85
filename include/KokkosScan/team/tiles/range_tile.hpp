// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/bins/range_bins.hpp>
#include <KokkosScan/team/variants/lane_first.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// The bins of a tile's items, packed by range by one team, in any order within a range. A range is
/// 2^Log2Bins neighboring bins; of each item's bin only its slot within the range is kept, in 16
/// bits.
///
/// Slots are read in chunks of 16 bytes, so every range begins with a new chunk, and the rest of
/// the previous chunk is filled with slots that count nothing.
///
/// A range is counted in 2^Log2Copies words, each for a part of the threads: with one word, the
/// threads with items in a frequent range would queue at it. An atomic addition to the word returns
/// an item's rank among the items counted in that word.
///
/// \tparam PerThread  number of bins, one per item, that a thread packs
template <class Member, int Threads, int PerThread, int Log2Bins, int Log2Copies>
class RangeTile {
  static constexpr int tile = Threads * PerThread;
  static constexpr int copies = 1 << Log2Copies;
  /// A bin and its item's rank share a register: the bin has this many bits, the rank the others.
  static constexpr int log2_most = 22;
  static constexpr int max_of_word = KokkosScan::detail::ceil_div(Threads, copies) * PerThread;
  static_assert(tile < 65536 && max_of_word <= 1 << (32 - log2_most),
                "a BinRangePolicy must have tiles of fewer than 65536 items, and no more than 2^10 "
                "items for a count");

 public:
  using Bins = RangeBins<Log2Bins>;
  using Slot = typename Bins::Slot;
  using Chunk = arch::Chunk;
  static constexpr int slots_of_chunk = sizeof(Chunk) / sizeof(Slot);
  /// The most bins a histogram may have: log2_most bits also hold a range for items in no bin.
  static constexpr int max_bins = (1 << log2_most) - (1 << Log2Bins);

  /// The largest number of chunks that a tile may take.
  KOKKOS_FUNCTION static constexpr int max_chunks(int ranges) {
    return tile / slots_of_chunk + ranges + 1;
  }
  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes(int ranges) {
    return sizeof(Chunk) * max_chunks(ranges) +
           sizeof(std::uint32_t) * (words(ranges) + ranges + 1 + Threads);
  }

  KOKKOS_FUNCTION RangeTile(Member const& member, std::byte* scratch, int ranges)
      : m_member(member), m_ranges(ranges) {
    m_chunks = reinterpret_cast<Chunk*>(arch::in_scratch(scratch));
    m_word = reinterpret_cast<std::uint32_t*>(m_chunks + max_chunks(ranges));
    m_first = m_word + words(ranges);
    m_totals = m_first + ranges + 1;
    for (int w = member.team_rank(); w < words(ranges); w += Threads) m_word[w] = 0;
    constexpr std::uint32_t two = Bins::no_slot | std::uint32_t(Bins::no_slot) << 16;
    for (int c = member.team_rank(); c < max_chunks(ranges); c += Threads)
      arch::store_chunk(m_chunks + c, {two, two, two, two});
  }

  /// The bin to pass for an item in no bin.
  KOKKOS_FUNCTION int none() const { return m_ranges << Log2Bins; }

  /// Packs the bins of all threads. Needs a barrier between the constructor and this call; ends
  /// with a barrier.
  KOKKOS_FUNCTION void pack(int const (&bin)[PerThread]) const {
    std::uint32_t* const own = m_word + (m_member.team_rank() & (copies - 1)) * (m_ranges + 1);
    std::uint32_t ranked[PerThread];
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k)
      ranked[k] = static_cast<std::uint32_t>(bin[k]) |
                  arch::fetch_add_in_scratch(own + (bin[k] >> Log2Bins), 1) << log2_most;
    m_member.team_barrier();
    scan_words();
    auto* const slots = reinterpret_cast<Slot*>(m_chunks);
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) {
      auto const b = static_cast<int>(ranked[k] & ((1u << log2_most) - 1));
      slots[own[b >> Log2Bins] + (ranked[k] >> log2_most)] = Bins::slot_of(b);
    }
    m_member.team_barrier();
  }

  /// Number of chunks before those of a range; for `ranges`, of all chunks with items in a bin.
  KOKKOS_FUNCTION int first_chunk(int range) const { return static_cast<int>(m_first[range]); }

  KOKKOS_FUNCTION void write(Chunk* out) const {
    int const all = first_chunk(m_ranges);
    for (int c = m_member.team_rank(); c < all; c += Threads)
      arch::store_chunk(out + c, arch::load_chunk(m_chunks + c));
  }

 private:
  KOKKOS_FUNCTION static constexpr int words(int ranges) { return (ranges + 1) << Log2Copies; }

  /// Turns the count of each word into the slot index where its items start.
  KOKKOS_FUNCTION void scan_words() const {
    int const classes = m_ranges + 1;
    std::uint32_t before = 0;
    for (int base = 0; base < classes; base += Threads) {
      int const r = base + m_member.team_rank();
      std::uint32_t items = 0;
      if (r < classes)
        for (int c = 0; c < copies; ++c) items += m_word[c * classes + r];
      std::uint32_t total;
      std::uint32_t const first =
          before + detail::lane_first<ScanMode::exclusive, Threads>(
                       m_member, m_totals, (items + slots_of_chunk - 1) / slots_of_chunk,
                       Sum<std::uint32_t>{}, total);
      before += total;
      if (r >= classes) continue;
      m_first[r] = first;
      std::uint32_t start = first * slots_of_chunk;
      for (int c = 0; c < copies; ++c) {
        std::uint32_t const count = m_word[c * classes + r];
        m_word[c * classes + r] = start;
        start += count;
      }
    }
    m_member.team_barrier();
  }

  Member const& m_member;
  Chunk* m_chunks;
  std::uint32_t* m_word;   // of each range and copy: its count, then where it starts
  std::uint32_t* m_first;  // chunk of each range
  std::uint32_t* m_totals;
  int m_ranges;
};

}  // namespace KokkosScan::team::detail
