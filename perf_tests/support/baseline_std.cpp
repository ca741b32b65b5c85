// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std: the C++ standard library on one thread. Only compiled where the arrays are in the host's
// memory.
#include "baselines.hpp"

#include <numeric>

namespace perf {
namespace {

template <class Op>
void run(Exec const& exec, Array<typename Op::value_type> const& in,
         Array<typename Op::value_type> const& out, KokkosScan::ScanMode mode, Scratch&) {
  exec.fence("perf: std runs on this thread");
  auto const* first = in.data();
  if (mode == KokkosScan::ScanMode::inclusive)
    std::inclusive_scan(first, first + in.extent(0), out.data(), Op{});
  else
    std::exclusive_scan(first, first + in.extent(0), out.data(), Op{}.identity(), Op{});
}

AtStart const enter([] {
  auto const add = []<class Op>(Type<Op>) { scan_baselines<Op>().push_back({"std", &run<Op>}); };
  for_each_type(SumOperators{}, add);
  for_each_type(OtherOperators{}, add);
});

}  // namespace
}  // namespace perf
