// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/counted.hpp>
#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/device/detail/check_permute.hpp>
#include <KokkosScan/device/detail/permute_arrays.hpp>

#include <string>
#include <type_traits>
#include <utility>

/// \file
/// \brief Moves the rows of any number of Views by one permutation.

namespace KokkosScan {

/// \brief dst(i, …) = src(permutation(i), …) for every i, in any number of pairs of Views.
///
/// \param label  optional first argument: the name of the kernels in tools
/// \param exec   execution space instance; the call is asynchronous in it
/// \param permutation  rank-1 View of n integers, or the first ones of it (`counted`). Need not be
///               a permutation: any list of rows of src will do, such as the indices of a
///               selection. The entries are on the device and not checked
/// \param src    View of rank 1 or more, any layout; the permutation refers to its first extent
///               (rows)
/// \param[out] dst  View of the same rank; first extent at least n, the others as src. Rows from n
///               on are left unchanged. Must not overlap src or any other View of the call.
///               Elements of another type are converted by static_cast
/// \param more   further pairs src, dst, of any types and ranks
/// \throw std::invalid_argument  extents do not fit, or memory is shared; before any launch
/// \note Never fences or allocates. Reads and writes n rows of each pair. The permutation is read
///       once for all pairs on CPUs; on GPUs once for all Views of rank 1 with elements up to 16
///       bytes and of LayoutLeft, and once more for each other pair. On GPUs, more than some 90
///       pairs of rank 1 (40 of rank 3) that share a kernel may make Kokkos allocate and wait.
template <ExecutionSpace Exec, Input1D Permutation, class Src, class Dst, class... More>
  requires(Kokkos::is_view_v<Src> && Kokkos::is_view_v<Dst>)
void permute(std::string const& label, Exec const& exec, Permutation const& permutation,
             Src const& src, Dst const& dst, More const&... more) {
  using Indices = detail::view_type_of<Permutation>;
  static_assert(std::is_integral_v<typename Indices::non_const_value_type>,
                "permutation must hold integers");
  static_assert(detail::is_accessible<Exec, Indices>,
                "permutation must be accessible from the execution space");
  if constexpr (detail::check_pair_types<Exec, Src, Dst, More...>()) {
    auto const& indices = detail::view_of(permutation);
    detail::check_pairs<Exec>("permute", permutation, src, dst, more...);
    if (indices.extent(0) == 0) return;
    detail::permute_arrays(label, exec, indices, detail::size_of(permutation), src, dst, more...);
  }
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void permute(Exec const& exec, What const&... what) {
  constexpr bool fits = requires {
    KokkosScan::permute(std::string(), std::declval<Exec const&>(), std::declval<What const&>()...);
  };
  static_assert(fits, "permute takes [label,] exec, permutation, src, dst [, src, dst …]");
  if constexpr (fits) KokkosScan::permute("KokkosScan::permute", exec, what...);
}

}  // namespace KokkosScan
