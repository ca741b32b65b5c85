// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/count_pieces.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/operators.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace KokkosScan::detail {

/// Sums a table of counts over its pieces, in an order that depends only on the number of pieces,
/// and hands each bin's total to the sink. A team takes a block of neighbouring bins, which are
/// neighbours in the table, too. On GPUs each row of its threads sums every `rows`-th piece.
template <class Exec, class Out, class Total, class Sink>
struct MergePieces {
  static constexpr bool many_threads = tuning::capabilities<Exec>.lanes_are_threads;
  static constexpr int columns = many_threads ? 32 : 2048;  // a row reads whole cache lines
  static constexpr int rows = many_threads ? 16 : 1;
  static constexpr int threads = many_threads ? columns * rows : 1;
  using Launch = PieceLaunch<Exec, threads, 1>;
  struct Scratch {
    Total sum[rows][columns];
  };

  CountTable<Out> table;
  std::size_t pieces;
  int bins;
  Sink sink;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto& scratch = *static_cast<Scratch*>(
        member.team_scratch(0).get_shmem_aligned(sizeof(Scratch), alignof(Total)));
    int const first = member.league_rank() * columns;
    int const here = bins - first < columns ? bins - first : columns;
    if constexpr (many_threads)
      sum_by_rows(member, scratch, first, here);
    else
      sum_by_pieces(scratch.sum[0], first, here);
  }

  static void run(std::string const& label, Exec const& exec, MergePieces const& merge) {
    auto const bins = static_cast<std::size_t>(merge.bins);
    Launch::run(label, exec, merge.pieces * bins, ceil_div(bins, columns), sizeof(Scratch) + 16,
                merge);
  }

 private:
  template <class Member>
  KOKKOS_FUNCTION void sum_by_rows(Member const& member, Scratch& scratch, int first,
                                   int here) const {
    int const row = member.team_rank() / columns, own = member.team_rank() % columns;
    Total sum = Total(0);
    if (own < here)
      for (std::size_t p = row; p < pieces; p += rows)
        sum += static_cast<Total>(table(p, first + own));
    scratch.sum[row][own] = sum;
    member.team_barrier();
    if (row != 0 || own >= here) return;
    for (int r = 1; r < rows; ++r) sum += scratch.sum[r][own];
    sink.store(first + own, sum);
  }
  /// Vector code.
  KOKKOS_FUNCTION void sum_by_pieces(Total* sum, int first, int here) const {
    for (int c = 0; c < here; ++c) sum[c] = Total(0);
    for (std::size_t p = 0; p < pieces; ++p) {
      Out const* const of_piece = &table(p, first);
      for (int c = 0; c < here; ++c) sum[c] += static_cast<Total>(of_piece[c]);
    }
    for (int c = 0; c < here; ++c) sink.store(first + c, sum[c]);
  }
};

/// Hands totals that are complete in memory to the sink.
template <class Total, class Sink>
struct StoreTotals {
  Total const* totals;
  Sink sink;
  KOKKOS_FUNCTION void operator()(std::size_t bin) const {
    sink.store(static_cast<int>(bin), totals[bin]);
  }
};
template <class Exec, class Total, class Sink>
void store_totals(std::string const& label, Exec const& exec, Total const* totals, int bins,
                  Sink const& sink) {
  for_each_item(label, exec, static_cast<std::size_t>(bins),
                StoreTotals<Total, Sink>{totals, sink});
}

/// Stores totals in the user's counts, or adds to them.
template <class Count>
struct CountSink {
  Count* data;
  std::ptrdiff_t stride;
  bool accumulates;

  template <class Total>
  KOKKOS_FUNCTION void store(int bin, Total const& total) const {
    Count& count = data[bin * stride];
    auto const own = static_cast<Count>(total);
    count = accumulates ? Sum<Count>{}(count, own) : own;  // integers wrap
  }
  /// The counts themselves, if totals may be formed in them: contiguous, and integers of the same
  /// size as Total or the same real type. Real weights that are added to earlier sums have totals
  /// of their own: added one by one to a large sum they would be rounded more.
  template <class Total>
  Total* in_place() const {
    constexpr bool are_integers = std::is_integral_v<Count> && std::is_integral_v<Total>;
    if constexpr ((are_integers && sizeof(Count) == sizeof(Total)) || std::is_same_v<Count, Total>)
      return stride == 1 && (are_integers || !accumulates) ? reinterpret_cast<Total*>(data)
                                                           : nullptr;
    else
      return nullptr;
  }
};

/// Adds the total of each byte value to the count of its bin. Counts are integers: several values
/// may share a bin, and a floating-point count would be rounded at each addition.
template <class Count, class Byte, class Binning>
struct ByteSink {
  Count* data;
  std::ptrdiff_t stride;
  Binning binning;
  int bins;

  template <class Total>
  KOKKOS_FUNCTION void store(int value, Total const& total) const {
    if (total == 0) return;  // a binning is evaluated for elements only
    int const bin = detail::bin_of(binning, static_cast<Byte>(value), bins);
    if (bin != no_bin) Kokkos::atomic_add(data + bin * stride, static_cast<Count>(total));
  }
};

/// Converts fixed-point sums of weights to counts: multiples of a quantum, which is in memory.
template <class Count>
struct FixedPointSink {
  CountSink<Count> counts;
  double const* quantum;

  template <class Total>
  KOKKOS_FUNCTION void store(int bin, Total const& total) const {
    counts.store(
        bin, static_cast<Count>(static_cast<double>(static_cast<std::int64_t>(total)) * *quantum));
  }
};

}  // namespace KokkosScan::detail
