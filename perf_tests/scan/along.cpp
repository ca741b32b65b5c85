// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans down the columns of a tall table of four columns, in both layouts, into another table and
// in place.
#include "../support/verify.hpp"
#include "groups.hpp"
#include "run.hpp"
#include "table.hpp"
#include "variants.hpp"

namespace perf {
namespace {

constexpr std::size_t columns = 4;

/// In place, the first call overwrites the input. So the scans run on `out` alone, and the result
/// is verified against the problem's `in`. Repeated calls make the values wrap around, which is
/// well defined for an unsigned type.
template <DeviceScan V, class T, class Layout, bool InPlace>
void run_variant(benchmark::State& state, Problem<T>& p, TimingOptions const& timing) {
  auto const options = KokkosScan::ScanOptions<V>{}.with(p.workspace);
  auto const in = as_table<Layout>(p.in, columns);
  auto const out = as_table<Layout>(p.out, columns);
  bool first = true;
  auto const call = [&] {
    if (InPlace && first) Kokkos::deep_copy(p.exec, p.out, p.in);
    first = false;
    KokkosScan::inclusive_scan_along<0>(p.exec, InPlace ? out : in, out, KokkosScan::Sum<T>{},
                                        options);
  };
  std::size_t const entries = in.extent(0) * columns;
  verify_and_time(state, p, timing, byte_model::scan<T>(entries), call, [&] {
    return complaint_about("result",
                           count_wrong(p.exec, entries, CountWrongInTable<0, T, Layout>{in, out}));
  });
}

template <class T, class Layout, bool InPlace>
void add_table(Settings const& settings, std::size_t n, char const* layout) {
  std::string const form = std::string("scan/along_axis0_of_4_columns") +
                           (InPlace ? "_in_place/" : "/") + layout + "/sum/" + type_name<T> + "/";
  auto const add = [&]<DeviceScan V>(Variant<V>) {
    add_benchmark<Problem<T>>(form + KokkosScan::name(V), settings, n, byte_model::scan<T>(n),
                              &run_variant<V, T, Layout, InPlace>);
  };
  for_each_fast_variant(add);
}

}  // namespace

void add_scans_along(Settings const& settings) {
  for (std::size_t const n : settings.sizes) {
    add_table<double, Kokkos::LayoutLeft, false>(settings, n, "layout_left");
    add_table<double, Kokkos::LayoutRight, false>(settings, n, "layout_right");
  }
  for (std::size_t const n : settings.sizes) {
    add_table<std::uint32_t, Kokkos::LayoutLeft, true>(settings, n, "layout_left");
    add_table<std::uint32_t, Kokkos::LayoutRight, true>(settings, n, "layout_right");
  }
}

}  // namespace perf
