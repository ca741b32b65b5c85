// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/team/bins/binning_at_hand.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace KokkosScan::detail {

/// Some entries of a table in memory, one by one behind the first, which is searched for.
template <class AtHand, class Binning>
struct FillTable {
  static constexpr int each = 16;
  Binning binning;
  typename AtHand::Shared table;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    int const first = static_cast<int>(i) * each, behind = first + each;
    AtHand::fill(binning, table, first,
                 behind < table.shape.buckets ? behind : table.shape.buckets);
  }
};

/// Bytes of memory for a table of so many bins; 0, if the binning has none.
template <class AtHand>
std::size_t shared_table_bytes(int bins) {
  return round_up(AtHand::shape_in_memory(bins).bytes());
}

/// The table of a binning in memory, for all teams: by one launch, if there is one.
/// \param memory  shared_table_bytes of it
template <class AtHand, class Exec, class Binning>
typename AtHand::Shared make_shared_table(std::string const& label, Exec const& exec,
                                          Binning const& binning, int bins, std::byte* memory) {
  typename AtHand::Shared const table{reinterpret_cast<std::int32_t*>(memory),
                                      AtHand::shape_in_memory(bins)};
  if constexpr (AtHand::has_table && !AtHand::has_several_tables) {
    using Fill = FillTable<AtHand, Binning>;
    auto const entries = static_cast<std::size_t>(table.shape.buckets);
    for_each_item(label + " edges", exec, ceil_div(entries, std::size_t(Fill::each)),
                  Fill{binning, table}, Fill::each);
  }
  return table;
}

}  // namespace KokkosScan::detail
