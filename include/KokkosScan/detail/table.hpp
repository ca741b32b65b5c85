// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/pack.hpp>

#include <cstddef>

/// \file
/// \brief A rank-2 View as a sequence of rows: K neighbouring chains advance together, so memory in
/// which they interleave is read and written in whole pieces.

namespace KokkosScan::detail {

/// K values, combined element by element.
template <class T, int K>
struct Row {
  T column[K];
};

template <class Op, int K>
struct RowMonoid {
  using value_type = Row<typename Op::value_type, K>;
  static constexpr bool is_commutative = Op::is_commutative;
  Op op;
  KOKKOS_FUNCTION value_type identity() const {
    value_type x;
    for (int c = 0; c < K; ++c) x.column[c] = op.identity();
    return x;
  }
  KOKKOS_FUNCTION value_type operator()(value_type const& a, value_type const& b) const {
    value_type x;
    for (int c = 0; c < K; ++c) x.column[c] = op(a.column[c], b.column[c]);
    return x;
  }
};

/// Where row i of group g of K chains lies: at data + i · step + (g K … ) · across. Rows of all
/// groups form one sequence of length · groups rows when length is given.
template <class Element, int K>
struct Table {
  Element* data;
  std::ptrdiff_t step;    ///< from an element of a chain to the next
  std::ptrdiff_t across;  ///< from a chain to the next
  std::size_t chains;
  std::size_t length;  ///< elements of a chain
  std::size_t first_chain;

  struct Place {
    Element* first;
    int columns;
  };
  KOKKOS_FUNCTION Place place(std::size_t i) const {
    std::size_t chain = first_chain, position = i;
    if (i >= length) {
      chain += i / length * K;
      position = i % length;
    }
    std::size_t const left = chains - chain;
    return {data + static_cast<std::ptrdiff_t>(position) * step +
                static_cast<std::ptrdiff_t>(chain) * across,
            left < K ? static_cast<int>(left) : K};
  }
  /// A whole row that may be moved with one access.
  KOKKOS_FUNCTION bool is_pack(Place const& p) const {
    return across == 1 && p.columns == K && is_pack_aligned<K>(p.first);
  }
};

/// Elements that may travel K at a time.
template <class Element, int K>
inline constexpr bool row_is_pack = K > 1 && (sizeof(Element) & (sizeof(Element) - 1)) == 0 &&
                                    sizeof(Element) * K <= 32;

template <class T, class Element, int K>
struct TableSource {
  using value_type = Row<T, K>;
  using payload_type = NoPayload;
  static constexpr bool is_rereadable = true;
  static constexpr bool has_vectors = false;
  static constexpr int element_bytes = sizeof(Element) * K;

  Table<Element const, K> table;

  KOKKOS_FUNCTION value_type load(std::size_t i, NoPayload&) const {
    auto const p = table.place(i);
    value_type x;
    if constexpr (row_is_pack<Element, K>) {
      if (table.is_pack(p)) {
        auto const pack = *reinterpret_cast<Pack<Element, K> const*>(p.first);
        for (int c = 0; c < K; ++c) x.column[c] = static_cast<T>(pack.element[c]);
        return x;
      }
    }
    for (int c = 0; c < K; ++c) {
      // A column behind the last chain repeats the last: a value the operator knows, never stored.
      int const column = c < p.columns ? c : p.columns - 1;
      x.column[c] = static_cast<T>(p.first[column * table.across]);
    }
    return x;
  }
  template <int N>
  KOKKOS_FUNCTION bool has_packs() const {
    return false;
  }
  template <int N>
  KOKKOS_FUNCTION void load_pack(std::size_t, value_type (&)[N], NoPayload (&)[N]) const {}
};

template <class T, class Element, int K>
struct TableSink {
  using Value = Row<T, K>;
  static constexpr bool has_vectors = false;
  static constexpr int element_bytes = sizeof(Element) * K;

  Table<Element, K> table;

  template <class Payload>
  KOKKOS_FUNCTION void store(std::size_t i, Value const& x, Payload const&) const {
    auto const p = table.place(i);
    if constexpr (row_is_pack<Element, K>) {
      if (table.is_pack(p)) {
        Pack<Element, K> pack;
        for (int c = 0; c < K; ++c) pack.element[c] = static_cast<Element>(x.column[c]);
        *reinterpret_cast<Pack<Element, K>*>(p.first) = pack;
        return;
      }
    }
    for (int c = 0; c < K; ++c)
      if (c < p.columns) p.first[c * table.across] = static_cast<Element>(x.column[c]);
  }
  KOKKOS_FUNCTION void store_total(Value const&) const {}
  KOKKOS_FUNCTION bool wants_total() const { return false; }
  template <int N>
  KOKKOS_FUNCTION bool has_packs() const {
    return false;
  }
  template <int N, class Payload>
  KOKKOS_FUNCTION void store_pack(std::size_t, Value const (&)[N], Payload const (&)[N]) const {}
};

/// A chain starts wherever a place of the sequence of all chains is a multiple of their length.
struct ChainHeads {
  std::size_t length;
  KOKKOS_FUNCTION bool operator()(std::size_t i) const { return i % length == 0; }
};

}  // namespace KokkosScan::detail
