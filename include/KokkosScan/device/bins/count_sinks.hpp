// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/operators.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

/// \file
/// \brief Where the totals of bins go. `sink.store(bin, total)` is called once for each bin.

namespace KokkosScan::detail {

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
  detail::for_each_item(label, exec, static_cast<std::size_t>(bins),
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
