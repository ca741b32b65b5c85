// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team_drivers.hpp"

#include <KokkosScan/binning.hpp>
#include <KokkosScan/team/extract_bin.hpp>
#include <KokkosScan/team/histogram.hpp>

#include "bin_data.hpp"
#include "reference_partition.hpp"

/// \file Histograms and the packing of one bin by one team.

namespace KokkosScanTest {

using KokkosScan::UniformBins;

/// One value per thread: the values of each bin are packed after those of the preceding bin.
struct PackValues {
  Kokkos::View<float const*, Memory> in;
  Array<float> out;
  Array<int> counts;
  UniformBins<float> binning;

  struct Write {
    int& place;
    int value;
    KOKKOS_FUNCTION void operator()() const { place = value; }
  };
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::size_t packed = 0;
    for (int bin = 0; bin < static_cast<int>(binning.bins()); ++bin) {
      int found = 0;
      for (std::size_t first = 0; first < in.extent(0); first += member.team_size()) {
        std::size_t const i = first + member.team_rank();
        bool const is_there = i < in.extent(0);
        found += team::extract_bin(member, is_there ? in(i) : 0.0f, is_there, binning, bin, out,
                                   packed + found);
      }
      Kokkos::single(Kokkos::PerTeam(member), Write{counts(bin), found});
      packed += found;
    }
  }
};

/// The known case: (i mod 80) / 100 in 8 bins of [0, 1).
TEST(TeamExtractBin, KnownCase) {
  std::vector<float> values(128);
  for (int i = 0; i < 128; ++i) values[i] = static_cast<float>(i % 80) / 100;
  UniformBins const binning(0.0f, 1.0f, 8);
  auto const sorted = reference::extract(values, binning, 8);
  std::vector<float> expected;
  for (std::size_t const i : sorted.permutation) expected.push_back(values[i]);
  for (int const wanted : possible_team_sizes())
    for (int const lanes : {1, 4}) {
      GuardedArray<float> const in(values), out(128);
      GuardedArray<int> const counts(8);
      PackValues const kernel{in.const_view(), out.view(), counts.view(), binning};
      Kokkos::parallel_for("team test", make_policy<int>(kernel, 1, wanted, lanes), kernel);
      EXPECT_TRUE(counts.holds({26, 24, 26, 22, 13, 12, 5, 0})) << wanted;
      EXPECT_TRUE(out.holds(expected)) << wanted;
    }
}

/// Packs one bin of the whole array at the front of another array.
struct PackOneBin {
  Kokkos::View<float const*, Memory> in;
  Array<float> out;
  Array<int> found;
  UniformBins<float> binning;
  int bin;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const count = static_cast<int>(team::extract_bin(member, in, binning, bin, out));
    Kokkos::single(Kokkos::PerTeam(member), PackValues::Write{found(0), count});
  }
};

/// Bins that do not exist have no elements; nor are the elements in no bin in bin -1.
TEST(TeamExtractBin, NothingIsInABinThatThereIsNot) {
  GuardedArray<float> const in(spread_elements<float>(Spread::half_outside, 1000, 1));
  for (int const bin : {KokkosScan::no_bin, -2, 8}) {
    GuardedArray<float> const out(1000);
    GuardedArray<int> const found(1);
    PackOneBin const kernel{in.const_view(), out.view(), found.view(), UniformBins(0.0f, 1.0f, 8),
                            bin};
    Kokkos::parallel_for("team test", make_policy<int>(kernel, 1, 32, 1), kernel);
    EXPECT_TRUE(found.holds({0})) << "bin " << bin;
    EXPECT_TRUE(out.is_untouched()) << "bin " << bin;
  }
}

TEST(TeamExtractBin, InPlace) {
  auto const input = spread_elements<float>(Spread::power_law, 1000, 1);
  UniformBins const binning(0.0f, 1.0f, 8);
  for (int const wanted : possible_team_sizes())
    for (int const lanes : {1, 4}) {
      std::vector<float> here;
      for (float const x : input)
        if (binning(x) == 0) here.push_back(x);
      GuardedArray<float> const values(input);
      GuardedArray<int> const found(1);
      PackOneBin const kernel{values.const_view(), values.view(), found.view(), binning, 0};
      Kokkos::parallel_for("team test", make_policy<int>(kernel, 1, wanted, lanes), kernel);
      EXPECT_TRUE(found.holds({static_cast<int>(here.size())})) << wanted;
      EXPECT_TRUE(values.holds(reference::over(here, input))) << wanted;
    }
}

/// Ranges: every team bins its own row of a table, with Views of global memory.
template <class In, class Weights>
struct BinRows {
  In in;
  Weights weights;
  Kokkos::View<int**, Kokkos::LayoutRight, Memory> counts;
  Kokkos::View<int**, Kokkos::LayoutRight, Memory, Kokkos::MemoryTraits<Kokkos::Atomic>> sums;
  Kokkos::View<float**, Kokkos::LayoutRight, Memory> packed;
  Array<int> found;
  UniformBins<float> binning;
  int bin;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const row = member.league_rank();
    auto const x = Kokkos::subview(in, row, Kokkos::ALL);
    team::histogram(member, x, binning, Kokkos::subview(counts, row, Kokkos::ALL));
    team::histogram(member, x, binning, Kokkos::subview(sums, row, Kokkos::ALL),
                    Kokkos::subview(weights, row, Kokkos::ALL));
    std::size_t count;
    count = team::extract_bin(member, x, binning, bin, Kokkos::subview(packed, row, Kokkos::ALL));
    Kokkos::single(Kokkos::PerTeam(member), PackValues::Write{found(row), static_cast<int>(count)});
  }
};

template <class Layout>
void check_rows(std::size_t n, int wanted, int lanes) {
  constexpr std::size_t rows = 3, bins = 7;
  SCOPED_TRACE("n = " + std::to_string(n) + ", team of " + std::to_string(wanted) + " x " +
               std::to_string(lanes));
  Kokkos::View<float**, Layout, Memory> const in("in", rows, n);
  Kokkos::View<int**, Layout, Memory> const weights("weights", rows, n);
  auto const host_in = Kokkos::create_mirror_view(in);
  auto const host_weights = Kokkos::create_mirror_view(weights);
  UniformBins const binning(0.0f, 0.9f, bins);
  std::vector<int> expected_counts, expected_sums, expected_found;
  std::vector<std::vector<float>> expected_packed;
  for (std::size_t r = 0; r < rows; ++r) {
    auto const x = spread_elements<float>(Spread::uniform, n, 1, r);
    auto const w = random_elements<int>(n, r);
    for (std::size_t i = 0; i < n; ++i) host_in(r, i) = x[i], host_weights(r, i) = w[i];
    for (int const c : reference::histogram<int>(x, binning, bins)) expected_counts.push_back(c);
    for (int const s : reference::histogram<int>(x, binning, bins, w)) expected_sums.push_back(s);
    expected_packed.emplace_back();
    for (float const y : x)
      if (reference::bin(binning, y, bins) == 2) expected_packed.back().push_back(y);
    expected_found.push_back(static_cast<int>(expected_packed.back().size()));
  }
  Kokkos::deep_copy(in, host_in);
  Kokkos::deep_copy(weights, host_weights);
  using Table = Kokkos::View<int**, Kokkos::LayoutRight, Memory>;
  GuardedArray<int> const counts(rows * bins), sums(rows * bins), found(rows);
  GuardedArray<float> const packed(rows * n);
  using Kernel = BinRows<decltype(in), decltype(weights)>;
  Kernel const kernel{in,
                      weights,
                      Table(counts.view().data(), rows, bins),
                      decltype(Kernel::sums)(sums.view().data(), rows, bins),
                      decltype(Kernel::packed)(packed.view().data(), rows, n),
                      found.view(),
                      binning,
                      2};
  Kokkos::parallel_for("team test", make_policy<int>(kernel, rows, wanted, lanes), kernel);
  EXPECT_TRUE(counts.holds(expected_counts));
  EXPECT_TRUE(sums.holds(expected_sums));
  EXPECT_TRUE(found.holds(expected_found));
  auto const all = to_vector(packed.view());
  for (std::size_t r = 0; r < rows; ++r)
    EXPECT_TRUE(equal_lists(
        std::vector<float>(all.begin() + r * n, all.begin() + r * n + expected_found[r]),
        expected_packed[r]));
}

TEST(TeamHistogram, Ranges) {
  for (std::size_t const n : {0u, 1u, 33u, 1000u})
    for (int const wanted : possible_team_sizes({1, 3, 8, 32, 100}))
      for (int const lanes : {1, 4}) {
        check_rows<Kokkos::LayoutRight>(n, wanted, lanes);
        check_rows<Kokkos::LayoutLeft>(n, wanted, lanes);
      }
}

}  // namespace KokkosScanTest
