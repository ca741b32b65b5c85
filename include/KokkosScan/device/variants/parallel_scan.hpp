// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/device/detail/scan_problem.hpp>
#include <KokkosScan/device/workspace.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace KokkosScan::detail {

/// The functor of Kokkos' scan: called at least once for every item, the last time with `final`.
template <class Problem>
struct ParallelScanFunctor {
  using T = typename Problem::T;
  using Payload = typename Problem::Source::payload_type;
  /// Kokkos moves values between the threads of a GPU by whole 4-byte words: smaller ones come out
  /// wrong (seen with 4.6.99, CUDA, 1- and 3-byte types).
  struct alignas(alignof(T) < 4 ? 4 : alignof(T)) value_type {
    T value;
  };

  Problem problem;

  KOKKOS_FUNCTION void operator()(std::int64_t i, value_type& update, bool final) const {
    auto const place = static_cast<std::size_t>(i);
    Payload payload;
    T const before = update.value;
    update.value = problem.op(before, problem.source.load(place, payload));
    if (!final) return;
    T const& result = Problem::mode == ScanMode::inclusive ? update.value : before;
    problem.sink.store(place, problem.op(problem.init, result), payload);
    if (place + 1 == problem.n) problem.sink.store_total(problem.op(problem.init, update.value));
  }
  KOKKOS_FUNCTION void init(value_type& x) const { x.value = problem.op.identity(); }
  KOKKOS_FUNCTION void join(value_type& x, value_type const& y) const {
    x.value = problem.op(x.value, y.value);
  }
};

/// `Kokkos::parallel_scan` over a range: the baseline, on every backend.
template <class Exec, class Problem>
struct ParallelScan {
  static_assert(Problem::Op::is_commutative || tuning::capabilities<Exec>.parallel_scan_keeps_order,
                "op must be commutative for DeviceScan::parallel_scan on this execution space");

  static void check(char const*, std::size_t) {}
  static WorkspaceNeed need(std::size_t) { return {}; }

  static void run(std::string const& label, Exec const& exec, Problem const& problem,
                  Workspace<Exec> const&, std::size_t) {
    Kokkos::parallel_scan(label,
                          light(Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                              exec, 0, static_cast<std::int64_t>(problem.n))),
                          ParallelScanFunctor<Problem>{problem});
  }
};

}  // namespace KokkosScan::detail
