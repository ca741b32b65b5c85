// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/pack.hpp>
#include <KokkosScan/lane/vector.hpp>

#include <cstddef>
#include <type_traits>

/// \file
/// \brief Where a scan's items come from and where its results go.
///
/// A source gives item i as a `value_type`, with a `payload_type` that travels along to the sink
/// (nothing for a plain scan). `is_rereadable` says whether an item may be asked for twice.

namespace KokkosScan::detail {

/// Whether N elements may be one access: a power of two of bytes.
template <class Element, int N>
inline constexpr bool is_packable = N > 1 && (sizeof(Element) & (sizeof(Element) - 1)) == 0;

/// The elements of a rank-1 View, by address: light to pass to a kernel, and contiguous ones can be
/// read in packs and vectors.
template <class T, class Element, bool Contiguous>
struct ViewSource {
  using value_type = T;
  using payload_type = NoPayload;
  static constexpr bool is_rereadable = true;
  static constexpr int element_bytes = sizeof(Element);

  Element const* data;
  std::ptrdiff_t stride;

  KOKKOS_FUNCTION T load(std::size_t i, NoPayload&) const {
    if constexpr (Contiguous)
      return static_cast<T>(data[i]);
    else
      return static_cast<T>(data[static_cast<std::ptrdiff_t>(i) * stride]);
  }

  template <int N>
  KOKKOS_FUNCTION bool has_packs() const {
    if constexpr (Contiguous && is_packable<Element, N>)
      return is_pack_aligned<N>(data);
    else
      return false;
  }
  template <int N>
  KOKKOS_FUNCTION void load_pack(std::size_t i, T (&x)[N], NoPayload (&)[N]) const {
    if constexpr (Contiguous && is_packable<Element, N>) {
      auto const pack = *reinterpret_cast<Pack<Element, N> const*>(data + i);
      for (int j = 0; j < N; ++j) x[j] = static_cast<T>(pack.element[j]);
    }
  }

  static constexpr bool has_vectors = Contiguous && std::is_same_v<T, Element>;
  template <int W>
  lane::Vector<T, W> load_vector(std::size_t i) const {
    return lane::Vector<T, W>::load(data + i);
  }
};

/// Items from a callable, each asked for once.
template <class T, class Load>
struct FunctorSource {
  using value_type = T;
  using payload_type = NoPayload;
  static constexpr bool is_rereadable = false;
  static constexpr bool has_vectors = false;
  static constexpr int element_bytes = sizeof(T);

  Load function;

  KOKKOS_FUNCTION T load(std::size_t i, NoPayload&) const { return static_cast<T>(function(i)); }
  template <int N>
  KOKKOS_FUNCTION bool has_packs() const {
    return false;
  }
  template <int N>
  KOKKOS_FUNCTION void load_pack(std::size_t, T (&)[N], NoPayload (&)[N]) const {}
};

/// The result as a rank-1 View; `total`, where there is one, is the entry behind the last.
template <class T, class Element, bool Contiguous>
struct ViewSink {
  static constexpr int element_bytes = sizeof(Element);

  Element* data;
  std::ptrdiff_t stride;
  Element* total;

  template <class Payload>
  KOKKOS_FUNCTION void store(std::size_t i, T const& x, Payload const&) const {
    if constexpr (Contiguous)
      data[i] = static_cast<Element>(x);
    else
      data[static_cast<std::ptrdiff_t>(i) * stride] = static_cast<Element>(x);
  }
  KOKKOS_FUNCTION void store_total(T const& x) const {
    if (total != nullptr) *total = static_cast<Element>(x);
  }
  KOKKOS_FUNCTION bool wants_total() const { return total != nullptr; }

  template <int N>
  KOKKOS_FUNCTION bool has_packs() const {
    if constexpr (Contiguous && is_packable<Element, N>)
      return is_pack_aligned<N>(data);
    else
      return false;
  }
  template <int N, class Payload>
  KOKKOS_FUNCTION void store_pack(std::size_t i, T const (&x)[N], Payload const (&)[N]) const {
    if constexpr (Contiguous && is_packable<Element, N>) {
      Pack<Element, N> pack;
      for (int j = 0; j < N; ++j) pack.element[j] = static_cast<Element>(x[j]);
      *reinterpret_cast<Pack<Element, N>*>(data + i) = pack;
    }
  }

  static constexpr bool has_vectors = Contiguous && std::is_same_v<T, Element>;
  template <int W>
  void store_vector(std::size_t i, lane::Vector<T, W> const& x) const {
    x.store(data + i);
  }
};

/// Results to a callable `store(i, value)`.
template <class T, class Store>
struct FunctorSink {
  static constexpr bool has_vectors = false;
  static constexpr int element_bytes = sizeof(T);

  Store function;

  template <class Payload>
  KOKKOS_FUNCTION void store(std::size_t i, T const& x, Payload const&) const {
    function(i, x);
  }
  KOKKOS_FUNCTION void store_total(T const&) const {}
  KOKKOS_FUNCTION bool wants_total() const { return false; }
  template <int N>
  KOKKOS_FUNCTION bool has_packs() const {
    return false;
  }
  template <int N, class Payload>
  KOKKOS_FUNCTION void store_pack(std::size_t, T const (&)[N], Payload const (&)[N]) const {}
};

}  // namespace KokkosScan::detail
