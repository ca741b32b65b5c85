// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/heads.hpp>
#include <KokkosScan/detail/source.hpp>
#include <KokkosScan/detail/vector.hpp>

#include <cstddef>

/// \file
/// \brief Callables as sources and sinks.

namespace KokkosScan::detail {

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
