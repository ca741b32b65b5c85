// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/device/bins/count_pieces.hpp>
#include <KokkosScan/device/bins/count_shared.hpp>
#include <KokkosScan/device/bins/fixed_point.hpp>
#include <KokkosScan/device/bins/merge_pieces.hpp>
#include <KokkosScan/device/bins/partitioned_bins.hpp>
#include <KokkosScan/device/fill_zero.hpp>
#include <KokkosScan/device/histogram_options.hpp>
#include <KokkosScan/device/scan.hpp>
#include <KokkosScan/device/workspace.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

/// \file
/// \brief From checked arguments to the kernels of a histogram. Every device histogram ends here.

namespace KokkosScan::detail {

template <class Exec, class Items, HistogramPolicy Wanted>
constexpr HistogramPolicy histogram_policy_for() {
  if constexpr (Wanted.is_tuned())
    return tuning::histogram_policy<Exec>(Items::has_weights);
  else {
    static_assert(Wanted.threads > 0 && Wanted.loads > 0 && Wanted.access_bytes > 0,
                  "a HistogramPolicy needs threads, loads and bytes of an access");
    static_assert(Wanted.threads == 1 || Wanted.scratch_bytes > 0,
                  "a HistogramPolicy of several threads needs scratch_bytes: only one thread "
                  "counts in a cache");
    return Wanted;
  }
}

/// What the counts of a whole histogram are summed in.
template <class Items, class Count>
struct HistogramTypes {
  using Weight = typename Items::weight_type;
  static constexpr bool is_real = Items::has_weights && std::is_floating_point_v<Count> &&
                                  !(std::is_unsigned_v<Weight> && sizeof(Weight) == 8);
  using Real = std::conditional_t<std::is_floating_point_v<Weight>,
                                  std::common_type_t<Weight, Count>, Count>;
  /// Wraps as the counts do, if they are integers.
  using Integer = std::conditional_t<sizeof(Count) == 8 || sizeof(Weight) == 8 ||
                                         std::is_floating_point_v<Count>,
                                     std::uint64_t, std::uint32_t>;
  using Total = std::conditional_t<is_real, Real, Integer>;
  /// A piece holds fewer than 2^32 elements.
  using Private = std::conditional_t<Items::has_weights, Total, std::uint32_t>;
};

/// The items counted into a sink, which is given the total of every bin once.
template <class Options, class Exec, class Items, class Binning, class Count, class Sink>
class CountInto {
  using Types = HistogramTypes<Items, Count>;
  using Total = typename Types::Total;
  using Private = typename Types::Private;
  static constexpr HistogramPolicy policy = histogram_policy_for<Exec, Items, Options::policy>();
  using Whole = CountPieces<Exec, policy, Items, Binning, Private, Private>;
  /// Bins of 16 bits where each element counts one.
  static constexpr bool has_halves = !Items::has_weights && policy.scratch_bytes > 0;
  using Half = CountPieces<Exec, policy, Items, Binning, Private, Private, team::detail::HalfBins>;
  using Shared = CountShared<Exec, policy, Items, Binning, Total>;
  static constexpr bool has_ranges = !Items::has_weights && policy.ranges.threads > 0;
  using Partitioned = PartitionedBins<Exec, policy, Items, Binning, Total>;

 public:
  CountInto(Exec const& exec, std::size_t n, int bins) : m_bins(bins) {
    constexpr std::size_t batch =
        static_cast<std::size_t>(policy.threads) * policy.loads * Whole::width;
    m_pieces = cut(n, batch, Whole::Launch::teams(exec));
    DeviceHistogram variant = Options::variant;
    bool partitions = false;
    if constexpr (has_ranges) partitions = Partitioned::fits(bins);
    if constexpr (Options::variant == DeviceHistogram::automatic)
      variant = tuning::choose_histogram(policy, n, static_cast<std::size_t>(bins),
                                         has_halves ? 2 : sizeof(Private), partitions);
    bool const fits = policy.scratch_bytes == 0 ||
                      static_cast<std::size_t>(bins) <= Whole::own_bins_in(policy.scratch_bytes);
    m_is_half = has_halves && !fits;
    m_is_private = variant == DeviceHistogram::private_bins && (fits || m_is_half);
    m_is_partitioned = variant == DeviceHistogram::partitioned_bins && partitions;
  }

  std::size_t bytes() const {
    if (m_is_private) return table_bytes() + Whole::memory_bytes(m_pieces.count, m_bins);
    std::size_t const bytes = totals_bytes();
    if constexpr (has_ranges) {
      if (m_is_partitioned) return bytes + Partitioned(m_pieces.n, m_bins).bytes();
    }
    return bytes;
  }

  void run(std::string const& label, Exec const& exec, Items const& items, Binning const& binning,
           Sink const& sink, std::byte* memory) const {
    auto const bins = static_cast<std::size_t>(m_bins);
    if (m_is_private) {
      CountTable<Private> const table{reinterpret_cast<Private*>(memory), bins, 1};
      std::byte* const rest = memory + table_bytes();
      if constexpr (has_halves) {
        if (m_is_half) Half::run(label, exec, items, binning, m_pieces, m_bins, rest, table);
      }
      if (!m_is_half) Whole::run(label, exec, items, binning, m_pieces, m_bins, rest, table);
      merge<Private>(label, exec, table, m_pieces.count, sink);
    } else {
      auto* const totals = reinterpret_cast<Total*>(memory);
      fill_zero(label + " zero", exec, totals, 1, bins);
      if constexpr (has_ranges) {
        if (m_is_partitioned)
          Partitioned(m_pieces.n, m_bins)
              .run(label, exec, items, binning, totals, memory + totals_bytes());
      }
      if (!m_is_partitioned)
        Kokkos::parallel_for(label, Shared::launch(exec, m_pieces),
                             Shared{items, binning, m_pieces, m_bins, totals});
      merge<Total>(label, exec, {totals, bins, 1}, 1, sink);
    }
  }

 private:
  std::size_t table_bytes() const {
    return round_up(m_pieces.count * static_cast<std::size_t>(m_bins) * sizeof(Private));
  }
  std::size_t totals_bytes() const {
    return round_up(static_cast<std::size_t>(m_bins) * sizeof(Total));
  }
  template <class Out>
  void merge(std::string const& label, Exec const& exec, CountTable<Out> const& table,
             std::size_t pieces, Sink const& sink) const {
    using Merge = MergePieces<Exec, Out, Total, Sink>;
    Kokkos::parallel_for(label + " merge", Merge::launch(exec, m_bins),
                         Merge{table, pieces, m_bins, sink});
  }

  Pieces m_pieces;
  int m_bins;
  bool m_is_private, m_is_half, m_is_partitioned;
};

/// The byte as an index.
struct ByteValue {
  template <class Byte>
  KOKKOS_FUNCTION bool find(Byte const& x, int& value) const {
    value = static_cast<int>(static_cast<std::uint8_t>(x));
    return true;
  }
};

/// Whether every possible element can be counted, and binned afterwards.
template <class Items>
inline constexpr bool are_bytes =
    !Items::has_weights && sizeof(typename Items::element_type) == 1 &&
    std::is_integral_v<typename Items::element_type> &&
    !std::is_same_v<typename Items::element_type, bool>;

template <class Options, class Exec, class Items, class Binning, class Counts>
void run_histogram(std::string const& label, Exec const& exec, Items const& items, std::size_t n,
                   Binning const& binning, int bins, Counts const& counts, Options const& options) {
  using Count = typename Counts::non_const_value_type;
  auto const stride = static_cast<std::ptrdiff_t>(counts.stride(0));
  auto const count_into = [&](auto const& what, auto const& how, int how_many, auto const& sink,
                              std::size_t extra, auto const& prepare) {
    using Run = CountInto<Options, Exec, std::decay_t<decltype(what)>, std::decay_t<decltype(how)>,
                          Count, std::decay_t<decltype(sink)>>;
    Run const run(exec, n, how_many);
    with_workspace(exec, options, WorkspaceNeed{.bytes = extra + run.bytes()},
                   [&](Workspace<Exec> const& w) {
                     auto items_now = what;
                     auto sink_now = sink;
                     prepare(items_now, sink_now, w.bytes());
                     run.run(label, exec, items_now, how, sink_now, w.bytes() + extra);
                   });
  };
  auto const nothing = [](auto&, auto&, std::byte*) {};
  CountSink<Count> const sink{counts.data(), stride, options.accumulates};

  if constexpr (are_bytes<Items>) {
    if (!options.accumulates)
      fill_zero(label + " zero", exec, counts.data(), stride, static_cast<std::size_t>(bins));
    using Byte = typename Items::element_type;
    count_into(items, ByteValue{}, 256,
               ByteSink<Count, Byte, Binning>{counts.data(), stride, binning, bins}, 0, nothing);
  } else if constexpr (HistogramTypes<Items, Count>::is_real) {
    if (options.is_reproducible) {
      using Fixed = FixedPointItems<Items>;
      count_into(Fixed{items, nullptr}, binning, bins, FixedPointSink<Count>{sink, nullptr}, 64,
                 [&](Fixed& fixed, FixedPointSink<Count>& to, std::byte* memory) {
                   auto* const scale = reinterpret_cast<FixedPointScale*>(memory);
                   auto* const largest = reinterpret_cast<double*>(memory + sizeof(*scale));
                   find_scale(label, exec, items, n, largest, scale);
                   fixed.scale = scale;
                   to.quantum = &scale->quantum;
                 });
    } else {
      count_into(items, binning, bins, sink, 0, nothing);
    }
  } else {
    count_into(items, binning, bins, sink, 0, nothing);
  }

  if (options.is_cumulative) {
    if constexpr (requires { options.workspace; })
      inclusive_scan(label + " cumulative", exec, counts, counts, Sum<Count>{},
                     ScanOptions<>{}.with(*options.workspace));
    else
      inclusive_scan(label + " cumulative", exec, counts, counts, Sum<Count>{});
  }
}

}  // namespace KokkosScan::detail
