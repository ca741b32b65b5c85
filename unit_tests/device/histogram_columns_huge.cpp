// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/binning.hpp>
#include <KokkosScan/device/histogram_columns.hpp>

#include "histogram_drivers.hpp"
#include "huge_cycles.hpp"

/// \file Tables of more than 2^31 entries and more than 2^31 rows. KOKKOSSCAN_LARGE=1 needs 18 GB.

namespace KokkosScanTest {

using KokkosScan::IndexBins;

/// Column c counts from 0 to length[c] - 1 repeatedly.
struct HugeColumns {
  static constexpr int count = 3;
  std::size_t length[count];
  std::size_t bins() const { return length[0] + length[1] + length[2]; }
  Kokkos::Array<IndexBins, count> binnings() const {
    return {IndexBins(length[0]), IndexBins(length[1]), IndexBins(length[2])};
  }
};
template <class Table>
struct FillColumns {
  Table table;
  HugeColumns columns;
  KOKKOS_FUNCTION void operator()(std::size_t row) const {
    for (int c = 0; c < HugeColumns::count; ++c)
      table(row, c) = static_cast<std::uint16_t>(row % columns.length[c]);
  }
};

/// Few bins, and so many that a team counts them in windows of 16 bits (on GPUs).
std::vector<HugeColumns> huge_columns() { return {{{101, 7, 251}}, {{101, 7, 30000}}}; }

/// Rows, of which there are more entries.
std::vector<std::size_t> huge_rows() {
  std::vector<std::size_t> rows;
  for (std::size_t const n : huge_sizes()) rows.push_back(n / 2 + 3);
  return rows;
}

template <class Layout>
auto table_of_columns(HugeColumns const& columns, std::size_t rows) {
  using Table = Kokkos::View<std::uint16_t * [HugeColumns::count], Layout, Memory>;
  Table const table(Kokkos::view_alloc("table", Kokkos::WithoutInitializing), rows);
  Kokkos::parallel_for(Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::size_t>>(0, rows),
                       FillColumns<Table>{table, columns});
  return table;
}

template <class Layout>
void check_huge_columns() {
  for (std::size_t const rows : huge_rows())
    for (HugeColumns const& columns : huge_columns()) {
      SCOPED_TRACE(std::to_string(rows) + " rows, " + std::to_string(columns.bins()) + " bins");
      auto const table = table_of_columns<Layout>(columns, rows);
      Array<std::int64_t> const counts("counts", columns.bins());
      KokkosScan::histogram_columns(Exec(), table, columns.binnings(), counts);
      std::vector<std::int64_t> expected;
      for (std::size_t const length : columns.length)
        for (std::size_t bin = 0; bin < length; ++bin)
          expected.push_back(static_cast<std::int64_t>(count_in_cycle(rows, length, bin)));
      EXPECT_TRUE(matches(counts, expected));
    }
}

TEST(HugeTables, RowByRow) { check_huge_columns<Kokkos::LayoutRight>(); }
TEST(HugeTables, ColumnByColumn) { check_huge_columns<Kokkos::LayoutLeft>(); }

TEST(HugeTables, WithWeights) {
  for (std::size_t const rows : huge_rows()) {
    HugeColumns const columns = huge_columns().front();
    SCOPED_TRACE(std::to_string(rows) + " rows");
    auto const table = table_of_columns<Kokkos::LayoutLeft>(columns, rows);
    auto const weights = written_by<std::uint8_t>(Cycle<std::uint8_t, 7>{}, rows);
    Array<std::int64_t> const counts("counts", columns.bins());
    KokkosScan::histogram_columns(Exec(), table, columns.binnings(), counts, weights);
    std::vector<std::int64_t> expected;
    for (std::size_t const length : columns.length)
      for (std::int64_t const sum : weights_by_bin<std::int64_t>(rows, length, 7))
        expected.push_back(sum);
    EXPECT_TRUE(matches(counts, expected));
  }
}

}  // namespace KokkosScanTest
