// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/team/bins/binning_at_hand.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace KokkosScan::detail {

/// An entry of a table in memory.
template <class AtHand, class Binning>
struct FillTableEntry {
  Binning binning;
  typename AtHand::Shared table;
  KOKKOS_FUNCTION void operator()(std::size_t b) const {
    AtHand::fill_entry(binning, table, static_cast<int>(b));
  }
};

/// Bytes of memory for a table of so many bins; 0, if the binning has none.
template <class AtHand>
std::size_t shared_table_bytes(int bins) {
  return round_up(AtHand::bytes_in_memory(bins));
}

/// The table of a binning in memory, for all teams: by one launch, if there is one.
/// \param memory  shared_table_bytes of it
template <class AtHand, class Exec, class Binning>
typename AtHand::Shared make_shared_table(std::string const& label, Exec const& exec,
                                          Binning const& binning, int bins, std::byte* memory) {
  typename AtHand::Shared const table{reinterpret_cast<std::int32_t*>(memory),
                                      AtHand::shape_in_memory(bins)};
  if constexpr (AtHand::has_table)
    for_each_item(label + " edges", exec, static_cast<std::size_t>(table.shape.buckets),
                  FillTableEntry<AtHand, Binning>{binning, table});
  return table;
}

}  // namespace KokkosScan::detail
