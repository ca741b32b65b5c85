// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/binning.hpp>
#include <KokkosScan/lane/extract_bin.hpp>
#include <KokkosScan/lane/histogram.hpp>

#include "bin_data.hpp"
#include "lane_drivers.hpp"
#include "reference_partition.hpp"

/// \file Histograms of ranges and the packing of one bin of a range by the lanes of one thread.

namespace KokkosScanTest {

using KokkosScan::UniformBins;

/// Group g counts `length` elements, in its own counts in the thread's scratch, and adds those to
/// its row of a table; all groups add to one row of counts too. Then it packs one bin twice, the
/// second time in place.
template <int W, class T>
struct BinRanges {
  Array<T> in, packed;
  Kokkos::View<float const*, Memory> weights;
  Array<int> own_counts, all_counts, found;
  Array<double> sums;
  UniformBins<T> binning;
  std::size_t length;
  int bins, bin;

  using Counts =
      Kokkos::View<int*, Exec::scratch_memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  KOKKOS_FUNCTION void operator()(LaneMember const& member) const {
    lane::Group<LaneMember, W> const lanes(member);
    std::size_t const group = group_of(member), first = group * length;
    if (first + length > in.extent(0)) return;
    auto const run = Kokkos::make_pair(first, first + length);
    auto const x = Kokkos::subview(in, run), out = Kokkos::subview(packed, run);
    auto const w = Kokkos::subview(weights, run);
    Counts const counts(member.thread_scratch(0), bins);
    auto const each_bin = [&](auto const& f) {
      lanes.for_each(lanes.generate([](int lane) { return lane; }), [&](int, int lane) {
        for (int b = lane; b < bins; b += W) f(b);
      });
    };
    each_bin([&](int b) { counts(b) = 3; });
    lanes.sync();
    lane::histogram(lanes, x, binning, counts);
    lane::histogram(lanes, x, binning, all_counts);
    lane::histogram(lanes, x, binning, sums, w);
    // Other lanes read them than have counted them.
    each_bin([&](int b) { own_counts(group * bins + (bins - 1 - b)) = counts(bins - 1 - b); });
    auto const count = static_cast<int>(lane::extract_bin(lanes, x, binning, bin, out));
    auto const again = static_cast<int>(lane::extract_bin(lanes, x, binning, bin, x));
    lanes.for_each(lanes.generate([](int lane) { return lane; }),
                   [&](int, int lane) { found(group * W + lane) = count == again ? count : -1; });
  }
};

template <int W, class T>
void check_bin_ranges(Spread spread, std::size_t length, int bins, int wanted) {
  if constexpr (has_lanes<W>) {
    constexpr std::size_t groups = 6;
    std::size_t const n = groups * length;
    SCOPED_TRACE(std::to_string(W) + " lanes, length " + std::to_string(length) + ", " +
                 std::to_string(bins) + " bins, bin " + std::to_string(wanted) + ", " +
                 name(spread));
    auto const input = spread_elements<T>(spread, n, 100, n);
    std::vector<float> weights;
    for (std::size_t i = 0; i < n; ++i)
      weights.push_back(0.5f * static_cast<float>(i % 17) - 2);  // sums are exact
    UniformBins const binning(T(0), T(100), bins);
    std::vector<int> own, found;
    std::vector<T> packed, in_place;
    auto const before = random_elements<T>(n, n);
    for (std::size_t first = 0; first < n; first += length) {
      auto const run = [&](std::vector<T> const& all) {
        return std::vector<T>(all.begin() + static_cast<std::ptrdiff_t>(first),
                              all.begin() + static_cast<std::ptrdiff_t>(first + length));
      };
      auto const x = run(input);
      for (int const count : reference::histogram<int>(x, binning, bins)) own.push_back(count + 3);
      auto const here = reference::split(x, [&](std::size_t i) {
                          return wanted >= 0 && binning(x[i]) == wanted;
                        }).selected;
      found.insert(found.end(), W, static_cast<int>(here.size()));
      auto const after = reference::over(here, run(before)), same = reference::over(here, x);
      packed.insert(packed.end(), after.begin(), after.end());
      in_place.insert(in_place.end(), same.begin(), same.end());
    }
    auto all = reference::histogram<int>(input, binning, bins);
    for (int& count : all) count += 5;
    auto sum = reference::histogram<double>(input, binning, bins, weights);
    for (double& s : sum) s += 0.25;
    GuardedArray<T> const in(input, 1), out(before, 1);
    GuardedArray<float> const weight(weights, 3);
    GuardedArray<int> const own_counts(groups * bins), counts(std::vector<int>(bins, 5)),
        number(groups * W);
    GuardedArray<double> const sums(std::vector<double>(bins, 0.25));
    using Kernel = BinRanges<W, T>;
    launch_groups(Kernel{in.view(), out.view(), weight.const_view(), own_counts.view(),
                         counts.view(), number.view(), sums.view(), binning, length, bins, wanted},
                  groups, W, Kernel::Counts::shmem_size(bins));
    EXPECT_TRUE(own_counts.holds(own)) << "counts in scratch";
    EXPECT_TRUE(counts.holds(all)) << "counts of all groups";
    EXPECT_TRUE(sums.holds(sum)) << "sums of weights";
    EXPECT_TRUE(number.holds(found)) << "number packed, lane by lane";
    EXPECT_TRUE(out.holds(packed)) << "packed";
    EXPECT_TRUE(in.holds(in_place)) << "packed in place";
  }
}

TEST(LaneBinsRange, EveryWidthAndSpread) {
  for (Spread const spread : all_spreads)
    for (std::size_t const length : {1u, 31u, 32u, 200u})
      for (int const bins : {1, 3, 70})
        for (int const wanted : {bins / 2, KokkosScan::no_bin}) {
          check_bin_ranges<1, float>(spread, length, bins, wanted);
          check_bin_ranges<2, double>(spread, length, bins, wanted);
          check_bin_ranges<8, int>(spread, length, bins, wanted);
          check_bin_ranges<16, float>(spread, length, bins, wanted);
          check_bin_ranges<32, double>(spread, length, bins, wanted);
          check_bin_ranges<64, float>(spread, length, bins, wanted);
        }
}

/// Structs by a callable binning.
struct LowBits {
  KOKKOS_FUNCTION int operator()(Heisenberg const& x) const { return static_cast<int>(x.a % 5); }
};

struct PackStructs {
  Kokkos::View<Heisenberg const*, Memory> in;
  Array<Heisenberg> out;
  Array<int> counts;

  KOKKOS_FUNCTION void operator()(LaneMember const& member) const {
    if (group_of(member) != 0) return;
    lane::Group<LaneMember, 8> const lanes(member);
    lane::histogram(lanes, in, LowBits{}, counts);
    lane::extract_bin(lanes, in, LowBits{}, 3, out);
  }
};

TEST(LaneBinsRange, StructsByACallable) {
  for (std::size_t const n : {0u, 1u, 100u, 1001u}) {
    auto const input = random_elements<Heisenberg>(n);
    auto const before = random_elements<Heisenberg>(n, 1);
    auto const here =
        reference::split(input, [&](std::size_t i) { return LowBits{}(input[i]) == 3; });
    GuardedArray<Heisenberg> const in(input), out(before);
    GuardedArray<int> const counts(std::vector<int>(4, 0));  // bin 4 is none
    launch_groups(PackStructs{in.const_view(), out.view(), counts.view()}, 1, 8);
    EXPECT_TRUE(counts.holds(reference::histogram<int>(input, LowBits{}, 4))) << "n = " << n;
    EXPECT_TRUE(out.holds(reference::over(here.selected, before))) << "n = " << n;
  }
}

}  // namespace KokkosScanTest
