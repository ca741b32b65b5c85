// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/device/bins/keyed_items.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// \brief Where the items of a sorting pass go.
///
/// A destination takes sorted items, `store(place, item)`; or it is told where each item of the
/// input goes, `store.set_place(i, place, item)`; or both. Tiles that look back also take
/// `store(group, place, item)`, called by all lanes of a group together (`StoreGathered`). If its
/// `array_type` is not void, items go to entry `place` of an array of this type at `data`.

namespace KokkosScan::detail {

/// Whether a destination takes items in their sorted order.
template <class Store, class Item>
concept TakesSorted = requires(Store const& store, Item const& x) { store(std::size_t(0), x); };
/// Whether a destination is told where each item of the input goes.
template <class Store, class Item>
concept TakesPlaces = requires(Store const& store, Item const& x) {
  store.set_place(std::size_t(0), std::size_t(0), x);
};

/// Destination: the item, in a View.
template <class T, bool Contiguous>
struct StoreItem {
  using value_type = T;
  using array_type = std::conditional_t<Contiguous, T, void>;
  T* data;
  std::ptrdiff_t stride;

  KOKKOS_FUNCTION T* address(std::size_t place) const {
    return detail::entry_of<Contiguous>(data, place, stride);
  }
  template <class Item>
  KOKKOS_FUNCTION void operator()(std::size_t place, Item const& item) const {
    *address(place) = static_cast<T>(item);
  }
};
/// Destination: the element with the given index, in a View.
template <class Items, class Out>
struct StoreElement {
  using array_type = void;
  Items items;
  Out out;

  template <class Index>
  KOKKOS_FUNCTION void operator()(std::size_t place, Index index) const {
    out(place, items.load(index));
  }
};
/// Destination of the last pass: `store` takes the payload; `keys`, unless null, the key.
template <class Store>
struct StoreWithKey {
  using array_type = void;
  Store store;
  std::uint32_t* keys;

  template <class Payload>
  KOKKOS_FUNCTION void operator()(std::size_t place, KeyedItem<Payload> const& item) const {
    store(place, item.payload);
    if (keys != nullptr) keys[place] = item.key;
  }
};

/// Destination of a pass that ranks: the keys, sorted, and beside each key of the input its place.
template <class Places>
struct StorePlaces : StoreItem<std::uint32_t, true> {
  Places places;

  KOKKOS_FUNCTION void set_place(std::size_t i, std::size_t place, std::uint32_t) const {
    places(i, place);
  }
};
/// Destination of the last of such passes: beside each key of the input its rank in the bin.
template <class Ranks, class Start>
struct StoreRanks {
  using array_type = void;
  Ranks ranks;
  Start const* starts;  // where each bin begins in the sorted order
  std::ptrdiff_t stride;

  KOKKOS_FUNCTION void set_place(std::size_t i, std::size_t place, std::uint32_t key) const {
    auto const bin = static_cast<std::ptrdiff_t>(key);
    ranks(i, place - static_cast<std::size_t>(starts[bin * stride]));
  }
};

}  // namespace KokkosScan::detail
