// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/view_source.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/device/detail/scan_problem.hpp>
#include <KokkosScan/device/workspace.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace KokkosScan::detail {

/// One step; its source is that of the problem or the output of the previous step.
template <class Source, class Sink, class Op>
struct HillisSteeleStep {
  using T = typename Op::value_type;
  Source source;
  Sink sink;
  std::size_t distance;
  Op op;

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    typename Source::payload_type payload, other;
    T const x = source.load(i, payload);
    sink.store(i, i < distance ? x : T(op(source.load(i - distance, other), x)), payload);
  }
};

/// Stores the scanned values, combined with init in front, for an exclusive scan shifted by one.
template <class Problem>
struct HillisSteeleFinish {
  using T = typename Problem::T;
  Problem problem;
  T const* inclusive;

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    typename Problem::Source::payload_type payload;
    problem.source.load(i, payload);
    T x = problem.init;
    if (Problem::mode == ScanMode::inclusive)
      x = problem.op(x, inclusive[i]);
    else if (i > 0)
      x = problem.op(x, inclusive[i - 1]);
    problem.sink.store(i, x, payload);
    if (i + 1 == problem.n) problem.sink.store_total(problem.op(problem.init, inclusive[i]));
  }
};

/// The log-step scan over the whole range between two buffers, one launch per step.
/// ceil(log2 n) + 1 launches (at least 2), O(n log n) work and traffic: the teaching baseline.
///
/// Hillis and Steele, Data parallel algorithms, CACM 29 (1986).
template <class Exec, class Problem>
struct HillisSteele {
  using T = typename Problem::T;
  using Op = typename Problem::Op;

  static void check(char const*, std::size_t) {}
  static WorkspaceNeed need(std::size_t n) { return {.bytes = 2 * n * sizeof(T)}; }

  static void run(std::string const& label, Exec const& exec, Problem const& problem,
                  Workspace<Exec> const& workspace, std::size_t place) {
    T* to = reinterpret_cast<T*>(workspace.bytes() + place);
    T* from = to + problem.n;
    using Buffer = ViewSource<T, T, true>;
    using Result = ViewSink<T, T, true>;
    detail::for_each_item(label + " step", exec, problem.n,
                          HillisSteeleStep<typename Problem::Source, Result, Op>{
                              problem.source, {to, 1, nullptr}, 1, problem.op});
    for (std::size_t distance = 2; distance < problem.n; distance *= 2) {
      std::swap(from, to);
      detail::for_each_item(
          label + " step", exec, problem.n,
          HillisSteeleStep<Buffer, Result, Op>{{from, 1}, {to, 1, nullptr}, distance, problem.op});
    }
    detail::for_each_item(label, exec, problem.n, HillisSteeleFinish<Problem>{problem, to});
  }
};

}  // namespace KokkosScan::detail
