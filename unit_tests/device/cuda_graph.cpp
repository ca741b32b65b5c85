// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>

#include "bin_data.hpp"
#include "matchers.hpp"
#include "reference.hpp"
#include "reference_partition.hpp"

/// \file Calls captured into a CUDA graph, which is replayed with other elements.

namespace KokkosScanTest {

using KokkosScan::counted;
using KokkosScan::IndexBins;
using Host = Kokkos::HostSpace;

/// A chain of calls on one stream: elements are selected; those selected, as many as the device
/// knows, are scanned, counted and sorted by bin.
class Chain {
 public:
  Chain(Kokkos::Cuda const& exec, std::size_t n, int bins)
      : m_exec(exec),
        m_n(n),
        m_bins(bins),
        m_workspace(exec),
        m_in("in", n),
        m_kept("kept", n),
        m_sums("sums", n),
        m_sorted("sorted", n),
        m_parted("parted", n),
        m_counts("counts", static_cast<std::size_t>(bins)),
        m_offsets("offsets", static_cast<std::size_t>(bins) + 1),
        m_kept_count("kept"),
        m_parted_count("parted") {}

  void run() {
    auto const options = KokkosScan::ScanOptions<>{}.with(m_workspace);
    IndexBins const binning(m_bins);
    auto const kept = counted(m_kept, m_kept_count);
    KokkosScan::select(m_exec, m_in, m_kept, KokkosScan::GreaterThan{least()}, m_kept_count,
                       options);
    KokkosScan::inclusive_scan(m_exec, kept, m_sums, options);
    KokkosScan::histogram(m_exec, kept, binning, m_counts,
                          KokkosScan::HistogramOptions<>{}.with(m_workspace));
    KokkosScan::extract_bins(m_exec, kept, binning, m_sorted, m_offsets,
                             KokkosScan::ExtractionOptions<>{}.with(m_workspace));
    KokkosScan::partition(m_exec, m_in, m_parted, KokkosScan::LessThan{least()}, m_parted_count,
                          options);
  }

  /// New elements for the next run.
  void set(std::uint64_t salt) {
    m_input.resize(m_n);
    for (std::size_t i = 0; i < m_n; ++i)
      m_input[i] = static_cast<int>(random_bits(salt, i) % static_cast<std::uint64_t>(m_bins));
    Kokkos::deep_copy(m_exec, m_in, Kokkos::View<int const*, Host>(m_input.data(), m_n));
    m_exec.fence();
  }

  void check() const {
    auto const bins = static_cast<std::size_t>(m_bins);
    auto const kept =
        reference::split(m_input, [&](std::size_t i) { return m_input[i] > least(); }).selected;
    auto const sorted = reference::extract(kept, IndexBins(m_bins), bins);
    std::vector<int> in_order;
    for (std::size_t const i : sorted.permutation) in_order.push_back(kept[i]);
    EXPECT_TRUE(matches(first(m_kept, kept), kept));
    EXPECT_TRUE(
        matches(first(m_sums, kept), reference::inclusive_scan(kept, KokkosScan::Sum<int>{})));
    EXPECT_TRUE(matches(m_counts, reference::histogram<int>(kept, IndexBins(m_bins), bins)));
    EXPECT_TRUE(matches(first(m_sorted, kept), in_order));
    EXPECT_TRUE(matches(m_parted, reference::split(m_input, [&](std::size_t i) {
                                    return m_input[i] < least();
                                  }).joined()));
  }

 private:
  using Ints = Kokkos::View<int*, Kokkos::CudaSpace>;
  using Count = Kokkos::View<int, Kokkos::CudaSpace>;

  int least() const { return m_bins / 3; }
  static Ints first(Ints const& view, std::vector<int> const& elements) {
    return Kokkos::subview(view, std::pair<std::size_t, std::size_t>(0, elements.size()));
  }

  Kokkos::Cuda m_exec;
  std::size_t m_n;
  int m_bins;
  KokkosScan::Workspace<Kokkos::Cuda> m_workspace;
  Ints m_in, m_kept, m_sums, m_sorted, m_parted, m_counts, m_offsets;
  Count m_kept_count, m_parted_count;
  std::vector<int> m_input;
};

void replay(std::size_t n, int bins) {
  SCOPED_TRACE("n = " + std::to_string(n) + ", " + std::to_string(bins) + " bins");
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  {
    Kokkos::Cuda const exec(stream);
    Chain chain(exec, n, bins);
    // The first calls grow the workspace, and Kokkos' own scratch with it.
    chain.set(1);
    for (int repeat = 0; repeat < 2; ++repeat) chain.run();
    exec.fence();
    chain.check();

    cudaGraph_t graph;
    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaSuccess);
    chain.run();
    ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    cudaGraphExec_t captured;
    ASSERT_EQ(cudaGraphInstantiateWithFlags(&captured, graph, 0), cudaSuccess);
    for (std::uint64_t salt = 2; salt < 6; ++salt) {
      chain.set(salt);
      // Several times in a row, as in a time loop.
      for (int repeat = 0; repeat < 3; ++repeat)
        ASSERT_EQ(cudaGraphLaunch(captured, stream), cudaSuccess);
      exec.fence();
      chain.check();
    }
    // And calls outside of the graph go on with the same workspace.
    chain.set(6);
    chain.run();
    exec.fence();
    chain.check();
    cudaGraphExecDestroy(captured);
    cudaGraphDestroy(graph);
  }
  cudaStreamDestroy(stream);
}

TEST(CudaGraph, ReplaysAChainOfCalls) {
  for (std::size_t const n : {1000u, 300007u, 5000011u}) replay(n, 100);
  replay(300007, 70000);
}

/// Many bins for many elements: partitioned bins, and sorting by digits of long tiles.
TEST(CudaGraph, ReplaysManyBins) { replay(6000011, 1 << 20); }

}  // namespace KokkosScanTest
