// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/column_bins.hpp>
#include <KokkosScan/detail/device_list.hpp>
#include <KokkosScan/detail/for_each_index.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/team/bins/prepared_binning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

/// \file
/// \brief The binnings of columns, prepared for a team: each binning by edges has its own table.

namespace KokkosScan::team::detail {

/// The prepared binning of column C, for elements of type T.
template <class Binnings, int C, class T>
using PreparedColumn =
    PreparedBinning<std::remove_cvref_t<decltype(KokkosScan::detail::binning_of<C>(
                        std::declval<Binnings const&>()))>,
                    T, true>;

/// How many columns have a table; 0 if a thread cannot hold that many tables. H200, 2^26 rows of
/// three floats by 256 edges each, µs: 1504 without tables, 815 with them; by rows 3417 and 1265.
/// More than three: not measured.
template <class Binnings, class T, int... C>
constexpr int tables_of(std::integer_sequence<int, C...>) {
  constexpr int most = 4;
  constexpr int tables = (0 + ... + (PreparedColumn<Binnings, C, T>::has_table ? 1 : 0));
  return tables <= most ? tables : 0;
}

template <class Binnings, int Columns, class T>
  requires(tables_of<Binnings, T>(std::make_integer_sequence<int, Columns>()) > 0)
struct PreparedBinning<KokkosScan::detail::ColumnBins<Binnings, Columns>,
                       KokkosScan::detail::ColumnEntry<T>, true> {
  using Binning = KokkosScan::detail::ColumnBins<Binnings, Columns>;
  template <int C>
  using Column = PreparedColumn<Binnings, C, T>;
  static constexpr bool has_table = true, has_several_tables = true;

  /// A column without a table has 0 buckets.
  struct Shape {
    Kokkos::Array<EdgeTableShape, Columns> columns;
    KOKKOS_FUNCTION std::size_t bytes() const { return bytes_before(Columns); }
    KOKKOS_FUNCTION std::size_t bytes_before(int column) const {
      std::size_t bytes = 0;
      for (int c = 0; c < column; ++c)
        if (columns[c].buckets > 0) bytes += KokkosScan::detail::align_up(columns[c].bytes(), 16);
      return bytes;
    }
    KOKKOS_FUNCTION bool is_table() const {
      bool is = false;
      for (int c = 0; c < Columns; ++c) is = is || columns[c].is_table();
      return is;
    }
  };
  /// In memory: without tables.
  using WithoutTable = PreparedBinning<Binning, KokkosScan::detail::ColumnEntry<T>, false>;
  using Shared = typename WithoutTable::Shared;
  static constexpr auto shape_in_memory(int bins, std::size_t buckets) {
    return WithoutTable::shape_in_memory(bins, buckets);
  }

  static std::size_t max_bytes(Binning const& binning, std::size_t items) {
    std::size_t bytes = 0;
    KokkosScan::detail::for_each_index<Columns>([&]<int C>(std::integral_constant<int, C>) {
      if constexpr (Column<C>::has_table)
        bytes += Column<C>::max_bytes(binning_of<C>(binning), items / Columns) + 16;
    });
    return bytes;
  }
  static Shape shape(Binning const& binning, std::size_t room, std::size_t items) {
    constexpr std::size_t tables =
        tables_of<Binnings, T>(std::make_integer_sequence<int, Columns>());
    Shape shape;
    KokkosScan::detail::for_each_index<Columns>([&]<int C>(std::integral_constant<int, C>) {
      if constexpr (Column<C>::has_table)
        shape.columns[C] =
            Column<C>::shape(binning_of<C>(binning), room / tables / 16 * 16, items / Columns);
      else
        shape.columns[C].buckets = 0;
    });
    return shape;
  }

  template <class Member>
  KOKKOS_FUNCTION static auto in_scratch(Member const& member, Binning const& binning,
                                         Shape const& shape, std::byte* scratch) {
    auto const prepared = columns_from<0>(member, binning, shape, scratch);
    KokkosScan::detail::ColumnBins<std::remove_const_t<decltype(prepared)>, Columns> all{prepared,
                                                                                         {}};
    for (int c = 0; c <= Columns; ++c) all.first[c] = binning.first[c];
    return all;
  }
  KOKKOS_FUNCTION static Binning const& in_memory(Binning const& binning, Shared const&) {
    return binning;
  }

 private:
  template <int C>
  KOKKOS_FUNCTION static auto const& binning_of(Binning const& binning) {
    return KokkosScan::detail::binning_of<C>(binning.binnings);
  }
  /// The binning of column C, by its table if it has one.
  template <int C, class Member>
  KOKKOS_FUNCTION static auto column(Member const& member, Binning const& binning,
                                     Shape const& shape, std::byte* scratch) {
    if constexpr (Column<C>::has_table)
      return Column<C>::in_scratch(member, binning_of<C>(binning), shape.columns[C],
                                   scratch + shape.bytes_before(C));
    else
      return binning_of<C>(binning);
  }
  /// The prepared binnings of column C and all following columns, as a list.
  template <int C, class Member>
  KOKKOS_FUNCTION static auto columns_from(Member const& member, Binning const& binning,
                                           Shape const& shape, std::byte* scratch) {
    auto const first = column<C>(member, binning, shape, scratch);
    using First = std::remove_const_t<decltype(first)>;
    if constexpr (C + 1 == Columns)
      return KokkosScan::detail::DeviceList<First>{first};
    else
      return prepend(first, columns_from<C + 1>(member, binning, shape, scratch));
  }
  template <class First, class... Rest>
  KOKKOS_FUNCTION static KokkosScan::detail::DeviceList<First, Rest...> prepend(
      First const& first, KokkosScan::detail::DeviceList<Rest...> const& rest) {
    return {first, rest};
  }
};

}  // namespace KokkosScan::team::detail
