// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// A key and what moves with it from pass to pass: the index of its element, or the element.
template <class Payload>
struct KeyedItem {
  std::uint32_t key;
  Payload payload;
};

/// Keys and payloads between two passes, in an array each: counting reads the keys only.
template <class Payload>
struct KeyedItems {
  using array_type = void;
  std::uint32_t* key;
  Payload* payload;

  static constexpr std::size_t key_bytes(std::size_t n) {
    return part_bytes(n * sizeof(std::uint32_t));
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

}  // namespace KokkosScan::detail
