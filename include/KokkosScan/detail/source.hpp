// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/heads.hpp>
#include <KokkosScan/detail/lane_items.hpp>
#include <KokkosScan/detail/pack.hpp>
#include <KokkosScan/detail/vector.hpp>
#include <KokkosScan/tuning/backends/host_limits.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// \brief Where a scan's items come from and where its results go.
///
/// A source gives item i as a `value_type`, and a `payload_type` that goes with it to the sink:
/// nothing for a plain scan, the head flag for a segmented one. What is called depends on who
/// calls:
///
///     caller                 source                         sink
///     loops over items,      load(i, payload)               store(i, x, payload)
///     tiles in a cache
///     tiles in scratch       stage(i)                       element(x, is_head)
///                            item(staged, is_head)          put(i, element)
///                            heads()
///     all                                                   wants_total(), store_total(x)
///
/// `stage` gives the item as it waits in scratch, a `stage_type`, and `element` the result, an
/// `element_type`. `heads` says where segments start (heads.hpp), `is_rereadable` whether an item
/// may be loaded twice. `store_total` may be called with a total that nobody wants.
///
/// Faster ways, each where a source or a sink has it. For its tiles it must say whether it has the
/// first two; the others may be missing:
/// - `has_addresses`: tiles in scratch move a run from `address(i)` on by 16 bytes at a time, if
///   `is_chunked(i)`.
/// - `has_vectors`, if both ends have it: tiles in a cache `load_vector`, and `store_vector` or,
///   around the caches, `stream_vector`.
/// - `has_blocks`, if both ends have it: tiles in a cache let functors `make` and `take` items in
///   loops that the compiler can vectorize.
/// - `first_of_total(first, last)`: tiles in a cache need only the items from there on to find the
///   total of [first, last).
/// - `prefetch<N>(i)`: N items from i on are being read.
/// - `cut_to(n)`: only the device knows the size, n; the total goes behind n results.
///
/// Partitions and histograms also read N neighbors with one access (`has_packs`, `load_pack`).

namespace KokkosScan::detail {

KOKKOS_INLINE_FUNCTION bool is_chunk_aligned(void const* p) {
  return reinterpret_cast<std::uintptr_t>(p) % 16 == 0;
}

/// The payload of items that have none.
struct NoPayload {};

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

/// Items from a callable, which is called once per item.
template <class T, class Load>
struct FunctorSource {
  using value_type = T;
  using payload_type = NoPayload;
  using stage_type = T;
  using heads_type = NoHeads;
  static constexpr bool is_rereadable = false;
  static constexpr bool has_vectors = false;
  static constexpr bool has_blocks = true;
  static constexpr bool has_addresses = false;

  Load function;

  /// Items [i, i + n), on a CPU: vector code if the callable allows it.
  void make(std::size_t i, int n, T* to) const {
    auto const load = function;  // a local copy, which the stores to `to` cannot alias
    for (int j = 0; j < n; ++j) to[j] = static_cast<T>(load(i + static_cast<std::size_t>(j)));
  }
  KOKKOS_FUNCTION T load(std::size_t i, NoPayload&) const { return static_cast<T>(function(i)); }
  KOKKOS_FUNCTION T stage(std::size_t i) const { return static_cast<T>(function(i)); }
  KOKKOS_FUNCTION static T item(T const& x, bool /*is_head*/) { return x; }
  KOKKOS_FUNCTION static NoHeads heads() { return {}; }
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

/// Results to a callable `store(i, value)`.
template <class T, class Store>
struct FunctorSink {
  using element_type = T;
  static constexpr bool has_vectors = false;
  static constexpr bool has_blocks = true;
  static constexpr bool has_addresses = false;

  Store function;

  template <class Payload>
  KOKKOS_FUNCTION void store(std::size_t i, T const& x, Payload const&) const {
    function(i, x);
  }
  KOKKOS_FUNCTION void store_total(T const&) const {}
  KOKKOS_FUNCTION bool wants_total() const { return false; }
  /// Stores results [i, i + n), like FunctorSource::make.
  void take(std::size_t i, int n, T const* from) const {
    auto const store = function;
    for (int j = 0; j < n; ++j) store(i + static_cast<std::size_t>(j), from[j]);
  }
  template <int W>
  void take(std::size_t i, Vector<T, W> const& x) const {
    for (int j = 0; j < W; ++j) function(i + static_cast<std::size_t>(j), x[j]);
  }

  KOKKOS_FUNCTION static T element(T const& x, bool /*is_head*/) { return x; }
  KOKKOS_FUNCTION void put(std::size_t i, T const& x) const { function(i, x); }
};

}  // namespace KokkosScan::detail
