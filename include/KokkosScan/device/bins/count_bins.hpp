// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/count_pieces.hpp>
#include <KokkosScan/device/bins/count_shared.hpp>
#include <KokkosScan/device/bins/count_sinks.hpp>
#include <KokkosScan/device/bins/merge_pieces.hpp>
#include <KokkosScan/device/bins/partitioned_bins.hpp>
#include <KokkosScan/device/detail/fill_zero.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/tuning/histogram_selector.hpp>
#include <KokkosScan/variants.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

/// \file
/// \brief The ways to count bins, and the choice of one.

namespace KokkosScan::detail {

template <class Exec, class Items, HistogramPolicy Wanted>
constexpr HistogramPolicy histogram_policy_for() {
  if constexpr (Wanted.is_default())
    return tuning::histogram_policy<Exec>(Items::has_weights, sizeof(typename Items::Item));
  else {
    static_assert(Wanted.threads > 0 && Wanted.loads > 0 && Wanted.access_bytes > 0,
                  "a HistogramPolicy needs threads, loads and bytes of an access");
    static_assert((Wanted.access_bytes & (Wanted.access_bytes - 1)) == 0,
                  "a HistogramPolicy has accesses of a power of two of bytes");
    static_assert(Wanted.teams_per_multiprocessor > 0,
                  "a HistogramPolicy needs teams_per_multiprocessor");
    static_assert(
        Wanted.ranges.threads == 0 || (Wanted.ranges.items > 0 && Wanted.ranges.count_threads > 0 &&
                                       Wanted.ranges.count_teams_per_multiprocessor > 0),
        "a HistogramPolicy with ranges needs items, and teams that count them");
    static_assert(Wanted.threads == 1 || Wanted.scratch_bytes > 0,
                  "a HistogramPolicy of several threads needs scratch_bytes: only one thread "
                  "counts in a cache");
    static_assert(Wanted.scratch_bytes > 0 ||
                      Wanted.table_bytes < tuning::capabilities<Exec>.team_scratch_bytes,
                  "a HistogramPolicy without scratch_bytes has table_bytes that exceed a team's "
                  "scratch");
    return Wanted;
  }
}

/// The types in which counts are summed: `Private` in a team's own bins, `Total` over all teams.
template <class Items, class Count>
struct HistogramTypes {
  using Weight = typename Items::weight_type;
  static constexpr bool is_real = Items::has_weights && std::is_floating_point_v<Count> &&
                                  !(std::is_unsigned_v<Weight> && sizeof(Weight) == 8);
  using Real = std::conditional_t<std::is_floating_point_v<Weight>,
                                  std::common_type_t<Weight, Count>, Count>;
  /// Wraps modulo 2^32 or 2^64: integer counts converted from it are as if summed in Count.
  using Integer = std::conditional_t<sizeof(Count) == 8 || sizeof(Weight) == 8 ||
                                         std::is_floating_point_v<Count>,
                                     std::uint64_t, std::uint32_t>;
  using Total = std::conditional_t<is_real, Real, Integer>;
  /// A piece holds fewer than 2^32 elements.
  using Private = std::conditional_t<Items::has_weights, Total, std::uint32_t>;
};

/// Counts the items into a sink, which is given the total of every bin once.
template <class Options, class Exec, class Items, class Binning, class Count, class Sink>
class CountBins {
  using Types = HistogramTypes<Items, Count>;
  using Total = typename Types::Total;
  using Private = typename Types::Private;
  static constexpr HistogramPolicy policy = histogram_policy_for<Exec, Items, Options::policy>();
  using Table = CountTable<Private>;
  // If a variant is named, only it is compiled, and shared_bins for numbers of bins that it cannot
  // take.
  static constexpr bool may_choose = Options::variant == DeviceHistogram::automatic;
  static constexpr bool may_own = may_choose || Options::variant == DeviceHistogram::private_bins;
  /// Private bins in memory have room for any number of bins: no other way is needed.
  static constexpr bool always_owns =
      Options::variant == DeviceHistogram::private_bins && policy.scratch_bytes == 0;
  using Whole = CountPieces<Exec, policy, Items, Binning, Private, Table>;
  /// Windows without weights have counts of 16 bits, which need team barriers at most 2^15 elements
  /// apart.
  using HalfBins = team::detail::HalfBins<typename Table::PieceBins>;
  using WindowBins =
      std::conditional_t<Items::has_weights, team::detail::PrivateBins<Private, true>, HalfBins>;
  static constexpr bool has_windows = may_own && policy.scratch_bytes > 0 &&
                                      (Items::has_weights ||
                                       Whole::batch <= HalfBins::items_between_barriers);
  using Windows = CountPieces<Exec, policy, Items, Binning, Private, Table, WindowBins>;
  /// If named, private_bins takes more windows than pay, but not any number: each window reads all
  /// items, and every piece has counts of all bins in memory.
  static constexpr int max_windows = 4 * policy.max_windows;
  using Shared = CountShared<Exec, policy, Items, Binning, Total>;
  static constexpr bool has_ranges =
      (may_choose || Options::variant == DeviceHistogram::partitioned_bins) &&
      !Items::has_weights && policy.ranges.threads > 0;
  using Partitioned = PartitionedBins<Exec, policy, Items, Binning, Total>;
  static constexpr bool has_in_place =
      requires(Sink const& sink) { sink.template in_place<Total>(); };
  enum class Way { private_bins, private_windows, partitioned, shared };

 public:
  CountBins(Exec const& exec, typename Items::Size const& size, int bins)
      : m_bins(bins),
        m_way(choose(exec, size.most)),
        m_pieces(m_way == Way::shared ? pieces_of(size, Whole::Launch::teams(exec))
                                      : pieces_of(exec, size, bins)) {
    if (m_way != Way::partitioned) return;
    // Fewer items may be counted in windows, in a table that is larger than what packing takes.
    typename Items::Size fewer = size;
    fewer.most = tuning::items_worth_packing(static_cast<std::size_t>(bins)) - 1;
    if (choose(exec, fewer.most) == Way::private_windows)
      m_bytes_of_fewer = table_bytes(pieces_of(exec, fewer, bins).count);
  }

  /// Of memory for `run` with such a sink.
  std::size_t bytes(Sink const& sink) const {
    if (m_way == Way::private_bins || m_way == Way::private_windows) {
      std::size_t const own =
          table_bytes(m_pieces.count) + Whole::Layout::memory_bytes(m_pieces, m_bins);
      bool const fewer_have_totals =
          may_choose &&
          tuning::may_share_fewer<Exec>(static_cast<std::size_t>(m_bins) * sizeof(Private));
      return fewer_have_totals ? std::max(own, totals_bytes()) : own;
    }
    if constexpr (has_ranges)
      if (m_way == Way::partitioned)
        return std::max(totals_bytes() + partitioned().bytes(), m_bytes_of_fewer);
    return counts_in_place(sink) != nullptr ? 0 : totals_bytes();
  }

  void run(std::string const& label, Exec const& exec, Items const& items, Binning const& binning,
           Sink const& sink, std::byte* memory) const {
    switch (m_way) {
      case Way::private_bins:
        if constexpr (may_own) count_privately<Whole>(label, exec, items, binning, sink, memory);
        return;
      case Way::private_windows:
        if constexpr (has_windows)
          count_privately<Windows>(label, exec, items, binning, sink, memory);
        return;
      case Way::partitioned:
      case Way::shared:
        if constexpr (!always_owns) count_together(label, exec, items, binning, sink, memory);
        return;
    }
  }

 private:
  static auto pieces_of(typename Items::Size const& size, std::size_t wanted) {
    return cut<Exec>(size, Whole::batch, wanted);
  }
  /// Pieces that have bins of their own.
  static auto pieces_of(Exec const& exec, typename Items::Size const& size, int bins) {
    std::size_t const teams = Whole::Launch::teams(exec);
    return pieces_of(
        size, tuning::histogram_pieces<Exec>(size.most, static_cast<std::size_t>(bins), teams));
  }
  Way choose(Exec const& exec, std::size_t n) const {
    auto const bins = static_cast<std::size_t>(m_bins);
    bool partitions = false;
    if constexpr (has_ranges) partitions = Partitioned::fits(m_bins);
    DeviceHistogram variant = Options::variant;
    if constexpr (Options::variant == DeviceHistogram::automatic)
      variant = tuning::choose_histogram(
          policy, n, bins,
          {.count_bytes = has_windows && !Items::has_weights ? 2 : sizeof(Private),
           .item_bytes = sizeof(typename Items::Item),
           .teams = Whole::Launch::teams(exec),
           .has_weights = Items::has_weights,
           .partitions = partitions,
           .has_table = Whole::Prepared::has_table,
           .is_expensive = detail::is_expensive<Binning>});
    bool const fits = policy.scratch_bytes == 0 || bins <= Whole::Layout::max_own_bins();
    bool fits_windows = false;
    if constexpr (has_windows) fits_windows = bins <= max_windows * Windows::Layout::max_own_bins();
    if (variant == DeviceHistogram::private_bins && (fits || fits_windows))
      return fits ? Way::private_bins : Way::private_windows;
    return variant == DeviceHistogram::partitioned_bins && partitions ? Way::partitioned
                                                                      : Way::shared;
  }
  /// Called only if has_ranges.
  auto partitioned() const { return Partitioned(m_pieces.size.most, m_bins); }

  /// Counts in private bins of each team, which are summed afterwards.
  template <class Counting>
  void count_privately(std::string const& label, Exec const& exec, Items const& items,
                       Binning const& binning, Sink const& sink, std::byte* memory) const {
    Table const table =
        Counting::Layout::may_be_in_place(m_bins)
            ? Counting::Layout::table_in_place(memory, m_pieces, m_bins)
            : Table{reinterpret_cast<Private*>(memory), static_cast<std::size_t>(m_bins), 1};
    Counting::run(label, exec, items, binning, m_pieces, m_bins,
                  memory + table_bytes(m_pieces.count), table);
    using Merge = MergePieces<Exec, Private, Total, Sink>;
    Merge::run(label + " merge", exec, Merge{table, m_pieces.count, m_bins, sink});
  }
  /// Counts in totals that all teams share.
  void count_together(std::string const& label, Exec const& exec, Items const& items,
                      Binning const& binning, Sink const& sink, std::byte* memory) const {
    Total* const in_place = counts_in_place(sink);
    Total* const totals = in_place != nullptr ? in_place : reinterpret_cast<Total*>(memory);
    clear_totals(label + " zero", exec, sink, in_place, memory);
    if (m_way == Way::shared)
      Shared::run(label, exec, Shared{items, binning, m_pieces, m_bins, totals});
    else if constexpr (has_ranges)
      partitioned().run(label, exec, items, binning, totals, memory + totals_bytes());
    if (in_place == nullptr) detail::store_totals(label + " store", exec, totals, m_bins, sink);
  }
  void clear_totals(std::string const& label, Exec const& exec, Sink const& sink,
                    [[maybe_unused]] Total* in_place, std::byte* memory) const {
    if constexpr (has_in_place)
      if (in_place != nullptr) {
        if (!sink.accumulates)
          fill_zero(label, exec, in_place, 1, static_cast<std::size_t>(m_bins));
        return;
      }
    std::size_t bytes = totals_bytes();
    if constexpr (has_ranges)
      if (m_way == Way::partitioned) bytes += partitioned().zeroed_bytes();
    clear_chunks(label, exec, memory, bytes);
  }

  /// The user's counts, where shared bins may be counted in them; otherwise nullptr.
  Total* counts_in_place(Sink const& sink) const {
    if constexpr (has_in_place)
      if (m_way == Way::shared) return sink.template in_place<Total>();
    return nullptr;
  }
  std::size_t table_bytes(std::size_t pieces) const {
    if (Whole::Layout::may_be_in_place(m_bins)) return 0;
    return part_bytes(pieces * static_cast<std::size_t>(m_bins) * sizeof(Private));
  }
  std::size_t totals_bytes() const {
    return part_bytes(static_cast<std::size_t>(m_bins) * sizeof(Total));
  }

  int m_bins;
  Way m_way;
  Pieces<typename Items::Size> m_pieces;
  std::size_t m_bytes_of_fewer = 0;
};

}  // namespace KokkosScan::detail
