// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/view_ends.hpp>
#include <KokkosScan/device/range.hpp>
#include <KokkosScan/device/scan_problem.hpp>
#include <KokkosScan/device/workspace.hpp>

#include <string>
#include <utility>

namespace KokkosScan {

namespace detail {

/// One step, from items of a source or what the step before wrote.
template <class Source, class Sink, class Op>
struct HillisSteeleStep {
  using T = typename Op::value_type;
  Source source;
  Sink sink;
  std::size_t distance;
  Op op;

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    typename Source::payload_type payload;
    T const x = source.load(i, payload);
    sink.store(i, i < distance ? x : op(source.load(i - distance, payload), x), payload);
  }
};

/// Puts the scanned values where they belong: shifted by one for an exclusive scan, behind init.
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

/// The log-step scan over the whole range, one launch a step, between two buffers.
/// ceil(log2 n) + 1 launches, O(n log n) work and traffic: the teaching baseline.
///
/// Hillis and Steele, Data parallel algorithms, CACM 29 (1986).
template <class Exec, class Problem>
struct HillisSteele {
  using T = typename Problem::T;
  using Op = typename Problem::Op;

  static WorkspaceNeed need(std::size_t n) { return {0, 2 * n * sizeof(T)}; }

  static void run(std::string const& label, Exec const& exec, Problem const& problem,
                  std::byte* memory) {
    T* to = reinterpret_cast<T*>(memory);
    T* from = to + problem.n;
    using Buffer = ViewSource<T, T, true>;
    using Result = ViewSink<T, T, true>;
    Kokkos::parallel_for(label + " step", range(exec, problem.n),
                         HillisSteeleStep<typename Problem::Source, Result, Op>{
                             problem.source, {to, 1, nullptr}, 1, problem.op});
    for (std::size_t distance = 2; distance < problem.n; distance *= 2) {
      std::swap(from, to);
      Kokkos::parallel_for(
          label + " step", range(exec, problem.n),
          HillisSteeleStep<Buffer, Result, Op>{{from, 1}, {to, 1, nullptr}, distance, problem.op});
    }
    Kokkos::parallel_for(label, range(exec, problem.n), HillisSteeleFinish<Problem>{problem, to});
  }
};

}  // namespace detail

/// \brief One launch of the multi-launch scan: out(i) = in(i - distance) op in(i), or in(i) where
/// i < distance. Steps at distances 1, 2, 4 … make an inclusive scan.
///
/// \param exec      execution space instance; asynchronous in it
/// \param in        n elements
/// \param[out] out  n elements, not in
/// \throw std::invalid_argument  extents differ, or out is in
template <ExecutionSpace Exec, View1D In, View1D Out, Monoid Op>
void hillis_steele_step(Exec const& exec, In const& in, Out const& out, std::size_t distance,
                        Op const& op) {
  using T = typename Op::value_type;
  detail::check_space<Exec, In, Out>();
  detail::check_extent("hillis_steele_step", "out", out.extent(0), in.extent(0));
  detail::check_disjoint("hillis_steele_step", "in", in, "out", out);
  auto const source = detail::source_of<T>(in);
  auto const sink = detail::sink_of<T>(out, out.extent(0));
  Kokkos::parallel_for(
      "KokkosScan::hillis_steele_step", detail::range(exec, in.extent(0)),
      detail::HillisSteeleStep<std::decay_t<decltype(source)>, std::decay_t<decltype(sink)>, Op>{
          source, sink, distance, op});
}

}  // namespace KokkosScan
