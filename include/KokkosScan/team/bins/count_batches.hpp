// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/team/bins/grouped_bins.hpp>
#include <KokkosScan/team/bins/serial_bins.hpp>
#include <KokkosScan/team/bins/slot_counter.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>

#include <cstddef>

/// \file
/// \brief How one thread counts items in vector code: one by one or in groups.

namespace KokkosScan::team::detail {

/// Counts items [first, last).
/// \param target  bins, or groups of them
template <HistogramPolicy P, class A, class Items, class Binning, class Target>
KOKKOS_FUNCTION void count_batches(Items const& items, Binning const& binning, Target const& target,
                                   int bins, std::size_t first, std::size_t last) {
  // Items of a batch: those of all accesses in flight, in multiples of 16 for vector code, and at
  // least 16; as many for each item of a group.
  constexpr int most = P.loads * P.access_bytes / Items::item_bytes / 16 * 16;
  constexpr int each = Target::group * (most > 16 ? most : 16);
  SlotCounter<each, A, Items, Binning, Target> const counter(items, binning, target, bins);
  counter.count(first, last);
}

/// Counts items [first, last) in the groups of a shape.
/// \param memory  for the table of the groups
template <HistogramPolicy P, class A, class Member, class Items, class Binning>
KOKKOS_FUNCTION void count_groups(Member const& member, GroupShape const& shape, void* memory,
                                  Items const& items, Binning const& binning,
                                  SerialBins<A> const& singles, int bins, std::size_t first,
                                  std::size_t last) {
  auto const count_in = [&]<int Group>(GroupedBins<A, Group> const& grouped) {
    grouped.clear(member);
    detail::count_batches<P, A>(items, binning, grouped, bins, first, last);
    grouped.fold();
  };
  switch (shape.group) {
    case 4:
      return count_in(GroupedBins<A, 4>(member, singles, memory, bins, shape.log2_copies));
    case 2:
      return count_in(GroupedBins<A, 2>(member, singles, memory, bins, shape.log2_copies));
    default:
      detail::count_batches<P, A>(items, binning, singles, bins, first, last);
  }
}

}  // namespace KokkosScan::team::detail
