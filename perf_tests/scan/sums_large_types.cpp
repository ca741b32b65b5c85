// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "groups.hpp"
#include "view_scan.hpp"

void perf::add_sums_of_large_types(Settings const& settings) {
  add_view_scans<KokkosScan::Sum<Kokkos::complex<double>>>(settings);
  add_view_scans<KokkosScan::Sum<Triple>>(settings);
}
