// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/lane/detail/thread_group.hpp>
#include <KokkosScan/team/bins/count_visitor.hpp>
#include <KokkosScan/team/bins/visit_items.hpp>
#include <KokkosScan/tuning/sizes.hpp>

#include <cstddef>
#include <type_traits>

/// \file
/// \brief Histograms by one team, called inside a user's `TeamPolicy` kernel by all its threads.

namespace KokkosScan::team {

namespace detail {

/// A target (bins.hpp): a View in scratch or global memory, added to by one vector lane of each
/// thread.
template <class Counts, class Member>
struct ViewBins {
  static constexpr bool has_windows = false;
  static constexpr bool counts_discarded = false;
  using Count = typename Counts::non_const_value_type;
  Counts const& counts;
  bool counts_here;

  KOKKOS_FUNCTION ViewBins(Member const& member, Counts const& view)
      : counts(view), counts_here(lane::detail::ThreadGroup<Member>(member).is_first_lane()) {}
  KOKKOS_FUNCTION void add(int bin, Count const& x) const {
    if (counts_here) Kokkos::atomic_add(KokkosScan::detail::address_in(counts, bin), x);
  }
};

template <class Member, class Items, class B, class Counts>
KOKKOS_FUNCTION void count_items(Member const& member, Items const& items, std::size_t n,
                                 B const& binning, Counts const& counts) {
  using Count = typename Counts::non_const_value_type;
  auto const bins = static_cast<int>(counts.extent(0));
  for (int b = member.team_rank(); b < bins; b += member.team_size()) counts(b) = Count(0);
  member.team_barrier();
  using Target = ViewBins<Counts, Member>;
  Target const target(member, counts);
  CountVisitor<Items, B, Count, Target> visitor{
      items, binning, target, bins, 0, bins, NoFrequentBin(member, 1)};
  detail::visit_items<1, tuning::access_width(Items::item_bytes)>(member, items, 0, n, visitor);
  member.team_barrier();
}

}  // namespace detail

/// \brief counts(b) = number of elements of \p in in bin b; previous counts are overwritten.
///
/// \param member   the team member; all threads of the team must call, with the same arguments
/// \param in       rank-1 View, global or scratch memory
/// \param binning  as for the device-level `histogram`. If it knows its number of bins, counts must
///                 have as many entries (not checked); for any other callable the extent of counts
///                 is the number of bins
/// \param[out] counts  rank-1 View of a number type, global or scratch memory
///
/// Reads each element once, with one atomic addition per element. Needs no scratch of its own. Ends
/// with a team barrier: all threads see the counts.
template <TeamMember Member, View1D In, class B, View1D Counts>
KOKKOS_FUNCTION void histogram(Member const& member, In const& in, B const& binning,
                               Counts const& counts) {
  detail::count_items(member, KokkosScan::detail::items_of(in), in.extent(0), binning, counts);
}

/// \brief counts(b) = sum of the weights of the elements in bin b, in the type of the counts;
/// otherwise as above.
/// \param weights  rank-1 View of numbers, of the extent of \p in (not checked); floating-point
///                 weights need floating-point counts, and are added in no fixed order
template <TeamMember Member, View1D In, class B, View1D Counts, View1D Weights>
KOKKOS_FUNCTION void histogram(Member const& member, In const& in, B const& binning,
                               Counts const& counts, Weights const& weights) {
  static_assert(KokkosScan::detail::can_sum<typename Counts::non_const_value_type,
                                            typename Weights::non_const_value_type>,
                "counts must hold floating-point numbers where weights do");
  auto const plain = KokkosScan::detail::items_of(in);
  using Items = KokkosScan::detail::WeightedItems<std::decay_t<decltype(plain)>,
                                                  typename Weights::non_const_value_type,
                                                  KokkosScan::detail::is_contiguous<Weights>>;
  detail::count_items(member, Items{plain, KokkosScan::detail::items_of(weights)}, in.extent(0),
                      binning, counts);
}

}  // namespace KokkosScan::team
