// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/settings.hpp"

/// The benchmarks of perf_scan. One source file per group keeps the compile time and memory of each
/// bearable.
namespace perf {

void add_sums_of_small_integers(Settings const& settings);
void add_sums_of_integers(Settings const& settings);
void add_sums_of_floats(Settings const& settings);
void add_sums_of_large_types(Settings const& settings);
void add_other_operators(Settings const& settings);
void add_conversions(Settings const& settings);
void add_functor_scans(Settings const& settings);
void add_segmented_scans(Settings const& settings);
void add_scans_by_key(Settings const& settings);
void add_scans_along(Settings const& settings);
void add_scans_of_tables(Settings const& settings);

}  // namespace perf
