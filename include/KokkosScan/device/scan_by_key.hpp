// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/counted.hpp>
#include <KokkosScan/detail/view_ends.hpp>
#include <KokkosScan/device/detail/run_scan.hpp>
#include <KokkosScan/device/detail/scan_arguments.hpp>
#include <KokkosScan/device/detail/segmented.hpp>
#include <KokkosScan/operators.hpp>

#include <string>
#include <type_traits>

/// \file
/// \brief Scans that start over where the key changes.

namespace KokkosScan {

namespace detail {

template <ScanMode Mode, class Exec, class Keys, class In, class Out, class Op, class Options>
void scan_views_by_key(char const* function, std::string const& label, Exec const& exec,
                       Keys const& keys, In const& in, Out const& out, Op const& op,
                       typename Op::value_type const& init, Options const& options) {
  auto const& view = detail::view_of(in);
  check_space<Exec, view_type_of<In>, Out>();
  static_assert(is_accessible<Exec, Keys>, "keys must be accessible from the execution space");
  static_assert(std::is_trivially_copyable_v<typename Keys::non_const_value_type>,
                "keys must hold a trivially copyable type");
  std::size_t const n = view.extent(0);
  check_extent(function, "keys", keys.extent(0), n);
  check_extent(function, "out", out.extent(0), n);
  check_overlap(function, "in", view, "out", out);
  check_size<Exec>(function, in, "out", out);
  check_disjoint(function, "keys", keys, "out", out);
  using Key = typename Keys::non_const_value_type;
  using T = typename Op::value_type;
  KeyHeads<Key, is_contiguous<Keys>> const heads{keys.data(), detail::stride_of(keys)};
  run_scan(function, label, exec,
           segmented_problem<Mode>(detail::size_of(in), source_of<T>(view), heads,
                                   sink_of<T>(out, n), op, init),
           options);
}

}  // namespace detail

/// \brief In every maximal run of equal (==) consecutive keys: out(i) = the run's elements up to i.
///
/// \param label  optional first argument: the name of the kernels in tools
/// \param exec   execution space instance; with a workspace the call is asynchronous in it
/// \param keys   rank-1 View of n keys of any trivially copyable type with ==
/// \param in     rank-1 View of n elements, or the first ones of it (`counted`)
/// \param[out] out  rank-1 View of n elements; may be in, not keys. What lies behind the count of a
///               counted input is left alone
/// \param op     a monoid; default: `Sum`
/// \param options  variant, tile shape, workspace (`ScanOptions`)
/// \throw std::invalid_argument  extents differ, Views overlap or out holds the count of in
/// \note Work O(n); reads n keys and n elements, writes n elements.
template <ExecutionSpace Exec, View1D Keys, Input1D In, View1D Out, Monoid Op,
          ScanOptionsType Options = ScanOptions<>>
void inclusive_scan_by_key(std::string const& label, Exec const& exec, Keys const& keys,
                           In const& in, Out const& out, Op const& op,
                           Options const& options = {}) {
  detail::scan_views_by_key<ScanMode::inclusive>("inclusive_scan_by_key", label, exec, keys, in,
                                                 out, op, typename Op::value_type(op.identity()),
                                                 options);
}
/// \brief The same with op or options left out.
template <ExecutionSpace Exec, View1D Keys, Input1D In, View1D Out, class... What>
void inclusive_scan_by_key(std::string const& label, Exec const& exec, Keys const& keys,
                           In const& in, Out const& out, What const&... what) {
  using T = default_accumulator_t<In, Out>;
  if constexpr (detail::check_scan_arguments<ScanMode::inclusive, T, What...>()) {
    auto const with = detail::scan_arguments<Sum<T>>(what...);
    KokkosScan::inclusive_scan_by_key(label, exec, keys, in, out, with.op, with.options);
  }
}
template <ExecutionSpace Exec, View1D Keys, Input1D In, View1D Out, class... What>
void inclusive_scan_by_key(Exec const& exec, Keys const& keys, In const& in, Out const& out,
                           What const&... what) {
  KokkosScan::inclusive_scan_by_key("KokkosScan::inclusive_scan_by_key", exec, keys, in, out,
                                    what...);
}

/// \brief In every run of equal keys, out(i) = init op (the run's elements before i).
/// Parameters, errors and cost as `inclusive_scan_by_key`.
template <ExecutionSpace Exec, View1D Keys, Input1D In, View1D Out, Monoid Op,
          ScanOptionsType Options = ScanOptions<>>
void exclusive_scan_by_key(std::string const& label, Exec const& exec, Keys const& keys,
                           In const& in, Out const& out, Op const& op,
                           std::type_identity_t<typename Op::value_type> const& init,
                           Options const& options = {}) {
  detail::scan_views_by_key<ScanMode::exclusive>("exclusive_scan_by_key", label, exec, keys, in,
                                                 out, op, init, options);
}
/// \brief The same with op, init or options left out.
template <ExecutionSpace Exec, View1D Keys, Input1D In, View1D Out, class... What>
void exclusive_scan_by_key(std::string const& label, Exec const& exec, Keys const& keys,
                           In const& in, Out const& out, What const&... what) {
  using T = default_accumulator_t<In, Out>;
  if constexpr (detail::check_scan_arguments<ScanMode::exclusive, T, What...>()) {
    auto const with = detail::scan_arguments<Sum<T>>(what...);
    KokkosScan::exclusive_scan_by_key(label, exec, keys, in, out, with.op, with.init, with.options);
  }
}
template <ExecutionSpace Exec, View1D Keys, Input1D In, View1D Out, class... What>
void exclusive_scan_by_key(Exec const& exec, Keys const& keys, In const& in, Out const& out,
                           What const&... what) {
  KokkosScan::exclusive_scan_by_key("KokkosScan::exclusive_scan_by_key", exec, keys, in, out,
                                    what...);
}

}  // namespace KokkosScan
