// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "groups.hpp"
#include "view_scan.hpp"

#include <string>

namespace perf {
namespace {

/// The default choice alone.
template <class Op>
void add_default(Settings const& settings) {
  using T = typename Op::value_type;
  std::string const name =
      std::string("scan/inclusive/") + operator_name<Op> + "/" + type_name<T> + "/automatic";
  for (std::size_t const n : settings.sizes)
    add_benchmark<Problem<T>>(name, settings, n, byte_model::scan<T>(n),
                              &run_variant<Op, DeviceScan::automatic, ScanMode::inclusive>);
}

}  // namespace

void add_other_operators(Settings const& settings) {
  add_view_scans<KokkosScan::Max<std::int32_t>>(settings);
  add_view_scans<Compose>(settings);
  add_default<KokkosScan::Max<float>>(settings);
  add_default<KokkosScan::Max<double>>(settings);
}

}  // namespace perf
