// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/source.hpp>

#include <cstddef>

/// \file
/// \brief The arrays of a permutation, as its kernels move them: by rows, elements or chunks.

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
  static std::size_t row_bytes() { return 0; }
  KOKKOS_FUNCTION void move_row(std::ptrdiff_t, std::ptrdiff_t) const {}
};
template <class First, class... Rest>
struct MovedArrays<First, Rest...> {
  First first;
  MovedArrays<Rest...> rest;
  /// Bytes of a row of all destinations.
  std::size_t row_bytes() const { return first.row_size() * sizeof(*first.to) + rest.row_bytes(); }
  KOKKOS_FUNCTION void move_row(std::ptrdiff_t source, std::ptrdiff_t target) const {
    first.move_row(source, target);
    rest.move_row(source, target);
  }
};
template <class First, class... Rest>
MovedArrays<First, Rest...> before(First const& first, MovedArrays<Rest...> const& rest) {
  return {first, rest};
}

}  // namespace KokkosScan::detail
