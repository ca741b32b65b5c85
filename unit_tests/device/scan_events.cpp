// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/scan_along.hpp>
#include <KokkosScan/device/scan_by_key.hpp>
#include <KokkosScan/device/segmented_scan.hpp>
#include <cstdint>

#include "errors.hpp"
#include "scan_drivers.hpp"
#include "silent_calls.hpp"

/// \file The overhead of every public scan: with a grown workspace it allocates nothing, fences
/// nothing, copies nothing, and launches as few kernels as documented.

namespace KokkosScanTest {

using KokkosScan::ScanMode;
using KokkosScan::Sum;
using Table = Kokkos::View<double**, Kokkos::LayoutRight, Exec>;

struct Squares {
  KOKKOS_FUNCTION int operator()(std::size_t i) const { return static_cast<int>(i % 7); }
};
struct Into {
  Kokkos::View<int*, Exec> out;
  KOKKOS_FUNCTION void operator()(std::size_t i, int x) const { out(i) = x; }
};

template <class Call>
void expect_launches(char const* what, std::size_t launches, Call const& call) {
  Exec const exec;
  KokkosScan::Workspace<Exec> workspace(exec);
  auto const options = ScanOptions<>{}.with(workspace);
  SCOPED_TRACE(what);
  EXPECT_EQ(expect_neither_allocation_nor_fence(exec, [&] { call(exec, options); }), launches);
}

class ScanEvents : public ::testing::TestWithParam<std::size_t> {};

TEST_P(ScanEvents, OfEveryPublicScan) {
  std::size_t const n = GetParam();
  Sum<int> const sum;
  Kokkos::View<int*, Exec> const in("in", n), out("out", n), keys("keys", n);
  Kokkos::View<std::int64_t*, Exec> const offsets("offsets", 3);
  Table const table("table", n, 4), result("result", n, 4);

  expect_launches("inclusive_scan", 1, [&](Exec const& exec, auto const& options) {
    KokkosScan::inclusive_scan("counted", exec, in, out, sum, options);
  });
  expect_launches("exclusive_scan", 1, [&](Exec const& exec, auto const& options) {
    KokkosScan::exclusive_scan("counted", exec, in, out, sum, 0, options);
  });
  expect_launches("scan", 1, [&](Exec const& exec, auto const& options) {
    KokkosScan::scan("counted", exec, n, Squares{}, sum, Into{out}, ScanMode::inclusive, options);
  });
  expect_launches("inclusive_scan_by_key", 1, [&](Exec const& exec, auto const& options) {
    KokkosScan::inclusive_scan_by_key("counted", exec, keys, in, out, sum, options);
  });
  expect_launches("exclusive_scan_by_key", 1, [&](Exec const& exec, auto const& options) {
    KokkosScan::exclusive_scan_by_key("counted", exec, keys, in, out, sum, 0, options);
  });
  // Two more launches: the head bits are cleared and set.
  expect_launches("segmented_inclusive_scan", 3, [&](Exec const& exec, auto const& options) {
    KokkosScan::segmented_inclusive_scan("counted", exec, in, offsets, out, sum, options);
  });
  expect_launches("segmented_exclusive_scan", 3, [&](Exec const& exec, auto const& options) {
    KokkosScan::segmented_exclusive_scan("counted", exec, in, offsets, out, sum, 0, options);
  });
  expect_launches("inclusive_scan_along<0>", 1, [&](Exec const& exec, auto const& options) {
    KokkosScan::inclusive_scan_along<0>("counted", exec, table, result, Sum<double>{}, options);
  });
  expect_launches("exclusive_scan_along<1>", 1, [&](Exec const& exec, auto const& options) {
    KokkosScan::exclusive_scan_along<1>("counted", exec, table, result, Sum<double>{}, 0.0,
                                        options);
  });
}

INSTANTIATE_TEST_SUITE_P(OneTileAndMany, ScanEvents,
                         ::testing::Values(std::size_t(100), std::size_t(300007)));

/// So large that no team's scratch holds a tile of rows. On CPUs there are two in a tile, and they
/// are not a multiple of 16 bytes: compilers would unroll thousands of chunks.
struct Row {
  char entry[on_host ? 16397 : 1601];
};
struct LastRow {
  using value_type = Row;
  static constexpr bool is_commutative = false;
  KOKKOS_FUNCTION Row identity() const { return {}; }
  KOKKOS_FUNCTION Row operator()(Row const&, Row const& b) const { return b; }
};

/// A scan of several steps is refused before its first step.
TEST(ScanRefusals, NothingIsLaunchedBefore) {
  constexpr ScanPolicy large{.lanes = on_host ? 1 : 32, .threads = on_host ? 1 : 4, .items = 2};
  Kokkos::View<Row*, Exec> const in("in", 1000);
  Kokkos::View<int*, Exec> const offsets("offsets", 3);
  auto const call = [&] {
    KokkosScan::segmented_inclusive_scan(Exec(), in, offsets, in, LastRow{},
                                         ScanOptions<DeviceScan::hierarchical, large>{});
  };
  EventCounter const counter;
  EXPECT_TRUE(rejects(call, "segmented_inclusive_scan", "tiles of "));
  EXPECT_TRUE(counter.kernels().empty()) << counter.kernels().front();
}

}  // namespace KokkosScanTest
