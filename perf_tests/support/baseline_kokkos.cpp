// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kokkos_parallel_scan: what a Kokkos user writes today.
#include "baselines.hpp"
#include "data.hpp"

namespace perf {
namespace {

template <class Op, KokkosScan::ScanMode Mode>
struct ScanBody {
  using value_type = typename Op::value_type;
  Array<value_type> in, out;
  Op op;

  KOKKOS_FUNCTION void init(value_type& update) const { update = op.identity(); }
  KOKKOS_FUNCTION void join(value_type& update, value_type const& other) const {
    update = op(update, other);
  }
  KOKKOS_FUNCTION void operator()(std::size_t i, value_type& update, bool is_final) const {
    value_type const mine = in(i);  // out may be in
    if (Mode == KokkosScan::ScanMode::exclusive && is_final) out(i) = update;
    update = op(update, mine);
    if (Mode == KokkosScan::ScanMode::inclusive && is_final) out(i) = update;
  }
};

template <class Op, KokkosScan::ScanMode Mode>
void run_mode(Exec const& exec, Array<typename Op::value_type> const& in,
              Array<typename Op::value_type> const& out) {
  Kokkos::parallel_scan("perf::parallel_scan", Range(exec, 0, in.extent(0)),
                        ScanBody<Op, Mode>{in, out, Op{}});
}

template <class Op>
void run(Exec const& exec, Array<typename Op::value_type> const& in,
         Array<typename Op::value_type> const& out, KokkosScan::ScanMode mode, Scratch&) {
  if (mode == KokkosScan::ScanMode::inclusive)
    run_mode<Op, KokkosScan::ScanMode::inclusive>(exec, in, out);
  else
    run_mode<Op, KokkosScan::ScanMode::exclusive>(exec, in, out);
}

AtStart const enter([] {
  auto const add = []<class Op>(Type<Op>) {
    // Kokkos does not promise the order of operands on GPUs.
    if constexpr (Op::is_commutative ||
                  KokkosScan::tuning::capabilities<Exec>.parallel_scan_keeps_order)
      scan_baselines<Op>().push_back({"kokkos_parallel_scan", &run<Op>});
  };
  for_each_type(SumOperators{}, add);
  for_each_type(OtherOperators{}, add);
});

}  // namespace
}  // namespace perf
