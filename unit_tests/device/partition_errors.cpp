// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/permute.hpp>
#include <KokkosScan/device/three_way_partition.hpp>

#include "errors.hpp"
#include "partition_drivers.hpp"
#include "silent_calls.hpp"

namespace KokkosScanTest {

using KokkosScan::LessThan;
using Workspace = KokkosScan::Workspace<Exec>;

class PartitionErrors : public ::testing::Test {
 protected:
  GuardedArray<int> in{std::vector<int>(10, 1)}, nine{9}, ten{10};
  GuardedArray<bool> nine_flags{9};
  CountOf<> count;
  LessThan<int> pred{3};
};

TEST_F(PartitionErrors, OutputsThatAreTooSmall) {
  EXPECT_TRUE(rejects(
      [&] { KokkosScan::partition(Exec(), in.const_view(), nine.view(), pred, count.view()); },
      "partition", "out has extent 9, needs 10 (extent of in)"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::partition_copy(Exec(), in.const_view(), nine.view(), Array<int>(), pred,
                                   count.view());
      },
      "partition_copy",
      "out_true and out_false have extents 9 and 0, need 10 together (extent of in)"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::partition_permutation(Exec(), in.const_view(), nine.view(), pred, count.view());
      },
      "partition_permutation", "permutation has extent 9, needs 10 (extent of in)"));
  EXPECT_TRUE(nine.is_untouched());
}

struct Blob {
  char parts[on_host ? 4001 : 65];
};
struct StartsWithA {
  KOKKOS_FUNCTION bool operator()(Blob const& x) const { return x.parts[0] == 'a'; }
};

/// Tiles that wait in slots must fit into a team's scratch.
TEST_F(PartitionErrors, SlotsThatDoNotFitInScratch) {
  constexpr ScanPolicy large{
      .lanes = on_host ? 1 : 32, .threads = on_host ? 1 : 8, .items = 8, .slots = 2};
  GuardedArray<Blob> const blobs(std::vector<Blob>(10, Blob{{'a'}})), out(10);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::select(Exec(), blobs.const_view(), out.view(), StartsWithA{}, count.view(),
                           ScanOptions<DeviceScan::work_ahead, large>{});
      },
      "select", "tiles of " + std::to_string(large.tile()) + " elements (ScanPolicy) need ",
      {"bytes of team scratch, there are "}));
  EXPECT_TRUE(out.is_untouched());
}

TEST_F(PartitionErrors, Counts) {
  GuardedArray<int> const two(2);
  EXPECT_TRUE(
      rejects([&] { KokkosScan::select(Exec(), in.const_view(), ten.view(), pred, two.view()); },
              "select", "count has 2 entries, needs 1"));
  GuardedArray<int> const many(std::vector<int>(200, 1)), out(200);
  Kokkos::View<std::int8_t, Memory> const small("small");
  EXPECT_TRUE(
      rejects([&] { KokkosScan::partition(Exec(), many.const_view(), out.view(), pred, small); },
              "partition", "count holds at most 127, needs to hold 200 (extent of in)"));
  EXPECT_TRUE(out.is_untouched());
}

TEST_F(PartitionErrors, Flags) {
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::select_flagged(Exec(), in.const_view(), nine_flags.view(), ten.view(),
                                   count.view());
      },
      "select_flagged", "flags has extent 9, needs 10 (extent of in)"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::select_flagged(Exec(), in.const_view(), ten.view(), ten.view(), count.view());
      },
      "select_flagged", "flags and out"));
  EXPECT_TRUE(ten.is_untouched());
}

TEST_F(PartitionErrors, Overlap) {
  auto const part = [&](std::size_t first) {
    return Kokkos::subview(in.view(), std::pair<std::size_t, std::size_t>(first, first + 6));
  };
  EXPECT_TRUE(rejects([&] { KokkosScan::partition(Exec(), part(0), part(1), pred, count.view()); },
                      "partition", "in and out overlap partially"));
  EXPECT_TRUE(rejects([&] { KokkosScan::select(Exec(), part(3), part(0), pred, count.view()); },
                      "select", "in and out overlap partially"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::partition_copy(Exec(), in.const_view(), in.view(), ten.view(), pred,
                                   count.view());
      },
      "partition_copy", "in and out_true"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::partition_copy(Exec(), in.const_view(), ten.view(), ten.view(), pred,
                                   count.view());
      },
      "partition_copy", "out_true and out_false"));
  EXPECT_TRUE(rejects(
      [&] { KokkosScan::select_indices(Exec(), in.const_view(), in.view(), pred, count.view()); },
      "select_indices", "in and indices"));
  EXPECT_TRUE(in.holds(std::vector<int>(10, 1)));
}

/// The size of an input is read while the call runs, so no output may overwrite it.
TEST_F(PartitionErrors, CountedInputs) {
  GuardedArray<int> const sizes(std::vector<int>{10, 10, 10});
  auto const one = Kokkos::subview(sizes.view(), std::pair<std::size_t, std::size_t>(1, 2));
  auto const input = KokkosScan::counted(in.const_view(), one);
  EXPECT_TRUE(rejects([&] { KokkosScan::select(Exec(), input, ten.view(), pred, one); }, "select",
                      "the count of the input and count"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::partition(Exec(), KokkosScan::counted(ten.view(), one), ten.view(), pred, one);
      },
      "partition", "the count of the input and count"));
  EXPECT_TRUE(rejects([&] { KokkosScan::select(Exec(), input, sizes.view(), pred, count.view()); },
                      "select", "the count of the input and out"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::partition_copy(Exec(), KokkosScan::counted(in.const_view(), sizes.view()),
                                   ten.view(), nine.view(), pred, count.view());
      },
      "partition_copy", "the count of the input has 3 entries, needs 1"));
  EXPECT_TRUE(ten.is_untouched());
  EXPECT_TRUE(sizes.holds({10, 10, 10}));
}

TEST_F(PartitionErrors, CountsAmongOutputs) {
  auto const entry = [](auto const& array) {
    return Kokkos::subview(array.view(), std::pair<std::size_t, std::size_t>(3, 4));
  };
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::partition_copy(Exec(), in.const_view(), nine.view(), ten.view(), pred,
                                   entry(ten));
      },
      "partition_copy", "count and out_false"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::partition_permutation(Exec(), in.const_view(), ten.view(), pred, entry(ten));
      },
      "partition_permutation", "count and permutation"));
  EXPECT_TRUE(
      rejects([&] { KokkosScan::select(Exec(), in.const_view(), ten.view(), pred, entry(in)); },
              "select", "in and count"));
}

TEST_F(PartitionErrors, IndicesThatAreTooNarrow) {
  GuardedArray<int> const many(std::vector<int>(129, 1));
  GuardedArray<std::int8_t> const places(129);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::partition_permutation(Exec(), GuardedArray<int>(130).const_view(),
                                          GuardedArray<std::int8_t>(130).view(), pred,
                                          count.view());
      },
      "partition_permutation", "permutation holds at most 127, needs to hold 129"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::select_indices(Exec(), many.const_view(), places.view(), pred, count.view());
      },
      "select_indices", "indices holds at most 127, needs to hold 128"));
  EXPECT_TRUE(places.is_untouched());
}

/// The calls whose events are counted; everything that they need is allocated earlier.
template <DeviceScan V>
void expect_neither_allocation_nor_fence(std::size_t n) {
  SCOPED_TRACE(describe(V, n));
  Exec const exec;
  Workspace workspace(exec);
  auto const input = marked_elements<int>(Pattern::half, n);
  GuardedArray<int> const in(input), out(n), rest(n), places(n);
  CountOf const count, rest_count;
  auto const options = ScanOptions<V>{}.with(workspace);
  IsMarked<int> const pred;
  auto const calls = [&] {
    KokkosScan::partition("counted", exec, in.const_view(), out.view(), pred, count.view(),
                          options);
    KokkosScan::partition<RejectedOrder::reversed>("counted", exec, in.const_view(), out.view(),
                                                   pred, count.view(), options);
    KokkosScan::partition("counted", exec, out.view(), out.view(), pred, count.view(), options);
    KokkosScan::partition_copy("counted", exec, in.const_view(), out.view(), rest.view(), pred,
                               count.view(), options);
    KokkosScan::select("counted", exec, in.const_view(), out.view(), pred, count.view(), options);
    KokkosScan::select("counted", exec, KokkosScan::counted(out.view(), count.view()), out.view(),
                       pred, rest_count.view(), options);
    KokkosScan::select_indices("counted", exec, in.const_view(), places.view(), pred, count.view(),
                               options);
  };
  calls();
  std::size_t const capacity = workspace.capacity();
  expect_neither_allocation_nor_fence(exec, calls);
  EXPECT_EQ(workspace.capacity(), capacity);
}

TEST(PartitionWorkspace, GrownOnesNeitherAllocateNorFence) {
  for (std::size_t const n : {1u, 1000u, 300007u}) {
    expect_neither_allocation_nor_fence<DeviceScan::automatic>(n);
    expect_neither_allocation_nor_fence<DeviceScan::hierarchical>(n);
    expect_neither_allocation_nor_fence<DeviceScan::look_back>(n);
    expect_neither_allocation_nor_fence<DeviceScan::work_ahead>(n);
  }
}

/// Selection by flags and of runs, partition as a permutation and into three classes, and permute.
template <DeviceScan V>
void expect_others_silent(std::size_t n) {
  SCOPED_TRACE(describe(V, n));
  Exec const exec;
  Workspace workspace(exec);
  auto const input = marked_elements<int>(Pattern::half, n);
  GuardedArray<int> const in(input), over(input), out(n), permutation(n), counts(2);
  CountOf const count;
  auto const options = ScanOptions<V>{}.with(workspace);
  IsMarked<int> const pred;
  expect_neither_allocation_nor_fence(exec, [&] {
    KokkosScan::select_flagged("counted", exec, in.const_view(), in.const_view(), out.view(),
                               count.view(), options);
    KokkosScan::select_unique("counted", exec, in.const_view(), out.view(), count.view(), options);
    KokkosScan::select_unique("counted", exec, over.view(), over.view(), count.view(), options);
    KokkosScan::select_unique_indices("counted", exec, in.const_view(), out.view(), count.view(),
                                      options);
    KokkosScan::partition_permutation("counted", exec, in.const_view(), permutation.view(), pred,
                                      count.view(), options);
    KokkosScan::three_way_partition("counted", exec, in.const_view(), out.view(), pred, pred,
                                    counts.view(), options);
    KokkosScan::three_way_partition_permutation(
        "counted", exec, in.const_view(), permutation.view(), pred, pred, counts.view(), options);
    KokkosScan::permute("counted", exec, permutation.const_view(), in.const_view(), out.view());
  });
}

TEST(PartitionWorkspace, GrownOnesServeAllFunctions) {
  for (std::size_t const n : {1u, 1000u, 300007u}) {
    expect_others_silent<DeviceScan::automatic>(n);
    expect_others_silent<DeviceScan::hierarchical>(n);
  }
}

/// Many calls in a row with one workspace, without a fence: all give the same result.
TEST(PartitionWorkspace, BackToBack) {
  std::size_t const n = 100003;
  Workspace workspace{Exec()};
  auto const input = marked_elements<int>(Pattern::half, n);
  auto const split = split_marked(input);
  CountOf const count;
  GuardedArray<int> const in(input), selected(split.selected.size()),
      rejected(split.rejected.size());
  for (int run = 0; run < 20; ++run) {
    KokkosScan::partition_copy(Exec(), in.const_view(), selected.view(), rejected.view(),
                               IsMarked<int>{}, count.view(),
                               ScanOptions<DeviceScan::work_ahead>{}.with(workspace));
    KokkosScan::partition_copy(Exec(), in.const_view(), selected.view(), rejected.view(),
                               IsMarked<int>{}, count.view(),
                               ScanOptions<DeviceScan::look_back, small_tiles>{}.with(workspace));
    if (run % 5 == 0) {
      EXPECT_TRUE(selected.holds(split.selected)) << "run " << run;
      EXPECT_TRUE(rejected.holds(split.rejected)) << "run " << run;
    }
  }
}

/// docs/partition.md, "How it works": a CPU sums what it counts in the same launch.
TEST(PartitionWorkspace, LaunchesAsFewKernelsAsDocumented) {
  constexpr std::size_t n = 300007;
  Exec const exec;
  Kokkos::View<int*, Exec> const in("in", n), out("out", n), rest("rest", n);
  Kokkos::View<char*, Exec> const flags("flags", n);
  Kokkos::View<int*, Exec> const counts("counts", 2);
  CountOf const count;
  Workspace workspace(exec);
  auto const options = ScanOptions<>{}.with(workspace);
  auto const launches = [&](auto const& call) {
    return expect_neither_allocation_nor_fence(exec, call);
  };
  std::size_t const in_order = on_host ? 2 : 3;
  EXPECT_EQ(launches([&] {
              KokkosScan::select("counted", exec, in, out, LessThan{3}, count.view(), options);
            }),
            1u);
  EXPECT_EQ(launches([&] {
              KokkosScan::select_flagged("counted", exec, in, flags, out, count.view(), options);
            }),
            1u);
  EXPECT_EQ(
      launches([&] { KokkosScan::select_unique("counted", exec, in, out, count.view(), options); }),
      1u);
  EXPECT_EQ(launches([&] {
              KokkosScan::select_unique_indices("counted", exec, in, out, count.view(), options);
            }),
            1u);
  EXPECT_EQ(launches([&] {
              KokkosScan::partition_copy("counted", exec, in, out, rest, LessThan{3}, count.view(),
                                         options);
            }),
            1u);
  EXPECT_EQ(launches([&] {
              KokkosScan::partition<KokkosScan::RejectedOrder::reversed>(
                  "counted", exec, in, out, LessThan{3}, count.view(), options);
            }),
            1u);
  EXPECT_EQ(launches([&] {
              KokkosScan::partition("counted", exec, in, out, LessThan{3}, count.view(), options);
            }),
            in_order);
  EXPECT_EQ(launches([&] {
              KokkosScan::three_way_partition("counted", exec, in, out, LessThan{3}, LessThan{5},
                                              counts, options);
            }),
            in_order);
  EXPECT_EQ(launches([&] {
              KokkosScan::three_way_partition_permutation("counted", exec, in, out, LessThan{3},
                                                          LessThan{5}, counts, options);
            }),
            in_order);
  EXPECT_EQ(launches([&] {
              KokkosScan::partition("counted", exec, out, out, LessThan{3}, count.view(), options);
            }),
            2u);
}

TEST(PartitionWorkspace, BelongsToOneInstance) {
  auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  if (instances[0] == instances[1]) GTEST_SKIP() << "the space has one instance only";
  Workspace workspace(instances[0]);
  GuardedArray<int> const in(std::vector<int>(10, 1)), out(10);
  CountOf const count;
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::partition(instances[1], in.const_view(), out.view(), LessThan{3}, count.view(),
                              ScanOptions<>{}.with(workspace));
      },
      "partition", "workspace"));
  EXPECT_TRUE(out.is_untouched());
}

}  // namespace KokkosScanTest
