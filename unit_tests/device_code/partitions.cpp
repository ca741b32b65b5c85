// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"

namespace KokkosScanCalls {

void of_structs(Exec const& exec, Array<Body> const& in, Array<Body> const& out,
                Array<Body> const& rejected, Array<int> const& count) {
  ks::partition(exec, in, out, IsFast{}, Kokkos::subview(count, 0));
  ks::partition<ks::RejectedOrder::reversed>(exec, in, out, IsFast{}, Kokkos::subview(count, 0));
  ks::partition_copy(exec, in, out, rejected, IsFast{}, Kokkos::subview(count, 0));
}

void permutations(Exec const& exec, Array<int> const& permutation, Array<Body> const& bodies,
                  Array<Body> const& moved_bodies, Rows<double> const& rows,
                  Rows<double> const& moved_rows, Array<float> const& numbers,
                  Array<float> const& moved_numbers) {
  ks::permute(exec, permutation, bodies, moved_bodies, rows, moved_rows, numbers, moved_numbers);
}

void uniques_by_hierarchical(Exec const& exec, Array<int> const& in, Array<int> const& out,
                             Array<int> const& count) {
  ks::select_unique(exec, in, out, Kokkos::subview(count, 0),
                    ks::ScanOptions<ks::DeviceScan::hierarchical>{});
}

}  // namespace KokkosScanCalls
