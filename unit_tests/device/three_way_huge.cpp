// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/device/three_way_partition.hpp>

#include "counted_drivers.hpp"
#include "huge_cycles.hpp"
#include "scan_drivers.hpp"

/// \file More than 2^31 elements, of which each of two classes has hundreds of millions.
/// KOKKOSSCAN_LARGE=1 needs 9 GB.

namespace KokkosScanTest {

constexpr Band first_band{0, 53}, second_band{53, 99}, third_band{99, period};

TEST(HugeThreeWayPartition, IntoOneOutput) {
  KokkosScan::LessThan<std::int8_t> const is_first{53}, is_at_most_second{99};
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    auto const in = written_by<std::int8_t>(HugeByte{}, n), out = unwritten<std::int8_t>(n);
    Array<std::int64_t> const counts("counts", 2);
    KokkosScan::Workspace<Exec> workspace{Exec()};
    auto const options = ScanOptions<>{}.with(workspace);
    auto const expect_of = [&](std::size_t size) {
      EXPECT_TRUE(matches(counts, {static_cast<std::int64_t>(first_band.count(size)),
                                   static_cast<std::int64_t>(second_band.count(size))}));
      EXPECT_TRUE(
          begins_with(out, size, BytesOfBands<3>{{{first_band, second_band, third_band}, size}}));
    };
    std::size_t const fewer = n - n / 5;
    Kokkos::deep_copy(out, std::int8_t(-1));
    KokkosScan::three_way_partition(
        Exec(), KokkosScan::counted(in, on_device(static_cast<std::int64_t>(fewer))), out, is_first,
        is_at_most_second, counts, options);
    expect_of(fewer);
    KokkosScan::three_way_partition(Exec(), in, out, is_first, is_at_most_second, counts, options);
    expect_of(n);
  }
}

}  // namespace KokkosScanTest
