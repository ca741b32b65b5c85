// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/view_source.hpp>
#include <KokkosScan/device/detail/fill_zero.hpp>
#include <KokkosScan/device/detail/mark_heads.hpp>
#include <KokkosScan/device/detail/run_scan.hpp>
#include <KokkosScan/device/detail/scan_arguments.hpp>
#include <KokkosScan/device/detail/segmented.hpp>
#include <KokkosScan/operators.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

/// \file
/// \brief Scans that start over at given offsets.

namespace KokkosScan {

namespace detail {

template <ScanMode Mode, class Exec, class In, class Offsets, class Out, class Arguments>
void segmented_scan_views(char const* function, std::string const& label, Exec const& exec,
                          In const& in, Offsets const& offsets, Out const& out,
                          Arguments const& with) {
  using T = typename Arguments::T;
  static_assert(is_accessible<Exec, Offsets>,
                "segment_offsets must be accessible from the execution space");
  static_assert(std::is_integral_v<typename Offsets::non_const_value_type>,
                "segment_offsets must hold integers");
  std::size_t const n = in.extent(0);
  check_extent(function, "out", out.extent(0), n);
  if (offsets.extent(0) == 0) refuse(function, "segment_offsets has extent 0, needs at least 1");
  detail::check_overlap(function, "in", in, "out", out);
  detail::check_disjoint(function, "segment_offsets", offsets, "out", out);
  if (n == 0) return check_options_suit(function, exec, with.options);

  detail::with_shared_workspace(function, exec, with.options, [&](auto const& shared) {
    // One spare word, as bits are read across words; rounded up to whole 16-byte chunks.
    std::size_t const words = align_up(ceil_div(n, 32) + 1, 4);
    std::size_t const bytes = words * sizeof(std::uint32_t);
    shared.workspace->reserve(WorkspaceNeed{.kept = bytes});
    auto* const bits = reinterpret_cast<std::uint32_t*>(shared.workspace->kept());
    auto const mark = [&] {
      clear_chunks(label + " clear heads", exec, bits, bytes);
      MarkHeads<Exec, Offsets>::run(label + " mark heads", exec, offsets, bits, n);
    };
    detail::run_scan(function, label, exec,
                     detail::segmented_problem<Mode, Arguments::has_init>(
                         HostSize{n}, detail::source_of<T>(in), HeadBits{bits},
                         detail::sink_of<T>(out, n), with.op, with.init),
                     shared, mark);
  });
}

}  // namespace detail

/// \brief In segment s, the elements [segment_offsets(s), segment_offsets(s+1)):
/// out(i) = in(segment_offsets(s)) op … op in(i).
///
/// \param label  optional first argument: the name of the kernels in tools
/// \param exec   execution space instance; with a workspace the call is asynchronous in it
/// \param in     rank-1 View of n elements
/// \param segment_offsets  rank-1 View of integers, segments + 1 entries, ascending from 0 to n
///               (on the device, so not checked); empty segments are allowed. Elements before the
///               first offset, if it is not 0, and those from the last on, if it is not n, are one
///               more segment each
/// \param[out] out  rank-1 View of n elements; may be in
/// \param op     a monoid; default: `Sum`
/// \param options  variant, tile shape, workspace (`ScanOptions`)
/// \throw std::invalid_argument  extents differ, segment_offsets is empty, Views overlap
///                               partially, or the workspace is another instance's; before
///                               anything is launched
/// \note With a workspace that has grown enough nothing is allocated or fenced. Work is
///       O(n + segments), however long or short the segments are: reads n elements, the offsets
///       and n bits, writes n elements. Uses Schwartz's pair operator
///       (detail/segmented_monoid.hpp).
template <ExecutionSpace Exec, View1D In, View1D Offsets, View1D Out, class... What>
void segmented_inclusive_scan(std::string const& label, Exec const& exec, In const& in,
                              Offsets const& segment_offsets, Out const& out, What const&... what) {
  detail::with_scan_arguments<Exec, In, Out>(
      [&](auto const& with) {
        detail::segmented_scan_views<ScanMode::inclusive>("segmented_inclusive_scan", label, exec,
                                                          in, segment_offsets, out, with);
      },
      what...);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, View1D In, View1D Offsets, View1D Out, class... What>
void segmented_inclusive_scan(Exec const& exec, In const& in, Offsets const& segment_offsets,
                              Out const& out, What const&... what) {
  KokkosScan::segmented_inclusive_scan("KokkosScan::segmented_inclusive_scan", exec, in,
                                       segment_offsets, out, what...);
}

/// \brief In segment s, out(i) = init op in(segment_offsets(s)) op … op in(i-1); the first entry of
/// every segment is init.
/// \param init  what every segment begins with; default: the identity of op. Other parameters,
///              errors and cost as `segmented_inclusive_scan`
template <ExecutionSpace Exec, View1D In, View1D Offsets, View1D Out, class... What>
void segmented_exclusive_scan(std::string const& label, Exec const& exec, In const& in,
                              Offsets const& segment_offsets, Out const& out, What const&... what) {
  detail::with_scan_arguments<Exec, In, Out>(
      [&](auto const& with) {
        detail::segmented_scan_views<ScanMode::exclusive>("segmented_exclusive_scan", label, exec,
                                                          in, segment_offsets, out, with);
      },
      what...);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, View1D In, View1D Offsets, View1D Out, class... What>
void segmented_exclusive_scan(Exec const& exec, In const& in, Offsets const& segment_offsets,
                              Out const& out, What const&... what) {
  KokkosScan::segmented_exclusive_scan("KokkosScan::segmented_exclusive_scan", exec, in,
                                       segment_offsets, out, what...);
}

}  // namespace KokkosScan
