// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <KokkosScan/detail/heads.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/pack.hpp>
#include <KokkosScan/detail/source.hpp>
#include <KokkosScan/detail/values.hpp>

#include <cstddef>
#include <type_traits>

/// \file
/// \brief A rank-2 View as a sequence of rows: K neighboring chains are scanned together, so that
/// memory in which they interleave is read and written in whole pieces.

namespace KokkosScan::detail {

/// Chains that one row of the scan holds: 4 where neighboring chains interleave in memory, else 1.
template <int Axis, class View>
inline constexpr int chains_per_row =
    std::is_same_v<typename View::array_layout,
                   std::conditional_t<Axis == 0, Kokkos::LayoutRight, Kokkos::LayoutLeft>>
        ? 4
        : 1;
template <int Axis, class In, class Out>
inline constexpr int chains_of_row =
    chains_per_row<Axis, In> == chains_per_row<Axis, Out> ? chains_per_row<Axis, In> : 1;

/// A rank-2 View as one sequence of rows. A chain is what is scanned: a column, or a row, of the
/// View. K neighboring chains are a group; row i of a group has element i of each.
///
///             across →
///     step    group 0: chains 0 … K-1 │ group 1: chains K … 2K-1 │ …
///      ↓      row 0                   │ row length               │
///             row 1                   │ row length + 1           │
///
/// Column c of row i of the sequence is at
/// data + (i % length) · step + (i / length · K + c) · across.
template <class Element, int K>
struct Table {
  Element* data;
  std::ptrdiff_t step;    ///< from an element of a chain to the next
  std::ptrdiff_t across;  ///< from a chain to the next
  std::size_t chains;
  Divisor length;  ///< elements of a chain

  /// The chains of group g alone.
  Table group(std::size_t g) const {
    std::size_t const left = chains - g * K;
    return {data + static_cast<std::ptrdiff_t>(g * K) * across, step, across,
            left < K ? left : std::size_t(K), length};
  }

  /// Single chains divide by a product, without asking whether there are several (H200, 2^26 floats
  /// in rows with gaps: 388 us, asked 542). In kernels for K > 1, which need all registers, the
  /// product is computed beside the accesses of the only group, and registers spill (2^26 rows of
  /// four floats: 637 us, with a division that is skipped 579).
  KOKKOS_FUNCTION std::size_t group_of(std::size_t i) const {
    return K == 1 ? length.quotient(i) : i / length.value;
  }

  struct Place {
    Element* first;
    int columns;
  };
  KOKKOS_FUNCTION Place place(std::size_t i) const {
    std::size_t chain = 0, position = i;
    if (K == 1 || chains > K) {
      std::size_t const group = group_of(i);
      chain = group * K;
      position = i - group * length.value;
    }
    std::size_t const left = chains - chain;
    return {data + static_cast<std::ptrdiff_t>(position) * step +
                static_cast<std::ptrdiff_t>(chain) * across,
            left < K ? static_cast<int>(left) : K};
  }
  /// A whole row that may be moved with one access.
  KOKKOS_FUNCTION bool is_pack(Place const& p) const {
    return across == 1 && p.columns == K && detail::is_pack_aligned<K>(p.first);
  }
  /// Row i + 1 follows row i in memory, for all rows.
  KOKKOS_FUNCTION bool is_contiguous() const {
    if constexpr (K > 1) return across == 1 && step == K && chains == K;
    return step == 1 && (chains == 1 || across == static_cast<std::ptrdiff_t>(length.value));
  }
};

/// Whether a row of K elements may be moved with one access.
template <class Element, int K>
inline constexpr bool row_is_pack = is_packable<Element, K> && sizeof(Element) * K <= 32;

template <class T, class Element, int K>
struct TableSource {
  using value_type = Values<T, K>;
  using payload_type = NoPayload;
  using stage_type = Values<Element, K>;
  using heads_type = NoHeads;
  static constexpr bool is_rereadable = true;
  static constexpr bool has_vectors = false;

  Table<Element const, K> table;

  KOKKOS_FUNCTION value_type load(std::size_t i, NoPayload&) const { return item(stage(i), false); }

  KOKKOS_FUNCTION stage_type stage(std::size_t i) const {
    auto const p = table.place(i);
    stage_type x;
    if constexpr (row_is_pack<Element, K>) {
      if (table.is_pack(p)) {
        auto const pack = *reinterpret_cast<Pack<Element, K> const*>(p.first);
        for (int c = 0; c < K; ++c) x.of[c] = pack.element[c];
        return x;
      }
    }
    for (int c = 0; c < K; ++c) {
      // Columns past the last chain repeat it: a value the operator can take, never stored.
      int const column = c < p.columns ? c : p.columns - 1;
      x.of[c] = p.first[column * table.across];
    }
    return x;
  }
  KOKKOS_FUNCTION static value_type item(stage_type const& x, bool /*is_head*/) {
    value_type y;
    for (int c = 0; c < K; ++c) y.of[c] = static_cast<T>(x.of[c]);
    return y;
  }
  KOKKOS_FUNCTION static NoHeads heads() { return {}; }
  static constexpr bool has_addresses = true;
  KOKKOS_FUNCTION Element const* address(std::size_t i) const { return table.place(i).first; }
  KOKKOS_FUNCTION bool is_chunked(std::size_t i) const {
    return table.is_contiguous() && detail::is_chunk_aligned(address(i));
  }
};

template <class T, class Element, int K>
struct TableSink {
  using Value = Values<T, K>;
  using element_type = Values<Element, K>;
  static constexpr bool has_vectors = false;

  Table<Element, K> table;

  template <class Payload>
  KOKKOS_FUNCTION void store(std::size_t i, Value const& x, Payload const&) const {
    put(i, element(x, false));
  }
  KOKKOS_FUNCTION void store_total(Value const&) const {}
  KOKKOS_FUNCTION bool wants_total() const { return false; }

  KOKKOS_FUNCTION static element_type element(Value const& x, bool /*is_head*/) {
    element_type y;
    for (int c = 0; c < K; ++c) y.of[c] = static_cast<Element>(x.of[c]);
    return y;
  }
  KOKKOS_FUNCTION void put(std::size_t i, element_type const& x) const {
    auto const p = table.place(i);
    if constexpr (row_is_pack<Element, K>) {
      if (table.is_pack(p)) {
        Pack<Element, K> pack;
        for (int c = 0; c < K; ++c) pack.element[c] = x.of[c];
        *reinterpret_cast<Pack<Element, K>*>(p.first) = pack;
        return;
      }
    }
    for (int c = 0; c < K; ++c)
      if (c < p.columns) p.first[c * table.across] = x.of[c];
  }
  static constexpr bool has_addresses = true;
  KOKKOS_FUNCTION Element* address(std::size_t i) const { return table.place(i).first; }
  KOKKOS_FUNCTION bool is_chunked(std::size_t i) const {
    return table.is_contiguous() && detail::is_chunk_aligned(address(i));
  }
};

}  // namespace KokkosScan::detail
