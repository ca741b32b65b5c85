// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/team/tiles/class_runs.hpp>
#include <KokkosScan/team/tiles/ranked_rows.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosScan::team::detail {

/// A tile of a partition whose items stay in the lanes' registers until their ranks are known, and
/// are then put in the order of their classes in scratch.
///
/// It takes the place of a scan's `ScratchTile`: the class counts are scanned, and the items are
/// carried along. A parked tile is sorted already, so that writing it, once its prefix is known,
/// fills one run of neighboring places per class.
template <ScanPolicy P, class Member, class Source, class Sink, class Op>
class PartitionTile {
 public:
  using T = typename Op::value_type;
  using Given = typename Source::Given;
  using Ranked = RankedRows<P, Member, Source>;
  using Local = typename Ranked::Local;
  static constexpr int classes = Ranked::classes;
  static constexpr int step = P.threads * P.lanes;
  static constexpr int kept = Sink::keeps_all ? classes : classes - 1;

  /// Index in scratch of item p of the sorted tiles; item p of slot s is at place(s · tile + p). A
  /// lane stores several neighbors one after the other, and a gap after every 128 bytes avoids
  /// bank conflicts between the lanes.
  KOKKOS_FUNCTION static constexpr unsigned place(unsigned p) {
    constexpr int line = sizeof(Given) == 4 || sizeof(Given) == 8 ? 128 / sizeof(Given) : 1;
    constexpr bool has_gaps = line > 1 && step % line == 0;
    return has_gaps ? p + p / line : p;
  }
  static constexpr int tiles = P.slots > 0 ? P.slots : 1;
  struct Slots {
    alignas(sizeof(Given) % 16 == 0 && alignof(Given) < 16
                ? 16
                : alignof(Given)) Given item[place(tiles * P.tile())];
    Local total[tiles];  // items of each class
  };
  /// Items too large for the sorted tile to fit scratch are written unsorted; but tiles that wait
  /// in slots are sorted, and refused by `TeamTile::check` if they do not fit.
  static constexpr bool is_sorted =
      P.slots > 0 || static_cast<int>(sizeof(Slots)) <=
                         tuning::capabilities<typename Member::execution_space>.team_scratch_bytes;
  struct NoSlots {};
  struct Scratch {
    typename Ranked::Scratch ranked;
    std::conditional_t<is_sorted, Slots, NoSlots> slots;
  };
  /// Empty: everything that is kept of a tile that waits is in its slot.
  struct Parked {};
  static constexpr bool reads_before_write = true;
  static constexpr std::size_t alignment = alignof(Scratch);
  static constexpr std::size_t buffer_bytes = 0;

  KOKKOS_FUNCTION PartitionTile(Member const& member, Scratch& scratch, void*)
      : m_member(member), m_scratch(scratch), m_ranked(member, scratch.ranked) {}

  /// Issues the loads of items [first, first + tile) below n.
  KOKKOS_FUNCTION void load(Source const& source, std::size_t first, std::size_t n) {
    m_source = &source;
    m_ranked.load(source, first, n);
  }

  /// Classifies and ranks the items last loaded; returns their counts on all threads. One team
  /// barrier, with \p before_barrier as in `ScratchTile`.
  template <class BeforeBarrier>
  KOKKOS_FUNCTION T scan(Source const&, Op const&, int, BeforeBarrier const& before_barrier) {
    return m_ranked.scan(*m_source, before_barrier);
  }

  KOKKOS_FUNCTION T read(Source const& source, Op const& op, std::size_t first, std::size_t n) {
    load(source, first, n);
    return scan(source, op, 0, [] {});
  }

  /// Writes the items last read, [first, first + tile) below n; \p prefix has the counts before
  /// them.
  KOKKOS_FUNCTION void write(Source const& source, Sink const& sink, Op const& op,
                             std::size_t first, std::size_t n, T const& prefix) {
    if constexpr (is_sorted) {
      auto const parked = park(0);
      m_member.team_barrier();
      write(source, sink, op, first, n, prefix, parked, 0);
    } else {
      Runs const runs(sink, n, first, prefix, m_ranked.total(), Ranked::size_of_tile(first, n));
      m_ranked.template visit_sorted<kept>(*m_source, 0, [&](unsigned p, Given const& x) {
        runs.at(static_cast<int>(p),
                [&](auto* to) { *to = static_cast<std::remove_reference_t<decltype(*to)>>(x); });
      });
    }
  }

  /// Puts the items last scanned into slot s, sorted, which frees the registers for the next tile.
  /// A team barrier must follow before the `write` of that slot.
  KOKKOS_FUNCTION Parked park(int s) const {
    Slots& parked = m_scratch.slots;
    m_ranked.template visit_sorted<kept>(
        *m_source, static_cast<unsigned>(s * P.tile()),
        [&](unsigned p, Given const& x) { parked.item[place(p)] = x; });
    if (m_ranked.rank() == 0) parked.total[s] = m_ranked.total();
    return {};
  }

  /// Writes the tile in slot s, with \p prefix in front: one run of places per class. No barrier.
  KOKKOS_FUNCTION void write(Source const&, Sink const& sink, Op const&, std::size_t first,
                             std::size_t n, T const& prefix, Parked, int s) const {
    Given const* const items = m_scratch.slots.item + place(static_cast<unsigned>(s * P.tile()));
    Runs const runs(sink, n, first, prefix, m_scratch.slots.total[s],
                    Ranked::size_of_tile(first, n));
    runs.visit([&](auto const& run, int begin, int end) {
      copy_out(items, run, begin + m_ranked.rank(), end);
    });
  }

 private:
  using Runs = ClassRuns<Sink>;

  /// Writes items p, p + step, … below \p end of a sorted tile to their places. One at a time, to
  /// save registers: they hold the next tile, which is being loaded.
  template <class Run>
  KOKKOS_FUNCTION static void copy_out(Given const* items, Run const& run, int p, int end) {
    // Item p + step lies place(step) entries after item p.
    Given const* from = items + place(static_cast<unsigned>(p));
    for (; p < end; p += step, from += place(step)) run.store(p, *from);
  }

  Member const& m_member;
  Scratch& m_scratch;
  Ranked m_ranked;
  Source const* m_source = nullptr;
};

}  // namespace KokkosScan::team::detail
