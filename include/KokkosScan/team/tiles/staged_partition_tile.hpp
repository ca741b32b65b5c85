// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/words.hpp>
#include <KokkosScan/team/tiles/class_runs.hpp>
#include <KokkosScan/team/tiles/ranked_rows.hpp>
#include <KokkosScan/team/tiles/staged_items.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosScan::team::detail {

/// A tile of a partition of large items: they are staged in scratch as they were read, and only
/// their numbers are sorted. All lanes together write the items, word by word.
///
/// Lanes that move whole items make uncoalesced accesses: each accesses a word of its own item,
/// with gaps to its neighbors', and the larger the items the more accesses it takes to fill the
/// gaps. So 64-byte structs were partitioned at a third of copy speed.
template <ScanPolicy P, class Member, class Source, class Sink, class Op>
class StagedPartitionTile {
 public:
  using T = typename Op::value_type;
  using Element = typename Source::Element;
  using Lanes = lane::Group<Member, P.lanes>;
  static constexpr int tiles = P.slots > 0 ? P.slots : 1;
  /// One more than may be parked: the next tile is staged while the oldest still waits.
  static constexpr int stages = P.slots > 0 ? P.slots + 1 : 1;
  using Items = StagedItems<Lanes, P.threads, P.items, stages, Source>;
  using Ranked = RankedRows<P, Member, typename Items::Numbers>;
  using Local = typename Ranked::Local;
  static constexpr int classes = Ranked::classes;
  static constexpr int step = P.threads * P.lanes;
  static constexpr int kept = Sink::keeps_all ? classes : classes - 1;

  struct Scratch {
    typename Items::Scratch items;
    typename Ranked::Scratch ranked;
    Local total[tiles];                      // items of each class
    std::uint16_t number[tiles * P.tile()];  // numbers of a parked tile's items, sorted by class
  };
  /// Empty: everything that is kept of a tile that waits is in its slot.
  struct Parked {};
  static constexpr bool reads_before_write = true;
  static constexpr std::size_t alignment = alignof(Scratch);
  static constexpr std::size_t buffer_bytes = 0;
  static constexpr bool fits =
      P.width == 1 && stages * P.tile() < 65536 &&
      static_cast<int>(sizeof(Scratch)) <=
          tuning::capabilities<typename Member::execution_space>.team_scratch_bytes;

  KOKKOS_FUNCTION StagedPartitionTile(Member const& member, Scratch& scratch, void*)
      : m_member(member),
        m_scratch(scratch),
        m_items(Lanes(member), member.team_rank(), scratch.items),
        m_ranked(member, scratch.ranked) {}

  /// Issues the loads of items [first, first + tile) below n.
  KOKKOS_FUNCTION void load(Source const& source, std::size_t first, std::size_t n) {
    m_items.load(source, first, n);
    m_ranked.load(m_items.numbers(), first, n);
  }

  /// Classifies and ranks the items last loaded; returns their counts on all threads. One
  /// team barrier, with \p before_barrier as in `ScratchTile`.
  template <class BeforeBarrier>
  KOKKOS_FUNCTION T scan(Source const&, Op const&, int, BeforeBarrier const& before_barrier) {
    m_items.wait();
    return m_ranked.scan(m_items.numbers(), before_barrier);
  }

  KOKKOS_FUNCTION T read(Source const& source, Op const& op, std::size_t first, std::size_t n) {
    load(source, first, n);
    return scan(source, op, 0, [] {});
  }

  /// Writes the items last read, [first, first + tile) below n; \p prefix has the counts before
  /// them.
  KOKKOS_FUNCTION void write(Source const& source, Sink const& sink, Op const& op,
                             std::size_t first, std::size_t n, T const& prefix) {
    auto const parked = park(0);
    m_member.team_barrier();
    write(source, sink, op, first, n, prefix, parked, 0);
  }

  /// Puts the numbers of the items last scanned into slot s, sorted. A team barrier must follow
  /// before the `write` of that slot.
  KOKKOS_FUNCTION Parked park(int s) const {
    std::uint16_t* const number = m_scratch.number + s * P.tile();
    m_ranked.template visit_sorted<kept>(m_items.numbers(), 0,
                                         [&](unsigned p, std::uint16_t x) { number[p] = x; });
    if (m_ranked.rank() == 0) m_scratch.total[s] = m_ranked.total();
    return {};
  }

  /// Writes the tile in slot s, with \p prefix in front: one run of places per class. No barrier.
  KOKKOS_FUNCTION void write(Source const&, Sink const& sink, Op const&, std::size_t first,
                             std::size_t n, T const& prefix, Parked, int s) const {
    Local const total = m_scratch.total[s];
    int const size = Ranked::size_of_tile(first, n);
    Runs const runs(sink, n, first, prefix, total, size);
    std::uint16_t const* const number = m_scratch.number + s * P.tile();
    int const written = Sink::keeps_all ? size : static_cast<int>(total.sum());
    if constexpr (!Runs::template hold<Element>)
      convert_out(number, runs, written);
    else if (runs.all(
                 [](auto const& run) { return KokkosScan::detail::has_whole_words(run.data); }))
      copy_out<true>(number, runs, written);
    else
      copy_out<false>(number, runs, written);
  }

 private:
  using Runs = ClassRuns<Sink>;
  using Word = KokkosScan::detail::WordOf<Element>;
  static constexpr int words = KokkosScan::detail::words_of<Element>;
  /// Number of words that a lane loads before it stores the first.
  static constexpr int at_once =
      32 / sizeof(Word) < P.items * words ? 32 / sizeof(Word) : P.items * words;

  /// \param number   the numbers of the tile's items, sorted by class
  /// \param written  how many of the sorted items are written, from the first on
  template <bool IsWhole>
  KOKKOS_FUNCTION void copy_out(std::uint16_t const* number, Runs const& runs, int written) const {
    int const last = written * words;
    for (int first = m_ranked.rank(); first < last; first += at_once * step) {
      Word word[at_once];
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < at_once; ++k) {
        int const flat = first + k * step;
        if (flat < last)
          word[k] = KokkosScan::detail::load_word<true>(m_items.address(number[flat / words]),
                                                        flat % words);
      }
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < at_once; ++k) {
        int const flat = first + k * step;
        if (flat < last)
          runs.at(flat / words, [&](Element* to) {
            KokkosScan::detail::store_word<IsWhole>(to, flat % words, word[k]);
          });
      }
    }
  }

  /// Writes to outputs of another element type, item by item.
  KOKKOS_FUNCTION void convert_out(std::uint16_t const* number, Runs const& runs,
                                   int written) const {
    for (int p = m_ranked.rank(); p < written; p += step)
      runs.at(p, [&](auto* to) {
        *to = static_cast<std::remove_reference_t<decltype(*to)>>(m_items[number[p]]);
      });
  }

  Member const& m_member;
  Scratch& m_scratch;
  Items m_items;
  Ranked m_ranked;
};

}  // namespace KokkosScan::team::detail
