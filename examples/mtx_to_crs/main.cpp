// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a Matrix Market file and builds the matrix in compressed row storage (CRS) on the device:
//
//   1. count the entries of every row,
//   2. exclusive_scan the counts into rows + 1 offsets: the row map,
//   3. fill columns and values.
//
// Usage: mtx_to_crs FILE.mtx
#include "crs.hpp"
#include "matrix_market.hpp"
#include "serial_check.hpp"

#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>

#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using crs::Exec;
using Complex = Kokkos::complex<double>;

/// Runs a step, waits for it and prints how long it took.
template <class Step>
auto timed(char const* what, Step const& step) {
  Kokkos::Timer timer;
  auto result = step();
  Kokkos::fence("mtx_to_crs: end of a timed step");
  std::printf("  %-34s %10.3f ms\n", what, 1e3 * timer.seconds());
  return result;
}

/// The first kernel of a program loads code or starts threads; this keeps that time out of the
/// timed steps.
Exec wake(Exec const& exec) {
  Kokkos::parallel_for("wake", Kokkos::RangePolicy<Exec>(exec, 0, 1), KOKKOS_LAMBDA(int){});
  return exec;
}

crs::Mirror mirror_of(matrix_market::Symmetry symmetry) {
  switch (symmetry) {
    case matrix_market::Symmetry::symmetric:
      return crs::Mirror::same;
    case matrix_market::Symmetry::skew_symmetric:
      return crs::Mirror::negated;
    case matrix_market::Symmetry::hermitian:
      return crs::Mirror::conjugated;
    case matrix_market::Symmetry::general:
      break;
  }
  return crs::Mirror::none;
}

template <class T>
Kokkos::View<T*, Exec> to_device(std::string const& label, std::vector<T> const& host) {
  Kokkos::View<T*, Exec> device(Kokkos::view_alloc(Kokkos::WithoutInitializing, label),
                                host.size());
  Kokkos::deep_copy(device, Kokkos::View<T const*, Kokkos::HostSpace>(host.data(), host.size()));
  return device;
}

template <class Value>
std::vector<Value> values_of(matrix_market::Coordinates const& file) {
  if constexpr (std::is_same_v<Value, Complex>) {
    std::vector<Complex> values(file.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = Complex(file.real[i], file.imaginary[i]);
    return values;
  } else {
    return file.real;
  }
}

/// \return true if the matrix equals the one built serially
template <class Value>
bool build_and_check(matrix_market::Coordinates const& file) {
  Exec const exec;
  timed("first kernel (wakes the device)", [&] { return wake(exec); });
  auto const triplets = timed("copy to the device", [&] {
    return crs::Triplets<Value>{static_cast<crs::Ordinal>(file.rows), to_device("row", file.row),
                                to_device("column", file.column),
                                to_device("value", values_of<Value>(file)),
                                mirror_of(file.symmetry)};
  });
  auto const counts =
      timed("count entries per row", [&] { return crs::count_entries(exec, triplets); });
  auto const row_map =
      timed("exclusive_scan into the row map", [&] { return crs::scan_counts(exec, counts); });
  auto const matrix =
      timed("fill columns and values", [&] { return crs::fill_rows(exec, triplets, row_map); });
  auto const trouble = timed("check against a serial build",
                             [&] { return crs::compare_with_serial(triplets, matrix); });

  std::printf("rows %lld  columns %lld  entries %zu  longest row %lld\n",
              static_cast<long long>(file.rows), static_cast<long long>(file.columns),
              matrix.columns.extent(0), static_cast<long long>(crs::longest_row(exec, row_map)));
  if (trouble.empty())
    std::printf("row map, columns and values equal a serial build\n");
  else
    std::fprintf(stderr, "mtx_to_crs: %s\n", trouble.c_str());
  return trouble.empty();
}

bool run(char const* path) {
  std::printf("%s on %s\n", path, Exec::name());
  auto const file = timed("read the file", [&] { return matrix_market::read(path); });
  std::printf("  %s %s, %zu entries stored\n", matrix_market::name(file.field),
              matrix_market::name(file.symmetry), file.size());
  return file.field == matrix_market::Field::complex ? build_and_check<Complex>(file)
                                                     : build_and_check<double>(file);
}

}  // namespace

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const guard(argc, argv);
  bool const help = argc == 2 && (!std::strcmp(argv[1], "--help") || !std::strcmp(argv[1], "-h"));
  if (argc != 2 || help) {
    std::fprintf(help ? stdout : stderr, "usage: mtx_to_crs FILE.mtx\n");
    return help ? 0 : 2;
  }
  try {
    return run(argv[1]) ? 0 : 1;
  } catch (std::exception const& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
