// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/counts.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/partition_rows.hpp>
#include <KokkosScan/team/variants/lane_first.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosScan::team::detail {

/// A tile of a partition whose items stay in the lanes' registers until their ranks are known, and
/// are then put in the order of their classes in scratch.
///
/// It stands where a scan has its `ScratchTile`: what is scanned are the counts of the classes,
/// and the items ride along. A parked tile is sorted already, so that writing it behind a prefix is
/// one run of neighbouring places per class.
template <ScanPolicy P, class Member, class Source, class Sink, class Op>
class PartitionTile {
 public:
  using T = typename Op::value_type;
  using Given = typename Source::Given;
  using Lanes = lane::Group<Member, P.lanes>;
  using Rows = PartitionRows<Lanes, P.rows(), P.width, Source>;
  using Local = typename Rows::Local;
  static constexpr int classes = Rows::classes;
  static constexpr int step = P.threads * P.lanes;
  static constexpr bool keeps_all = Sink::template keeps<classes - 1>;  // else it is a selection
  static constexpr int kept = keeps_all ? classes : classes - 1;

  /// Tiles in the order of their classes, item p of slot s at place(s · tile + p): a lane stores
  /// several neighbours one after the other, and a gap after each line of banks keeps the lanes
  /// from meeting in the same one.
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
  /// Items so large that the tiles do not fit are not sorted before they are written.
  static constexpr bool is_sorted =
      static_cast<int>(sizeof(Slots)) <=
      tuning::capabilities<typename Member::execution_space>.team_scratch_bytes;
  struct NoSlots {};
  struct Scratch {
    Local thread_total[2][P.threads];  // of two tiles in turn: one barrier a tile suffices
    std::conditional_t<is_sorted, Slots, NoSlots> slots;
  };
  /// All there is to remember of a tile that waits is in its slot.
  struct Parked {};
  static constexpr bool reads_before_write = true;
  static constexpr std::size_t alignment = alignof(Scratch);
  static constexpr std::size_t buffer_bytes = 0;

  KOKKOS_FUNCTION PartitionTile(Member const& member, Scratch& scratch, void*)
      : m_member(member), m_scratch(scratch), m_lanes(member), m_rows(m_lanes) {}

  /// Asks for items [first, first + tile) below n.
  KOKKOS_FUNCTION void load(Source const& source, std::size_t first, std::size_t n) {
    m_source = &source;
    bool const may_pack = first + P.tile() <= n && source.template has_packs<P.width>();
    m_rows.load(source, first + first_of_thread(), n, may_pack);
  }

  /// Classifies and ranks the items last loaded; returns their counts on all threads. One team
  /// barrier, with \p tell as in `ScratchTile`.
  template <class Tell>
  KOKKOS_FUNCTION T scan(Source const&, Op const&, int, Tell const& tell) {
    Local* const thread_total = m_scratch.thread_total[m_phase];
    m_phase ^= 1;
    Local const sum = m_rows.rank(*m_source);
    m_source->order_before_counts();
    if (m_lanes.is_first()) thread_total[m_member.team_rank()] = sum;
    tell();
    m_member.team_barrier();
    m_before = combine_before(thread_total, m_member.team_rank(), P.threads, Sum<Local>{}, m_total);
    return m_total;
  }

  KOKKOS_FUNCTION T read(Source const& source, Op const& op, std::size_t first, std::size_t n) {
    load(source, first, n);
    return scan(source, op, 0, [] {});
  }
  KOKKOS_FUNCTION void skip(Op const&, std::size_t, std::size_t) {}  // it always reads

  /// Writes the items last read, tile [first, …) below n, where \p prefix counts what lies before.
  KOKKOS_FUNCTION void write(Source const& source, Sink const& sink, Op const& op,
                             std::size_t first, std::size_t n, T const& prefix) {
    if constexpr (is_sorted) {
      auto const parked = park(0);
      m_member.team_barrier();
      write(source, sink, op, first, n, prefix, parked, 0);
    } else {
      Windows<0> const windows(sink, n, first, prefix, m_total, size_of_tile(first, n), 0);
      m_rows.template visit<kept>(*m_source, sorted_places(0), [&](unsigned p, Given const& x) {
        windows.template store<true>(static_cast<int>(p), x);
      });
    }
  }

  /// Puts the items last scanned aside, sorted; the registers are free for the next tile. A barrier
  /// must lie between this and its `write`.
  KOKKOS_FUNCTION Parked park(int s) const {
    Slots& parked = m_scratch.slots;
    m_rows.template visit<kept>(*m_source, sorted_places(s),
                                [&](unsigned p, Given const& x) { parked.item[place(p)] = x; });
    if (m_member.team_rank() == 0 && m_lanes.is_first()) parked.total[s] = m_total;
    return {};
  }

  /// Writes a parked tile behind \p prefix: every class is a run of neighbours. No barrier.
  KOKKOS_FUNCTION void write(Source const&, Sink const& sink, Op const&, std::size_t first,
                             std::size_t n, T const& prefix, Parked, int s) const {
    int const size = size_of_tile(first, n);
    int const start = m_member.team_rank() * P.lanes + m_lanes.rank();
    Local const total = m_scratch.slots.total[s];
    int const written = keeps_all ? P.tile() : static_cast<int>(total.sum());
    Given const* const items =
        m_scratch.slots.item + place(static_cast<unsigned>(s * P.tile() + start));
    Windows<0> const windows(sink, n, first, prefix, total, size, start);
    if (windows.has_room())
      copy_out<false>(items, windows, written);
    else
      copy_out<true>(items, windows, written);
  }

 private:
  /// Where the items of a sorted tile go, as one of its lanes sees it: one run of places a class,
  /// index 0 being the lane's first item.
  template <int C, bool Exists = (C < classes)>
  struct Windows {
    typename Sink::template Target<C>::Run places;
    int begin, end;  // of the class, counted from the lane's first item
    Windows<C + 1> next;

    KOKKOS_FUNCTION Windows(Sink const& sink, std::size_t n, std::size_t first, T const& prefix,
                            Local const& total, int size, int start, int from = 0)
        : begin(from - start),
          end((C + 1 < classes ? from + static_cast<int>(total.of[C + 1 < classes ? C : 0])
                               : size) -
              start),
          next(sink, n, first, prefix, total, size, start, end + start) {
      if constexpr (Sink::template keeps<C>)
        places = sink.template places<C>(n, prefix + T(total), rank<C>(first, prefix)).from(-begin);
    }
    KOKKOS_FUNCTION bool has_room() const {
      if constexpr (Sink::template keeps<C>)
        return places.room >= end && next.has_room();
      else
        return next.has_room();
    }
    template <bool IsChecked>
    KOKKOS_FUNCTION void store(int p, Given const& x) const {
      if (p < end) {
        if constexpr (Sink::template keeps<C>)
          if (!IsChecked || p < places.room) places.store(p, x);
      } else {
        next.template store<IsChecked>(p, x);
      }
    }
  };
  template <int C>
  struct Windows<C, false> {
    KOKKOS_FUNCTION Windows(Sink const&, std::size_t, std::size_t, T const&, Local const&, int, int,
                            int) {}
    KOKKOS_FUNCTION bool has_room() const { return true; }
    template <bool IsChecked>
    KOKKOS_FUNCTION void store(int, Given const&) const {}
  };

  /// \param items    those of this lane: every step-th of a sorted tile
  /// \param written  items of the tile that go anywhere: the first ones
  template <bool IsChecked>
  KOKKOS_FUNCTION static void copy_out(Given const* items, Windows<0> const& windows, int written) {
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < P.items; ++k) {
      if (!keeps_all && k * step >= written) break;  // the same for the whole team
      windows.template store<IsChecked>(k * step, items[place(static_cast<unsigned>(k * step))]);
    }
  }

  /// Where this thread's first item of each class comes in slot s.
  KOKKOS_FUNCTION typename Rows::template Places<unsigned> sorted_places(int s) const {
    typename Rows::template Places<unsigned> places;
    unsigned start = static_cast<unsigned>(s * P.tile());
    KOKKOSSCAN_UNROLL
    for (int c = 0; c + 1 < classes; ++c) {
      places.of[c] = start + m_before.of[c];
      start += m_total.of[c];
    }
    places.of[classes - 1] = start + first_of_thread() - m_before.sum();
    return places;
  }

  template <int C>
  KOKKOS_FUNCTION static std::size_t rank(std::size_t first, T const& prefix) {
    KokkosScan::detail::Counts<std::size_t, classes - 1> const wide = prefix;
    return KokkosScan::detail::rank_in_class<C>(first, wide);
  }

  KOKKOS_FUNCTION static int size_of_tile(std::size_t first, std::size_t n) {
    return first + P.tile() <= n ? P.tile() : (first < n ? static_cast<int>(n - first) : 0);
  }
  KOKKOS_FUNCTION unsigned first_of_thread() const {
    return static_cast<unsigned>(m_member.team_rank() * Rows::size);
  }

  Member const& m_member;
  Scratch& m_scratch;
  Lanes m_lanes;
  Rows m_rows;
  Source const* m_source = nullptr;
  int m_phase = 0;
  Local m_before, m_total;
};

}  // namespace KokkosScan::team::detail
