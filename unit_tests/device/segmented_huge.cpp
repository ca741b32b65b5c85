// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/device/scan_by_key.hpp>
#include <KokkosScan/device/segmented_scan.hpp>

#include "counted_drivers.hpp"
#include "huge_cycles.hpp"
#include "scan_drivers.hpp"

/// \file Segments of more than 2^31 elements, more than 2^31 segments, and keys of more than 2^32
/// elements. KOKKOSSCAN_LARGE=1 needs 27 GB.

namespace KokkosScanTest {

using Bytes = Array<std::uint8_t>;

/// Sums of bytes from the start of the segment that i is in.
template <class Starts>
struct SumOfSegment {
  Starts start_of;
  KOKKOS_FUNCTION std::uint8_t operator()(std::size_t i) const {
    SumOfCycle<period> const sum;
    return static_cast<std::uint8_t>(sum(i + 1) - sum(start_of(i)));
  }
};

/// A start of few segments near every power of two that may matter.
struct FewStarts {
  static constexpr int count = 7;
  std::int64_t start[count];
  KOKKOS_FUNCTION std::size_t operator()(std::size_t i) const {
    std::size_t found = 0;
    for (std::int64_t const s : start)
      if (static_cast<std::size_t>(s) <= i) found = static_cast<std::size_t>(s);
    return found;
  }
};
struct EqualStarts {
  std::size_t length;
  KOKKOS_FUNCTION std::size_t operator()(std::size_t i) const { return i / length * length; }
};
struct OffsetOfEqual {
  std::size_t length;
  KOKKOS_FUNCTION std::int64_t operator()(std::size_t segment) const {
    return static_cast<std::int64_t>(segment * length);
  }
};
/// Keys of runs: neighboring ones differ, and so do those a power of two of elements apart.
struct KeyOfRun {
  std::size_t length;
  KOKKOS_FUNCTION std::uint8_t operator()(std::size_t i) const {
    return static_cast<std::uint8_t>(i / length % 251);
  }
};

class HugeSegments : public ::testing::Test {
 protected:
  KokkosScan::Workspace<Exec> workspace{Exec()};
  ScanOptions<DeviceScan::automatic, ScanPolicy{}, Exec> options = ScanOptions<>{}.with(workspace);

  template <class Starts>
  void check(Bytes const& in, Bytes const& out, Array<std::int64_t> const& offsets,
             Starts const& starts) {
    KokkosScan::segmented_inclusive_scan(Exec(), in, offsets, out, KokkosScan::Sum<std::uint8_t>{},
                                         options);
    EXPECT_TRUE(follows(out, SumOfSegment<Starts>{starts})) << offsets.extent(0) << " offsets";
  }
};

TEST_F(HugeSegments, FewAndMany) {
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    auto const in = written_by<std::uint8_t>(Cycle<std::uint8_t, period>{}, n);
    auto const out = unwritten<std::uint8_t>(n);
    {
      auto const size = static_cast<std::int64_t>(n);
      FewStarts const starts{{0, 5, size / 4, size / 2 - 3, size / 2 + 7, size - 5, size}};
      auto const offsets = unwritten<std::int64_t>(FewStarts::count);
      Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const host(starts.start,
                                                                      FewStarts::count);
      Kokkos::deep_copy(offsets, host);
      check(in, out, offsets, starts);
    }
    for (std::size_t const length : {2, 37})
      check(in, out, written_by<std::int64_t>(OffsetOfEqual{length}, n / length + 1),
            EqualStarts{length});
  }
}

TEST_F(HugeSegments, ByKeys) {
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    std::size_t const length = 1000, fewer = n - n / 5;
    auto const in = written_by<std::uint8_t>(Cycle<std::uint8_t, period>{}, n),
               keys = written_by<std::uint8_t>(KeyOfRun{length}, n);
    auto const out = unwritten<std::uint8_t>(n);
    SumOfSegment<EqualStarts> const rule{{length}};
    Kokkos::deep_copy(out, std::uint8_t(-1));
    KokkosScan::inclusive_scan_by_key(
        Exec(), keys, KokkosScan::counted(in, on_device(static_cast<std::int64_t>(fewer))), out,
        KokkosScan::Sum<std::uint8_t>{}, options);
    EXPECT_TRUE(begins_with(out, fewer, rule)) << "counted";
    KokkosScan::inclusive_scan_by_key(Exec(), keys, in, out, KokkosScan::Sum<std::uint8_t>{},
                                      options);
    EXPECT_TRUE(follows(out, rule));
  }
}

}  // namespace KokkosScanTest
