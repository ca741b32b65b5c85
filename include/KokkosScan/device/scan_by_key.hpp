// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/counted.hpp>
#include <KokkosScan/detail/equality.hpp>
#include <KokkosScan/detail/heads.hpp>
#include <KokkosScan/detail/view_source.hpp>
#include <KokkosScan/device/detail/run_scan.hpp>
#include <KokkosScan/device/detail/scan_arguments.hpp>
#include <KokkosScan/device/detail/segmented.hpp>
#include <KokkosScan/operators.hpp>

#include <cstddef>
#include <string>

/// \file
/// \brief Scans that start over where the key changes.

namespace KokkosScan {

namespace detail {

template <ScanMode Mode, class Exec, class Keys, class In, class Out, class Equal, class Arguments>
void scan_views_by_key(char const* function, std::string const& label, Exec const& exec,
                       Keys const& keys, In const& in, Out const& out, Equal const& equal,
                       Arguments const& with) {
  using T = typename Arguments::T;
  auto const& view = detail::view_of(in);
  static_assert(is_accessible<Exec, Keys>, "keys must be accessible from the execution space");
  using Key = typename Keys::non_const_value_type;
  static_assert(is_plain<Key>,
                "keys must hold a trivially copyable type that can be made without arguments, and "
                "assigned");
  static_assert(detail::can_compare<Equal, Key>, "keys must have ==, or equal must be named");
  std::size_t const n = view.extent(0);
  check_extent(function, "keys", keys.extent(0), n);
  check_extent(function, "out", out.extent(0), n);
  detail::check_overlap(function, "in", view, "out", out);
  detail::check_size<Exec>(function, in, "out", out);
  detail::check_disjoint(function, "keys", keys, "out", out);

  detail::run_scan(
      function, label, exec,
      detail::segmented_problem<Mode, Arguments::has_init>(
          detail::size_of(in), detail::source_of<T>(view), detail::key_heads(keys, equal),
          detail::sink_of<T>(out, n), with.op, with.init),
      with.options);
}

/// \param what  [equal] [op] [init] [options]
template <ScanMode Mode, class Exec, class Keys, class In, class Out, class... What>
void scan_by_key(char const* function, std::string const& label, Exec const& exec, Keys const& keys,
                 In const& in, Out const& out, What const&... what) {
  detail::with_equality<typename Keys::non_const_value_type>(
      [&](auto const& equal, auto const&... more) {
        detail::with_scan_arguments<Exec, In, Out>(
            [&](auto const& with) {
              detail::scan_views_by_key<Mode>(function, label, exec, keys, in, out, equal, with);
            },
            more...);
      },
      what...);
}

}  // namespace detail

/// \brief In every maximal run of equal consecutive keys: out(i) = in(first) op … op in(i),
/// first being where the run begins.
///
/// \param label  optional first argument: the name of the kernels in tools
/// \param exec   execution space instance; with a workspace the call is asynchronous in it
/// \param keys   rank-1 View of n keys of any trivially copyable type
/// \param in     rank-1 View of n elements, or the first ones of it (`counted`)
/// \param[out] out  rank-1 View of n elements; may be in, not keys. With a counted input, entries
///               past the count are left unchanged
/// \param equal  optional: compares a key with its predecessor (`KeyEquality`), up to three times
///               per element; default: ==
/// \param op     a monoid; default: `Sum`
/// \param options  variant, tile shape, workspace (`ScanOptions`)
/// \throw std::invalid_argument  extents differ, Views overlap, out holds the count of in, or the
///                               workspace is another instance's; before anything is launched
/// \note With a workspace that has grown enough nothing is allocated or fenced. Work O(n); reads n
///       keys and n elements, writes n elements.
template <ExecutionSpace Exec, View1D Keys, Input1D In, View1D Out, class... What>
void inclusive_scan_by_key(std::string const& label, Exec const& exec, Keys const& keys,
                           In const& in, Out const& out, What const&... what) {
  detail::scan_by_key<ScanMode::inclusive>("inclusive_scan_by_key", label, exec, keys, in, out,
                                           what...);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, View1D Keys, Input1D In, View1D Out, class... What>
void inclusive_scan_by_key(Exec const& exec, Keys const& keys, In const& in, Out const& out,
                           What const&... what) {
  KokkosScan::inclusive_scan_by_key("KokkosScan::inclusive_scan_by_key", exec, keys, in, out,
                                    what...);
}

/// \brief In every run of equal keys, out(i) = init op in(first) op … op in(i-1), first being where
/// the run begins; there, out(first) = init.
/// \param init  what every run begins with; default: the identity of op. Other parameters, errors
///              and cost as `inclusive_scan_by_key`
template <ExecutionSpace Exec, View1D Keys, Input1D In, View1D Out, class... What>
void exclusive_scan_by_key(std::string const& label, Exec const& exec, Keys const& keys,
                           In const& in, Out const& out, What const&... what) {
  detail::scan_by_key<ScanMode::exclusive>("exclusive_scan_by_key", label, exec, keys, in, out,
                                           what...);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, View1D Keys, Input1D In, View1D Out, class... What>
void exclusive_scan_by_key(Exec const& exec, Keys const& keys, In const& in, Out const& out,
                           What const&... what) {
  KokkosScan::exclusive_scan_by_key("KokkosScan::exclusive_scan_by_key", exec, keys, in, out,
                                    what...);
}

}  // namespace KokkosScan
