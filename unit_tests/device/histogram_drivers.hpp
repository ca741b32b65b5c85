// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file One histogram against the oracle: misaligned, strided, with guards around the counts.

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

/// Elements a team takes at once.
template <class T>
inline constexpr std::size_t batch_of = [] {
  constexpr auto policy = KokkosScan::tuning::histogram_policy<Exec>(false);
  return static_cast<std::size_t>(policy.threads) * policy.loads *
         KokkosScan::detail::access_width<policy>(sizeof(T));
}();

template <DeviceHistogram V, class Count = int,
          KokkosScan::HistogramPolicy P = KokkosScan::HistogramPolicy{}, class T, class Binning>
void check_histogram(std::vector<T> const& input, Binning const& binning, std::size_t bins) {
  SCOPED_TRACE(std::string(KokkosScan::name(V)) + ", " + std::to_string(bins) +
               " bins, n = " + std::to_string(input.size()));
  auto const expected = reference::histogram<Count>(input, binning, bins);
  GuardedArray<T> const in(input, 1), spaced(input, 3, 2);
  GuardedArray<Count> const counts(bins, 1), strided(bins, 0, 3), again(bins);
  HistogramOptions<V, P> const options;
  KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view(), options);
  EXPECT_TRUE(counts.holds(expected));
  KokkosScan::histogram(Exec(), spaced.strided_view(), binning, strided.strided_view(), options);
  EXPECT_TRUE(strided.holds(expected)) << "strided";
  EXPECT_TRUE(in.holds(input)) << "the input was changed";
  KokkosScan::Workspace<Exec> workspace{Exec()};
  for (int i = 0; i < 2; ++i)
    KokkosScan::histogram("again", Exec(), in.const_view(), binning, again.view(),
                          options.with(workspace));
  EXPECT_TRUE(again.holds(expected)) << "a workspace used twice";
}

}  // namespace KokkosScanTest
