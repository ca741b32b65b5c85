// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/counted.hpp>
#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/device/bins/check_bins.hpp>
#include <KokkosScan/device/bins/extraction_problem.hpp>
#include <KokkosScan/device/bins/run_extraction.hpp>
#include <KokkosScan/device/detail/call.hpp>
#include <KokkosScan/device/detail/with_workspace.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

/// \file
/// \brief The checks of extractions of all bins, before anything is launched, and what follows
/// them.

namespace KokkosScan::detail {

/// At compile time: the Views are accessible and of the right kind, and the binning takes the
/// elements of In.
template <Extracted What, class Exec, class In, class B, class Out, class Offsets>
constexpr bool check_extraction_types() {
  using Offset = typename Offsets::value_type;
  constexpr bool are_reachable = is_accessible<Exec, view_type_of<In>> &&
                                 is_accessible<Exec, Out> && is_accessible<Exec, Offsets>;
  constexpr bool is_const = std::is_const_v<typename Out::value_type>;
  constexpr bool are_indices =
      What == Extracted::elements || std::is_integral_v<typename Out::non_const_value_type>;
  static_assert(is_accessible<Exec, view_type_of<In>>,
                "in must be accessible from the execution space");
  static_assert(is_accessible<Exec, Out>, "the output must be accessible from the execution space");
  static_assert(is_accessible<Exec, Offsets>,
                "offsets must be accessible from the execution space");
  static_assert(!is_const, "the output must not be const");
  static_assert(are_indices, "permutation and ranks must hold integers");
  constexpr bool does_convert =
      What != Extracted::elements ||
      converts<typename view_type_of<In>::non_const_value_type, typename Out::non_const_value_type>;
  static_assert(does_convert, "out must hold a type that the elements of in convert to");
  static_assert(std::is_integral_v<Offset> && !std::is_const_v<Offset>,
                "offsets must hold integers that can be written");
  return are_reachable && !is_const && are_indices && does_convert && std::is_integral_v<Offset> &&
         !std::is_const_v<Offset> && check_binning_of<In, B>();
}

/// The checks and the dispatch that all functions share.
template <Extracted What, class Exec, class In, class B, class Out, class Offsets, class Options>
void extract(char const* function, char const* out_name, std::string const& label, Exec const& exec,
             In const& in, B const& binning, Out const& out, Offsets const& offsets,
             Options const& options) {
  auto const& view = detail::view_of(in);
  using View = view_type_of<In>;
  auto const items = detail::binned_items<B>(in);
  std::size_t const n = view.extent(0);
  int const bins = detail::checked_bins<Exec>(function, binning, "offsets", offsets.extent(0), 1);
  check_room(function, out_name, out.extent(0), n);
  detail::check_points<View, B>(function, view);
  detail::check_holds(function, "offsets", offsets, n);
  if constexpr (What != Extracted::elements) detail::check_indices(function, out_name, out, n);
  detail::check_disjoint(function, "in", view, out_name, out);
  detail::check_disjoint(function, "in", view, "offsets", offsets);
  detail::check_disjoint(function, out_name, out, "offsets", offsets);
  detail::check_apart_from_edges(function, binning, out_name, out);
  detail::check_apart_from_edges(function, binning, "offsets", offsets);
  detail::check_size<Exec>(function, in, out_name, out);
  detail::check_size<Exec>(function, in, "offsets", offsets);
  detail::with_shared_workspace(function, exec, options, [&](auto const& shared) {
    using Items = std::remove_const_t<decltype(items)>;
    using Problem = ExtractionProblem<Items, Items, B, Out, Offsets>;
    Call<Exec> const call{label, exec, *shared.workspace};
    Problem const problem{items, items, binning, bins, out, offsets, options.knows_offsets};
    auto const run = [&]<class Index>(Index) {
      detail::run_extraction<What, Index, Options::policy>(call, problem);
    };
    if constexpr (sizeof(typename Offsets::value_type) <= 4)  // they hold n
      run(std::uint32_t{});
    else if (n < std::size_t(1) << 32)
      run(std::uint32_t{});
    else
      run(std::uint64_t{});
  });
}

}  // namespace KokkosScan::detail
