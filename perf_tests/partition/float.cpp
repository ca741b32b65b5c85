// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "forms.hpp"
#include "groups.hpp"

namespace perf {
void add_float_partitions(Settings const& settings) { add_partitions<float>(settings); }
}  // namespace perf
