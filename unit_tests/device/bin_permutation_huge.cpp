// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/binning.hpp>
#include <KokkosScan/device/bin_plan.hpp>
#include <KokkosScan/device/extract_bins.hpp>

#include "counted_drivers.hpp"
#include "huge_cycles.hpp"

/// \file Permutations, ranks and plans of more than 2^31 elements, with indices of 64 bits.
/// KOKKOSSCAN_LARGE=1 needs 48 GB, and 98 GB for more than 2^32 indices by two digits.

namespace KokkosScanTest {

using KokkosScan::IndexBins;

/// The rank of an element in its bin.
template <std::size_t Length>
struct RankInCycle {
  KOKKOS_FUNCTION std::int64_t operator()(std::size_t i) const {
    return static_cast<std::int64_t>(i / Length);
  }
};

template <std::size_t Length, class T>
void check_permutation(std::size_t n) {
  SCOPED_TRACE(std::to_string(Length) + " bins, n = " + std::to_string(n));
  auto const in = written_by<T>(Cycle<T, Length>{}, n);
  auto const permutation = unwritten<std::int64_t>(n);
  Array<std::int64_t> const offsets("offsets", Length + 1);
  KokkosScan::bin_permutation(Exec(), in, IndexBins(Length), permutation, offsets);
  EXPECT_TRUE(follows(offsets, SortedOffsets<Length>{{n}}));
  EXPECT_TRUE(follows(permutation, SortedIndices<Length>{{n}}));
}

template <std::size_t Length, class T>
void check_ranks(std::size_t n) {
  SCOPED_TRACE(std::to_string(Length) + " bins, n = " + std::to_string(n));
  auto const in = written_by<T>(Cycle<T, Length>{}, n);
  auto const ranks = unwritten<std::int64_t>(n);
  Array<std::int64_t> const offsets("offsets", Length + 1);
  KokkosScan::bin_ranks(Exec(), in, IndexBins(Length), ranks, offsets);
  EXPECT_TRUE(follows(offsets, SortedOffsets<Length>{{n}}));
  EXPECT_TRUE(follows(ranks, RankInCycle<Length>{}));
}

TEST(HugeBinPermutation, ByOneDigit) {
  for (std::size_t const n : huge_sizes()) check_permutation<period, std::int8_t>(n);
}

TEST(HugeBinPermutation, ByTwoDigits) {
  for (std::size_t const n : huge_sizes()) check_permutation<5000, std::uint16_t>(n);
}

TEST(HugeBinPermutation, RanksByOneDigit) {
  for (std::size_t const n : huge_sizes()) check_ranks<period, std::int8_t>(n);
}

TEST(HugeBinPermutation, RanksByTwoDigits) {
  for (std::size_t const n : huge_sizes()) check_ranks<5000, std::uint16_t>(n);
}

TEST(HugeBinPermutation, Plan) {
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    auto const in = written_by<std::int8_t>(HugeByte{}, n), out = unwritten<std::int8_t>(n);
    Kokkos::deep_copy(out, std::int8_t(-1));
    KokkosScan::BinPlan<Exec, std::int64_t> plan{Exec()};
    std::size_t const fewer = n - n / 5;
    plan.update(KokkosScan::counted(in, on_device(static_cast<std::int64_t>(fewer))),
                IndexBins(period));
    EXPECT_TRUE(follows(plan.offsets(), SortedOffsets<period>{{fewer}})) << "counted";
    plan.permute(in, out);
    EXPECT_TRUE(begins_with(out, fewer, SortedValues<std::int8_t, period>{{fewer}})) << "counted";
    plan.update(in, IndexBins(period));
    EXPECT_TRUE(follows(plan.permutation(), SortedIndices<period>{{n}}));
    plan.permute(in, out);
    EXPECT_TRUE(follows(out, SortedValues<std::int8_t, period>{{n}}));
  }
}

}  // namespace KokkosScanTest
