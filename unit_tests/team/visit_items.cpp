// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many items a team visits between two of its barriers.
#include <KokkosScan/team/bins/visit_items.hpp>

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace KokkosScanTest {

namespace team = KokkosScan::team;

/// A team of one thread on the host, which notes after how many visits it came to a barrier.
struct CountingMember {
  std::size_t* since_barrier;
  KOKKOS_FUNCTION static int team_rank() { return 0; }
  KOKKOS_FUNCTION static int team_size() { return 1; }
  KOKKOS_FUNCTION void team_barrier() const { *since_barrier = 0; }
};

/// Item i is i; packs begin at \p start.
struct OwnIndices {
  using Item = std::size_t;
  int start;
  KOKKOS_FUNCTION static std::size_t load(std::size_t i) { return i; }
  template <int Width>
  KOKKOS_FUNCTION int first_pack() const {
    return start;
  }
  template <int Count>
  KOKKOS_FUNCTION static void prefetch(std::size_t) {}
  template <int Width>
  KOKKOS_FUNCTION static void load_pack(std::size_t i, std::size_t (&x)[Width]) {
    for (int k = 0; k < Width; ++k) x[k] = i + static_cast<std::size_t>(k);
  }
};

template <std::size_t Limit>
struct NotingVisitor {
  static constexpr std::size_t items_between_barriers = Limit;
  int* visits;
  std::size_t since_barrier = 0, most = 0;

  KOKKOS_FUNCTION void one(std::size_t i) {
    ++visits[i];
    ++since_barrier;
    most = since_barrier > most ? since_barrier : most;
  }
  template <std::size_t N>
  KOKKOS_FUNCTION void batch(std::size_t const (&x)[N]) {
    for (std::size_t const i : x) one(i);
  }
};

template <std::size_t Limit>
void check_visits() {
  constexpr int loads = 4, width = 8;
  for (int const start : {-1, 0, 1, 7})
    for (std::size_t const first : {0, 3})
      for (std::size_t const n : {0, 1, 7, 8, 31, 32, 33, 63, 71, 96, 97, 1000}) {
        SCOPED_TRACE("packs from " + std::to_string(start) + " on, items " + std::to_string(first) +
                     " to " + std::to_string(first + n) + ", limit " + std::to_string(Limit));
        std::vector<int> visits(first + n);
        NotingVisitor<Limit> visitor{visits.data()};
        CountingMember const member{&visitor.since_barrier};
        team::detail::visit_items<loads, width>(member, OwnIndices{start}, first, first + n,
                                                visitor);
        std::vector<int> once(first + n, 1);
        std::fill_n(once.begin(), first, 0);
        EXPECT_EQ(visits, once);
        if constexpr (Limit > 0) {
          EXPECT_LE(visitor.most, Limit);
          EXPECT_EQ(visitor.since_barrier, 0u) << "other items may be visited next";
        }
      }
}
TEST(VisitItems, WithoutALimit) { check_visits<0>(); }
TEST(VisitItems, ABatchBetweenBarriers) { check_visits<32>(); }
TEST(VisitItems, ThreeBatchesBetweenBarriers) { check_visits<100>(); }

}  // namespace KokkosScanTest
