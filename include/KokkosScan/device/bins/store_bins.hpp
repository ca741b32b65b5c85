// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/bins/sort_ends.hpp>
#include <KokkosScan/team/bins/binning_at_hand.hpp>
#include <KokkosScan/tuning/bin_selector.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace KokkosScan::detail {

/// Stores the bins of one piece of the items; the number of bins for what is in none. A thread
/// finds several at once: loads in flight on a GPU, vector code on a CPU.
template <class Exec, class Items, class B>
struct StoreBins {
  static constexpr HistogramPolicy policy = tuning::histogram_policy<Exec>(false);
  using Launch = PieceLaunch<Exec, policy.threads, policy.teams_per_multiprocessor>;
  using AtHand =
      team::detail::BinningAtHand<B, typename Items::element_type, (policy.table_bytes > 0)>;
  static constexpr int at_once = tuning::bins_at_once<Exec>;
  static constexpr std::size_t batch = static_cast<std::size_t>(policy.threads) * at_once;

  Items items;
  B binning;
  Pieces<typename Items::Size> pieces;
  int bins;
  typename AtHand::Shape table;
  std::uint32_t* stored;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto* const scratch = member.team_scratch(0).get_shmem_aligned(table.bytes(), 16);
    decltype(auto) at_hand =
        AtHand::in_scratch(member, binning, table, static_cast<std::byte*>(scratch));
    BinKey<std::decay_t<decltype(at_hand)>> const key{at_hand, bins};
    // What is stored cannot change these.
    Items const from = items;
    std::uint32_t* const to = stored;
    auto const bin_of = [from, key](std::size_t i) {
      return static_cast<std::uint32_t>(key(from.element(from.load(i))));
    };
    auto const piece = static_cast<std::size_t>(member.league_rank());
    std::size_t const rank = policy.threads == 1 ? 0 : static_cast<std::size_t>(member.team_rank());
    auto const found = pieces.found();
    std::size_t const last = found.last(piece);
    std::size_t i = found.first(piece);
    for (; i + batch <= last; i += batch) {
      std::uint32_t bin[at_once];
      for (int k = 0; k < at_once; ++k) bin[k] = bin_of(i + k * policy.threads + rank);
      for (int k = 0; k < at_once; ++k) to[i + k * policy.threads + rank] = bin[k];
    }
    for (i += rank; i < last; i += policy.threads) to[i] = bin_of(i);
  }

  static void run(std::string const& label, Exec const& exec, Items const& items, B const& binning,
                  int bins, std::uint32_t* stored) {
    auto const pieces = cut<Exec>(items.size, std::size_t(policy.threads), Launch::teams(exec));
    auto const table = AtHand::shape(binning, policy.scratch_bytes, pieces.each);
    Launch::run(label, exec, items.size.most, pieces.count, table.bytes() + 16,
                StoreBins{items, binning, pieces, bins, table, stored});
  }
};

}  // namespace KokkosScan::detail
