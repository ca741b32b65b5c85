// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/counted.hpp>
#include <KokkosScan/detail/functor_source.hpp>
#include <KokkosScan/detail/view_source.hpp>
#include <KokkosScan/device/detail/run_scan.hpp>
#include <KokkosScan/device/detail/scan_arguments.hpp>
#include <KokkosScan/operators.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

/// \file
/// \brief Device-level scans of a View and of a functor.

namespace KokkosScan {

namespace detail {

template <ScanMode Mode, class Exec, class In, class Out, class Arguments>
void scan_views(char const* function, std::string const& label, Exec const& exec, In const& in,
                Out const& out, Arguments const& with) {
  using Op = typename Arguments::Operator;
  using T = typename Arguments::T;
  auto const& view = detail::view_of(in);
  std::size_t const n = view.extent(0), m = out.extent(0);
  if (Mode == ScanMode::inclusive)
    check_extent(function, "out", m, n);
  else if (m != n && m != n + 1)
    refuse(function, "out has extent ", m, ", needs ", n, " or ", n + 1,
           " (extent of in, or one more for the total)");
  detail::check_overlap(function, "in", view, "out", out);
  detail::check_size<Exec>(function, in, "out", out);

  auto const source = detail::source_of<T>(view);
  auto const sink = detail::sink_of<T>(out, n);
  auto const size = detail::size_of(in);
  detail::run_scan(
      function, label, exec,
      ScanProblem<Mode, std::remove_const_t<decltype(source)>, std::remove_const_t<decltype(sink)>,
                  Op, std::remove_const_t<decltype(size)>>{source, sink, with.op, with.init, size},
      with.options);
}

}  // namespace detail

/// \brief out(i) = in(0) op … op in(i); with an init, init op in(0) op … op in(i).
///
/// \param label  optional first argument: the name of the kernels in tools
/// \param exec   execution space instance; with a workspace the call is asynchronous in it
/// \param in     rank-1 View of n elements, any layout, const or not; or the first ones of it
///               (`counted`)
/// \param[out] out  rank-1 View of n elements; may be in. With a counted input, entries past the
///               count are left unchanged
/// \param op     a monoid; operands keep their order; sums are of its value_type. Default: `Sum` of
///               `default_accumulator_t<In, Out>`
/// \param init   what precedes the first element (default: nothing); converted to op's value_type,
///               which its own type does not influence
/// \param options  variant, tile shape, workspace (`ScanOptions`)
/// \throw std::invalid_argument  extents differ, in and out overlap partially, out holds the count
///                               of in, or the workspace is another instance's; before anything is
///                               launched
/// \note With a workspace that has grown enough nothing is allocated or fenced. Work O(n); reads n
///       and writes n elements (3n in all for `hierarchical`). References: docs/variants.md.
template <ExecutionSpace Exec, Input1D In, View1D Out, class... What>
void inclusive_scan(std::string const& label, Exec const& exec, In const& in, Out const& out,
                    What const&... what) {
  detail::with_scan_arguments<Exec, In, Out>(
      [&](auto const& with) {
        detail::scan_views<ScanMode::inclusive>("inclusive_scan", label, exec, in, out, with);
      },
      what...);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, Input1D In, View1D Out, class... What>
void inclusive_scan(Exec const& exec, In const& in, Out const& out, What const&... what) {
  KokkosScan::inclusive_scan("KokkosScan::inclusive_scan", exec, in, out, what...);
}

/// \brief out(i) = init op in(0) op … op in(i-1); optionally the total in one more entry.
///
/// \param label  optional first argument: the name of the kernels in tools
/// \param exec   execution space instance; with a workspace the call is asynchronous in it
/// \param in     rank-1 View of n elements, any layout, const or not; or the first ones of it
///               (`counted`)
/// \param[out] out  rank-1 View of n or n + 1 elements; with n + 1 the last one receives
///               the total init op in(0) op … op in(n-1), as in a CRS row map. With a counted
///               input the total is in out(count). May be in
/// \param op     a monoid; operands keep their order; sums are of its value_type. Default: `Sum` of
///               `default_accumulator_t<In, Out>`
/// \param init   the value of out(0) (default: the identity); converted to op's value_type, which
///               its own type does not influence
/// \param options  variant, tile shape, workspace (`ScanOptions`)
/// \throw std::invalid_argument  as `inclusive_scan`
/// \note Asynchrony, work and traffic as `inclusive_scan`.
template <ExecutionSpace Exec, Input1D In, View1D Out, class... What>
void exclusive_scan(std::string const& label, Exec const& exec, In const& in, Out const& out,
                    What const&... what) {
  detail::with_scan_arguments<Exec, In, Out>(
      [&](auto const& with) {
        detail::scan_views<ScanMode::exclusive>("exclusive_scan", label, exec, in, out, with);
      },
      what...);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, Input1D In, View1D Out, class... What>
void exclusive_scan(Exec const& exec, In const& in, Out const& out, What const&... what) {
  KokkosScan::exclusive_scan("KokkosScan::exclusive_scan", exec, in, out, what...);
}

/// \brief Functor in, functor out: store(i, load(0) op … op load(i)), or … load(i-1) if exclusive.
///
/// \param label  optional first argument: the name of the kernels in tools
/// \param exec   execution space instance; with a workspace the call is asynchronous in it
/// \param n      number of elements, of any type that converts to std::size_t; or `counted(most,
///               count)`, the count being on the device and not changed by \p store
/// \param load   callable std::size_t → convertible to the operator's value_type; called exactly
///               once per element, whatever the variant
/// \param op     a monoid; operands keep their order
/// \param store  callable (std::size_t, value_type) → void; called exactly once per element
/// \param mode   inclusive or exclusive
/// \param options  variant, tile shape, workspace (`ScanOptions`)
/// \throw std::invalid_argument  n is negative, the count has not one entry, the workspace is
///                               another instance's, or the options cannot be met; before anything
///                               is launched
/// \note Variants that read their input more than once first store the results of load in the
///       workspace.
template <ExecutionSpace Exec, ItemCount Size, class Load, Monoid Op, class Store,
          ScanOptionsType Options = ScanOptions<>>
void scan(std::string const& label, Exec const& exec, Size n, Load const& load, Op const& op,
          Store const& store, ScanMode mode, Options const& options = {}) {
  using T = typename Op::value_type;
  static_assert(detail::Gives<Load, T, std::size_t>,
                "load must take a std::size_t and give op's value_type");
  if constexpr (detail::Gives<Load, T, std::size_t>)
    detail::check_identity<std::decay_t<decltype(load(std::size_t(0)))>, Op>();
  static_assert(detail::Calls<Store, std::size_t, T const&>,
                "store must take a std::size_t and op's value_type, as a const one");
  auto const size = detail::checked_items<Exec>("scan", n);
  using Source = detail::FunctorSource<T, Load>;
  using Sink = detail::FunctorSink<T, Store>;
  auto const run = [&]<ScanMode Mode>(std::integral_constant<ScanMode, Mode>) {
    detail::run_scan(
        "scan", label, exec,
        detail::ScanProblem<Mode, Source, Sink, Op, std::remove_const_t<decltype(size)>>{
            {load}, {store}, op, T(op.identity()), size},
        options);
  };
  if (mode == ScanMode::inclusive)
    run(std::integral_constant<ScanMode, ScanMode::inclusive>{});
  else
    run(std::integral_constant<ScanMode, ScanMode::exclusive>{});
}
/// \brief The same without a label.
template <ExecutionSpace Exec, ItemCount Size, class... What>
void scan(Exec const& exec, Size n, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::scan(std::string(), std::declval<Exec const&>(), std::declval<Size>(),
                       std::declval<What const&>()...);
    };
    static_assert(fits, "scan takes [label,] exec, n, load, op, store, mode [, options]");
    if constexpr (fits) KokkosScan::scan("KokkosScan::scan", exec, n, what...);
  }
}

}  // namespace KokkosScan
