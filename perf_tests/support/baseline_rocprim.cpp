// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// rocprim: the vendor's scan on HIP. Only compiled there.
#include "baselines.hpp"
#include "vendor_call.hpp"

#include <rocprim/device/device_scan.hpp>
#include <rocprim/device/device_scan_by_key.hpp>
#include <rocprim/functional.hpp>

namespace perf {
namespace {

constexpr Vendor<hipError_t> vendor{"rocPRIM", &hipGetErrorString};

template <class Op>
void run(Exec const& exec, Array<typename Op::value_type> const& in,
         Array<typename Op::value_type> const& out, KokkosScan::ScanMode mode, Scratch& scratch) {
  bool const inclusive = mode == KokkosScan::ScanMode::inclusive;
  vendor.call(scratch, [&](void* storage, std::size_t& bytes) {
    return inclusive
               ? rocprim::inclusive_scan(storage, bytes, in.data(), out.data(), in.extent(0), Op{},
                                         exec.hip_stream())
               : rocprim::exclusive_scan(storage, bytes, in.data(), out.data(), Op{}.identity(),
                                         in.extent(0), Op{}, exec.hip_stream());
  });
}

template <class T>
void run_by_key(Exec const& exec, Array<std::int32_t> const& keys, Array<T> const& in,
                Array<T> const& out, Scratch& scratch) {
  vendor.call(scratch, [&](void* storage, std::size_t& bytes) {
    return rocprim::inclusive_scan_by_key(storage, bytes, keys.data(), in.data(), out.data(),
                                          in.extent(0), rocprim::plus<T>(),
                                          rocprim::equal_to<std::int32_t>(), exec.hip_stream());
  });
}

AtStart const enter([] {
  auto const add = []<class Op>(Type<Op>) {
    scan_baselines<Op>().push_back({"rocprim", &run<Op>});
  };
  for_each_type(SumOperators{}, add);
  for_each_type(OtherOperators{}, add);
  key_baselines<std::int32_t>().push_back({"rocprim", &run_by_key<std::int32_t>});
  key_baselines<double>().push_back({"rocprim", &run_by_key<double>});
});

}  // namespace
}  // namespace perf
