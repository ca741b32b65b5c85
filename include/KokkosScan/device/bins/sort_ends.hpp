// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// \brief Where the items of a sorting pass come from and where they go.
///
/// A source fetches what memory holds of item i (`Raw`) and makes the item and its bin of it later:
/// between the two, the tile before is written. Where `has_cheap_class`, `class_of` finds the bin
/// of an item that is moved again: sooner than it could be read from scratch. A destination whose
/// `array_type` is not void is an array of it at `data`.

namespace KokkosScan::detail {

/// What comes out: the elements of in or their indices, sorted, or how far into its bin each is.
enum class Extracted { elements, indices, ranks };

/// The bin of an element as a number to sort by: what is in no bin comes behind all bins.
template <class Binning>
struct BinKey {
  static constexpr bool is_cheap = requires { requires Binning::is_cheap; };
  Binning binning;
  int bins;
  int none = bins;  ///< the number of what is in no bin

  template <class Element>
  KOKKOS_FUNCTION int operator()(Element const& x) const {
    int bin = 0;
    bool const is_found = detail::find_bin(binning, x, bins, bin);
    return arch::bin_or(is_found, bin, none);
  }
  /// Of an element that the pass moves, and so is in a bin.
  template <class Element>
  KOKKOS_FUNCTION int of_moved(Element const& x) const {
    int bin = 0;
    detail::find_bin(binning, x, bins, bin);
    return bin;
  }
};

/// One digit of a key.
template <class Key>
struct DigitOf {
  static constexpr bool is_cheap = Key::is_cheap;
  Key key;
  int shift;
  int mask;

  template <class Element>
  KOKKOS_FUNCTION int operator()(Element const& x) const {
    return static_cast<int>(key(x)) >> shift & mask;
  }
  /// What is in no bin is moved too, behind the rest.
  template <class Element>
  KOKKOS_FUNCTION int of_moved(Element const& x) const {
    return (*this)(x);
  }
};

/// The key is what is given.
struct StoredKey {
  static constexpr bool is_cheap = true;
  KOKKOS_FUNCTION int operator()(std::uint32_t key) const { return static_cast<int>(key); }
};

/// The element itself is moved.
template <class Items, class Digit>
struct LoadElement {
  using Item = typename Items::element_type;
  using Raw = Item;
  static constexpr bool has_cheap_class = Digit::is_cheap;
  Items items;
  Digit digit;

  KOKKOS_FUNCTION Raw fetch(std::size_t i) const { return items.load(i); }
  KOKKOS_FUNCTION void take(Raw const& raw, std::size_t, Item& item, int& bin) const {
    item = raw;
    bin = digit(raw);
  }
  KOKKOS_FUNCTION int class_of(Item const& item) const { return digit.of_moved(item); }
};

/// The index of the element is moved. The bin of a large element is found as it is read: a tile of
/// them would not fit the registers.
template <class Items, class Digit, class Index>
struct LoadIndex {
  using Item = Index;
  using Element = typename Items::element_type;
  static constexpr bool keeps_element = sizeof(Element) <= 8;
  using Raw = std::conditional_t<keeps_element, Element, int>;
  static constexpr bool has_cheap_class = false;
  Items items;
  Digit digit;

  KOKKOS_FUNCTION Raw fetch(std::size_t i) const {
    if constexpr (keeps_element)
      return items.load(i);
    else
      return digit(items.load(i));
  }
  KOKKOS_FUNCTION void take(Raw const& raw, std::size_t i, Item& item, int& bin) const {
    item = static_cast<Index>(i);
    if constexpr (keeps_element)
      bin = digit(raw);
    else
      bin = raw;
  }
};

/// A key and the index of its element travel from pass to pass.
template <class Index>
struct KeyedIndex {
  std::uint32_t key;
  Index index;
};

/// First pass: from the element.
template <class Items, class Digit, class Index>
struct LoadKeyed {
  using Item = KeyedIndex<Index>;
  using Raw = typename Items::element_type;
  static constexpr bool has_cheap_class = true;
  Items items;
  Digit digit;

  KOKKOS_FUNCTION Raw fetch(std::size_t i) const { return items.load(i); }
  KOKKOS_FUNCTION void take(Raw const& raw, std::size_t i, Item& item, int& bin) const {
    item = {static_cast<std::uint32_t>(digit.key(raw)), static_cast<Index>(i)};
    bin = class_of(item);
  }
  KOKKOS_FUNCTION int class_of(Item const& item) const {
    return static_cast<int>(item.key) >> digit.shift & digit.mask;
  }
};

/// Keys and indices between two passes, apart: the next pass counts keys alone.
template <class Index>
struct KeyedIndices {
  static constexpr bool is_by_item = false;
  using array_type = void;
  std::uint32_t* key;
  Index* index;

  KOKKOS_FUNCTION void operator()(std::size_t place, KeyedIndex<Index> const& item) const {
    key[place] = item.key;
    index[place] = item.index;
  }
};

/// A later pass: from what the pass before has stored.
template <class Index>
struct LoadStored {
  using Item = KeyedIndex<Index>;
  using Raw = Item;
  static constexpr bool has_cheap_class = true;
  KeyedIndices<Index> stored;
  DigitOf<StoredKey> digit;

  KOKKOS_FUNCTION Raw fetch(std::size_t i) const { return {stored.key[i], stored.index[i]}; }
  KOKKOS_FUNCTION void take(Raw const& raw, std::size_t, Item& item, int& bin) const {
    item = raw;
    bin = class_of(item);
  }
  KOKKOS_FUNCTION int class_of(Item const& item) const { return digit(item.key); }
};

/// Into a View.
template <class T, bool Contiguous>
struct StoreItem {
  static constexpr bool is_by_item = false;
  using array_type = std::conditional_t<Contiguous, T, void>;
  T* data;
  std::ptrdiff_t stride;

  KOKKOS_FUNCTION T* address(std::size_t place) const {
    return Contiguous ? data + place : data + static_cast<std::ptrdiff_t>(place) * stride;
  }
  template <class Item>
  KOKKOS_FUNCTION void operator()(std::size_t place, Item const& item) const {
    *address(place) = static_cast<T>(item);
  }
};
/// Last pass over elements: the element, unless it is in no bin.
template <class Key, class Out>
struct StoreBinned {
  static constexpr bool is_by_item = false;
  using array_type = void;
  Key key;
  Out out;

  template <class Item>
  KOKKOS_FUNCTION void operator()(std::size_t place, Item const& item) const {
    if (key(item) < key.bins) out(place, item);
  }
};
/// Last pass: the index into a View.
template <class Out>
struct StoreIndex {
  static constexpr bool is_by_item = false;
  using array_type = void;
  Out out;

  template <class Index>
  KOKKOS_FUNCTION void operator()(std::size_t place, KeyedIndex<Index> const& item) const {
    out(place, item.index);
  }
};
/// Last pass: the element of that index into a View, unless it is in no bin.
template <class Items, class Out>
struct StoreElement {
  static constexpr bool is_by_item = false;
  using array_type = void;
  Items items;
  Out out;
  std::uint32_t bins;

  template <class Index>
  KOKKOS_FUNCTION void operator()(std::size_t place, KeyedIndex<Index> const& item) const {
    if (item.key < bins) out(place, items.load(item.index));
  }
};

/// Last pass: the rank of the element in its bin into a View, at its index.
template <class Out, class Start>
struct StoreRank {
  static constexpr bool is_by_item = true;
  using array_type = void;
  Out out;
  Start const* starts;  // of the bins, in the order of the places
  std::ptrdiff_t stride;

  template <class Index>
  KOKKOS_FUNCTION void operator()(std::size_t place, KeyedIndex<Index> const& item) const {
    auto const key = static_cast<std::ptrdiff_t>(item.key);
    out(item.index, place - static_cast<std::size_t>(starts[key * stride]));
  }
};

}  // namespace KokkosScan::detail
