// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cub: the vendor's scan on CUDA. Only compiled there.
#include "baselines.hpp"
#include "vendor_call.hpp"

#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>

#include <limits>

namespace perf {
namespace {

constexpr Vendor<cudaError_t> vendor{"CUB", &cudaGetErrorString};

/// CUB computes offsets in the type of the size, so an int is passed wherever it suffices: this
/// selects its faster kernel.
template <class Call>
void with_size(Scratch& scratch, std::size_t n, Call const& call) {
  auto const call_with = [&](auto size) {
    vendor.call(scratch,
                [&](void* storage, std::size_t& bytes) { return call(storage, bytes, size); });
  };
  if (n <= static_cast<std::size_t>(std::numeric_limits<int>::max()))
    call_with(static_cast<int>(n));
  else
    call_with(static_cast<std::int64_t>(n));
}

template <class T>
void run_sum(Exec const& exec, Array<T> const& in, Array<T> const& out, KokkosScan::ScanMode mode,
             Scratch& scratch) {
  bool const inclusive = mode == KokkosScan::ScanMode::inclusive;
  with_size(scratch, in.extent(0), [&](void* storage, std::size_t& bytes, auto size) {
    T const* from = in.data();
    return inclusive ? cub::DeviceScan::InclusiveSum(storage, bytes, from, out.data(), size,
                                                     exec.cuda_stream())
                     : cub::DeviceScan::ExclusiveSum(storage, bytes, from, out.data(), size,
                                                     exec.cuda_stream());
  });
}

template <class Op>
void run_scan(Exec const& exec, Array<typename Op::value_type> const& in,
              Array<typename Op::value_type> const& out, KokkosScan::ScanMode mode,
              Scratch& scratch) {
  bool const inclusive = mode == KokkosScan::ScanMode::inclusive;
  with_size(scratch, in.extent(0), [&](void* storage, std::size_t& bytes, auto size) {
    auto const* from = in.data();
    return inclusive ? cub::DeviceScan::InclusiveScan(storage, bytes, from, out.data(), Op{}, size,
                                                      exec.cuda_stream())
                     : cub::DeviceScan::ExclusiveScan(storage, bytes, from, out.data(), Op{},
                                                      Op{}.identity(), size, exec.cuda_stream());
  });
}

template <class T>
void run_by_key(Exec const& exec, Array<std::int32_t> const& keys, Array<T> const& in,
                Array<T> const& out, Scratch& scratch) {
  with_size(scratch, in.extent(0), [&](void* storage, std::size_t& bytes, auto size) {
    return cub::DeviceScan::InclusiveSumByKey(storage, bytes, keys.data(), in.data(), out.data(),
                                              size, ::cuda::std::equal_to<>{}, exec.cuda_stream());
  });
}

AtStart const enter([] {
  for_each_type(SumTypes{}, []<class T>(Type<T>) {
    scan_baselines<KokkosScan::Sum<T>>().push_back({"cub", &run_sum<T>});
  });
  for_each_type(OtherOperators{},
                []<class Op>(Type<Op>) { scan_baselines<Op>().push_back({"cub", &run_scan<Op>}); });
  key_baselines<std::int32_t>().push_back({"cub", &run_by_key<std::int32_t>});
  key_baselines<double>().push_back({"cub", &run_by_key<double>});
});

}  // namespace
}  // namespace perf
