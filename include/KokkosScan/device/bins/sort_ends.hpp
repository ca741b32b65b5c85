// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/device/bins/digits.hpp>
#include <KokkosScan/device/workspace.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// \brief Where the items of a sorting pass come from and where they go.
///
/// A source reads item i in two steps. `fetch(i)` loads what memory holds of it, a `Raw`; later
/// `take(raw, i, item, bin)` makes the item to be moved and its bin from that. Between these steps
/// the previous tile is written. If `has_cheap_class`, `class_of(item)` finds the bin of an item
/// again, in less time than reading it from scratch. These bins are what the pass sorts by: the
/// member `digit` gives them, as a digit of the bin (`DigitOf`) or all of it (`BinKey`).
///
/// A destination stores an item at output index `place`. If its `array_type` is not void, that is
/// entry `place` of an array of this type at `data`. If `is_by_item`, the item itself determines
/// where it is stored.

namespace KokkosScan::detail {

/// The result of an extraction: the elements of in, sorted; their indices, sorted; or the rank of
/// each element in its bin.
enum class Extracted { elements, indices, ranks };

/// The bin of an element as a number to sort by: elements in no bin come after all bins.
template <class Binning>
struct BinKey {
  static constexpr bool is_cheap = requires { requires Binning::is_cheap; };
  static constexpr bool is_expensive = requires { requires Binning::is_expensive; };
  Binning binning;
  int bins;
  std::uint32_t none = static_cast<std::uint32_t>(bins);  ///< number for elements in no bin

  /// The int holds the bits of an unsigned number: `none` may be 2^31.
  template <class Element>
  KOKKOS_FUNCTION int operator()(Element const& x) const {
    int bin = 0;
    bool const is_found = detail::find_bin(binning, x, bins, bin);
    return static_cast<int>(arch::bin_or(is_found, static_cast<std::uint32_t>(bin), none));
  }
  /// The same for an element that the pass moves, and that therefore is in a bin.
  template <class Element>
  KOKKOS_FUNCTION int of_moved(Element const& x) const {
    int bin = 0;
    detail::find_bin(binning, x, bins, bin);
    return bin;
  }
};

/// Calls f(source) with an equivalent source whose binning has no branch (`Unswitches`).
template <template <class...> class Source, class Items, class B, class... Rest, class F>
  requires Unswitches<B>
KOKKOS_FUNCTION void unswitch(Source<Items, BinKey<B>, Rest...> const& source, F const& f) {
  source.digit.binning.unswitch([&]<class Unswitched>(Unswitched const& binning) {
    using Key = BinKey<Unswitched>;
    f(typename Source<Items, BinKey<B>, Rest...>::template With<Key>{
        source.items, Key{binning, source.digit.bins, source.digit.none}});
  });
}

/// One digit of a key.
template <class Key>
struct DigitOf {
  static constexpr bool is_cheap = Key::is_cheap;
  Key key;
  int shift;
  int mask;

  template <class Element>
  KOKKOS_FUNCTION int operator()(Element const& x) const {
    return digit_of(static_cast<int>(key(x)), shift, mask);
  }
  /// The same: elements in no bin are moved too, so their number is needed.
  template <class Element>
  KOKKOS_FUNCTION int of_moved(Element const& x) const {
    return (*this)(x);
  }
};

/// Stored bins as items to sort by: a type of their own, never taken for the elements of a View.
template <class Size>
struct StoredBins : ElementItems<std::uint32_t, true, Size> {};

/// The key of a stored key: itself.
struct StoredKey {
  static constexpr bool is_cheap = true;
  KOKKOS_FUNCTION int operator()(std::uint32_t key) const { return static_cast<int>(key); }
};

/// Source: the element itself is moved.
template <class Items, class Digit>
struct LoadElement {
  using Item = typename Items::element_type;
  using Raw = Item;
  static constexpr bool has_cheap_class = Digit::is_cheap;
  template <class Other>
  using With = LoadElement<Items, Other>;
  Items items;
  Digit digit;

  KOKKOS_FUNCTION Raw fetch(std::size_t i) const { return items.load(i); }
  KOKKOS_FUNCTION void take(Raw const& raw, std::size_t, Item& item, int& bin) const {
    item = raw;
    bin = digit(raw);
  }
  KOKKOS_FUNCTION int class_of(Item const& item) const { return digit.of_moved(item); }
};

/// Source: the index of the element is moved. The bin of a large element is found in `fetch`: a
/// tile of such elements would not fit in registers.
template <class Items, class Digit, class Index>
struct LoadIndex {
  using Item = Index;
  using Element = typename Items::element_type;
  static constexpr bool keeps_element = sizeof(Element) <= 8;
  using Raw = std::conditional_t<keeps_element, Element, int>;
  static constexpr bool has_cheap_class = false;
  template <class Other>
  using With = LoadIndex<Items, Other, Index>;
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

/// A key and what moves with it from pass to pass: the index of its element, or the element.
template <class Payload_>
struct KeyedItem {
  using Payload = Payload_;
  std::uint32_t key;
  Payload payload;
};

/// The index moves with the key: nothing to read.
template <class Index>
struct IndexPayload {
  using Payload = Index;
  static constexpr bool are_elements = false;
  struct Raw {};
  KOKKOS_FUNCTION Raw fetch(std::size_t) const { return {}; }
  KOKKOS_FUNCTION static Index take(Raw, std::size_t i) { return static_cast<Index>(i); }
};
/// The element moves with the key.
template <class Items>
struct ElementPayload {
  using Payload = typename Items::element_type;
  static constexpr bool are_elements = true;
  using Raw = Payload;
  Items items;
  KOKKOS_FUNCTION Raw fetch(std::size_t i) const { return items.load(i); }
  KOKKOS_FUNCTION static Payload take(Raw const& raw, std::size_t) { return raw; }
};

/// Source of the first pass: makes keys from what is binned, and adds the payload.
template <class Keyed, class Digit, class Payloads>
struct LoadKeyed {
  using Item = KeyedItem<typename Payloads::Payload>;
  struct Raw {
    typename Keyed::element_type binned;
    typename Payloads::Raw payload;
  };
  static constexpr bool has_cheap_class = true;
  Keyed keyed;
  Digit digit;
  Payloads payloads;

  KOKKOS_FUNCTION Raw fetch(std::size_t i) const { return {keyed.load(i), payloads.fetch(i)}; }
  KOKKOS_FUNCTION void take(Raw const& raw, std::size_t i, Item& item, int& bin) const {
    item = {static_cast<std::uint32_t>(digit.key(raw.binned)), Payloads::take(raw.payload, i)};
    bin = class_of(item);
  }
  KOKKOS_FUNCTION int class_of(Item const& item) const {
    return digit_of(static_cast<int>(item.key), digit.shift, digit.mask);
  }
};

/// Keys and payloads between two passes, in an array each: counting reads the keys only.
template <class Payload>
struct KeyedItems {
  static constexpr bool is_by_item = false;
  using array_type = void;
  std::uint32_t* key;
  Payload* payload;

  static constexpr std::size_t key_bytes(std::size_t n) {
    return round_up(n * sizeof(std::uint32_t));
  }
  static constexpr std::size_t bytes(std::size_t n) { return key_bytes(n) + n * sizeof(Payload); }
  /// In \p bytes(n) of memory.
  static KeyedItems in(std::byte* memory, std::size_t n) {
    return {reinterpret_cast<std::uint32_t*>(memory),
            reinterpret_cast<Payload*>(memory + key_bytes(n))};
  }
  KOKKOS_FUNCTION void operator()(std::size_t place, KeyedItem<Payload> const& item) const {
    key[place] = item.key;
    payload[place] = item.payload;
  }
};

/// Source of a later pass: what the previous pass has stored.
template <class Payload>
struct LoadStored {
  using Item = KeyedItem<Payload>;
  using Raw = Item;
  static constexpr bool has_cheap_class = true;
  KeyedItems<Payload> stored;
  DigitOf<StoredKey> digit;

  KOKKOS_FUNCTION Raw fetch(std::size_t i) const { return {stored.key[i], stored.payload[i]}; }
  KOKKOS_FUNCTION void take(Raw const& raw, std::size_t, Item& item, int& bin) const {
    item = raw;
    bin = class_of(item);
  }
  KOKKOS_FUNCTION int class_of(Item const& item) const { return digit(item.key); }
};

/// Destination: the item, in a View.
template <class T, bool Contiguous>
struct StoreItem {
  using value_type = T;
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
/// Destination: the element with the given index, in a View.
template <class Items, class Out>
struct StoreElement {
  static constexpr bool is_by_item = false;
  using array_type = void;
  Items items;
  Out out;

  template <class Index>
  KOKKOS_FUNCTION void operator()(std::size_t place, Index index) const {
    out(place, items.load(index));
  }
};
/// Destination of the last pass: `store` takes the payload, and `keys` the key unless null.
template <class Store>
struct StoreWithKey {
  static constexpr bool is_by_item = false;
  using array_type = void;
  Store store;
  std::uint32_t* keys;

  template <class Payload>
  KOKKOS_FUNCTION void operator()(std::size_t place, KeyedItem<Payload> const& item) const {
    store(place, item.payload);
    if (keys != nullptr) keys[place] = item.key;
  }
};

/// Destination of the last pass: the rank of the element in its bin, in a View at the index of the
/// element.
template <class Out, class Start>
struct StoreRank {
  static constexpr bool is_by_item = true;
  using array_type = void;
  Out out;
  Start const* starts;  // where each bin begins in the sorted order
  std::ptrdiff_t stride;

  template <class Index>
  KOKKOS_FUNCTION void operator()(std::size_t place, KeyedItem<Index> const& item) const {
    auto const key = static_cast<std::ptrdiff_t>(item.key);
    out(item.payload, place - static_cast<std::size_t>(starts[key * stride]));
  }
};

}  // namespace KokkosScan::detail
