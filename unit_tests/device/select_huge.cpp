// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "counted_drivers.hpp"
#include "huge_cycles.hpp"
#include "partition_drivers.hpp"

/// \file More than 2^31 elements selected by flags, by their predecessors, and of a counted input.
/// KOKKOSSCAN_LARGE=1 needs 14 GB.

namespace KokkosScanTest {

constexpr Band kept{0, 99};

struct IsKept {
  KOKKOS_FUNCTION bool operator()(std::size_t i) const { return i % period < 99; }
};

/// Of three neighbors the last two are equal: two thirds of the elements begin a run.
struct ByteOfRun {
  KOKKOS_FUNCTION static std::size_t run(std::size_t i) { return i / 3 * 2 + (i % 3 > 0 ? 1 : 0); }
  KOKKOS_FUNCTION std::int8_t operator()(std::size_t i) const { return HugeByte{}(run(i)); }
};

TEST(HugeSelection, Flagged) {
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    auto const in = written_by<std::int8_t>(HugeByte{}, n);
    auto const flags = written_by<bool>(IsKept{}, n);
    auto const out = unwritten<std::int8_t>(kept.count(n));
    CountOf<std::int64_t> const count;
    KokkosScan::select_flagged(Exec(), in, flags, out, count.view());
    EXPECT_EQ(count.value(), kept.count(n));
    EXPECT_TRUE(follows(out, BytesOfBand{kept}));
  }
}

TEST(HugeSelection, Unique) {
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    auto const in = written_by<std::int8_t>(ByteOfRun{}, n);
    std::size_t const runs = ByteOfRun::run(n - 1) + 1;
    auto const out = unwritten<std::int8_t>(runs);
    CountOf<std::int64_t> const count;
    KokkosScan::Workspace<Exec> workspace{Exec()};
    KokkosScan::select_unique(Exec(), in, out, count.view(), ScanOptions<>{}.with(workspace));
    EXPECT_EQ(count.value(), runs);
    EXPECT_TRUE(follows(out, HugeByte{}));
  }
}

TEST(HugeSelection, CountedAndInPlace) {
  KokkosScan::LessThan<std::int8_t> const pred{99};
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    std::size_t const fewer = n - n / 5;
    auto const in = written_by<std::int8_t>(HugeByte{}, n), out = unwritten<std::int8_t>(n);
    Kokkos::deep_copy(out, std::int8_t(-1));
    CountOf<std::int64_t> const count;
    KokkosScan::Workspace<Exec> workspace{Exec()};
    auto const options = ScanOptions<>{}.with(workspace);
    KokkosScan::select(Exec(), KokkosScan::counted(in, on_device(static_cast<std::int64_t>(fewer))),
                       out, pred, count.view(), options);
    EXPECT_EQ(count.value(), kept.count(fewer));
    EXPECT_TRUE(begins_with(out, kept.count(fewer), BytesOfBand{kept})) << "counted";
    KokkosScan::select(Exec(), in, in, pred, count.view(), options);
    EXPECT_EQ(count.value(), kept.count(n));
    Array<std::int8_t> const selected =
        Kokkos::subview(in, std::pair<std::size_t, std::size_t>(0, kept.count(n)));
    EXPECT_TRUE(follows(selected, BytesOfBand{kept})) << "in place";
  }
}

}  // namespace KokkosScanTest
