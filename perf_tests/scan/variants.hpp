// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/baselines.hpp"

#include <KokkosScan.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>

namespace perf {

using KokkosScan::DeviceScan;
using KokkosScan::ScanMode;

/// A variant as an argument.
template <DeviceScan V>
using Variant = std::integral_constant<DeviceScan, V>;

/// Calls visit(Variant<V>{}) for every variant that the operator and the backend allow.
template <bool Commutative, class Visitor>
void for_each_variant(Visitor const& visit) {
  visit(Variant<DeviceScan::automatic>{});
  visit(Variant<DeviceScan::look_back>{});
  visit(Variant<DeviceScan::hierarchical>{});
  visit(Variant<DeviceScan::hillis_steele>{});
  if constexpr (Commutative || arrays_are_on_host) visit(Variant<DeviceScan::parallel_scan>{});
}

/// The teaching variant moves the arrays once per power of two: beyond this it only costs time.
constexpr std::size_t largest_size(DeviceScan variant) {
  return variant == DeviceScan::hillis_steele ? std::size_t(1) << 24
                                              : std::numeric_limits<std::size_t>::max();
}

}  // namespace perf
