// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/class_counts.hpp>
#include <KokkosScan/detail/device_list.hpp>
#include <KokkosScan/detail/layout.hpp>

#include <cstddef>
#include <cstdint>
#include <tuple>

/// \file
/// \brief Where each class of a partition goes.

namespace KokkosScan::detail {

/// A run of output entries from index 0 on; only the first `room` may be written.
/// \tparam Step  from one entry to the next: 1 or -1 elements, or 0: `stride`
template <class Element, int Step>
struct OutputRun {
  Element* data;
  std::ptrdiff_t stride;
  std::ptrdiff_t room;

  static constexpr bool is_contiguous = Step == 1;
  static constexpr bool is_reversed = Step == -1;

  KOKKOS_FUNCTION OutputRun from(std::ptrdiff_t first) const {
    return {data + first * (Step != 0 ? Step : stride), stride, room - first};
  }
  KOKKOS_FUNCTION Element* address(int i) const {
    return data + (Step != 0 ? i * Step : i * stride);
  }
  template <class Item>
  KOKKOS_FUNCTION void store(int i, Item const& x) const {
    *address(i) = static_cast<Element>(x);
  }
};

/// Target of a class that is dropped: the rejected elements of a selection.
struct Nowhere {
  static constexpr bool is_kept = false;
  template <class Item>
  static constexpr bool takes = true;
  struct Run {};
};

/// Target: the entries of a View, from the first one on.
template <class Element, bool Contiguous>
struct Forwards {
  static constexpr bool is_kept = true;
  template <class Item>
  static constexpr bool takes = converts<Item, Element>;
  Element* data;
  std::ptrdiff_t stride;
  std::size_t extent;
  using Run = OutputRun<Element, Contiguous ? 1 : 0>;

  template <class Totals>
  KOKKOS_FUNCTION Run places(std::size_t, Totals const&) const {
    return {data, stride, static_cast<std::ptrdiff_t>(extent)};
  }
};

/// Target: the first n entries of a View, filled from entry n − 1 downwards.
template <class Element, bool Contiguous>
struct Backwards {
  static constexpr bool is_kept = true;
  template <class Item>
  static constexpr bool takes = converts<Item, Element>;
  Element* data;
  std::ptrdiff_t stride;
  using Run = OutputRun<Element, Contiguous ? -1 : 0>;

  template <class Totals>
  KOKKOS_FUNCTION Run places(std::size_t n, Totals const&) const {
    auto const all = static_cast<std::ptrdiff_t>(n);
    return {data + (all > 0 ? all - 1 : 0) * stride, -stride, all};
  }
};

/// Target: the entries after the elements of the first `Before` classes, which have been counted.
template <class Element, bool Contiguous, int Before>
struct After {
  static constexpr bool is_kept = true;
  template <class Item>
  static constexpr bool takes = converts<Item, Element>;
  Element* data;
  std::ptrdiff_t stride;
  std::size_t extent;
  std::uint64_t const* counts;  ///< nullptr: one tile holds everything and gives its own totals
  using Run = OutputRun<Element, Contiguous ? 1 : 0>;

  template <class Totals>
  KOKKOS_FUNCTION Run places(std::size_t, Totals const& totals) const {
    std::ptrdiff_t first = 0;
    for (int c = 0; c < Before; ++c)
      first += static_cast<std::ptrdiff_t>(counts != nullptr ? counts[c] : totals.of[c]);
    return Run{data, stride, static_cast<std::ptrdiff_t>(extent)}.from(first);
  }
};

/// The targets that are entries of \p out.
template <class View>
auto forwards(View const& out) {
  return Forwards<typename View::non_const_value_type, is_contiguous<View>>{
      out.data(), detail::stride_of(out), out.extent(0)};
}
template <class View>
auto backwards(View const& out) {
  return Backwards<typename View::non_const_value_type, is_contiguous<View>>{
      out.data(), detail::stride_of(out)};
}
template <int Before, class View>
auto after(View const& out, std::uint64_t const* counts) {
  return After<typename View::non_const_value_type, is_contiguous<View>, Before>{
      out.data(), detail::stride_of(out), out.extent(0), counts};
}

/// The outputs of a partition: one target a class, and where the counts go.
template <class Count, class... Targets>
struct PartitionSink {
  static constexpr int classes = sizeof...(Targets);
  template <int C>
  using Target = std::tuple_element_t<C, std::tuple<Targets...>>;
  template <int C>
  static constexpr bool keeps = Target<C>::is_kept;
  static constexpr bool keeps_all = (Targets::is_kept && ...);  ///< else it is a selection

  DeviceList<Targets...> targets;
  Count* count;  // one per class but the last; nullptr: not wanted
  std::ptrdiff_t count_stride;
  std::size_t n;  // of the input

  /// The output entries of class C from rank \p first on, in a partition of \p size items, of which
  /// \p totals have been counted so far.
  template <int C, class Totals>
  KOKKOS_FUNCTION auto places(std::size_t size, Totals const& totals, std::size_t first) const {
    return detail::get<C>(targets).places(size, totals).from(static_cast<std::ptrdiff_t>(first));
  }

  template <class Totals>
  KOKKOS_FUNCTION void store_total(Totals const& totals) const {
    if (count == nullptr) return;
    KOKKOSSCAN_UNROLL
    for (int c = 0; c + 1 < classes; ++c)
      count[c * count_stride] = static_cast<Count>(totals.of[c]);
  }
  KOKKOS_FUNCTION bool wants_total() const { return count != nullptr; }

  /// As the sink of a scan, for the variants without partition tiles.
  template <class Before, class Payload>
  KOKKOS_FUNCTION void store(std::size_t i, Before const& before, Payload const& payload) const {
    store_in<0>(i, before, payload);
  }

 private:
  template <int C, class Before, class Payload>
  KOKKOS_FUNCTION void store_in(std::size_t i, Before const& before, Payload const& payload) const {
    if constexpr (C < classes) {
      if (payload.class_number != C) return store_in<C + 1>(i, before, payload);
      if constexpr (keeps<C>) {
        ClassCounts<std::size_t, classes - 1> const wide = before;
        auto const to = places<C>(n, wide, rank_in_class<C>(i, wide));
        if (to.room > 0) to.store(0, payload.item);
      }
    }
  }
};

}  // namespace KokkosScan::detail
