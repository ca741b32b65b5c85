// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recipes of docs/api.md.
#include "recipes.hpp"

#include <utility>

namespace {

/// Both callables reverse the index, so the scan runs backwards.
bool suffix_sums(Exec const& exec) {
  auto const in = on_device({3, 1, 4, 1, 5, 9});
  std::size_t const n = in.extent(0);
  Kokkos::View<int*> const out("out", n);
  ks::scan(
      exec, n,  //
      KOKKOS_LAMBDA(std::size_t i) { return in(n - 1 - i); }, ks::Sum<int>{},
      KOKKOS_LAMBDA(std::size_t i, int x) { out(n - 1 - i) = x; }, ks::ScanMode::inclusive);
  return Line("suffix sums").show("sums", out, {23, 20, 19, 15, 14, 9}).is_right();
}

/// The last result of an inclusive scan is the total.
bool total_of_inclusive_functor_scan(Exec const& exec) {
  std::size_t const n = 5;
  Kokkos::View<int*> const out("out", n);
  Kokkos::View<int> const total("total");
  ks::scan(
      exec, n,  //
      KOKKOS_LAMBDA(std::size_t i) { return static_cast<int>(i * i); }, ks::Sum<int>{},
      KOKKOS_LAMBDA(std::size_t i, int x) {
        out(i) = x;
        if (i == n - 1) total() = x;
      },
      ks::ScanMode::inclusive);
  return Line("inclusive sums of squares")
      .show("sums", out, {0, 1, 5, 14, 30})
      .show("total", total, {30})
      .is_right();
}

/// An exclusive scan of one more element, the identity: its result is the total.
bool total_of_exclusive_functor_scan(Exec const& exec) {
  std::size_t const n = 5;
  Kokkos::View<int*> const out("out", n);
  Kokkos::View<int> const total("total");
  ks::scan(
      exec, n + 1,  //
      KOKKOS_LAMBDA(std::size_t i) { return i < n ? static_cast<int>(i * i) : 0; }, ks::Sum<int>{},
      KOKKOS_LAMBDA(std::size_t i, int x) {
        if (i < n)
          out(i) = x;
        else
          total() = x;
      },
      ks::ScanMode::exclusive);
  return Line("exclusive sums of squares")
      .show("sums", out, {0, 0, 1, 5, 14})
      .show("total", total, {30})
      .is_right();
}

/// The last sum of a run is its total, so the ends of the runs are selected.
bool reduction_by_key(Exec const& exec) {
  auto const keys = on_device({2, 2, 7, 7, 7, 2}), in = on_device({1, 2, 3, 4, 5, 6});
  std::size_t const n = in.extent(0);
  Kokkos::View<bool*> const is_last("is last", n);
  Kokkos::View<int*> const sums("sums", n), totals("totals", n), unique("unique keys", n);
  Kokkos::View<int> const runs("runs");
  Kokkos::parallel_for(
      "ends of runs", Kokkos::RangePolicy<Exec>(exec, 0, n),
      KOKKOS_LAMBDA(std::size_t i) { is_last(i) = !(i + 1 < n && keys(i) == keys(i + 1)); });
  ks::inclusive_scan_by_key(exec, keys, in, sums);
  ks::select_flagged(exec, sums, is_last, totals, runs);
  ks::select_unique(exec, keys, unique, runs);
  return Line("reduction by key")
      .show("keys", unique, {2, 7, 2})
      .show("totals", totals, {3, 12, 6})
      .show("runs", runs, {3})
      .is_right();
}

/// The total of a segment is the last sum in it. Segment 1 is empty and has none.
bool reduction_of_segments(Exec const& exec) {
  auto const in = on_device({1, 2, 3, 4, 5}), offsets = on_device({0, 2, 2, 5});
  std::size_t const segments = offsets.extent(0) - 1;
  Kokkos::View<int*> const sums("sums", in.extent(0)), totals("totals", segments);
  ks::segmented_inclusive_scan(exec, in, offsets, sums);
  Kokkos::parallel_for(
      "totals", Kokkos::RangePolicy<Exec>(exec, 0, segments), KOKKOS_LAMBDA(std::size_t s) {
        int const last = offsets(s + 1) - 1;
        totals(s) = last < offsets(s) ? 0 : sums(last);
      });
  return Line("reduction of segments").show("totals", totals, {3, 0, 12}).is_right();
}

/// The second scan continues the first one, whose total the host never reads.
bool init_on_the_device(Exec const& exec) {
  auto const first = on_device({1, 2, 3}), in = on_device({4, 5, 6});
  std::size_t const n = in.extent(0);
  Kokkos::View<long*> const first_out("first out", first.extent(0) + 1), out("out", n);
  ks::exclusive_scan(exec, first, first_out);
  auto const before = Kokkos::subview(first_out, first.extent(0));
  ks::scan(
      exec, n,  //
      KOKKOS_LAMBDA(std::size_t i) { return in(i); }, ks::Sum<long>{},
      KOKKOS_LAMBDA(std::size_t i, long x) { out(i) = before() + x; },  // op(before(), x)
      ks::ScanMode::exclusive);
  return Line("an init on the device")
      .show("first sums", first_out, {0, 1, 3})
      .show("continued", out, {6, 10, 15})
      .is_right();
}

/// A plan sorts values by small integer keys; equal keys keep their order.
bool sort_by_key(Exec const& exec) {
  auto const keys = on_device({3, 0, 2, 0, 3}), values = on_device({30, 1, 20, 2, 31});
  Kokkos::View<int*> const sorted("sorted", values.extent(0));
  ks::BinPlan<Exec> plan(exec);
  plan.update(keys, ks::IndexBins(4));
  plan.permute(values, sorted);
  return Line("sort by key").show("values", sorted, {1, 2, 20, 30, 31}).is_right();
}

/// Every part is scanned by itself, as by a rank of its own. The loop stands for the ranks, and the
/// sum of the totals before a part for MPI_Exscan.
bool scan_of_parts(Exec const& exec) {
  auto const in = on_device({3, 1, 4, 1, 5, 9});
  Kokkos::View<long*> const out("out", in.extent(0));
  long before = 0;
  for (int rank = 0; rank < 3; ++rank) {
    auto const range = std::pair(2 * rank, 2 * rank + 2);
    auto const part = Kokkos::subview(in, range);
    long total = 0;
    Kokkos::parallel_reduce(
        "total", Kokkos::RangePolicy<Exec>(exec, 0, part.extent(0)),
        KOKKOS_LAMBDA(std::size_t i, long& sum) { sum += part(i); }, total);
    ks::exclusive_scan(exec, part, Kokkos::subview(out, range), ks::Sum<long>{}, before);
    before += total;
  }
  return Line("scan of three parts").show("sums", out, {0, 3, 4, 8, 9, 14}).is_right();
}

/// The offsets of rows are edges: the bin of an index is its row. Row 1 is empty.
bool row_of_an_element(Exec const& exec) {
  auto const offsets = on_device({0, 2, 2, 5});
  Kokkos::View<int*> const rows("rows", 5);
  ks::EdgeBins const row_of(offsets);
  Kokkos::parallel_for(
      "rows", Kokkos::RangePolicy<Exec>(exec, 0, 5), KOKKOS_LAMBDA(int k) { rows(k) = row_of(k); });
  return Line("row of an element").show("rows", rows, {0, 0, 2, 2, 2}).is_right();
}

/// The last entry of a row map. The copy is behind the scan in the same instance; the host waits
/// for both at the fence.
bool total_on_the_host(Exec const& exec) {
  auto const counts = on_device({2, 0, 3});
  std::size_t const n = counts.extent(0);
  Kokkos::View<long*> const rows("row map", n + 1);
  long total = 0;
  ks::exclusive_scan(exec, counts, rows);
  Kokkos::deep_copy(exec, total, Kokkos::subview(rows, n));
  exec.fence();
  return Line("total on the host")
      .show("row map", rows, {0, 2, 2, 5})
      .show("total", total, 5)
      .is_right();
}

/// The count that a selection writes is the size of the next inputs. With a workspace that has
/// grown enough, no call of such a chain waits for the host.
bool sizes_on_the_device(Exec const& exec) {
  auto const energies = on_device({2.0, -1.0, 3.5, 0.0, 0.5});
  std::size_t const n = energies.extent(0);
  Kokkos::View<double*> const living("living", n), sums("sums", n);
  Kokkos::View<int> const count("count");
  Kokkos::View<int*> const counts("counts", 2);
  ks::Workspace workspace(exec);
  auto const options = ks::ScanOptions<>{}.with(workspace);
  ks::select(exec, energies, living, ks::GreaterThan{0.0}, count, options);
  ks::inclusive_scan(exec, ks::counted(living, count), sums, options);
  ks::histogram(exec, ks::counted(living, count), ks::UniformBins(0.0, 4.0, 2), counts,
                ks::HistogramOptions<>{}.with(workspace));
  return Line("sizes on the device")
      .show("living", living, {2.0, 3.5, 0.5})
      .show("sums", sums, {2.0, 5.5, 6.0})
      .show("histogram", counts, {1, 2})
      .is_right();
}

}  // namespace

std::vector<Recipe> scan_recipes() {
  return {suffix_sums,
          total_of_inclusive_functor_scan,
          total_of_exclusive_functor_scan,
          reduction_by_key,
          reduction_of_segments,
          init_on_the_device,
          sort_by_key,
          scan_of_parts,
          row_of_an_element,
          total_on_the_host,
          sizes_on_the_device};
}
