// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "forms.hpp"
#include "groups.hpp"

namespace perf {
/// Structs as for particles: fewer patterns than for numbers.
void add_struct32_partitions(Settings const& settings) {
  for (std::size_t const n : settings.sizes) {
    add_pattern<Particle, 50, 1>(settings, n, false);
    add_pattern<Particle, 5, 1>(settings, n, false);
  }
}
}  // namespace perf
