// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/keyed_items.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

/// \file
/// \brief Neighboring bins in buckets, and items that are in the order of their buckets.

namespace KokkosScan::detail {

/// Bins in buckets of 2^shift neighbors; after these one more, with elements in no bin.
struct Buckets {
  int bins, shift;

  KOKKOS_FUNCTION int count() const { return ((bins - 1) >> shift) + 1; }
  KOKKOS_FUNCTION int most_bins() const { return 1 << shift; }
  KOKKOS_FUNCTION int first_bin(int bucket) const { return bucket << shift; }
  KOKKOS_FUNCTION int bins_of(int bucket) const {
    int const left = bins - first_bin(bucket);
    return bucket == count() ? 1 : left < most_bins() ? left : most_bins();
  }
  /// The number of elements in no bin: that of the bucket after all others.
  std::uint32_t none() const { return static_cast<std::uint32_t>(count()) << shift; }
};

/// Elements, which are binned again.
template <class Element, class Key>
struct BucketElements {
  using Stored = Element;
  Element const* data;
  Key key;

  KOKKOS_FUNCTION int bin(std::size_t i) const { return key.of_moved(data[i]); }
  KOKKOS_FUNCTION Element const& payload(std::size_t i) const { return data[i]; }
};

/// Keys, each beside what moves with it.
template <class Payload>
struct BucketKeys {
  using Stored = KeyedItem<Payload>;
  Stored const* data;

  KOKKOS_FUNCTION int bin(std::size_t i) const { return static_cast<int>(data[i].key); }
  KOKKOS_FUNCTION Payload const& payload(std::size_t i) const { return data[i].payload; }
};

}  // namespace KokkosScan::detail
