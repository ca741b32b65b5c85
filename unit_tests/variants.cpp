// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/variants.hpp>
#include <set>
#include <string>

namespace KokkosScanTest {

using KokkosScan::DeviceHistogram, KokkosScan::DeviceScan, KokkosScan::LaneScan,
    KokkosScan::ScanMode, KokkosScan::TeamScan;

template <class Variant>
std::set<std::string> names(std::initializer_list<Variant> variants) {
  std::set<std::string> result;
  for (Variant const variant : variants) result.insert(KokkosScan::name(variant));
  return result;
}

TEST(Variants, NamesAreTheEnumerators) {
  EXPECT_STREQ(KokkosScan::name(DeviceScan::automatic), "automatic");
  EXPECT_STREQ(KokkosScan::name(DeviceScan::look_back), "look_back");
  EXPECT_STREQ(KokkosScan::name(DeviceScan::fixed_look_back), "fixed_look_back");
  EXPECT_STREQ(KokkosScan::name(TeamScan::lane_first), "lane_first");
  EXPECT_STREQ(KokkosScan::name(LaneScan::shuffle), "shuffle");
  EXPECT_STREQ(KokkosScan::name(ScanMode::exclusive), "exclusive");
}

TEST(Variants, NamesDiffer) {
  EXPECT_EQ(names({DeviceScan::automatic, DeviceScan::parallel_scan, DeviceScan::hillis_steele,
                   DeviceScan::hierarchical, DeviceScan::look_back, DeviceScan::fixed_look_back,
                   DeviceScan::work_ahead})
                .size(),
            7u);
  EXPECT_EQ(names({TeamScan::parallel_scan, TeamScan::hillis_steele, TeamScan::double_buffer,
                   TeamScan::blelloch, TeamScan::raking, TeamScan::lane_first})
                .size(),
            6u);
  EXPECT_EQ(names({LaneScan::parallel_scan, LaneScan::shuffle}).size(), 2u);
  EXPECT_EQ(names({DeviceHistogram::automatic, DeviceHistogram::private_bins,
                   DeviceHistogram::shared_bins, DeviceHistogram::partitioned_bins})
                .size(),
            4u);
}

}  // namespace KokkosScanTest
