// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"

namespace KokkosScanCalls {

/// Along axis 0 the chains interleave, along axis 1 they are contiguous.
void along_axes(Exec const& exec, Rows<double> const& rows) {
  ks::inclusive_scan_along<0>(exec, rows, rows);
  ks::exclusive_scan_along<1>(exec, rows, rows);
}

template <ks::DeviceScan Variant>
void by(Exec const& exec, Array<double> const& values) {
  ks::inclusive_scan(exec, values, values, ks::Sum<double>{}, ks::ScanOptions<Variant>{});
}
void by_other_variants(Exec const& exec, Array<double> const& values) {
  by<ks::DeviceScan::parallel_scan>(exec, values);
  by<ks::DeviceScan::hillis_steele>(exec, values);
  by<ks::DeviceScan::hierarchical>(exec, values);
  by<ks::DeviceScan::work_ahead>(exec, values);
}

}  // namespace KokkosScanCalls
