// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/bins/sort_ends.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/team/bins/binning_at_hand.hpp>
#include <KokkosScan/tuning/bin_selector.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace KokkosScan::detail {

/// Stores the bins of elements; their number for what is in none. A CPU finds those of a few
/// elements at once: that is vector code.
template <int AtOnce, class Items, class B>
struct StoreBins {
  Items items;
  BinKey<B> key;
  std::uint32_t* bins;

  KOKKOS_FUNCTION void operator()(std::size_t batch) const {
    std::size_t const n = items.size(), first = batch * AtOnce;
    if (first + AtOnce <= n) {
      std::uint32_t bin[AtOnce];
      for (int k = 0; k < AtOnce; ++k) bin[k] = bin_of(first + k);
      for (int k = 0; k < AtOnce; ++k) bins[first + k] = bin[k];
    } else {
      for (std::size_t i = first; i < n; ++i) bins[i] = bin_of(i);
    }
  }

 private:
  KOKKOS_FUNCTION std::uint32_t bin_of(std::size_t i) const {
    return static_cast<std::uint32_t>(key(items.element(items.load(i))));
  }
};

/// The same by teams that keep a table of the binning, a piece for each.
template <class Exec, class Items, class B>
struct StoreBinsByTable {
  static constexpr HistogramPolicy policy = tuning::histogram_policy<Exec>(false);
  using Launch = PieceLaunch<Exec, policy.threads, policy.teams_per_multiprocessor>;
  using AtHand =
      team::detail::BinningAtHand<B, typename Items::element_type, (policy.table_bytes > 0)>;
  static constexpr std::size_t batch = static_cast<std::size_t>(policy.threads) * policy.loads;

  Items items;
  B binning;
  Pieces<typename Items::Size> pieces;
  int none;
  typename AtHand::Shape table;
  std::uint32_t* bins;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto* const scratch = member.team_scratch(0).get_shmem_aligned(table.bytes(), 16);
    auto const at_hand =
        AtHand::in_scratch(member, binning, table, static_cast<std::byte*>(scratch));
    BinKey<std::remove_const_t<decltype(at_hand)>> const key{at_hand, none};
    auto const store = [&](std::size_t i, typename Items::Item const& x) {
      bins[i] = static_cast<std::uint32_t>(key(items.element(x)));
    };
    auto const piece = static_cast<std::size_t>(member.league_rank());
    auto const found = pieces.found();
    std::size_t const last = found.last(piece);
    std::size_t i = found.first(piece) + static_cast<std::size_t>(member.team_rank());
    for (; i + (batch - policy.threads) < last; i += batch) {
      typename Items::Item x[policy.loads];
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < policy.loads; ++k) x[k] = items.load(i + k * policy.threads);
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < policy.loads; ++k) store(i + k * policy.threads, x[k]);
    }
    for (; i < last; i += policy.threads) store(i, items.load(i));
  }

  static void run(std::string const& label, Exec const& exec, Items const& items, B const& binning,
                  int none, std::uint32_t* bins) {
    auto const pieces = cut<Exec>(items.size, std::size_t(policy.threads), Launch::teams(exec));
    auto const table = AtHand::shape(binning, policy.scratch_bytes, pieces.each);
    Launch::run(label, exec, items.size.most, pieces.count, table.bytes() + 16,
                StoreBinsByTable{items, binning, pieces, none, table, bins});
  }
};

/// The bins of all items to memory.
template <class Exec, class Items, class B>
void store_bins(std::string const& label, Exec const& exec, Items const& items, B const& binning,
                int bins, std::uint32_t* stored) {
  using ByTable = StoreBinsByTable<Exec, Items, B>;
  if (items.size.most == 0) return;
  if constexpr (ByTable::AtHand::has_table) {
    ByTable::run(label, exec, items, binning, bins, stored);
  } else {
    constexpr int at_once = tuning::capabilities<Exec>.lanes_are_threads ? 1 : 16;
    for_each_item(label, exec, ceil_div(items.size.most, std::size_t(at_once)),
                  StoreBins<at_once, Items, B>{items, {binning, bins}, stored}, at_once);
  }
}

}  // namespace KokkosScan::detail
