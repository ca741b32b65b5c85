// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/source.hpp>
#include <KokkosScan/detail/words.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/partition_selector.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

/// \file
/// \brief The kernels that move rows of arrays by one permutation. Arguments are already checked.

namespace KokkosScan::detail {

/// A pair of arrays, source and destination, by address and strides. Rows are along the first
/// extent.
/// \tparam Unrolls  short rows are moved without a loop: a CPU then has more rows in flight
template <class From, class To, unsigned Rank, bool Unrolls>
struct MovedArray {
  From const* from;
  To* to;
  std::ptrdiff_t from_stride[Rank], to_stride[Rank];
  std::size_t extent[Rank];
  bool is_gapless;  ///< the elements of a row are neighbors in both arrays, in the same order

  template <class Src, class Dst>
  MovedArray(Src const& src, Dst const& dst) : from(src.data()), to(dst.data()) {
    for (unsigned r = 0; r < Rank; ++r) {
      from_stride[r] = detail::stride_of(src, r);
      to_stride[r] = detail::stride_of(dst, r);
      extent[r] = dst.extent(r);
    }
    is_gapless = has_gapless_rows(from_stride) && has_gapless_rows(to_stride);
  }

  std::size_t row_size() const {
    std::size_t size = 1;
    for (unsigned r = 1; r < Rank; ++r) size *= extent[r];
    return size;
  }

  /// Row \p source becomes row \p target.
  KOKKOS_FUNCTION void move_row(std::ptrdiff_t source, std::ptrdiff_t target) const {
    move_rest<1>(source * from_stride[0], target * to_stride[0]);
  }
  /// Moves only element k of the row, the last extent running fastest.
  KOKKOS_FUNCTION void move_element(std::ptrdiff_t source, std::ptrdiff_t target,
                                    std::size_t k) const {
    std::ptrdiff_t a = source * from_stride[0], b = target * to_stride[0];
    if (is_gapless) {
      a += static_cast<std::ptrdiff_t>(k);
      b += static_cast<std::ptrdiff_t>(k);
    } else {
      for (unsigned r = Rank - 1; r > 0; --r) {
        auto const i = static_cast<std::ptrdiff_t>(k % extent[r]);
        k /= extent[r];
        a += i * from_stride[r];
        b += i * to_stride[r];
      }
    }
    to[b] = static_cast<To>(from[a]);
  }

 private:
  bool has_gapless_rows(std::ptrdiff_t const (&stride)[Rank]) const {
    std::ptrdiff_t step = 1;
    for (unsigned r = Rank - 1; r > 0; --r) {
      if (stride[r] != step && extent[r] > 1) return false;
      step *= static_cast<std::ptrdiff_t>(extent[r]);
    }
    return true;
  }
  template <unsigned R>
  KOKKOS_FUNCTION void move_rest(std::ptrdiff_t a, std::ptrdiff_t b) const {
    if constexpr (R == Rank) {
      to[b] = static_cast<To>(from[a]);
    } else if constexpr (Unrolls && R + 1 == Rank) {
      switch (extent[R]) {
        case 2:
          return move_line<2>(a, b, 2);
        case 3:
          return move_line<3>(a, b, 3);
        case 4:
          return move_line<4>(a, b, 4);
        default:
          return move_line<0>(a, b, extent[R]);
      }
    } else {
      for (std::size_t i = 0; i < extent[R]; ++i, a += from_stride[R], b += to_stride[R])
        move_rest<R + 1>(a, b);
    }
  }
  /// The elements along the last extent, of which the compiler knows the number if \p Known is not
  /// 0.
  template <int Known>
  KOKKOS_FUNCTION void move_line(std::ptrdiff_t a, std::ptrdiff_t b, std::size_t size) const {
    auto const n = static_cast<std::ptrdiff_t>(Known > 0 ? Known : size);
    for (std::ptrdiff_t i = 0; i < n; ++i)
      to[b + i * to_stride[Rank - 1]] = static_cast<To>(from[a + i * from_stride[Rank - 1]]);
  }
};

/// A pair of arrays whose rows are whole chunks of 16 bytes.
struct MovedChunks {
  arch::Chunk const* from;
  arch::Chunk* to;
  std::ptrdiff_t from_pitch, to_pitch;  ///< from a row to the next, in chunks

  /// Whether a row of \p row_size elements of a gapless array is whole, aligned chunks.
  template <class Array>
  static bool suits(Array const& array, std::size_t row_size) {
    constexpr std::size_t element = sizeof(*array.to);
    auto const has_chunks = [](auto const* p, std::ptrdiff_t pitch) {
      return detail::is_chunk_aligned(p) &&
             pitch * static_cast<std::ptrdiff_t>(element) % std::ptrdiff_t(sizeof(arch::Chunk)) ==
                 0;
    };
    return array.is_gapless && row_size * element % sizeof(arch::Chunk) == 0 &&
           has_chunks(array.from, array.from_stride[0]) && has_chunks(array.to, array.to_stride[0]);
  }
  template <class Array>
  explicit MovedChunks(Array const& array)
      : from(reinterpret_cast<arch::Chunk const*>(array.from)),
        to(reinterpret_cast<arch::Chunk*>(array.to)),
        from_pitch(chunks_of<Array>(array.from_stride[0])),
        to_pitch(chunks_of<Array>(array.to_stride[0])) {}

  /// In chunks, what is given in elements.
  template <class Array, class Integer>
  static Integer chunks_of(Integer elements) {
    return elements * static_cast<Integer>(sizeof(*Array::to)) /
           static_cast<Integer>(sizeof(arch::Chunk));
  }
  KOKKOS_FUNCTION void move_element(std::ptrdiff_t source, std::ptrdiff_t target,
                                    std::size_t k) const {
    arch::store_chunk(to + target * to_pitch + k, arch::load_chunk(from + source * from_pitch + k));
  }
};

/// A list of arrays that one kernel moves.
template <class... Arrays>
struct MovedArrays {
  KOKKOS_FUNCTION void move_row(std::ptrdiff_t, std::ptrdiff_t) const {}
};
template <class First, class... Rest>
struct MovedArrays<First, Rest...> {
  First first;
  MovedArrays<Rest...> rest;
  KOKKOS_FUNCTION void move_row(std::ptrdiff_t source, std::ptrdiff_t target) const {
    first.move_row(source, target);
    rest.move_row(source, target);
  }
};

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

/// Whether one thread should move a whole row: everything on a CPU; on a GPU rows of one element,
/// and rows of LayoutLeft, where element k of neighboring rows is coalesced.
template <class Exec, class Dst>
inline constexpr bool moves_by_rows =
    Dst::rank() == 1 || !tuning::capabilities<Exec>.lanes_are_threads ||
    std::is_same_v<typename Dst::array_layout, Kokkos::LayoutLeft>;

template <class Exec, class Src, class Dst>
auto moved_array(Src const& src, Dst const& dst) {
  return MovedArray<typename Src::non_const_value_type, typename Dst::non_const_value_type,
                    Dst::rank(), !tuning::capabilities<Exec>.lanes_are_threads>(src, dst);
}

/// Collects the arrays that are moved by rows into one kernel; the others get one kernel each.
template <class Exec, class Permutation, class Size, class Arrays>
void permute_arrays(std::string const& label, Exec const& exec, Permutation const& permutation,
                    Size const& size, Arrays const& by_rows) {
  using Index = typename Permutation::non_const_value_type;
  constexpr int at_once = tuning::capabilities<Exec>.lanes_are_threads ? 1 : 256;
  if constexpr (!std::is_same_v<Arrays, MovedArrays<>>)
    detail::for_each_item(label, exec, ceil_div(size.most, std::size_t(at_once)),
                          PermuteRows<at_once, Index, Size, Arrays>{
                              permutation.data(), detail::stride_of(permutation), size, by_rows},
                          at_once);
}
template <class Exec, class Permutation, class Size, class... Arrays, class Src, class Dst,
          class... Rest>
void permute_arrays(std::string const& label, Exec const& exec, Permutation const& permutation,
                    Size const& size, MovedArrays<Arrays...> const& by_rows, Src const& src,
                    Dst const& dst, Rest const&... rest) {
  auto const array = detail::moved_array<Exec>(src, dst);
  using Array = std::decay_t<decltype(array)>;
  using Index = typename Permutation::non_const_value_type;
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
    detail::permute_arrays(label, exec, permutation, size, by_rows, rest...);
  } else if constexpr (moves_by_rows<Exec, Dst>) {
    MovedArrays<Array, Arrays...> const more{array, by_rows};
    detail::permute_arrays(label, exec, permutation, size, more, rest...);
  } else {
    std::size_t const row_size = array.row_size();
    if (row_size > 0 && has_same_elements<Src, Dst> && MovedChunks::suits(array, row_size))
      detail::permute_elements(label, exec, permutation, size, MovedChunks(array),
                               MovedChunks::chunks_of<Array>(row_size));
    else if (row_size > 0)
      detail::permute_elements(label, exec, permutation, size, array, row_size);
    detail::permute_arrays(label, exec, permutation, size, by_rows, rest...);
  }
}

}  // namespace KokkosScan::detail
