// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file One histogram compared with the oracle: misaligned or strided, with guarded counts.

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/histogram.hpp>
#include <cstddef>
#include <vector>

#include "bin_data.hpp"
#include "environment.hpp"
#include "generators.hpp"
#include "matchers.hpp"
#include "sizes.hpp"
#include "view_builder.hpp"

namespace KokkosScanTest {

using KokkosScan::DeviceHistogram;
using KokkosScan::HistogramOptions;

/// The number of elements that a team takes at once.
template <class T>
inline constexpr std::size_t batch_of = [] {
  constexpr auto policy = KokkosScan::tuning::histogram_policy<Exec>(false);
  return static_cast<std::size_t>(policy.threads) * policy.loads *
         KokkosScan::tuning::access_width(sizeof(T), policy.access_bytes);
}();

template <DeviceHistogram V, class Count = int,
          KokkosScan::HistogramPolicy P = KokkosScan::HistogramPolicy{}, class T, class Binning>
void check_histogram(std::vector<T> const& input, Binning const& binning, std::size_t bins) {
  SCOPED_TRACE(std::string(KokkosScan::name(V)) + ", " + std::to_string(bins) +
               " bins, n = " + std::to_string(input.size()));
  auto const expected = reference::histogram<Count>(input, binning, bins);
  GuardedArray<T> const in(input, 1);
  GuardedArray<Count> const counts(bins, 1), again(bins);
  HistogramOptions<V, P> const options;
  KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view(), options);
  EXPECT_TRUE(counts.holds(expected));
  EXPECT_TRUE(in.holds(input)) << "the input was changed";
  KokkosScan::Workspace<Exec> workspace{Exec()};
  for (int i = 0; i < 2; ++i)
    KokkosScan::histogram("again", Exec(), in.const_view(), binning, again.view(),
                          options.with(workspace));
  EXPECT_TRUE(again.holds(expected)) << "a workspace used twice";
}

template <DeviceHistogram V, KokkosScan::HistogramPolicy P = KokkosScan::HistogramPolicy{}, class T>
void check_strided_histogram(T range) {
  auto const input = spread_elements<T>(Spread::half_outside, 50021, range);
  GuardedArray<T> const in(input, 3, 2);
  for (std::size_t const bins : {10u, 3000u}) {
    SCOPED_TRACE(std::string(KokkosScan::name(V)) + ", " + std::to_string(bins) + " bins");
    KokkosScan::UniformBins const binning(T(0), range, bins);
    GuardedArray<int> const counts(bins, 0, 3);
    KokkosScan::histogram(Exec(), in.strided_view(), binning, counts.strided_view(),
                          HistogramOptions<V, P>{});
    EXPECT_TRUE(counts.holds(reference::histogram<int>(input, binning, bins)));
  }
}

/// Windows of 16-bit bins, copies, and the cache of frequent bins, as on a GPU, but small enough
/// for the scratch of a host.
template <int Threads>
inline constexpr KokkosScan::HistogramPolicy in_small_scratch{
    .threads = on_host ? Threads : 64 * Threads,
    .loads = 2,
    .access_bytes = 16,
    .scratch_bytes = 4096,
    .max_copies = 4,
    .copies_bytes = 2048,
    .hot_lanes = on_host ? 1 : 8,
    .max_windows = 5,
    .cached_bins = 64,
    .ranges = {.threads = on_host ? Threads : 64 * Threads,
               .items = on_host ? 200 : 9,
               .log2_bins = 10,
               .log2_copies = 1,
               .count_threads = on_host ? Threads : 64 * Threads,
               .range_cost = 50,
               .part = 40000}};
}  // namespace KokkosScanTest
