// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/team/bins/prepared_binning.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/histogram_selector.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace KokkosScan::detail {

/// Call i fills entries [i · Each, (i + 1) · Each) of a table in memory. It finds the scale,
/// searches for its first edge, and proceeds from edge to edge.
template <class Prepared, class Binning, int Each>
struct FillTable {
  Binning binning;
  typename Prepared::Shared table;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    int const first = static_cast<int>(i) * Each, end = first + Each;
    Prepared::fill(binning, table, first, end < table.shape.buckets ? end : table.shape.buckets);
  }
};

/// The shape of such a table for \p items lookups.
template <class Prepared, class Exec>
auto shared_table_shape(int bins, std::size_t items) {
  return Prepared::shape_in_memory(
      bins, tuning::buckets_in_memory<Exec>(static_cast<std::size_t>(bins), items));
}
/// Bytes of memory for it; 0 if the binning has none.
template <class Prepared, class Exec>
std::size_t shared_table_bytes(int bins, std::size_t items) {
  return part_bytes(detail::shared_table_shape<Prepared, Exec>(bins, items).bytes());
}

/// Makes the table of a binning in memory, for all teams, by one launch; nothing if the binning has
/// no table, or if it is not worth its time.
/// \param items   that will be looked up
/// \param memory  shared_table_bytes of it
template <class Prepared, class Exec, class Binning>
typename Prepared::Shared make_shared_table(std::string const& label, Exec const& exec,
                                            Binning const& binning, int bins, std::size_t items,
                                            std::byte* memory) {
  typename Prepared::Shared const table{reinterpret_cast<std::int32_t*>(memory),
                                        detail::shared_table_shape<Prepared, Exec>(bins, items)};
  if constexpr (Prepared::has_table && !Prepared::has_several_tables) {
    if (!tuning::capabilities<Exec>.lanes_are_threads && !table.shape.is_table()) return table;
    constexpr int each = tuning::capabilities<Exec>.lanes_are_threads ? 16 : 1024;
    using Fill = FillTable<Prepared, Binning, each>;
    auto const entries = static_cast<std::size_t>(table.shape.buckets);
    detail::for_each_item(label + " edges", exec, ceil_div(entries, std::size_t(each)),
                          Fill{binning, table}, each);
  }
  return table;
}

}  // namespace KokkosScan::detail
