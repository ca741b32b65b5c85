// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <KokkosScan/tuning/backends/host_limits.hpp>
#include <cstddef>
#include <cstdint>

#include "counted_drivers.hpp"
#include "scan_drivers.hpp"

/// \file Arrays whose results bypass a CPU's caches; threads reduce a tile while they write the
/// preceding one. Scans in place do neither.

namespace KokkosScanTest {

constexpr std::size_t large_for_caches = (std::size_t(64) << 20) / 8 + 12345;
static_assert(KokkosScan::tuning::goes_around_caches(large_for_caches * 8));

TEST(StreamedScan, Integers) {
  KokkosScan::Sum<std::int32_t> const op;
  auto const input = random_input<std::int32_t>(large_for_caches);
  check_inclusive<DeviceScan::work_ahead>(input, op);
  check_inclusive<DeviceScan::look_back>(input, op);
  check_inclusive<DeviceScan::hierarchical>(input, op);
  check_exclusive<DeviceScan::automatic>(input, op, 7);
}

TEST(StreamedScan, KeepsTheOrder) {
  using Op = KeepLast<int>;
  auto const input = sparse_elements<int>(large_for_caches, 1u << 20, 700, Op::nothing, 1);
  check_inclusive<DeviceScan::automatic>(input, Op{});
}

TEST(StreamedScan, FloatsHaveTheBitsOfTheScanInPlace) {
  KokkosScan::Sum<float> const op;
  auto const input = random_reals<float>(large_for_caches);
  Kokkos::View<float const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const host(
      input.data(), input.size());
  Array<float> const in("in", input.size()), out("out", input.size());
  Kokkos::deep_copy(in, host);
  KokkosScan::inclusive_scan(Exec(), in, out, op);
  KokkosScan::inclusive_scan(Exec(), in, in, op);
  EXPECT_TRUE(equal_lists(to_vector(out), to_vector(in)));
}

/// The address of the results decides whether they bypass the caches, but does not affect sums.
template <DeviceScan V, class T>
void check_bits_of_every_alignment() {
  std::size_t const n = large_for_caches * 4 / sizeof(T);
  GuardedArray<T> const in(random_reals<T>(n), 1), aligned(n);
  KokkosScan::Sum<T> const op;
  KokkosScan::inclusive_scan(Exec(), in.const_view(), aligned.view(), op, ScanOptions<V>{});
  auto const expected = to_vector(aligned.view());
  for (std::size_t const offset : {1, 3, 8}) {
    SCOPED_TRACE(describe(V, n) + ", " + std::to_string(offset) + " elements further");
    GuardedArray<T> const out(n, offset);
    KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), op, ScanOptions<V>{});
    EXPECT_TRUE(out.holds(expected));
  }
}

TEST(StreamedScan, FloatsHaveTheSameBitsWhereverTheyGo) {
  check_bits_of_every_alignment<DeviceScan::automatic, float>();
  check_bits_of_every_alignment<DeviceScan::automatic, double>();
  check_bits_of_every_alignment<DeviceScan::hierarchical, float>();
}

/// The number of elements on the device decides whether results bypass the caches.
TEST(StreamedScan, OfCountedInputs) {
  KokkosScan::Sum<std::int32_t> const op;
  auto const input = random_input<std::int32_t>(large_for_caches);
  GuardedArray<std::int32_t> const in(input, 1);
  for (int const size : {1000, static_cast<int>(large_for_caches) - 1}) {
    SCOPED_TRACE(describe_size(size, large_for_caches));
    GuardedArray<std::int32_t> const out(large_for_caches, 1);
    KokkosScan::inclusive_scan(Exec(), KokkosScan::counted(in.const_view(), on_device(size)),
                               out.view(), op);
    auto const elements = first_of(input, counted_of(size, large_for_caches));
    EXPECT_TRUE(
        out.holds(untouched_behind(reference::inclusive_scan(elements, op), large_for_caches)));
  }
}

}  // namespace KokkosScanTest
