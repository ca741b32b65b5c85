// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>

#include <cstddef>

namespace KokkosScan::team::detail {

/// The threads of a team visit items [first, last): as many full batches as there are, and the rest
/// one by one. In a batch each thread has Loads accesses of Width neighbors, all issued before the
/// first is used.
///
/// `visitor.batch(x)` is given an array of Loads · Width items, `visitor.one(x)` a single one.
/// Its `items_between_barriers`, unless 0, are the most that a team visits without waiting for
/// all its threads; neither a batch nor Width may be larger.
template <int Loads, int Width, class Member, class Items, class Visitor>
KOKKOS_FUNCTION void visit_items(Member const& member, Items const& items, std::size_t first,
                                 std::size_t last, Visitor& visitor) {
  using Item = typename Items::Item;
  auto const rank = static_cast<unsigned>(member.team_rank());
  auto const threads = static_cast<unsigned>(member.team_size());
  std::size_t const batch = static_cast<std::size_t>(threads) * Loads * Width;
  std::size_t since_barrier = 0;
  // Called before a batch, and before the rest, which is less than a batch.
  auto const begin_batch = [&] {
    if constexpr (Visitor::items_between_barriers > 0) {
      if (since_barrier + batch > Visitor::items_between_barriers) {
        member.team_barrier();
        since_barrier = 0;
      }
      since_barrier += batch;
    }
  };
  std::size_t i = first;
  int const first_pack = items.template first_pack<Width>();
  if (first_pack >= 0) {
    // The items before the first pack.
    std::size_t const body = first + (first_pack + Width - first % Width) % Width;
    for (std::size_t j = first + rank; j < body && j < last; j += threads)
      visitor.one(items.load(j));
    since_barrier = body - first;
    for (i = body; i + batch <= last; i += batch) {
      begin_batch();
      items.template prefetch<Loads * Width>(i);
      Item x[Loads * Width];
      KOKKOSSCAN_UNROLL
      for (int l = 0; l < Loads; ++l)
        items.template load_pack<Width>(i + (l * threads + rank) * static_cast<std::size_t>(Width),
                                        reinterpret_cast<Item(&)[Width]>(x[l * Width]));
      visitor.batch(x);
    }
  } else {
    for (; i + batch <= last; i += batch) {
      begin_batch();
      Item x[Loads * Width];
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < Loads * Width; ++k) x[k] = items.load(i + (k * threads + rank));
      visitor.batch(x);
    }
  }
  begin_batch();
  for (std::size_t j = i + rank; j < last; j += threads) visitor.one(items.load(j));
  // Other items may be visited next.
  if constexpr (Visitor::items_between_barriers > 0) member.team_barrier();
}

}  // namespace KokkosScan::team::detail
