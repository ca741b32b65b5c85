// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

/// Builds compressed row storage from triplets on the device: count, scan, sort by row.
namespace crs {

using Exec = Kokkos::DefaultExecutionSpace;
using Offset = std::int64_t;
using Ordinal = std::int32_t;

/// How an off-diagonal entry (i, j) implies its mirror image (j, i).
enum class Mirror { none, same, negated, conjugated };

template <class Value>
struct Triplets {
  Ordinal rows = 0;
  Kokkos::View<Ordinal*, Exec> row, column;
  Kokkos::View<Value*, Exec> value;
  Mirror mirror = Mirror::none;

  KOKKOS_FUNCTION bool has_mirror(std::size_t entry) const {
    return mirror != Mirror::none && row(entry) != column(entry);
  }
};

template <class Value>
struct Matrix {
  Kokkos::View<Offset*, Exec> row_map;  ///< rows + 1 offsets
  Kokkos::View<Ordinal*, Exec> columns;
  Kokkos::View<Value*, Exec> values;
};

KOKKOS_INLINE_FUNCTION double conjugate(double x) { return x; }
KOKKOS_INLINE_FUNCTION Kokkos::complex<double> conjugate(Kokkos::complex<double> const& x) {
  return Kokkos::conj(x);
}

template <class Value>
KOKKOS_INLINE_FUNCTION Value reflect(Mirror mirror, Value const& x) {
  return mirror == Mirror::negated ? -x : mirror == Mirror::conjugated ? conjugate(x) : x;
}

/// Counts the entries of every row, mirrored ones included. The order of the increments does not
/// matter, so atomics are fine.
template <class Value>
Kokkos::View<Offset*, Exec> count_entries(Exec const& exec, Triplets<Value> const& triplets) {
  Kokkos::View<Offset*, Exec> counts("entries per row", triplets.rows);
  Kokkos::parallel_for(
      "count_entries", Kokkos::RangePolicy<Exec>(exec, 0, triplets.row.extent(0)),
      KOKKOS_LAMBDA(std::size_t entry) {
        Kokkos::atomic_add(&counts(triplets.row(entry)), Offset(1));
        if (triplets.has_mirror(entry))
          Kokkos::atomic_add(&counts(triplets.column(entry)), Offset(1));
      });
  return counts;
}

/// The scan this example is about: counts in, row offsets out, and the total in the last entry.
inline Kokkos::View<Offset*, Exec> scan_counts(Exec const& exec,
                                               Kokkos::View<Offset*, Exec> const& counts) {
  Kokkos::View<Offset*, Exec> row_map("row map", counts.extent(0) + 1);
  KokkosScan::exclusive_scan(exec, counts, row_map);
  return row_map;
}

/// \brief Columns and values of every row, in the order of the file.
///
/// Every stored entry gives two halves, itself and its mirror image; the second half of an entry
/// without a mirror image is in no row. The halves are sorted stably by row, and the offsets of the
/// rows are already known.
template <class Value>
Matrix<Value> fill_rows(Exec const& exec, Triplets<Value> const& triplets,
                        Kokkos::View<Offset*, Exec> const& row_map) {
  Offset total = 0;
  Kokkos::deep_copy(exec, total, Kokkos::subview(row_map, triplets.rows));
  exec.fence("crs: the total is needed to allocate");

  auto const allocate = [&](std::string const& label) {
    return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label);
  };
  Kokkos::View<Ordinal*, Exec> columns(allocate("columns"), total);
  Kokkos::View<Value*, Exec> values(allocate("values"), total);
  if (total == 0) return {row_map, columns, values};

  std::size_t const entries = triplets.row.extent(0);
  Kokkos::View<Ordinal*, Exec> row_of(allocate("row of each half"), 2 * entries);
  Kokkos::View<Offset*, Exec> half_at(allocate("half in each slot"), 2 * entries);
  Kokkos::parallel_for(
      "name_rows", Kokkos::RangePolicy<Exec>(exec, 0, entries), KOKKOS_LAMBDA(std::size_t entry) {
        row_of(2 * entry) = triplets.row(entry);
        row_of(2 * entry + 1) =
            triplets.has_mirror(entry) ? triplets.column(entry) : KokkosScan::no_bin;
      });
  KokkosScan::bin_permutation(exec, row_of, KokkosScan::IndexBins(triplets.rows), half_at, row_map,
                              KokkosScan::ExtractionOptions<>{}.with_known_offsets());
  Kokkos::parallel_for(
      "fill_rows", Kokkos::RangePolicy<Exec>(exec, 0, total), KOKKOS_LAMBDA(Offset slot) {
        Offset const entry = half_at(slot) / 2;
        bool const mirrored = half_at(slot) % 2 != 0;
        columns(slot) = mirrored ? triplets.row(entry) : triplets.column(entry);
        values(slot) =
            mirrored ? reflect(triplets.mirror, triplets.value(entry)) : triplets.value(entry);
      });
  return {row_map, columns, values};
}

inline Offset longest_row(Exec const& exec, Kokkos::View<Offset*, Exec> const& row_map) {
  Offset longest = 0;
  Kokkos::parallel_reduce(
      "longest_row", Kokkos::RangePolicy<Exec>(exec, 1, row_map.extent(0)),
      KOKKOS_LAMBDA(std::size_t row, Offset& longest_so_far) {
        Offset const length = row_map(row) - row_map(row - 1);
        if (length > longest_so_far) longest_so_far = length;
      },
      Kokkos::Max<Offset>(longest));
  return longest == Kokkos::reduction_identity<Offset>::max() ? 0 : longest;
}

}  // namespace crs
