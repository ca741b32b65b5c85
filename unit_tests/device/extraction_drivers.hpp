// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Extractions of one input by one policy, compared with the oracle.

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/extract_bins.hpp>
#include <string>
#include <vector>

#include "bin_data.hpp"
#include "environment.hpp"
#include "matchers.hpp"
#include "sizes.hpp"
#include "view_builder.hpp"

namespace KokkosScanTest {

using KokkosScan::ExtractionOptions;
using KokkosScan::ExtractionPolicy;
using KokkosScan::UniformBins;

/// Tiles sorted in scratch, by a team of one or two threads on a host.
constexpr ExtractionPolicy sorted_tiles(int threads) {
  return {.threads = on_host ? threads : 128 * threads,
          .items = on_host ? 37 : 5,
          .pieces_per_team = 3,
          .sorts_tiles = true};
}
inline constexpr ExtractionPolicy one_sorts = sorted_tiles(1), two_sort = sorted_tiles(2);

/// Tiles that look back at the preceding tiles.
constexpr ExtractionPolicy looking_back(int threads) {
  ExtractionPolicy policy = sorted_tiles(threads);
  policy.looks_back = true;
  return policy;
}
inline constexpr ExtractionPolicy one_looks = looking_back(1), two_look = looking_back(2);

template <class T>
std::vector<T> in_order_of(std::vector<T> const& input, reference::Extraction const& expected) {
  std::vector<T> elements;
  for (std::size_t const i : expected.permutation) elements.push_back(input[i]);
  return elements;
}

/// Elements and indices, misaligned, with guards. Comparing the whole permutation ensures that no
/// element is lost or doubled.
template <ExtractionPolicy P = ExtractionPolicy{}, class Index = int, class T, class Binning>
void check_moves(std::vector<T> const& input, Binning const& binning, std::size_t bins,
                 reference::Extraction const& expected) {
  SCOPED_TRACE(std::to_string(bins) + " bins, n = " + std::to_string(input.size()));
  std::size_t const n = input.size();
  GuardedArray<T> const in(input, 1), out(n, 1);
  GuardedArray<Index> const offsets(bins + 1), permutation(n, 1);
  ExtractionOptions<P> const options;
  KokkosScan::extract_bins(Exec(), in.const_view(), binning, out.view(), offsets.view(), options);
  EXPECT_TRUE(offsets.holds(as<Index>(expected.offsets)));
  std::vector<T> elements = to_vector(out.view());
  for (std::size_t j = expected.offsets[bins]; j < n; ++j) {
    EXPECT_TRUE(is_poison(elements[j])) << "entry " << j << " after the last bin was written";
    elements[j] = input[expected.permutation[j]];
  }
  EXPECT_TRUE(out.guards_hold());
  EXPECT_TRUE(equal_lists(elements, in_order_of(input, expected)));
  EXPECT_TRUE(in.holds(input)) << "the input was changed";
  KokkosScan::bin_permutation(Exec(), in.const_view(), binning, permutation.view(), offsets.view(),
                              options);
  EXPECT_TRUE(permutation.holds(as<Index>(expected.permutation))) << "permutation";
  EXPECT_TRUE(offsets.holds(as<Index>(expected.offsets))) << "offsets of the permutation";
}
template <ExtractionPolicy P = ExtractionPolicy{}, class Index = int, class T, class Binning>
void check_moves(std::vector<T> const& input, Binning const& binning, std::size_t bins) {
  check_moves<P, Index>(input, binning, bins, reference::extract(input, binning, bins));
}

/// The same, and also strided Views and the ranks.
template <ExtractionPolicy P = ExtractionPolicy{}, class Index = int, class T, class Binning>
void check_extraction(std::vector<T> const& input, Binning const& binning, std::size_t bins) {
  auto const expected = reference::extract(input, binning, bins);
  check_moves<P, Index>(input, binning, bins, expected);
  SCOPED_TRACE(std::to_string(bins) + " bins, n = " + std::to_string(input.size()));
  std::size_t const n = input.size();
  ExtractionOptions<P> const options;
  GuardedArray<T> const in(input, 1), spaced_in(input, 0, 2), spaced_out(n, 0, 3);
  GuardedArray<Index> const offsets(bins + 1, 0, 2), places(n, 1);
  if (static_cast<std::size_t>(expected.offsets[bins]) == n) {
    KokkosScan::extract_bins(Exec(), spaced_in.strided_view(), binning, spaced_out.strided_view(),
                             offsets.strided_view(), options);
    EXPECT_TRUE(spaced_out.holds(in_order_of(input, expected))) << "strided";
    EXPECT_TRUE(offsets.holds(as<Index>(expected.offsets))) << "strided";
  }
  KokkosScan::bin_ranks(Exec(), in.const_view(), binning, places.view(), offsets.strided_view(),
                        options);
  EXPECT_TRUE(places.holds(as<Index>(reference::ranks(expected)))) << "ranks";
  EXPECT_TRUE(offsets.holds(as<Index>(expected.offsets))) << "offsets of the ranks";
}

}  // namespace KokkosScanTest
