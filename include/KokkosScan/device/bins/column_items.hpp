// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <KokkosScan/binning/column_bins.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/size.hpp>

#include <cstddef>
#include <type_traits>

/// \file
/// \brief The items of a table whose columns have a binning each.

namespace KokkosScan::detail {

/// All entries of a table of C columns, in the order they have in memory.
/// \tparam Contiguous  whether the entries of a column are neighbors
template <class T, int C, bool Contiguous>
struct ColumnItems : SingleItems<ColumnEntry<T>> {
  using Size = HostSize;
  using Item = ColumnEntry<T>;
  static constexpr int item_bytes = sizeof(T), columns = C;
  static constexpr bool has_contiguous_columns = Contiguous;

  T const* data;
  std::size_t rows;
  std::ptrdiff_t row_stride, column_stride;
  bool is_by_column;
  HostSize size;

  struct Place {
    std::size_t row;
    int column;
  };
  KOKKOS_FUNCTION Place place(std::size_t i) const {
    if (!is_by_column) return {i / C, static_cast<int>(i % C)};
    int column = 0;
    KOKKOSSCAN_UNROLL
    for (int c = 1; c < C; ++c) column += i >= c * rows ? 1 : 0;
    return {i - column * rows, column};
  }
  KOKKOS_FUNCTION Item entry(Place const& at) const {
    return {data[static_cast<std::ptrdiff_t>(at.row) * row_stride + at.column * column_stride],
            at.column};
  }
  KOKKOS_FUNCTION Item load(std::size_t i) const { return entry(place(i)); }

  /// Column c alone.
  KOKKOS_FUNCTION ElementItems<T, Contiguous> column(int c) const {
    return {{data + c * column_stride, row_stride}, {rows}};
  }
};

/// The same entries, each with the weight of its row.
template <class Columns, class Weight, bool Contiguous>
struct WeightedColumnItems : WeightedItems<Columns, Weight, Contiguous> {
  using Weighted = WeightedItems<Columns, Weight, Contiguous>;
  using Item = typename Weighted::Item;
  using Weighted::weights;

  KOKKOS_FUNCTION Item load(std::size_t i) const {
    auto const at = Columns::place(i);
    return {Columns::entry(at), weights.load(at.row)};
  }
  KOKKOS_FUNCTION Weight weight_at(std::size_t i) const {
    return weights.load(Columns::place(i).row);
  }
  KOKKOS_FUNCTION auto column(int c) const {
    auto const plain = Columns::column(c);
    return WeightedItems<std::remove_const_t<decltype(plain)>, Weight, Contiguous>{plain, weights};
  }
};

template <int C, class In>
auto columns_of(In const& in) {
  using T = typename In::non_const_value_type;
  constexpr bool contiguous = std::is_same_v<typename In::array_layout, Kokkos::LayoutLeft>;
  return ColumnItems<T, C, contiguous>{{},
                                       in.data(),
                                       in.extent(0),
                                       detail::stride_of(in),
                                       detail::stride_of(in, 1),
                                       in.stride(0) < in.stride(1),
                                       {in.size()}};
}

}  // namespace KokkosScan::detail
