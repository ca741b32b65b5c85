// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans down the columns of wide tables, beside one thread for each column, and along rows with
// gaps between them.
#include "../support/verify.hpp"
#include "groups.hpp"
#include "run.hpp"
#include "table.hpp"

#include <utility>

namespace perf {
namespace {

using Layout = Kokkos::LayoutRight;
constexpr std::size_t row_length = 1000, row_pitch = 1008;

/// The loop that a user would write.
template <class T>
struct ScanColumn {
  Table<T, Layout> in, out;
  KOKKOS_FUNCTION void operator()(std::size_t column) const {
    T sum{};
    for (std::size_t row = 0; row < in.extent(0); ++row) {
      sum = static_cast<T>(sum + in(row, column));
      out(row, column) = sum;
    }
  }
};

template <int Axis, class T, class Call>
void run(benchmark::State& state, Problem<T>& p, TimingOptions const& timing,
         Table<T, Layout> const& in, Table<T, Layout> const& out, Call const& call) {
  std::size_t const entries = in.extent(0) * in.extent(1);
  verify_and_time(state, p, timing, byte_model::scan<T>(entries), call, [&] {
    return complaint_about(
        "result", count_wrong(p.exec, entries, CountWrongInTable<Axis, T, Layout>{in, out}));
  });
}

template <class T>
void add_wide_table(Settings const& settings, std::size_t n, std::size_t columns) {
  if (n < columns) return;
  std::string const form = "scan/along_axis0_of_" + std::to_string(columns) +
                           "_columns/layout_right/sum/" + type_name<T> + "/";
  add_benchmark<Problem<T>>(
      form + "automatic", settings, n, byte_model::scan<T>(n),
      [columns](benchmark::State& state, Problem<T>& p, TimingOptions const& timing) {
        auto const in = as_table<Layout>(p.in, columns), out = as_table<Layout>(p.out, columns);
        auto const options = KokkosScan::ScanOptions<>{}.with(p.workspace);
        run<0>(state, p, timing, in, out, [&] {
          KokkosScan::inclusive_scan_along<0>(p.exec, in, out, KokkosScan::Sum<T>{}, options);
        });
      });
  // Few threads would take seconds.
  if (n / columns > 16 * columns) return;
  add_benchmark<Problem<T>>(
      form + "thread_per_column", settings, n, byte_model::scan<T>(n),
      [columns](benchmark::State& state, Problem<T>& p, TimingOptions const& timing) {
        auto const in = as_table<Layout>(p.in, columns), out = as_table<Layout>(p.out, columns);
        run<0>(state, p, timing, in, out, [&] {
          Kokkos::parallel_for("thread per column", Kokkos::RangePolicy<Exec>(p.exec, 0, columns),
                               ScanColumn<T>{in, out});
        });
      });
}

template <class T>
void add_rows_with_gaps(Settings const& settings, std::size_t n) {
  if (n < row_pitch) return;
  add_benchmark<Problem<T>>(
      std::string("scan/along_axis1_of_rows_with_gaps/layout_right/sum/") + type_name<T> +
          "/automatic",
      settings, n, byte_model::scan<T>(n),
      [](benchmark::State& state, Problem<T>& p, TimingOptions const& timing) {
        auto const without_gaps = [](Table<T, Layout> const& table) -> Table<T, Layout> {
          return Kokkos::subview(table, Kokkos::ALL,
                                 std::pair<std::size_t, std::size_t>(0, row_length));
        };
        auto const in = without_gaps(as_table<Layout>(p.in, row_pitch)),
                   out = without_gaps(as_table<Layout>(p.out, row_pitch));
        auto const options = KokkosScan::ScanOptions<>{}.with(p.workspace);
        run<1>(state, p, timing, in, out, [&] {
          KokkosScan::inclusive_scan_along<1>(p.exec, in, out, KokkosScan::Sum<T>{}, options);
        });
      });
}

template <class T>
void add_tables(Settings const& settings) {
  for (std::size_t const n : settings.sizes) {
    for (std::size_t const columns : {8, 64, 1024, 65536}) add_wide_table<T>(settings, n, columns);
    add_rows_with_gaps<T>(settings, n);
  }
}

}  // namespace

void add_scans_of_tables(Settings const& settings) {
  add_tables<float>(settings);
  add_tables<double>(settings);
}

}  // namespace perf
