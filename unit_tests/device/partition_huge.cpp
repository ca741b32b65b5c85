// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "counted_drivers.hpp"
#include "huge_cycles.hpp"
#include "partition_drivers.hpp"

/// \file More than 2^31 elements, and more than 2^31 selected elements, into one output and into
/// two. KOKKOSSCAN_LARGE=1 needs 14 GB.

namespace KokkosScanTest {

constexpr Band selected{0, 99}, rejected{99, period};
KokkosScan::LessThan<std::int8_t> const is_selected_byte{99};

/// Selected bytes, then rejected ones from the last to the first.
struct RejectedReversed {
  std::size_t n;
  KOKKOS_FUNCTION std::int8_t operator()(std::size_t place) const {
    Band const before{0, 99}, behind{99, period};
    return place < before.count(n) ? before.byte(place) : behind.byte(n - 1 - place);
  }
};

template <DeviceScan V>
void check_into_two(std::size_t n) {
  SCOPED_TRACE(describe(V, n));
  auto const in = written_by<std::int8_t>(HugeByte{}, n);
  auto const out_true = unwritten<std::int8_t>(selected.count(n)),
             out_false = unwritten<std::int8_t>(rejected.count(n));
  CountOf<std::int64_t> const count;
  KokkosScan::partition_copy(Exec(), in, out_true, out_false, is_selected_byte, count.view(),
                             ScanOptions<V>{});
  EXPECT_EQ(count.value(), selected.count(n));
  EXPECT_TRUE(follows(out_true, BytesOfBand{selected})) << "partition_copy, out_true";
  EXPECT_TRUE(follows(out_false, BytesOfBand{rejected})) << "partition_copy, out_false";
  Kokkos::deep_copy(out_true, std::int8_t(-1));
  KokkosScan::select(Exec(), in, out_true, is_selected_byte, count.view(), ScanOptions<V>{});
  EXPECT_EQ(count.value(), selected.count(n));
  EXPECT_TRUE(follows(out_true, BytesOfBand{selected})) << "select";
}

/// Out of place, in place, and of a number of elements that only the device knows.
template <RejectedOrder Order>
void check_into_one(std::size_t n) {
  SCOPED_TRACE("n = " + std::to_string(n));
  auto const rule = [](std::size_t size) {
    if constexpr (Order == RejectedOrder::reversed)
      return RejectedReversed{size};
    else
      return BytesOfBands<2>{{{selected, rejected}, size}};
  };
  auto const in = written_by<std::int8_t>(HugeByte{}, n), out = unwritten<std::int8_t>(n);
  CountOf<std::int64_t> const count;
  KokkosScan::Workspace<Exec> workspace{Exec()};
  auto const options = ScanOptions<>{}.with(workspace);
  std::size_t const fewer = n - n / 5;
  Kokkos::deep_copy(out, std::int8_t(-1));
  KokkosScan::partition<Order>(Exec(),
                               KokkosScan::counted(in, on_device(static_cast<std::int64_t>(fewer))),
                               out, is_selected_byte, count.view(), options);
  EXPECT_EQ(count.value(), selected.count(fewer));
  EXPECT_TRUE(begins_with(out, fewer, rule(fewer))) << "counted";
  KokkosScan::partition<Order>(Exec(), in, out, is_selected_byte, count.view(), options);
  EXPECT_EQ(count.value(), selected.count(n));
  EXPECT_TRUE(follows(out, rule(n))) << "out of place";
  KokkosScan::partition<Order>(Exec(), in, in, is_selected_byte, count.view(), options);
  EXPECT_EQ(count.value(), selected.count(n));
  EXPECT_TRUE(follows(in, rule(n))) << "in place";
}

TEST(HugePartition, IntoTwoOutputs) {
  for (std::size_t const n : huge_sizes()) {
    check_into_two<DeviceScan::automatic>(n);
    check_into_two<DeviceScan::hierarchical>(n);
    check_into_two<DeviceScan::look_back>(n);
  }
}

TEST(HugePartition, RejectedInOrder) {
  for (std::size_t const n : huge_sizes()) check_into_one<RejectedOrder::kept>(n);
}

TEST(HugePartition, RejectedReversed) {
  for (std::size_t const n : huge_sizes()) check_into_one<RejectedOrder::reversed>(n);
}

}  // namespace KokkosScanTest
