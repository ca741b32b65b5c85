// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/device/detail/scan_arguments.hpp>
#include <KokkosScan/device/detail/scan_tables.hpp>
#include <KokkosScan/variants.hpp>

#include <string>

/// \file
/// \brief Scans down every column or along every row of a table.

namespace KokkosScan {

/// \brief Scans every column (Axis 0) or every row (Axis 1) of a table:
/// out(i, j) = in(0, j) op … op in(i, j), or out(i, j) = in(i, 0) op … op in(i, j).
///
/// \tparam Axis  0 or 1: the index along which elements are combined
/// \param label  optional first argument: the name of the kernels in tools
/// \param exec   execution space instance; with a workspace the call is asynchronous in it
/// \param in     rank-2 View, any layout
/// \param[out] out  rank-2 View of the same extents; may be in
/// \param op     a monoid; default: `Sum`
/// \param options  variant, tile shape, workspace (`ScanOptions`)
/// \throw std::invalid_argument  extents differ, Views overlap partially, or the workspace is of
///                               another instance; before anything is launched
/// \note Work O(elements); reads and writes each element once, except as said here. Let a chain be
///       a column (Axis 0) or row (Axis 1). All chains are segments of one scan, in which four of
///       them advance together where neighboring chains interleave in memory. Unless a variant or a
///       shape is named:
///       On GPUs, more than four that interleave are scanned by columns of threads; long ones that
///       fill fewer than four lines of 32 elements in pieces of rows, which are read twice.
///       Thousands of contiguous ones are scanned by the lanes of a thread each, from end to end.
///       On CPUs each thread scans some chains from end to end. Long ones are divided among all
///       threads. Fewer than 4096 that interleave and have at least twice as many elements: in
///       pieces of rows, which are read twice, the second time from a cache, from 2^17 elements of
///       all chains or 2^14 of each on. Fewer than 64 others: from 2^16 elements on, in tiles or
///       one after the other.
template <int Axis, ExecutionSpace Exec, View2D In, View2D Out, class... What>
void inclusive_scan_along(std::string const& label, Exec const& exec, In const& in, Out const& out,
                          What const&... what) {
  detail::with_scan_arguments<Exec, In, Out>(
      [&](auto const& with) {
        detail::scan_tables<ScanMode::inclusive, Axis>("inclusive_scan_along", label, exec, in, out,
                                                       with);
      },
      what...);
}
/// \brief The same without a label.
template <int Axis, ExecutionSpace Exec, View2D In, View2D Out, class... What>
void inclusive_scan_along(Exec const& exec, In const& in, Out const& out, What const&... what) {
  KokkosScan::inclusive_scan_along<Axis>("KokkosScan::inclusive_scan_along", exec, in, out,
                                         what...);
}

/// \brief As `inclusive_scan_along`, but out(i, j) excludes in(i, j): the first entry of every
/// column or row is init.
/// \param init  what every column or row begins with; default: the identity of op. Other
///              parameters, errors and cost as `inclusive_scan_along`
template <int Axis, ExecutionSpace Exec, View2D In, View2D Out, class... What>
void exclusive_scan_along(std::string const& label, Exec const& exec, In const& in, Out const& out,
                          What const&... what) {
  detail::with_scan_arguments<Exec, In, Out>(
      [&](auto const& with) {
        detail::scan_tables<ScanMode::exclusive, Axis>("exclusive_scan_along", label, exec, in, out,
                                                       with);
      },
      what...);
}
/// \brief The same without a label.
template <int Axis, ExecutionSpace Exec, View2D In, View2D Out, class... What>
void exclusive_scan_along(Exec const& exec, In const& in, Out const& out, What const&... what) {
  KokkosScan::exclusive_scan_along<Axis>("KokkosScan::exclusive_scan_along", exec, in, out,
                                         what...);
}

}  // namespace KokkosScan
