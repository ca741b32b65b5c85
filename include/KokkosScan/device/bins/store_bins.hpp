// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/bins/bin_key.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/bins/prepared_on.hpp>
#include <KokkosScan/device/bins/shared_table.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/tuning/extraction_selector.hpp>
#include <KokkosScan/tuning/histogram_selector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace KokkosScan::detail {

/// Stores the bin of each element; the number of bins if it is in none. A CPU finds the bins of
/// several elements before it stores them: that is vector code.
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

/// The same by teams that use a table of the binning, with a piece for each team.
/// \tparam IsShared  the table is in memory, for all teams; else each team makes one in its scratch
template <class Exec, class Items, class B, bool IsShared>
struct StoreBinsByTable {
  static constexpr HistogramPolicy policy = tuning::histogram_policy<Exec>(false);
  using Launch = TeamLaunch<Exec, policy.threads, policy.teams_per_multiprocessor>;
  using Prepared = PreparedOn<Exec, B, typename Items::element_type>;
  using Table = std::conditional_t<IsShared, typename Prepared::Shared, typename Prepared::Shape>;
  static constexpr std::size_t batch = static_cast<std::size_t>(policy.threads) * policy.loads;

  Items items;
  B binning;
  Pieces<typename Items::Size> pieces;
  int all_bins;
  Table table;
  std::uint32_t* bins;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    if constexpr (IsShared) {
      store(member, Prepared::in_memory(binning, table));
    } else {
      auto* const scratch = member.team_scratch(0).get_shmem_aligned(table.bytes(), 16);
      store(member, Prepared::in_scratch(member, binning, table, static_cast<std::byte*>(scratch)));
    }
  }

  static auto cut_for(Exec const& exec, Items const& items) {
    return cut<Exec>(items.size, std::size_t(policy.threads), Launch::teams(exec));
  }
  static void run(std::string const& label, Exec const& exec, StoreBinsByTable const& store,
                  std::size_t scratch) {
    Launch::run(label, exec, store.items.size.most, store.pieces.count, scratch + 16, store);
  }

 private:
  template <class Member, class Asked>
  KOKKOS_FUNCTION void store(Member const& member, Asked const& asked) const {
    detail::unswitch(asked, [&]<class Unswitched>(Unswitched const& unswitched) {
      store_by(member, BinKey<Unswitched>{unswitched, all_bins});
    });
  }
  template <class Member, class Key>
  KOKKOS_FUNCTION void store_by(Member const& member, Key const& key) const {
    auto const store_one = [&](std::size_t i, typename Items::Item const& x) {
      bins[i] = static_cast<std::uint32_t>(key(items.element(x)));
    };
    auto const piece = static_cast<std::size_t>(member.league_rank());
    auto const [first, last] = pieces.of(piece);
    std::size_t i = first + static_cast<std::size_t>(member.team_rank());
    for (; i + (batch - policy.threads) < last; i += batch) {
      typename Items::Item x[policy.loads];
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < policy.loads; ++k) x[k] = items.load(i + k * policy.threads);
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < policy.loads; ++k) store_one(i + k * policy.threads, x[k]);
    }
    for (; i < last; i += policy.threads) store_one(i, items.load(i));
  }
};

/// Bytes of memory that `store_bins` takes: for a table of more than `max_edges_in_scratch` edges.
template <class Exec, class Items, class B>
std::size_t store_bins_bytes(int bins) {
  using Prepared = PreparedOn<Exec, B, typename Items::element_type>;
  return bins > tuning::max_edges_in_scratch ? shared_table_bytes<Prepared>(bins) : 0;
}

/// Stores the bins of all items.
/// \param memory  store_bins_bytes of it
template <class Exec, class Items, class B>
void store_bins(std::string const& label, Exec const& exec, Items const& items, B const& binning,
                int bins, std::uint32_t* stored, [[maybe_unused]] std::byte* memory) {
  using Prepared = PreparedOn<Exec, B, typename Items::element_type>;
  if (items.size.most == 0) return;
  constexpr bool is_gpu = tuning::capabilities<Exec>.lanes_are_threads;
  if constexpr (Prepared::has_table) {
    // On hosts searching for few items takes less time than filling the entries of a table.
    bool const pays = is_gpu || items.size.most / 4 >= static_cast<std::size_t>(bins);
    if (bins > tuning::max_edges_in_scratch && pays) {
      using Store = StoreBinsByTable<Exec, Items, B, true>;
      Store::run(label, exec,
                 {items, binning, Store::cut_for(exec, items), bins,
                  detail::make_shared_table<Prepared>(label, exec, binning, bins, memory), stored},
                 0);
      return;
    }
    using Store = StoreBinsByTable<Exec, Items, B, false>;
    auto const pieces = Store::cut_for(exec, items);
    constexpr std::size_t room = std::max(Store::policy.scratch_bytes, Store::policy.table_bytes);
    auto const table = Prepared::shape(binning, room, pieces.each);
    if (is_gpu || table.is_table()) {
      Store::run(label, exec, {items, binning, pieces, bins, table, stored}, table.bytes());
      return;
    }
  }
  if constexpr (!(is_gpu && Prepared::has_table)) {
    constexpr int at_once = is_gpu ? 1 : 16;
    detail::for_each_item(label, exec, ceil_div(items.size.most, std::size_t(at_once)),
                          StoreBins<at_once, Items, B>{items, {binning, bins}, stored}, at_once);
  }
}

}  // namespace KokkosScan::detail
