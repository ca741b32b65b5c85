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

/// The variants meant for use: calls visit(Variant<V>{}) for every one that the backend allows.
template <class Visitor>
void for_each_fast_variant(Visitor const& visit) {
  visit(Variant<DeviceScan::automatic>{});
  if constexpr (KokkosScan::tuning::capabilities<Exec>.forward_progress) {
    visit(Variant<DeviceScan::work_ahead>{});
    visit(Variant<DeviceScan::look_back>{});
    // On a CPU this variant is the chain of work_ahead.
    if constexpr (KokkosScan::tuning::capabilities<Exec>.lanes_are_threads)
      visit(Variant<DeviceScan::fixed_look_back>{});
  }
  visit(Variant<DeviceScan::hierarchical>{});
}

/// All variants that the operator and the backend allow.
template <class Op, class Visitor>
void for_each_variant(Visitor const& visit) {
  for_each_fast_variant(visit);
  visit(Variant<DeviceScan::hillis_steele>{});
  if constexpr (Op::is_commutative ||
                KokkosScan::tuning::capabilities<Exec>.parallel_scan_keeps_order)
    visit(Variant<DeviceScan::parallel_scan>{});
}

/// The teaching variant moves the arrays once per power of two; larger sizes would only cost time.
constexpr std::size_t largest_size(DeviceScan variant) {
  return variant == DeviceScan::hillis_steele ? std::size_t(1) << 24
                                              : std::numeric_limits<std::size_t>::max();
}

}  // namespace perf
