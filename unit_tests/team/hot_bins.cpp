// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/team/bins/hot_bins.hpp>
#include <KokkosScan/team/bins/private_bins.hpp>

#include "team_drivers.hpp"

#include <cstdint>

namespace KokkosScanTest {

/// Each thread adds 0, 1, 2, ... to the bins of its items; two of three items are in three
/// neighbors.
template <class A>
struct CountWithHotBins {
  using Bins = team::detail::PrivateBins<A>;
  using Hot = team::detail::HotBins<Bins, A>;
  static constexpr int bins = 100, items = 60;

  int crowded;  // the first of three bins
  bool is_sample_crowded;
  typename Hot::Shape shape;
  Array<A> totals;
  Array<int> has_hot;

  KOKKOS_FUNCTION int bin(int thread, int k) const {
    return k % 3 == 0 ? (37 * thread + 11 * k) % bins : crowded + (thread + k) % 3;
  }
  KOKKOS_FUNCTION static constexpr std::size_t own_bytes() {
    return KokkosScan::detail::align_up(Bins::bytes_for(bins, 0), 16);
  }
  KOKKOS_FUNCTION std::size_t scratch_bytes() const { return own_bytes() + shape.bytes(); }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    void* const own = member.team_scratch(0).get_shmem_aligned(scratch_bytes(), alignof(A));
    Hot target(member, Bins(member, own, bins, 0), static_cast<std::byte*>(own) + own_bytes(),
               shape);
    int const thread = member.team_rank();
    target.find(member, is_sample_crowded ? bin(thread, 1) : -1, bins,
                static_cast<std::uint32_t*>(own));
    target.clear(member);
    for (int k = 0; k < items; ++k) target.add(bin(thread, k), static_cast<A>(k));
    member.team_barrier();
    for (int b = thread; b < bins; b += member.team_size()) totals(b) = target.total(b);
    if (thread == 0) has_hot(0) = target.has_hot();
  }
};

template <class A>
void check_hot_bins(int crowded, int least_lanes, std::size_t room) {
  using Kernel = CountWithHotBins<A>;
  for (int const threads : possible_team_sizes({1, 2, 3, 64, 96, 256}))
    for (bool const is_found : {false, true}) {
      SCOPED_TRACE(std::to_string(threads) + " threads, most from bin " + std::to_string(crowded) +
                   " on, copies of " + std::to_string(least_lanes) + " lanes in " +
                   std::to_string(room) + " bytes");
      auto const shape = Kernel::Hot::shape(threads, std::min(least_lanes, threads), room);
      if (shape.copies == 0) continue;
      EXPECT_LE(shape.bytes(), room);
      EXPECT_GE(shape.copies * shape.lanes, threads);
      EXPECT_LT((shape.copies - 1) * shape.lanes, threads);
      GuardedArray<A> const totals(Kernel::bins);
      GuardedArray<int> const has_hot(1);
      Kernel const kernel{crowded, is_found, shape, totals.view(), has_hot.view()};
      auto policy = Team(1, threads);
      policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(kernel.scratch_bytes() + 16)));
      Kokkos::parallel_for("team test", policy, kernel);
      std::vector<A> expected(Kernel::bins, A(0));
      for (int thread = 0; thread < threads; ++thread)
        for (int k = 0; k < Kernel::items; ++k)
          expected[kernel.bin(thread, k)] += static_cast<A>(k);
      EXPECT_TRUE(totals.holds(expected));
      EXPECT_TRUE(has_hot.holds({is_found}));
    }
}
TEST(HotBins, SumsAllCopies) {
  for (int const crowded : {0, 5, 50, 97})
    for (int const lanes : {1, 8, 32})
      for (std::size_t const room : {600u, 6144u, 20000u}) {
        check_hot_bins<float>(crowded, lanes, room);
        check_hot_bins<double>(crowded, lanes, room);
      }
}

TEST(HotBins, HasNoCopiesWithoutRoom) {
  using Hot = CountWithHotBins<float>::Hot;
  EXPECT_EQ(Hot::shape(512, 8, 0).copies, 0);
  EXPECT_EQ(Hot::shape(512, 8, 511).copies, 0);
  EXPECT_EQ(Hot::shape(512, 8, 512).copies, 8);
  EXPECT_EQ(Hot::shape(512, 8, 6144).copies, 64);
  EXPECT_EQ(Hot::shape(512, 0, 6144).copies, 0);
}

}  // namespace KokkosScanTest
