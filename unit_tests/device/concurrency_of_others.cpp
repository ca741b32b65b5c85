// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/partition.hpp>
#include <KokkosScan/device/select.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <thread>

#include "extraction_drivers.hpp"
#include "histogram_drivers.hpp"
#include "reference_partition.hpp"
#include "scan_drivers.hpp"
#include "slow_operator.hpp"
#include "squatters.hpp"

/// \file Partitions, selections, histograms and extractions under the conditions of
/// concurrency.cpp, progress.cpp and single_pass_stress.cpp for scans: several users at once, a
/// device that another kernel holds, and tiles that are late.

namespace KokkosScanTest {

/// Delays the evaluation of every `stride`-th number.
struct LatePredicate {
  int stride;
  KOKKOS_FUNCTION bool operator()(int x) const {
    bool const is_kept = x % 3 == 0;
    return stride > 0 && x % stride == 0 ? is_kept != (dawdle(20000) != 0) : is_kept;
  }
};
struct LateBins {
  int stride;
  static constexpr std::size_t count = 90;
  KOKKOS_FUNCTION std::size_t bins() const { return count; }
  KOKKOS_FUNCTION int operator()(int x) const {
    int const bin = x % static_cast<int>(count + 5);  // some numbers are in no bin
    return stride > 0 && x % stride == 0 ? bin + static_cast<int>(dawdle(20000)) : bin;
  }
};

/// One user of an instance, with one workspace; the results are compared only at the end.
template <DeviceScan V, ExtractionPolicy P>
class OtherClient {
 public:
  OtherClient(Exec const& exec, std::size_t n, std::uint64_t salt, int stride = 0)
      : exec_(exec),
        workspace_(exec),
        stride_(stride),
        input_(n),
        in_(n),
        over_(n),
        partitioned_(n),
        extracted_(n),
        counts_(LateBins::count),
        offsets_(LateBins::count + 1) {
    for (std::size_t i = 0; i < n; ++i)
      input_[i] = static_cast<int>(random_bits(salt, i) % 1000000);
    in_.assign(input_);
    over_.assign(input_);
  }

  void run(int calls) {
    LatePredicate const pred{stride_};
    LateBins const binning{stride_};
    auto const options = ScanOptions<V>{}.with(workspace_);
    for (int call = 0; call < calls; ++call) {
      KokkosScan::partition(exec_, in_.const_view(), partitioned_.view(), pred, kept_, options);
      KokkosScan::histogram(exec_, in_.const_view(), binning, counts_.view(),
                            HistogramOptions<>{}.with(workspace_));
      KokkosScan::extract_bins(exec_, in_.const_view(), binning, extracted_.view(), offsets_.view(),
                               ExtractionOptions<P>{}.with(workspace_));
      Kokkos::deep_copy(exec_, over_.view(), in_.view());
      KokkosScan::select(exec_, over_.view(), over_.view(), pred, kept_, options);
    }
  }

  void fence() const { exec_.fence(); }
  void expect_right() const {
    LateBins const binning{};
    auto const split =
        reference::split(input_, [&](std::size_t i) { return LatePredicate{}(input_[i]); });
    auto const sorted = reference::extract(input_, binning, LateBins::count);
    EXPECT_TRUE(partitioned_.holds(split.joined()));
    EXPECT_TRUE(counts_.holds(reference::histogram<int>(input_, binning, LateBins::count)));
    EXPECT_TRUE(offsets_.holds(as<int>(sorted.offsets)));
    auto const first = [](std::vector<int> values, std::size_t n) {
      values.resize(n);
      return values;
    };
    EXPECT_TRUE(equal_lists(first(to_vector(extracted_.view()), sorted.offsets.back()),
                            first(in_order_of(input_, sorted), sorted.offsets.back())));
    EXPECT_TRUE(extracted_.guards_hold());
    EXPECT_TRUE(equal_lists(first(to_vector(over_.view()), split.selected.size()), split.selected));
    EXPECT_TRUE(over_.guards_hold());
  }

 private:
  Exec exec_;
  KokkosScan::Workspace<Exec> workspace_;
  int stride_;
  std::vector<int> input_;
  GuardedArray<int> in_, over_, partitioned_, extracted_, counts_, offsets_;
  Kokkos::View<long, Memory> kept_{"kept"};
};

template <DeviceScan V, ExtractionPolicy P>
void check_clients() {
  SCOPED_TRACE(KokkosScan::name(V));
  {
    SCOPED_TRACE("late tiles");
    for (int const stride : {499, 50021}) {
      OtherClient<V, P> client(Exec(), 200003, 1, stride);
      client.run(2);
      client.fence();
      client.expect_right();
    }
  }
  {
    SCOPED_TRACE("threads share an instance");
    Exec const exec;
    OtherClient<V, P> first(exec, 100003, 1), second(exec, 70001, 2), third(exec, 999, 3);
    std::thread second_thread([&] { second.run(5); }), third_thread([&] { third.run(5); });
    first.run(5);
    second_thread.join();
    third_thread.join();
    exec.fence();
    for (auto const* client : {&first, &second, &third}) client->expect_right();
  }
  {
    SCOPED_TRACE("an instance for each thread");
    auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
    OtherClient<V, P> first(instances[0], 100003, 1), second(instances[1], 70001, 2);
    std::thread other([&] { second.run(5); });
    first.run(5);
    other.join();
    first.fence();
    second.fence();
    first.expect_right();
    second.expect_right();
  }
  {
    SCOPED_TRACE("beside a kernel that holds the device");
    auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
    OtherClient<V, P> client(instances[1], 200003, 4);
    client.run(1);
    client.fence();
    Squatters squatters(instances[0], Squatters::places(instances[0]));
    client.run(5);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    squatters.leave();
    client.fence();
    client.expect_right();
  }
}

TEST(ConcurrencyOfOthers, WorkAheadAndTheTunedTiles) {
  check_clients<DeviceScan::work_ahead, ExtractionPolicy{}>();
}
TEST(ConcurrencyOfOthers, LookBack) { check_clients<DeviceScan::look_back, one_looks>(); }

}  // namespace KokkosScanTest
