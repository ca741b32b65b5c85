// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "forms.hpp"
#include "groups.hpp"

namespace perf {
void add_double_partitions(Settings const& settings) {
  add_partitions<double>(settings);
  for (std::size_t const n : settings.sizes) add_other_selections<double>(settings, n);
}
}  // namespace perf
