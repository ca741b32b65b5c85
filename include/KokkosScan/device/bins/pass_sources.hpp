// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/device/bins/bin_key.hpp>
#include <KokkosScan/device/bins/digits.hpp>
#include <KokkosScan/device/bins/keyed_items.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// \brief Where the items of a sorting pass come from.
///
/// A source reads item i in two steps. `fetch(i)` loads what memory holds of it, a `Raw`; later
/// `take(raw, i, item, bin)` makes the item to be moved and its bin from that. Between these steps
/// the previous tile is written. If `has_cheap_class`, `class_of(item)` finds the bin of an item
/// again, in less time than reading it from scratch. These bins are what the pass sorts by: the
/// member `digit` gives them, as a digit of the bin (`DigitOf`) or all of it (`BinKey`), from the
/// member `items` (`LoadStored`: from the stored keys).

namespace KokkosScan::detail {

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

/// Source: the element itself is moved, by the bin of another item.
template <class Items, class Keyed, class Digit>
struct LoadElementByKey {
  using Item = typename Items::element_type;
  using Raw = Item;
  static constexpr bool has_cheap_class = false;
  Items elements;
  Keyed items;
  Digit digit;

  KOKKOS_FUNCTION Raw fetch(std::size_t i) const { return elements.load(i); }
  KOKKOS_FUNCTION void take(Raw const& raw, std::size_t i, Item& item, int& bin) const {
    item = raw;
    bin = digit(items.load(i));
  }
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

/// Source: the key of the element is moved.
template <class Items, class Digit>
struct LoadKey {
  using Item = std::uint32_t;
  using Raw = typename Items::element_type;
  static constexpr bool has_cheap_class = true;
  Items items;
  Digit digit;

  KOKKOS_FUNCTION Raw fetch(std::size_t i) const { return items.load(i); }
  KOKKOS_FUNCTION void take(Raw const& raw, std::size_t, Item& item, int& bin) const {
    item = static_cast<std::uint32_t>(digit.key(raw));
    bin = class_of(item);
  }
  KOKKOS_FUNCTION int class_of(Item const& item) const {
    return digit.of_key(static_cast<int>(item));
  }
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
template <class Items, class Digit, class Payloads>
struct LoadKeyed {
  using Item = KeyedItem<typename Payloads::Payload>;
  struct Raw {
    typename Items::element_type binned;
    typename Payloads::Raw payload;
  };
  static constexpr bool has_cheap_class = true;
  Items items;
  Digit digit;
  Payloads payloads;

  KOKKOS_FUNCTION Raw fetch(std::size_t i) const { return {items.load(i), payloads.fetch(i)}; }
  KOKKOS_FUNCTION void take(Raw const& raw, std::size_t i, Item& item, int& bin) const {
    item = {static_cast<std::uint32_t>(digit.key(raw.binned)), Payloads::take(raw.payload, i)};
    bin = class_of(item);
  }
  KOKKOS_FUNCTION int class_of(Item const& item) const {
    return digit.of_key(static_cast<int>(item.key));
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

}  // namespace KokkosScan::detail
