// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/settings.hpp"

/// The benchmarks of perf_partition, one source file per type.
namespace perf {

void add_int32_partitions(Settings const& settings);
void add_int64_partitions(Settings const& settings);
void add_float_partitions(Settings const& settings);
void add_double_partitions(Settings const& settings);
void add_struct32_partitions(Settings const& settings);

}  // namespace perf
