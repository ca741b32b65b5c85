// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/device/bins/digits.hpp>
#include <KokkosScan/device/workspace.hpp>

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
  static constexpr bool is_dear = requires { requires Binning::is_dear; };
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

/// f(source), without the branch of its binning.
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

/// The index of the element is moved. The bin of a large element is found as it is read: a tile of
/// them would not fit the registers.
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

/// A key and what travels with it from pass to pass: the index of its element, or the element.
template <class Payload_>
struct KeyedItem {
  using Payload = Payload_;
  std::uint32_t key;
  Payload payload;
};

/// The index is what travels: nothing to read.
template <class Index>
struct IndexPayload {
  using Payload = Index;
  static constexpr bool are_elements = false;
  struct Raw {};
  KOKKOS_FUNCTION Raw fetch(std::size_t) const { return {}; }
  KOKKOS_FUNCTION static Index take(Raw, std::size_t i) { return static_cast<Index>(i); }
};
/// The element is.
template <class Items>
struct ElementPayload {
  using Payload = typename Items::element_type;
  static constexpr bool are_elements = true;
  using Raw = Payload;
  Items items;
  KOKKOS_FUNCTION Raw fetch(std::size_t i) const { return items.load(i); }
  KOKKOS_FUNCTION static Payload take(Raw const& raw, std::size_t) { return raw; }
};

/// First pass: from what is binned, and the payload.
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

/// Keys and payloads between two passes, apart: the next pass counts keys alone.
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

/// A later pass: from what the pass before has stored.
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

/// Into a View.
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
/// The element of an index into a View.
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
/// Last pass: what another destination stores of the payload, and the key, if it is to be kept.
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

/// Last pass: the rank of the element in its bin into a View, at its index.
template <class Out, class Start>
struct StoreRank {
  static constexpr bool is_by_item = true;
  using array_type = void;
  Out out;
  Start const* starts;  // of the bins, in the order of the places
  std::ptrdiff_t stride;

  template <class Index>
  KOKKOS_FUNCTION void operator()(std::size_t place, KeyedItem<Index> const& item) const {
    auto const key = static_cast<std::ptrdiff_t>(item.key);
    out(item.payload, place - static_cast<std::size_t>(starts[key * stride]));
  }
};

}  // namespace KokkosScan::detail
