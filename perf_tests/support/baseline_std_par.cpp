// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std_par: the C++ standard library with std::execution::par, which needs TBB with GCC's library.
// Only compiled where TBB is available and the arrays are in the host's memory. It uses TBB's
// threads, not those of the execution space.
#include "baselines.hpp"

#include <execution>
#include <numeric>

namespace perf {
namespace {

template <class Op>
void run(Exec const& exec, Array<typename Op::value_type> const& in,
         Array<typename Op::value_type> const& out, KokkosScan::ScanMode mode, Scratch&) {
  exec.fence("perf: std runs on threads of its own");
  auto const* first = in.data();
  auto const par = std::execution::par;
  if (mode == KokkosScan::ScanMode::inclusive)
    std::inclusive_scan(par, first, first + in.extent(0), out.data(), Op{}, Op{}.identity());
  else
    std::exclusive_scan(par, first, first + in.extent(0), out.data(), Op{}.identity(), Op{});
}

AtStart const enter([] {
  auto const add = []<class Op>(Type<Op>) {
    scan_baselines<Op>().push_back({"std_par", &run<Op>});
  };
  for_each_type(SumOperators{}, add);
  for_each_type(OtherOperators{}, add);
});

}  // namespace
}  // namespace perf
