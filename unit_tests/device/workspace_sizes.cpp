// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan.hpp>

#include "scan_drivers.hpp"

/// \file A workspace that has served a call is large enough for the same call with fewer elements,
/// whatever tiles and variants it then takes: a time loop that begins with the most elements
/// allocates nothing later.

namespace KokkosScanTest {

using KokkosScan::UniformBins;
using Workspace = KokkosScan::Workspace<Exec>;

/// More than every number of elements at which the choice of tiles or variants changes.
constexpr std::size_t most = (std::size_t(1) << 23) + 12345;

template <class View>
auto first(View const& view, std::size_t n) {
  return Kokkos::subview(view, std::pair<std::size_t, std::size_t>(0, n));
}

/// Elements spread over [0, 1), in segments of 50.
struct FillInput {
  Kokkos::View<float*, Exec> in;
  Kokkos::View<int*, Exec> keys;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    auto const x = static_cast<std::uint32_t>(i) * 2654435761u;
    in(i) = static_cast<float>(x >> 8) * 0x1p-24f;
    keys(i) = static_cast<int>(i / 50);
  }
};

/// Gives the first elements of Views that are allocated once.
class Arrays {
 public:
  Arrays() { Kokkos::parallel_for(Kokkos::RangePolicy<Exec>(0, most), FillInput{m_in, m_keys}); }

  auto in(std::size_t n) const { return first(m_in, n); }
  auto keys(std::size_t n) const { return first(m_keys, n); }
  auto out(std::size_t n) const { return first(m_out, n); }
  auto rest(std::size_t n) const { return first(m_rest, n); }
  auto places(std::size_t n) const { return first(m_places, n); }
  auto offsets(std::size_t bins) const { return first(m_offsets, bins + 1); }
  auto counts(std::size_t bins) const { return first(m_offsets, bins); }
  auto selected(std::size_t classes) const { return first(m_selected, classes); }

 private:
  Kokkos::View<float*, Exec> m_in = Kokkos::View<float*, Exec>("in", most);
  Kokkos::View<int*, Exec> m_keys = Kokkos::View<int*, Exec>("keys", most);
  Kokkos::View<float*, Exec> m_out = Kokkos::View<float*, Exec>("out", most);
  Kokkos::View<float*, Exec> m_rest = Kokkos::View<float*, Exec>("rest", most);
  Kokkos::View<unsigned*, Exec> m_places = Kokkos::View<unsigned*, Exec>("places", most);
  Kokkos::View<int*, Exec> m_selected = Kokkos::View<int*, Exec>("selected", 2);
  Kokkos::View<unsigned*, Exec> m_offsets = Kokkos::View<unsigned*, Exec>("offsets", 1 << 20);
};

/// \param call  called with a number of elements, at first \p from, and a workspace
template <class Call>
void expect_no_growth(char const* what, Call const& call, std::size_t from = most) {
  SCOPED_TRACE(what);
  Workspace workspace{Exec()};
  call(from, workspace);
  std::size_t const capacity = workspace.capacity();
  for (std::size_t n = from * 4 / 5; n > 0; n = n * 4 / 5) {
    call(n, workspace);
    ASSERT_EQ(workspace.capacity(), capacity) << "with " << n << " elements after " << from;
  }
}

TEST(WorkspaceSizes, ScansOfFewer) {
  Arrays const a;
  Exec const exec;
  expect_no_growth("inclusive_scan", [&](std::size_t n, Workspace& w) {
    KokkosScan::inclusive_scan(exec, a.in(n), a.out(n), ScanOptions<>{}.with(w));
  });
  expect_no_growth("exclusive_scan of integers", [&](std::size_t n, Workspace& w) {
    KokkosScan::exclusive_scan(exec, a.keys(n), a.places(n), ScanOptions<>{}.with(w));
  });
  expect_no_growth("inclusive_scan_by_key", [&](std::size_t n, Workspace& w) {
    KokkosScan::inclusive_scan_by_key(exec, a.keys(n), a.in(n), a.out(n), ScanOptions<>{}.with(w));
  });
}

/// On CPUs a table below 8 MiB is cut into smaller pieces, so with many threads it has more of them
/// in flight than a larger one. On GPUs a long table is scanned in pieces of rows and a shorter one
/// in one pass.
TEST(WorkspaceSizes, TablesOfFewerRows) {
  constexpr std::size_t columns = 8;
  using Table = Kokkos::View<float**, Kokkos::LayoutRight, Memory>;
  Table const in("in", most / columns, columns), out("out", most / columns, columns);
  auto const rows = [](Table const& table, std::size_t n) {
    return Kokkos::subview(table, std::make_pair(std::size_t(0), n / columns), Kokkos::ALL);
  };
  for (std::size_t const from : {most, (std::size_t(8) << 20) / sizeof(float) + 100})
    expect_no_growth(
        "inclusive_scan_along",
        [&](std::size_t n, Workspace& w) {
          KokkosScan::inclusive_scan_along<0>(Exec(), rows(in, n), rows(out, n),
                                              ScanOptions<>{}.with(w));
        },
        from);
}

TEST(WorkspaceSizes, PartitionsOfFewer) {
  Arrays const a;
  Exec const exec;
  KokkosScan::LessThan const is_low{0.3f};
  expect_no_growth("select", [&](std::size_t n, Workspace& w) {
    KokkosScan::select(exec, a.in(n), a.out(n), is_low, a.selected(1), ScanOptions<>{}.with(w));
  });
  expect_no_growth("partition", [&](std::size_t n, Workspace& w) {
    KokkosScan::partition(exec, a.in(n), a.out(n), is_low, a.selected(1), ScanOptions<>{}.with(w));
  });
  expect_no_growth("partition_copy", [&](std::size_t n, Workspace& w) {
    KokkosScan::partition_copy(exec, a.in(n), a.out(n), a.rest(n), is_low, a.selected(1),
                               ScanOptions<>{}.with(w));
  });
  expect_no_growth("three_way_partition", [&](std::size_t n, Workspace& w) {
    KokkosScan::three_way_partition(exec, a.in(n), a.out(n), is_low, KokkosScan::LessThan{0.6f},
                                    a.selected(2), ScanOptions<>{}.with(w));
  });
}

TEST(WorkspaceSizes, HistogramsOfFewer) {
  Arrays const a;
  Exec const exec;
  for (int const bins : {8, 3000, 300000}) {
    UniformBins const binning(0.0f, 1.0f, bins);
    expect_no_growth("histogram", [&](std::size_t n, Workspace& w) {
      KokkosScan::histogram(exec, a.in(n), binning, a.counts(bins),
                            KokkosScan::HistogramOptions<>{}.with(w));
    });
  }
}

/// By edges there are sizes at which GPUs go from partitioned bins to windows of 16-bit bins.
TEST(WorkspaceSizes, HistogramsByEdgesOfFewer) {
  constexpr int bins = 20000;
  Arrays const a;
  std::vector<float> ascending(bins + 1);
  for (int e = 0; e <= bins; ++e) ascending[e] = static_cast<float>(e) / bins;
  GuardedArray<float> const edges(ascending);
  KokkosScan::EdgeBins const binning(edges.const_view());
  for (std::size_t const n : {4 * bins, 4 * bins - 1, 3 * bins}) {
    Workspace workspace{Exec()};
    auto const count = [&](std::size_t m) {
      KokkosScan::histogram(Exec(), a.in(m), binning, a.counts(bins),
                            KokkosScan::HistogramOptions<>{}.with(workspace));
    };
    count(n);
    std::size_t const capacity = workspace.capacity();
    for (std::size_t const m : {4 * bins - 1, 3 * bins, bins})
      if (m < n) {
        count(m);
        EXPECT_EQ(workspace.capacity(), capacity) << m << " elements after " << n;
      }
  }
}

TEST(WorkspaceSizes, ExtractionsOfFewer) {
  Arrays const a;
  Exec const exec;
  for (int const bins : {8, 200, 3000, 70001}) {
    UniformBins const binning(0.0f, 1.0f, bins);
    expect_no_growth("extract_bins", [&](std::size_t n, Workspace& w) {
      KokkosScan::extract_bins(exec, a.in(n), binning, a.out(n), a.offsets(bins),
                               KokkosScan::ExtractionOptions<>{}.with(w));
    });
    expect_no_growth("bin_permutation", [&](std::size_t n, Workspace& w) {
      KokkosScan::bin_permutation(exec, a.in(n), binning, a.places(n), a.offsets(bins),
                                  KokkosScan::ExtractionOptions<>{}.with(w));
    });
    expect_no_growth("bin_ranks", [&](std::size_t n, Workspace& w) {
      KokkosScan::bin_ranks(exec, a.in(n), binning, a.places(n), a.offsets(bins),
                            KokkosScan::ExtractionOptions<>{}.with(w));
    });
  }
}

}  // namespace KokkosScanTest
