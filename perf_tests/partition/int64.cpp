// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "forms.hpp"
#include "groups.hpp"

namespace perf {
void add_int64_partitions(Settings const& settings) { add_partitions<std::int64_t>(settings); }
}  // namespace perf
