// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/view_source.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/device/variants/hillis_steele.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

namespace KokkosScan {

/// \brief One launch of the multi-launch scan: out(i) = in(i - distance) op in(i), or in(i) where
/// i < distance. Steps at distances 1, 2, 4 … make an inclusive scan.
///
/// \param label     optional first argument: the name of the kernel in tools
/// \param exec      execution space instance; asynchronous in it
/// \param in        rank-1 View of n elements
/// \param[out] out  rank-1 View of n elements; must not overlap in
/// \param distance  from an element to the one combined with it, at least 1
/// \param op        a monoid; order is kept
/// \throw std::invalid_argument  extents differ, out shares memory with in, or distance is 0
template <ExecutionSpace Exec, View1D In, View1D Out, Monoid Op>
void hillis_steele_step(std::string const& label, Exec const& exec, In const& in, Out const& out,
                        std::size_t distance, Op const& op) {
  using T = typename Op::value_type;
  detail::check_operator<Op>();
  detail::check_identity<typename In::non_const_value_type, Op>();
  detail::check_space<Exec, In, Out>();
  detail::check_extent("hillis_steele_step", "out", out.extent(0), in.extent(0));
  detail::check_disjoint("hillis_steele_step", "in", in, "out", out);
  if (distance == 0) detail::refuse("hillis_steele_step", "distance is 0, needs to be at least 1");
  auto const source = detail::source_of<T>(in);
  auto const sink = detail::sink_of<T>(out, out.extent(0));
  detail::for_each_item(
      label, exec, in.extent(0),
      detail::HillisSteeleStep<std::decay_t<decltype(source)>, std::decay_t<decltype(sink)>, Op>{
          source, sink, distance, op});
}
/// \brief The same without a label.
template <ExecutionSpace Exec, View1D In, View1D Out, Monoid Op>
void hillis_steele_step(Exec const& exec, In const& in, Out const& out, std::size_t distance,
                        Op const& op) {
  KokkosScan::hillis_steele_step("KokkosScan::hillis_steele_step", exec, in, out, distance, op);
}

}  // namespace KokkosScan
