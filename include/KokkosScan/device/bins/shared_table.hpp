// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/team/bins/prepared_binning.hpp>
#include <KokkosScan/tuning/capabilities.hpp>

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

/// Bytes of memory for a table of \p bins bins; 0 if the binning has none.
template <class Prepared>
std::size_t shared_table_bytes(int bins) {
  return part_bytes(Prepared::shape_in_memory(bins).bytes());
}

/// Makes the table of a binning in memory, for all teams, by one launch; nothing if the binning has
/// no table.
/// \param memory  shared_table_bytes of it
template <class Prepared, class Exec, class Binning>
typename Prepared::Shared make_shared_table(std::string const& label, Exec const& exec,
                                            Binning const& binning, int bins, std::byte* memory) {
  typename Prepared::Shared const table{reinterpret_cast<std::int32_t*>(memory),
                                        Prepared::shape_in_memory(bins)};
  if constexpr (Prepared::has_table && !Prepared::has_several_tables) {
    constexpr int each = tuning::capabilities<Exec>.lanes_are_threads ? 16 : 1024;
    using Fill = FillTable<Prepared, Binning, each>;
    auto const entries = static_cast<std::size_t>(table.shape.buckets);
    detail::for_each_item(label + " edges", exec, ceil_div(entries, std::size_t(each)),
                          Fill{binning, table}, each);
  }
  return table;
}

}  // namespace KokkosScan::detail
