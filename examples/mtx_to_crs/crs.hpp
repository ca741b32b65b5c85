// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

/// Triplets to compressed row storage on the device: count, scan, fill.
namespace crs {

using Exec = Kokkos::DefaultExecutionSpace;
using Offset = std::int64_t;
using Ordinal = std::int32_t;

/// How an entry off the diagonal implies its mirror image (j, i).
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

/// Entries of every row, mirrored ones included. The order of the increments does not matter, so
/// atomics are fine.
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

/// Sifts keys[root] down in a max-heap of the given size.
KOKKOS_INLINE_FUNCTION void sift_down(Offset* keys, Offset root, Offset size) {
  for (Offset child = 2 * root + 1; child < size; child = 2 * root + 1) {
    if (child + 1 < size && keys[child] < keys[child + 1]) ++child;
    if (!(keys[root] < keys[child])) return;
    Kokkos::kokkos_swap(keys[root], keys[child]);
    root = child;
  }
}

/// In place and without a worst case beyond size * log(size): a dense row costs no more than it
/// must.
KOKKOS_INLINE_FUNCTION void heap_sort(Offset* keys, Offset size) {
  for (Offset root = size / 2; root-- > 0;) sift_down(keys, root, size);
  for (Offset last = size; last-- > 1;) {
    Kokkos::kokkos_swap(keys[0], keys[last]);
    sift_down(keys, 0, last);
  }
}

/// \brief Columns and values of every row, in the order of the file.
/// Slots of a row are handed out by an atomic cursor, so their order differs from run to run;
/// sorting each row by the number of the entry brings the order of the file back.
template <class Value>
Matrix<Value> fill_rows(Exec const& exec, Triplets<Value> const& triplets,
                        Kokkos::View<Offset*, Exec> const& row_map) {
  Ordinal const rows = triplets.rows;
  Offset total = 0;
  Kokkos::deep_copy(exec, total, Kokkos::subview(row_map, rows));
  exec.fence("crs: the total is needed to allocate");

  auto const allocate = [&](std::string const& label) {
    return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label);
  };
  Kokkos::View<Offset*, Exec> source(allocate("entry of each slot"), total);
  Kokkos::View<Offset*, Exec> cursor(allocate("next free slot"), rows + std::size_t(1));
  Kokkos::View<Ordinal*, Exec> columns(allocate("columns"), total);
  Kokkos::View<Value*, Exec> values(allocate("values"), total);
  Kokkos::deep_copy(exec, cursor, row_map);

  Kokkos::parallel_for(
      "hand_out_slots", Kokkos::RangePolicy<Exec>(exec, 0, triplets.row.extent(0)),
      KOKKOS_LAMBDA(std::size_t entry) {
        source(Kokkos::atomic_fetch_add(&cursor(triplets.row(entry)), Offset(1))) = entry;
        if (triplets.has_mirror(entry))
          source(Kokkos::atomic_fetch_add(&cursor(triplets.column(entry)), Offset(1))) = entry;
      });
  Kokkos::parallel_for(
      "fill_rows", Kokkos::RangePolicy<Exec>(exec, 0, rows), KOKKOS_LAMBDA(Ordinal row) {
        Offset const first = row_map(row), size = row_map(row + 1) - first;
        heap_sort(source.data() + first, size);
        for (Offset slot = first; slot < first + size; ++slot) {
          Offset const entry = source(slot);
          bool const mirrored = triplets.row(entry) != row;
          columns(slot) = mirrored ? triplets.row(entry) : triplets.column(entry);
          values(slot) =
              mirrored ? reflect(triplets.mirror, triplets.value(entry)) : triplets.value(entry);
        }
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
