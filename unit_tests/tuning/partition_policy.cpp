// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <KokkosScan/tuning/backends/cuda_partition.hpp>
#include <KokkosScan/tuning/backends/hip_partition.hpp>
#include <KokkosScan/tuning/partition_selector.hpp>
#include <string>

#include "environment.hpp"

namespace KokkosScanTest {

using KokkosScan::DeviceScan;
using KokkosScan::ScanPolicy;
using KokkosScan::tuning::GpuLimits;
using KokkosScan::tuning::PartitionSizes;
namespace cuda = KokkosScan::tuning::cuda;
namespace hip = KokkosScan::tuning::hip;

std::string describe(PartitionSizes const& sizes) {
  return std::to_string(sizes.element_bytes) + " bytes of " + std::to_string(sizes.classes) +
         " classes, " + std::to_string(sizes.flag_bytes) + " of flags, " +
         std::to_string(sizes.given_bytes) + " given";
}

/// Requirements for GPU shapes for any size of element: at least one thread per team, rows of whole
/// accesses, and a ring wherever two tiles fit, since without a ring the teams form a chain, which
/// is slow.
void expect_sound(GpuLimits const& gpu, DeviceScan variant, PartitionSizes const& sizes) {
  SCOPED_TRACE(describe(sizes) + ", by " + name(variant) + ", wavefronts of " +
               std::to_string(gpu.lanes));
  ScanPolicy const policy = cuda::partition_policy(variant, sizes, gpu);
  ASSERT_GE(policy.threads, 1);
  ASSERT_GE(policy.width, 1);
  EXPECT_EQ(policy.width & (policy.width - 1), 0);
  EXPECT_EQ(policy.items % policy.width, 0);
  EXPECT_GE(policy.tile(), 2);
  EXPECT_LE(policy.threads * policy.lanes, 1024);
  // Large elements need room for at least three tiles of one warp with one item per lane.
  bool const has_room = 3 * policy.lanes * sizes.given_bytes + 2048 <= gpu.max_team_scratch;
  if (variant == DeviceScan::work_ahead && has_room) {
    EXPECT_GE(policy.slots, 2);
    int const bytes = policy.slots * policy.tile() * sizes.given_bytes;
    EXPECT_LE(bytes, gpu.max_team_scratch);
    if (policy.teams_per_multiprocessor > 1) {
      EXPECT_LE(policy.teams_per_multiprocessor * bytes, gpu.multiprocessor_scratch);
    }
  }
}

TEST(PartitionPolicy, IsSoundForAnySize) {
  for (DeviceScan const variant : {DeviceScan::work_ahead, DeviceScan::look_back,
                                   DeviceScan::fixed_look_back, DeviceScan::hierarchical})
    for (int const classes : {2, 3})
      for (int bytes = 0; bytes <= 1024; ++bytes)
        for (int const flag_bytes : {0, 1, 4, 8})
          for (int const index_bytes : {0, 4, 8}) {
            bool const gives_element = index_bytes == 0;
            if (bytes == 0 && (gives_element || flag_bytes == 0)) continue;
            if (bytes > 16 && !gives_element) continue;  // of larger elements lanes hold a part
            PartitionSizes const sizes{
                .classes = classes,
                .element_bytes = bytes,
                .flag_bytes = flag_bytes,
                .given_bytes = gives_element ? bytes : index_bytes,
                .sorts_indices = gives_element && cuda::partitions_indices(bytes)};
            for (auto const& gpu : {cuda::limits, hip::limits(64), hip::limits(32)})
              expect_sound(gpu, variant, sizes);
          }
}

TEST(ChoosePartition, ElementsAndBytesDecide) {
  auto const expect_limit = [](int log2_limit, std::size_t bytes) {
    auto const choose = [&](std::size_t n) {
      return KokkosScan::tuning::choose_partition<Exec>(n, bytes, 1000);
    };
    DeviceScan const for_few = on_host ? DeviceScan::work_ahead : DeviceScan::look_back;
    std::size_t const limit = std::size_t(1) << log2_limit;
    EXPECT_EQ(choose(limit - 1), for_few) << bytes << " bytes";
    EXPECT_EQ(choose(limit), DeviceScan::work_ahead) << bytes << " bytes";
  };
  expect_limit(22, 1);
  expect_limit(22, 4);
  expect_limit(21, 8);
  expect_limit(19, 32);
  EXPECT_EQ(KokkosScan::tuning::choose_partition<Exec>(1000, 4, 1), DeviceScan::hierarchical);
}

}  // namespace KokkosScanTest
