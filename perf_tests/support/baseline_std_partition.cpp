// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std: copy_if, partition_copy and stable_partition on one thread. Only compiled where the arrays
// are in the host's memory.
#include "partition_baselines.hpp"

#include <algorithm>

namespace perf {
namespace {

template <class T>
void run_select(Exec const& exec, PartitionArrays<T> const& a, Below<T> const& pred, Scratch&) {
  exec.fence("perf: std runs on this thread");
  T const* first = a.in.data();
  a.count() = std::copy_if(first, first + a.in.extent(0), a.out.data(), pred) - a.out.data();
}
template <class T>
void run_unique(Exec const& exec, PartitionArrays<T> const& a, Below<T> const&, Scratch&) {
  exec.fence("perf: std runs on this thread");
  T const* first = a.in.data();
  a.count() = std::unique_copy(first, first + a.in.extent(0), a.out.data()) - a.out.data();
}
template <class T>
void run_partition(Exec const& exec, PartitionArrays<T> const& a, Below<T> const& pred, Scratch&) {
  exec.fence("perf: std runs on this thread");
  T const* first = a.in.data();
  auto const ends =
      std::partition_copy(first, first + a.in.extent(0), a.out.data(), a.out_false.data(), pred);
  a.count() = ends.first - a.out.data();
}

template <class T>
void run_in_order(Exec const& exec, PartitionArrays<T> const& a, Below<T> const& pred, Scratch&) {
  exec.fence("perf: std runs on this thread");
  std::size_t const n = a.in.extent(0);
  std::copy_n(a.in.data(), n, a.out.data());
  a.count() = std::stable_partition(a.out.data(), a.out.data() + n, pred) - a.out.data();
}

AtStart const enter([] {
  for_each_type(PartitionTypes{}, []<class T>(Type<T>) {
    partition_baselines<T>().push_back({"std", PartitionForm::select, &run_select<T>});
    partition_baselines<T>().push_back({"std", PartitionForm::unique, &run_unique<T>});
    partition_baselines<T>().push_back({"std", PartitionForm::two_outputs, &run_partition<T>});
    partition_baselines<T>().push_back({"std", PartitionForm::in_order, &run_in_order<T>});
  });
});

}  // namespace
}  // namespace perf
