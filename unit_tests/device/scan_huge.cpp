// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/operators.hpp>

#include "counted_drivers.hpp"
#include "huge_cycles.hpp"
#include "scan_drivers.hpp"

/// \file Sums of more than 2^32 elements, in entries of more than 2^35 bytes. KOKKOSSCAN_LARGE=1
/// needs 39 GB.

namespace KokkosScanTest {

using KokkosScan::Sum;

template <class Load, class Init>
struct Plus {
  Load load;
  Init init;
  KOKKOS_FUNCTION std::int64_t operator()(std::size_t i) const { return load(i) + init; }
};
using SumFrom = Plus<SumOfCycle<period>, std::int64_t>;

struct StoreIn {
  Array<std::int64_t> out;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::int64_t const& sum) const { out(i) = sum; }
};

/// With the total behind the results.
TEST(HugeScan, ExclusiveFromInit) {
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    auto const in = written_by<std::int8_t>(HugeByte{}, n);
    auto const out = unwritten<std::int64_t>(n + 1);
    std::int64_t const init = -1000;
    std::size_t const fewer = n - n / 5;
    KokkosScan::Workspace<Exec> workspace{Exec()};
    auto const options = ScanOptions<>{}.with(workspace);
    Kokkos::deep_copy(out, -1);
    KokkosScan::exclusive_scan(Exec(),
                               KokkosScan::counted(in, on_device(static_cast<std::int64_t>(fewer))),
                               out, Sum<std::int64_t>{}, init, options);
    EXPECT_TRUE(begins_with(out, fewer + 1, SumFrom{{}, init})) << "counted";
    KokkosScan::exclusive_scan(Exec(), in, out, Sum<std::int64_t>{}, init, options);
    EXPECT_TRUE(follows(out, SumFrom{{}, init}));
  }
}

TEST(HugeScan, OfFunctors) {
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    auto const out = unwritten<std::int64_t>(n);
    std::size_t const fewer = n - n / 5;
    Kokkos::deep_copy(out, -1);
    KokkosScan::scan(Exec(), KokkosScan::counted(n, on_device(static_cast<std::int64_t>(fewer))),
                     HugeByte{}, Sum<std::int64_t>{}, StoreIn{out}, ScanMode::exclusive);
    EXPECT_TRUE(begins_with(out, fewer, SumOfCycle<period>{})) << "counted";
    KokkosScan::scan(Exec(), n, HugeByte{}, Sum<std::int64_t>{}, StoreIn{out}, ScanMode::exclusive);
    EXPECT_TRUE(follows(out, SumOfCycle<period>{}));
  }
}

}  // namespace KokkosScanTest
