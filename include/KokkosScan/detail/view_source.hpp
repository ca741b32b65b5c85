// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/heads.hpp>
#include <KokkosScan/detail/lane_items.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/pack.hpp>
#include <KokkosScan/detail/source.hpp>
#include <KokkosScan/detail/vector.hpp>
#include <KokkosScan/tuning/backends/host_limits.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// \brief Views as sources and sinks.

namespace KokkosScan::detail {

/// The elements of a rank-1 View, by address: cheaper to pass to a kernel than the View.
template <class T, class Element, bool Contiguous>
struct ViewSource {
  static_assert(converts<Element, T>, "in must hold a type that converts to op's value_type");
  using value_type = T;
  using payload_type = NoPayload;
  using stage_type = Element;
  using heads_type = NoHeads;
  static constexpr bool is_rereadable = true;
  static constexpr int element_bytes = sizeof(Element);

  Element const* data;
  std::ptrdiff_t stride;

  KOKKOS_FUNCTION Element const* address(std::size_t i) const {
    return detail::entry_of<Contiguous>(data, i, stride);
  }
  KOKKOS_FUNCTION T load(std::size_t i, NoPayload&) const { return static_cast<T>(*address(i)); }
  /// A CPU prefetches what lies `prefetch_distance` ahead.
  template <int N>
  KOKKOS_FUNCTION void prefetch(std::size_t i) const {
    if constexpr (Contiguous)
      arch::prefetch<N * element_bytes>(reinterpret_cast<std::uintptr_t>(address(i)) +
                                        tuning::prefetch_distance);
  }

  /// Whether `load_pack` may be called.
  template <int N>
  KOKKOS_FUNCTION bool has_packs() const {
    if constexpr (Contiguous && is_packable<Element, N>)
      return detail::is_pack_aligned<N>(data);
    else
      return false;
  }
  /// N neighbors with one access.
  template <int N>
  KOKKOS_FUNCTION void load_pack(std::size_t i, T (&x)[N]) const {
    if constexpr (Contiguous && is_packable<Element, N>) {
      auto const pack = *reinterpret_cast<Pack<Element, N> const*>(data + i);
      for (int j = 0; j < N; ++j) x[j] = static_cast<T>(pack.element[j]);
    }
  }
  template <int N>
  KOKKOS_FUNCTION void load_pack(std::size_t i, LaneItems<Element, N>& x) const {
    if constexpr (Contiguous && is_packable<Element, N>) x.load(data + i);
  }

  KOKKOS_FUNCTION Element stage(std::size_t i) const { return *address(i); }
  KOKKOS_FUNCTION static T item(Element const& x, bool /*is_head*/) { return static_cast<T>(x); }
  KOKKOS_FUNCTION static NoHeads heads() { return {}; }
  static constexpr bool has_addresses = Contiguous;
  KOKKOS_FUNCTION bool is_chunked(std::size_t i) const {
    return detail::is_chunk_aligned(address(i));
  }

  static constexpr bool has_vectors = Contiguous && std::is_same_v<T, Element>;
  template <int W>
  Vector<T, W> load_vector(std::size_t i) const {
    return Vector<T, W>::load(data + i);
  }
};

/// The result as a rank-1 View; `total`, where there is one, is the entry after the last result.
template <class T, class Element, bool Contiguous>
struct ViewSink {
  static_assert(converts<T, Element>, "out must hold a type that op's value_type converts to");
  using element_type = Element;

  Element* data;
  std::ptrdiff_t stride;
  Element* total;

  KOKKOS_FUNCTION Element* address(std::size_t i) const {
    return detail::entry_of<Contiguous>(data, i, stride);
  }
  template <class Payload>
  KOKKOS_FUNCTION void store(std::size_t i, T const& x, Payload const&) const {
    *address(i) = static_cast<Element>(x);
  }
  KOKKOS_FUNCTION void store_total(T const& x) const {
    if (total != nullptr) *total = static_cast<Element>(x);
  }
  KOKKOS_FUNCTION bool wants_total() const { return total != nullptr; }
  KOKKOS_FUNCTION void cut_to(std::size_t n) {
    if (wants_total()) total = address(n);
  }

  KOKKOS_FUNCTION static Element element(T const& x, bool /*is_head*/) {
    return static_cast<Element>(x);
  }
  KOKKOS_FUNCTION void put(std::size_t i, Element const& x) const { *address(i) = x; }
  static constexpr bool has_addresses = Contiguous;
  KOKKOS_FUNCTION bool is_chunked(std::size_t i) const {
    return detail::is_chunk_aligned(address(i));
  }

  static constexpr bool has_vectors = Contiguous && std::is_same_v<T, Element>;
  template <int W>
  void store_vector(std::size_t i, Vector<T, W> const& x) const {
    x.store(data + i);
  }
  template <int W>
  void stream_vector(std::size_t i, Vector<T, W> const& x) const {
    x.stream(data + i);
  }
};

/// The elements as values of type T.
template <class T, class View>
KOKKOS_FUNCTION auto source_of(View const& view) {
  using Element = typename View::non_const_value_type;
  return ViewSource<T, Element, is_contiguous<View>>{view.data(), detail::stride_of(view)};
}

/// \param n  elements of the result; if the View has another entry after them, it gets the total
template <class T, class View>
auto sink_of(View const& view, std::size_t n) {
  using Element = typename View::non_const_value_type;
  auto const stride = detail::stride_of(view);
  Element* const total =
      view.extent(0) > n ? view.data() + static_cast<std::ptrdiff_t>(n) * stride : nullptr;
  return ViewSink<T, Element, is_contiguous<View>>{view.data(), stride, total};
}

}  // namespace KokkosScan::detail
