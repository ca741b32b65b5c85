// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/find_bins.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/bins/bin_key.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/bins/prepared_on.hpp>
#include <KokkosScan/device/bins/shared_table.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/tuning/extraction_selector.hpp>
#include <KokkosScan/tuning/histogram_selector.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace KokkosScan::detail {

/// Stores the bins of items [first, last), \p key.bins for those in none. A CPU finds the bins of
/// several elements before it stores them: that is vector code.
template <int AtOnce, class Items, class B>
KOKKOS_FUNCTION void store_bins_of(Items const& items, BinKey<B> const& key, std::size_t first,
                                   std::size_t last, std::uint32_t* bins) {
  std::size_t i = first;
  if constexpr (AtOnce > 1)
    for (; i + AtOnce <= last; i += AtOnce) {
      int bin[AtOnce];
      detail::find_bins(
          key.binning, [&](int k) { return items.element(items.load(i + k)); }, key.bins, key.bins,
          bin);
      for (int k = 0; k < AtOnce; ++k) bins[i + k] = static_cast<std::uint32_t>(bin[k]);
    }
  for (; i < last; ++i) bins[i] = static_cast<std::uint32_t>(key(items.element(items.load(i))));
}

/// Stores the bin of each element, \p AtOnce of them by one call.
template <int AtOnce, class Items, class B>
struct StoreBins {
  Items items;
  BinKey<B> key;
  std::uint32_t* bins;

  KOKKOS_FUNCTION void operator()(std::size_t batch) const {
    std::size_t const n = items.size(), first = batch * AtOnce;
    detail::store_bins_of<AtOnce>(items, key, first, first + AtOnce < n ? first + AtOnce : n, bins);
  }
};

/// The same on a GPU. The elements of a thread are far apart, so that neighboring threads take
/// neighbors; all are loaded before the first is used: one for each thread would be bound by the
/// latency of its load (H200, permutation of 2^28 points of three floats by 64 cells: 2.86 ms, with
/// four loads 2.21).
template <int AtOnce, class Items, class B>
struct StoreBinsApart {
  Items items;
  BinKey<B> key;
  std::uint32_t* bins;

  KOKKOS_FUNCTION void operator()(std::size_t first) const {
    std::size_t const n = items.size(), apart = (n + AtOnce - 1) / AtOnce;
    if (first >= apart) return;
    typename Items::Item x[AtOnce];
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < AtOnce; ++k) {
      std::size_t const i = first + k * apart;
      x[k] = items.load(i < n ? i : n - 1);
    }
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < AtOnce; ++k)
      if (first + k * apart < n)
        bins[first + k * apart] = static_cast<std::uint32_t>(key(items.element(x[k])));
  }
};

/// The same by teams that use a table of the binning, with a piece for each team.
/// \tparam IsShared  the table is in memory, for all teams; else each team makes one in its scratch
template <class Exec, class Items, class B, bool IsShared>
struct StoreBinsByTable {
  static constexpr HistogramPolicy policy = tuning::histogram_policy<Exec>(false);
  static constexpr bool is_gpu = tuning::capabilities<Exec>.lanes_are_threads;
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
    auto const piece = static_cast<std::size_t>(member.league_rank());
    auto const [first, last] = pieces.of(piece);
    if constexpr (!is_gpu)
      return detail::store_bins_of<tuning::bins_stored_at_once>(items, key, first, last, bins);
    auto const store_one = [&](std::size_t i, typename Items::Item const& x) {
      bins[i] = static_cast<std::uint32_t>(key(items.element(x)));
    };
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

/// Whether the table of so many bins is in memory. Teams of a CPU always share one.
template <class Exec>
constexpr bool shares_table(int bins) {
  return !tuning::capabilities<Exec>.lanes_are_threads || bins > tuning::max_edges_in_scratch;
}

/// Bytes of memory that `store_bins` takes, for a table.
template <class Exec, class Items, class B>
std::size_t store_bins_bytes(int bins, std::size_t items) {
  using Prepared = PreparedOn<Exec, B, typename Items::element_type>;
  return detail::shares_table<Exec>(bins) ? shared_table_bytes<Prepared, Exec>(bins, items) : 0;
}

/// Stores the bins of all items.
/// \param memory  store_bins_bytes of it
template <class Exec, class Items, class B>
void store_bins(std::string const& label, Exec const& exec, Items const& items, B const& binning,
                int bins, std::uint32_t* stored, [[maybe_unused]] std::byte* memory) {
  using Prepared = PreparedOn<Exec, B, typename Items::element_type>;
  std::size_t const n = items.size.most;
  if (n == 0) return;
  constexpr bool is_gpu = tuning::capabilities<Exec>.lanes_are_threads;
  if constexpr (Prepared::has_table) {
    if (detail::shares_table<Exec>(bins)) {
      auto const table = detail::make_shared_table<Prepared>(label, exec, binning, bins, n, memory);
      using Store = StoreBinsByTable<Exec, Items, B, true>;
      if (is_gpu || table.shape.is_table())
        return Store::run(label, exec,
                          {items, binning, Store::cut_for(exec, items), bins, table, stored}, 0);
    } else if constexpr (is_gpu) {
      using Store = StoreBinsByTable<Exec, Items, B, false>;
      auto const pieces = Store::cut_for(exec, items);
      auto const table = Prepared::shape(binning, Store::policy.scratch_bytes, pieces.each);
      return Store::run(label, exec, {items, binning, pieces, bins, table, stored}, table.bytes());
    }
  }
  if constexpr (!(is_gpu && Prepared::has_table)) {
    using Item = typename Items::Item;
    constexpr bool loads_four =
        is_gpu && sizeof(Item) <= 32 && std::is_trivially_default_constructible_v<Item>;
    constexpr int at_once = loads_four ? 4 : is_gpu ? 1 : 16;
    using Store = std::conditional_t<loads_four, StoreBinsApart<at_once, Items, B>,
                                     StoreBins<at_once, Items, B>>;
    detail::for_each_item(label, exec, ceil_div(n, std::size_t(at_once)),
                          Store{items, {binning, bins}, stored}, at_once);
  }
}

}  // namespace KokkosScan::detail
