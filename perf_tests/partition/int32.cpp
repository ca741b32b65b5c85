// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "forms.hpp"
#include "groups.hpp"

namespace perf {
void add_int32_partitions(Settings const& settings) {
  add_partitions<std::int32_t>(settings);
  for (std::size_t const n : settings.sizes) add_other_selections<std::int32_t>(settings, n);
}
}  // namespace perf
