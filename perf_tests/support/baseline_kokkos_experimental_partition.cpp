// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kokkos_experimental: Kokkos' std algorithms copy_if and partition_copy. They fence, and return
// their result to the host.
#include "partition_baselines.hpp"

#include <Kokkos_StdAlgorithms.hpp>

namespace perf {
namespace {

template <class T>
void run_select(Exec const& exec, PartitionArrays<T> const& a, Below<T> const& pred, Scratch&) {
  Kokkos::View<T const*, Memory> const from = a.in;
  auto const end = Kokkos::Experimental::copy_if("perf::copy_if", exec, from, a.out, pred);
  Kokkos::deep_copy(exec, a.count,
                    static_cast<std::int64_t>(end - Kokkos::Experimental::begin(a.out)));
}
template <class T>
void run_partition(Exec const& exec, PartitionArrays<T> const& a, Below<T> const& pred, Scratch&) {
  Kokkos::View<T const*, Memory> const from = a.in;
  auto const ends = Kokkos::Experimental::partition_copy("perf::partition_copy", exec, from, a.out,
                                                         a.out_false, pred);
  Kokkos::deep_copy(exec, a.count,
                    static_cast<std::int64_t>(ends.first - Kokkos::Experimental::begin(a.out)));
}

AtStart const enter([] {
  for_each_type(PartitionTypes{}, []<class T>(Type<T>) {
    partition_baselines<T>().push_back(
        {"kokkos_experimental", PartitionForm::select, &run_select<T>});
    partition_baselines<T>().push_back(
        {"kokkos_experimental", PartitionForm::two_outputs, &run_partition<T>});
  });
});

}  // namespace
}  // namespace perf
