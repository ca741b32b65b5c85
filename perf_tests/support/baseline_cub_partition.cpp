// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cub: the vendor's selection and partition on CUDA. Only compiled there.
#include "partition_baselines.hpp"
#include "vendor_call.hpp"

#include <cub/device/device_partition.cuh>
#include <cub/device/device_select.cuh>

namespace perf {
namespace {

constexpr Vendor<cudaError_t> vendor{"CUB", &cudaGetErrorString};

template <class T>
void run_select(Exec const& exec, PartitionArrays<T> const& a, Below<T> const& pred,
                Scratch& scratch) {
  vendor.call(scratch, [&](void* storage, std::size_t& bytes) {
    return cub::DeviceSelect::If(storage, bytes, a.in.data(), a.out.data(), a.count.data(),
                                 static_cast<std::int64_t>(a.in.extent(0)), pred,
                                 exec.cuda_stream());
  });
}
template <class T>
void run_flagged(Exec const& exec, PartitionArrays<T> const& a, Below<T> const&, Scratch& scratch) {
  vendor.call(scratch, [&](void* storage, std::size_t& bytes) {
    return cub::DeviceSelect::Flagged(storage, bytes, a.in.data(), a.flags.data(), a.out.data(),
                                      a.count.data(), static_cast<std::int64_t>(a.in.extent(0)),
                                      exec.cuda_stream());
  });
}
template <class T>
void run_unique(Exec const& exec, PartitionArrays<T> const& a, Below<T> const&, Scratch& scratch) {
  vendor.call(scratch, [&](void* storage, std::size_t& bytes) {
    return cub::DeviceSelect::Unique(storage, bytes, a.in.data(), a.out.data(), a.count.data(),
                                     static_cast<std::int64_t>(a.in.extent(0)), exec.cuda_stream());
  });
}
template <class T>
void run_partition(Exec const& exec, PartitionArrays<T> const& a, Below<T> const& pred,
                   Scratch& scratch) {
  vendor.call(scratch, [&](void* storage, std::size_t& bytes) {
    return cub::DevicePartition::If(storage, bytes, a.in.data(), a.out.data(), a.count.data(),
                                    static_cast<std::int64_t>(a.in.extent(0)), pred,
                                    exec.cuda_stream());
  });
}

template <class T>
void run_three_way(Exec const& exec, PartitionArrays<T> const& a, Below<T> const& first,
                   Below<T> const& second, Array<std::int64_t> const& counts, Scratch& scratch) {
  std::size_t const n = a.in.extent(0), rest = (n * sizeof(T) + 255) / 256 * 256;
  auto const call = [&](void* storage, std::size_t& bytes, void* unselected) {
    return cub::DevicePartition::If(
        storage, bytes, a.in.data(), a.out.data(), a.out_false.data(), static_cast<T*>(unselected),
        counts.data(), static_cast<std::int64_t>(n), first, second, exec.cuda_stream());
  };
  std::size_t bytes = 0;
  vendor.check(call(nullptr, bytes, nullptr));
  auto* const memory = static_cast<char*>(scratch.reserve(rest + bytes));
  vendor.check(call(memory + rest, bytes, memory));
}

AtStart const enter([] {
  for_each_type(PartitionTypes{}, []<class T>(Type<T>) {
    partition_baselines<T>().push_back({"cub", PartitionForm::select, &run_select<T>});
    partition_baselines<T>().push_back({"cub", PartitionForm::flagged, &run_flagged<T>});
    partition_baselines<T>().push_back({"cub", PartitionForm::unique, &run_unique<T>});
    partition_baselines<T>().push_back({"cub", PartitionForm::reversed, &run_partition<T>});
    three_way_baselines<T>().push_back({"cub", &run_three_way<T>});
  });
});

}  // namespace
}  // namespace perf
