// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "data.hpp"

#include <string>

namespace perf {

/// Default for a scan without segments: only the first element starts a segment.
struct OneSegment {
  KOKKOS_FUNCTION bool operator()(std::size_t i) const { return i == 0; }
};

/// Reads entry i of a View; used where a functor is expected.
template <class View>
struct ReadEntry {
  View view;
  KOKKOS_FUNCTION auto operator()(std::size_t i) const { return view(i); }
};
template <class View>
ReadEntry(View) -> ReadEntry<View>;

/// \brief Counts entries that do not follow from the preceding entry.
///
/// A scan is right exactly if its first entry is right and every other entry is its predecessor
/// combined with one element. Checking this takes one parallel pass on the device, no second array
/// and no second scan that would have to be trusted. It is exact for the data of data.hpp.
template <class Op, class Load, class Result, class IsHead>
struct CountWrongEntries {
  Op op;
  Load load;
  Result result;
  IsHead is_head;
  bool inclusive;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const {
    using T = typename Op::value_type;
    T const from = is_head(i) ? op.identity() : static_cast<T>(result(i - 1));
    T const expected = inclusive    ? op(from, static_cast<T>(load(i)))
                       : is_head(i) ? from
                                    : op(from, static_cast<T>(load(i - 1)));
    if (!(static_cast<T>(result(i)) == expected)) ++wrong;
  }
};

template <class T>
struct CountDifferent {
  Array<T> expected, actual;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const {
    if (!(actual(i) == expected(i))) ++wrong;
  }
};

/// \param what  the name of the result in the error message
/// \return an error message, empty if every entry is right
template <class T>
std::string verify_equal(Exec const& exec, Array<T> const& expected, Array<T> const& actual,
                         char const* what) {
  std::size_t wrong = 0;
  Kokkos::parallel_reduce("perf::verify_equal", Range(exec, 0, expected.extent(0)),
                          CountDifferent<T>{expected, actual}, wrong);
  if (wrong == 0) return {};
  return std::string("wrong ") + what + ": " + std::to_string(wrong) + " entries";
}

/// \return an error message, empty if every entry is right
template <class Op, class Load, class Result, class IsHead = OneSegment>
std::string verify_scan(Exec const& exec, std::size_t n, Op const& op, Load const& load,
                        Result const& result, KokkosScan::ScanMode mode,
                        IsHead const& is_head = {}) {
  std::size_t wrong = 0;
  Kokkos::parallel_reduce("perf::verify_scan", Range(exec, 0, n),
                          CountWrongEntries<Op, Load, Result, IsHead>{
                              op, load, result, is_head, mode == KokkosScan::ScanMode::inclusive},
                          wrong);
  if (wrong == 0) return {};
  return "wrong result: " + std::to_string(wrong) + " of " + std::to_string(n) + " entries";
}

}  // namespace perf
