// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/words.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/device/detail/moved_arrays.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/partition_selector.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

/// \file
/// \brief The kernels that move rows of arrays by one permutation. Arguments are already checked.

namespace KokkosScan::detail {

/// Moves whole rows, some at a time. An entry of the permutation is read once for all arrays.
template <int AtOnce, class Index, class Size, class Arrays>
struct PermuteRows {
  Index const* permutation;
  std::ptrdiff_t stride;
  Size size;
  Arrays arrays;

  KOKKOS_FUNCTION void operator()(std::size_t batch) const {
    std::size_t const n = size(), first = batch * AtOnce;
    std::size_t const last = n > first + AtOnce ? first + AtOnce : n;
    Arrays const own = arrays;  // local: the compiler knows that no store changes it
    for (std::size_t i = first; i < last; ++i) {
      auto const target = static_cast<std::ptrdiff_t>(i);
      own.move_row(static_cast<std::ptrdiff_t>(permutation[target * stride]), target);
    }
  }
};

/// Moves one array element by element: neighboring GPU threads take neighboring elements of a
/// row.
template <class Index, class Size, class Array>
struct PermuteElements {
  Index const* permutation;
  std::ptrdiff_t stride;
  Size size;
  Array array;
  Divisor row_size;

  KOKKOS_FUNCTION void operator()(std::size_t k) const {
    std::size_t const i = row_size.quotient(k);
    auto const target = static_cast<std::ptrdiff_t>(i);
    if (i < size())
      array.move_element(static_cast<std::ptrdiff_t>(permutation[target * stride]), target,
                         k - i * row_size.value);
  }
};
template <class Exec, class Permutation, class Size, class Array>
void permute_elements(std::string const& label, Exec const& exec, Permutation const& permutation,
                      Size const& size, Array const& array, std::size_t row_size) {
  using Index = typename Permutation::non_const_value_type;
  detail::for_each_item(
      label, exec, size.most * row_size,
      PermuteElements<Index, Size, Array>{permutation.data(), detail::stride_of(permutation), size,
                                          array, Divisor(row_size)});
}

/// Moves a rank-1 array of large elements word by word: neighboring GPU threads take neighboring
/// words.
/// \tparam IsWhole  a word is one access in source and destination
template <bool IsWhole, class Index, class Size, class T>
struct PermuteWords {
  static constexpr auto words = static_cast<std::size_t>(words_of<T>);
  Index const* permutation;
  std::ptrdiff_t stride;
  Size size;
  T const* from;
  T* to;
  std::ptrdiff_t from_stride, to_stride;

  KOKKOS_FUNCTION void operator()(std::size_t k) const {
    std::size_t const i = k / words;
    auto const w = static_cast<int>(k % words);
    if (i >= size()) return;
    auto const target = static_cast<std::ptrdiff_t>(i);
    auto const source = static_cast<std::ptrdiff_t>(permutation[target * stride]);
    detail::store_word<IsWhole>(to + target * to_stride, w,
                                detail::load_word<IsWhole>(from + source * from_stride, w));
  }
};
/// Elements may be moved as bytes.
template <class Src, class Dst>
inline constexpr bool has_same_elements =
    std::is_same_v<typename Src::non_const_value_type, typename Dst::non_const_value_type> &&
    std::is_trivially_copyable_v<typename Dst::value_type>;
template <class Exec, class Src, class Dst>
inline constexpr bool moves_by_words =
    tuning::capabilities<Exec>.lanes_are_threads && Dst::rank() == 1 &&
    has_same_elements<Src, Dst> &&
    (sizeof(typename Dst::value_type) > tuning::max_bytes_moved_whole);

/// Whether one thread should move a whole row: everything on a CPU; on a GPU rows of one element
/// that need not be moved by words, and rows of LayoutLeft, where element k of neighboring rows is
/// coalesced.
template <class Exec, class Src, class Dst>
inline constexpr bool moves_by_rows =
    !moves_by_words<Exec, Src, Dst> &&
    (Dst::rank() == 1 || !tuning::capabilities<Exec>.lanes_are_threads ||
     std::is_same_v<typename Dst::array_layout, Kokkos::LayoutLeft>);

template <class Exec, class Src, class Dst>
auto moved_array(Src const& src, Dst const& dst) {
  return MovedArray<typename Src::non_const_value_type, typename Dst::non_const_value_type,
                    Dst::rank(), !tuning::capabilities<Exec>.lanes_are_threads>(src, dst);
}
/// A list of the pairs that are moved by rows.
template <class Exec>
MovedArrays<> arrays_of_rows() {
  return {};
}
template <class Exec, class Src, class Dst, class... Rest>
auto arrays_of_rows(Src const& src, Dst const& dst, Rest const&... rest) {
  auto const others = detail::arrays_of_rows<Exec>(rest...);
  if constexpr (moves_by_rows<Exec, Src, Dst>)
    return detail::before(detail::moved_array<Exec>(src, dst), others);
  else
    return others;
}

/// Moves one pair that is not moved by rows.
template <class Exec, class Permutation, class Size, class Src, class Dst>
void permute_pair(std::string const& label, Exec const& exec, Permutation const& permutation,
                  Size const& size, Src const& src, Dst const& dst) {
  using Index = typename Permutation::non_const_value_type;
  auto const array = detail::moved_array<Exec>(src, dst);
  if constexpr (moves_by_words<Exec, Src, Dst>) {
    auto const run = [&]<bool IsWhole>(std::bool_constant<IsWhole>) {
      using Words = PermuteWords<IsWhole, Index, Size, typename Dst::value_type>;
      detail::for_each_item(label, exec, size.most * Words::words,
                            Words{permutation.data(), detail::stride_of(permutation), size,
                                  array.from, array.to, array.from_stride[0], array.to_stride[0]});
    };
    if (detail::has_whole_words(array.from) && detail::has_whole_words(array.to))
      run(std::true_type{});
    else
      run(std::false_type{});
  } else if (std::size_t const row_size = array.row_size(); row_size > 0) {
    if (has_same_elements<Src, Dst> && MovedChunks::suits(array, row_size))
      detail::permute_elements(label, exec, permutation, size, MovedChunks(array),
                               MovedChunks::chunks_of<decltype(array)>(row_size));
    else
      detail::permute_elements(label, exec, permutation, size, array, row_size);
  }
}
template <class Exec, class Permutation, class Size>
void permute_pairs(std::string const&, Exec const&, Permutation const&, Size const&) {}
template <class Exec, class Permutation, class Size, class Src, class Dst, class... Rest>
void permute_pairs(std::string const& label, Exec const& exec, Permutation const& permutation,
                   Size const& size, Src const& src, Dst const& dst, Rest const&... rest) {
  if constexpr (!moves_by_rows<Exec, Src, Dst>)
    detail::permute_pair(label, exec, permutation, size, src, dst);
  detail::permute_pairs(label, exec, permutation, size, rest...);
}

/// Moves the pairs that are moved by rows by one kernel, and each of the others by its own.
template <class Exec, class Permutation, class Size, class... Views>
void permute_arrays(std::string const& label, Exec const& exec, Permutation const& permutation,
                    Size const& size, Views const&... views) {
  using Index = typename Permutation::non_const_value_type;
  constexpr int at_once = tuning::capabilities<Exec>.lanes_are_threads ? 1 : 256;
  auto const arrays = detail::arrays_of_rows<Exec>(views...);
  using Arrays = std::remove_const_t<decltype(arrays)>;
  if constexpr (!std::is_same_v<Arrays, MovedArrays<>>)
    detail::for_each_item(label, exec, ceil_div(size.most, std::size_t(at_once)),
                          PermuteRows<at_once, Index, Size, Arrays>{
                              permutation.data(), detail::stride_of(permutation), size, arrays},
                          at_once);
  detail::permute_pairs(label, exec, permutation, size, views...);
}

}  // namespace KokkosScan::detail
