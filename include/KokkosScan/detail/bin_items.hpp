// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/counted.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/pack.hpp>
#include <KokkosScan/detail/source.hpp>
#include <KokkosScan/detail/view_source.hpp>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

/// \file
/// \brief What is binned: elements of a View, points of a table or of several Views, elements with
/// a weight.
///
/// `load` gives item i. `load_pack` gives N neighbors, from an index that is `first_pack<N>()` more
/// than a multiple of N (−1: there are no packs). `element` and `weight` take an item apart.
/// `prefetch<N>(i)` announces that N items from i on are being read; `size()` is the number of
/// items.

namespace KokkosScan::detail {

/// How many elements precede the first one from which N can be read with one access; −1 if none.
template <int N, bool Contiguous, class T>
KOKKOS_FUNCTION int first_pack_of(T const* data) {
  if constexpr (Contiguous && is_packable<T, N>) {
    auto const past =
        static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(data) % (sizeof(T) * N));
    if (past % sizeof(T) != 0) return -1;
    return static_cast<int>((N - past / sizeof(T)) % N);
  } else {
    return -1;
  }
}

/// The elements of a rank-1 View.
template <class Element, bool Contiguous, class Size_ = HostSize>
struct ElementItems {
  using Size = Size_;
  using Item = Element;
  using element_type = Element;
  using weight_type = std::uint32_t;
  static constexpr int item_bytes = sizeof(Element);
  static constexpr bool has_weights = false;

  ViewSource<Element, Element, Contiguous> source;
  Size size;

  KOKKOS_FUNCTION Item load(std::size_t i) const {
    NoPayload none;
    return source.load(i, none);
  }
  KOKKOS_FUNCTION Element const* address(std::size_t i) const { return source.address(i); }
  template <int N>
  KOKKOS_FUNCTION int first_pack() const {
    return detail::first_pack_of<N, Contiguous>(source.data);
  }
  template <int N>
  KOKKOS_FUNCTION void load_pack(std::size_t i, Item (&x)[N]) const {
    source.template load_pack<N>(i, x);
  }
  template <int N>
  KOKKOS_FUNCTION void prefetch(std::size_t i) const {
    source.template prefetch<N>(i);
  }
  KOKKOS_FUNCTION static Element const& element(Item const& x) { return x; }
  KOKKOS_FUNCTION static std::uint32_t weight(Item const&) { return 1; }
};

/// Items that are loaded one by one and have no weight.
template <class Item_>
struct SingleItems {
  using Item = Item_;
  using element_type = Item;
  using weight_type = std::uint32_t;
  static constexpr bool has_weights = false;

  template <int N>
  KOKKOS_FUNCTION int first_pack() const {
    return -1;
  }
  template <int N>
  KOKKOS_FUNCTION void load_pack(std::size_t, Item (&)[N]) const {}
  template <int N>
  KOKKOS_FUNCTION void prefetch(std::size_t) const {}
  KOKKOS_FUNCTION static Item const& element(Item const& x) { return x; }
  KOKKOS_FUNCTION static std::uint32_t weight(Item const&) { return 1; }
};

/// The rows of a rank-2 View as points of D coordinates.
template <class T, int D, class Size_ = HostSize>
struct PointItems : SingleItems<Kokkos::Array<T, D>> {
  using Size = Size_;
  using Item = Kokkos::Array<T, D>;
  static constexpr int item_bytes = sizeof(Item);

  T const* data;
  std::ptrdiff_t row_stride, column_stride;
  Size size;

  KOKKOS_FUNCTION Item load(std::size_t i) const {
    Item x;
    KOKKOSSCAN_UNROLL
    for (int d = 0; d < D; ++d)
      x[d] = data[static_cast<std::ptrdiff_t>(i) * row_stride + d * column_stride];
    return x;
  }
};

/// Points of D coordinates, each in a View of its own.
template <class T, int D, bool Contiguous, class Size_ = HostSize>
struct CoordinateItems : SingleItems<Kokkos::Array<T, D>> {
  using Size = Size_;
  using Item = Kokkos::Array<T, D>;
  static constexpr int item_bytes = sizeof(Item);

  Kokkos::Array<ViewSource<T, T, Contiguous>, D> coordinate;
  Size size;

  KOKKOS_FUNCTION Item load(std::size_t i) const {
    NoPayload none;
    Item x;
    KOKKOSSCAN_UNROLL
    for (int d = 0; d < D; ++d) x[d] = coordinate[d].load(i, none);
    return x;
  }
};

/// Items with a weight each.
template <class Plain, class Weight, bool Contiguous>
struct WeightedItems : Plain {
  struct Item {
    typename Plain::Item plain;
    Weight weight;
  };
  using weight_type = Weight;
  static constexpr int item_bytes = Plain::item_bytes > static_cast<int>(sizeof(Weight))
                                        ? Plain::item_bytes
                                        : static_cast<int>(sizeof(Weight));
  static constexpr bool has_weights = true;

  ElementItems<Weight, Contiguous> weights;

  KOKKOS_FUNCTION Item load(std::size_t i) const { return {Plain::load(i), weights.load(i)}; }
  KOKKOS_FUNCTION Weight weight_at(std::size_t i) const { return weights.load(i); }
  template <int N>
  KOKKOS_FUNCTION int first_pack() const {
    int const a = Plain::template first_pack<N>(), b = weights.template first_pack<N>();
    return a == b ? a : -1;
  }
  template <int N>
  KOKKOS_FUNCTION void load_pack(std::size_t i, Item (&x)[N]) const {
    typename Plain::Item element[N];
    Weight weight[N];
    Plain::template load_pack<N>(i, element);
    weights.template load_pack<N>(i, weight);
    KOKKOSSCAN_UNROLL
    for (int j = 0; j < N; ++j) x[j] = {element[j], weight[j]};
  }
  template <int N>
  KOKKOS_FUNCTION void prefetch(std::size_t i) const {
    Plain::template prefetch<N>(i);
    weights.template prefetch<N>(i);
  }
  KOKKOS_FUNCTION static typename Plain::element_type const& element(Item const& x) {
    return Plain::element(x.plain);
  }
  KOKKOS_FUNCTION static Weight const& weight(Item const& x) { return x.weight; }
};

/// The items of `points`, or of the first of them.
template <class In>
auto items_of_points(In const& in) {
  auto const size = detail::size_of(in);
  using Size = std::remove_const_t<decltype(size)>;
  using T = typename In::non_const_value_type;
  return std::apply(
      [&](auto const&... each) {
        constexpr bool contiguous = (is_contiguous<std::decay_t<decltype(each)>> && ...);
        return CoordinateItems<T, sizeof...(each), contiguous, Size>{
            {}, {{{each.data(), detail::stride_of(each)}...}}, size};
      },
      detail::view_of(in).coordinates);
}

/// The items of \p in, a View or the first elements of one: elements where it has rank 1, rows of D
/// columns where it has rank 2.
template <int D = 0, class In>
KOKKOS_FUNCTION auto items_of(In const& in) {
  auto const& view = detail::view_of(in);
  auto const size = detail::size_of(in);
  using View = std::decay_t<decltype(view)>;
  using Size = std::remove_const_t<decltype(size)>;
  using T = typename View::non_const_value_type;
  auto const stride = detail::stride_of(view);
  if constexpr (View::rank() == 1)
    return ElementItems<T, is_contiguous<View>, Size>{{view.data(), stride}, size};
  else
    return PointItems<T, D, Size>{{}, view.data(), stride, detail::stride_of(view, 1), size};
}

}  // namespace KokkosScan::detail
