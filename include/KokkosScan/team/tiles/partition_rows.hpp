// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/class_counts.hpp>
#include <KokkosScan/detail/lane_items.hpp>
#include <KokkosScan/lane/detail/packed_counts.hpp>
#include <KokkosScan/lane/scan.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// The part of a tile that one thread partitions: rows of lanes × Width neighbors, in registers.
///
/// Each lane keeps its items and their classes. One lane scan of counts packed into words gives the
/// ranks of all rows. Used by the tiles of the device level and by the team level.
template <class Lanes, int Rows, int Width, class Source>
class PartitionRows {
 public:
  using Element = typename Source::Element;
  using Extra = typename Source::Extra;
  using Local = typename Source::LocalCounts;
  static constexpr int classes = Source::classes;
  static constexpr int row = Lanes::size * Width;
  static constexpr int size = Rows * row;
  template <class Integer>
  using FirstPlaces = KokkosScan::detail::ClassCounts<Integer, classes>;

  KOKKOS_FUNCTION explicit PartitionRows(Lanes const& lanes) : m_lanes(lanes) {}

  /// Issues the loads of items [first, first + size) below n. Does not wait for them.
  /// \param may_pack  whether all of them are below n and the source has packs
  KOKKOS_FUNCTION void load(Source const& source, std::size_t first, std::size_t n, bool may_pack) {
    m_is_full = first + size <= n;
    m_first = first + static_cast<unsigned>(m_lanes.rank() * Width);
    m_left = m_first >= n ? 0 : static_cast<int>(n - m_first < size ? n - m_first : size);
    if (may_pack) {
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < Rows; ++k) source.load_pack(m_first + k * row, m_item[k], m_extra[k]);
    } else {
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < Rows; ++k) {
        KOKKOSSCAN_UNROLL
        for (int j = 0; j < Width; ++j)
          if (k * row + j < m_left) {
            Element x{};
            Extra extra{};
            source.load(m_first + (k * row + j), x, extra);
            m_item[k].set(j, x);
            m_extra[k].set(j, extra);
          }
      }
    }
    if constexpr (Source::needs_previous)
      if (m_left > 0) m_previous = source.load_previous(first);
  }

  /// Finds the class of every item, once, and its rank among those of its class in this thread.
  /// Returns the thread's counts on all lanes.
  KOKKOS_FUNCTION Local rank(Source const& source) {
    if (m_is_full)
      classify<true>(source);
    else
      classify<false>(source);
    Ranks ranks, total;
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < Rows; ++k) {
      KOKKOSSCAN_UNROLL
      for (int c = 0; c + 1 < classes; ++c)
        ranks.add(k * (classes - 1) + c, number_of(m_class[k], c));
    }
    ranks.scan(m_lanes, total);
    Local sum{};
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < Rows; ++k) {
      m_rank[k] = sum + fields(ranks, k);
      sum += fields(total, k);
    }
    m_kept = sum.sum();
    return sum;
  }

  /// Finds the class of every item; returns this lane's counts.
  KOKKOS_FUNCTION Local count(Source const& source) {
    if (m_is_full)
      classify<true>(source);
    else
      classify<false>(source);
    Local sum{};
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < Rows; ++k) {
      KOKKOSSCAN_UNROLL
      for (int c = 0; c + 1 < classes; ++c) sum.of[c] += number_of(m_class[k], c);
    }
    return sum;
  }

  /// Calls visit_item(place, x) for every item of this lane in the first Kept classes, with its
  /// place and what is to be written of it.
  /// \param places  the place of this thread's first item of each class; the others of the class
  ///                follow it
  template <int Kept, class Integer, class Visit>
  KOKKOS_FUNCTION void visit(Source const& source, FirstPlaces<Integer> const& places,
                             Visit const& visit_item) const {
    if (Kept < classes && m_kept == 0) return;
    if (m_is_full)
      visit_all<Kept, true>(source, places, visit_item);
    else
      visit_all<Kept, false>(source, places, visit_item);
  }

 private:
  using Ranks = lane::detail::PackedCounts<Rows*(classes - 1), row>;
  static_assert(Width <= 16 && classes <= 3, "a row's classes are kept in the bits of a word");

  /// Bits per item in the word that holds a row's classes: one for each class except the last.
  static constexpr int bits = classes - 1;

  /// Number of items of class c in a lane's part of a row; not for the last class, which has no
  /// bit.
  KOKKOS_FUNCTION static unsigned number_of(std::uint32_t row_class, int c) {
    constexpr std::uint32_t first_of_each = classes == 2 ? 0xffffffffu : 0x55555555u;
    return static_cast<unsigned>(arch::count_bits(row_class & (first_of_each << c)));
  }
  KOKKOS_FUNCTION bool is_of_class(int k, int j, int c) const {
    return ((m_class[k] >> (bits * j + c)) & 1u) != 0;
  }
  KOKKOS_FUNCTION static Local fields(Ranks const& ranks, int k) {
    Local x;
    KOKKOSSCAN_UNROLL
    for (int c = 0; c + 1 < classes; ++c) x.of[c] = ranks[k * (classes - 1) + c];
    return x;
  }

  template <bool IsFull>
  KOKKOS_FUNCTION void classify(Source const& source) {
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < Rows; ++k) m_class[k] = classify_row<IsFull>(source, k);
  }
  template <bool IsFull>
  KOKKOS_FUNCTION std::uint32_t classify_row(Source const& source, int k) {
    Element before{};
    if constexpr (Source::needs_previous) {
      // The last item of the previous lane; for the first lane the last item of the previous row.
      Element const last = m_item[k][Width - 1];
      before = m_lanes.template shift_up<1>(last, m_previous);
      m_previous = m_lanes.get(last, Lanes::size - 1);
    }
    std::uint32_t row_class = 0;
    KOKKOSSCAN_UNROLL
    for (int j = 0; j < Width; ++j) {
      Element const& x = m_item[k][j];
      if (IsFull || k * row + j < m_left)
        row_class |= bit_of(source.class_of(m_first + (k * row + j) == 0, x, m_extra[k][j], before))
                     << (bits * j);
      if constexpr (Source::needs_previous) before = x;
    }
    return row_class;
  }
  KOKKOS_FUNCTION static std::uint32_t bit_of(int c) {
    return c == 0 ? 1u : (classes > 2 && c == 1 ? 2u : 0u);
  }

  template <int Kept, bool IsFull, class Integer, class Visit>
  KOKKOS_FUNCTION void visit_all(Source const& source, FirstPlaces<Integer> const& places,
                                 Visit const& visit_item) const {
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < Rows; ++k) {
      // Items of the last class are not counted: their places follow from the others' counts.
      FirstPlaces<Integer> next = places;
      next.of[classes - 1] += static_cast<Integer>(m_lanes.rank() * Width + k * row);
      KOKKOSSCAN_UNROLL
      for (int c = 0; c + 1 < classes; ++c) {
        next.of[c] += m_rank[k].of[c];
        next.of[classes - 1] -= m_rank[k].of[c];
      }
      KOKKOSSCAN_UNROLL
      for (int j = 0; j < Width; ++j) {
        bool const is_first = is_of_class(k, j, 0);
        bool const is_second = classes == 2 ? !is_first : is_of_class(k, j, bits - 1);
        bool const is_kept = Kept == classes || is_first || (Kept == 2 && is_second);
        if ((IsFull || k * row + j < m_left) && is_kept)
          visit_item(Kept == 1 || is_first       ? next.of[0]
                     : classes == 2 || is_second ? next.of[1]
                                                 : next.of[classes - 1],
                     source.give(m_first + (k * row + j), m_item[k][j]));
        next.of[0] += is_first ? 1 : 0;
        if constexpr (Kept > 1) next.of[1] += is_second ? 1 : 0;
        if constexpr (Kept > 2) next.of[2] += is_first || is_second ? 0 : 1;
      }
    }
  }

  Lanes m_lanes;
  std::size_t m_first = 0;  // the index of this lane's first item
  bool m_is_full = false;   // all items of the thread exist
  int m_left = 0;           // number of items from m_first to n, at most size
  KokkosScan::detail::LaneItems<Element, Width> m_item[Rows];
  KokkosScan::detail::LaneItems<Extra, Width> m_extra[Rows];
  Element m_previous;
  unsigned m_kept;  // items of this thread that are not of the last class
  std::uint32_t m_class[Rows];
  Local m_rank[Rows];  // items of each class in the thread before this lane's first in the row
};

}  // namespace KokkosScan::team::detail
