// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "data.hpp"

#include <string>

namespace perf {

/// \brief Checks one call, with all outputs poisoned before it, so that nothing left over from an
/// earlier call can pass.
/// \param call    the operation, asynchronous in exec
/// \param verify  returns an error message, empty if the result is right
/// \return what verify() returned
template <class Call, class Verify, class... T>
std::string check_call(Exec const& exec, Call const& call, Verify const& verify,
                       Array<T> const&... outputs) {
  (poison(exec, outputs), ...);
  call();
  return verify();
}

/// \brief How many of n entries are wrong.
/// \param count  the body of the reduction, count(std::size_t i, std::size_t& wrong)
template <class Count>
std::size_t count_wrong(Exec const& exec, std::size_t n, Count const& count) {
  std::size_t wrong = 0;
  Kokkos::parallel_reduce("perf::count_wrong", Range(exec, 0, n), count, wrong);
  return wrong;
}

/// \param what  the name of the result in the error message
/// \return an error message, empty if no entry is wrong
inline std::string complaint_about(std::string const& what, std::size_t wrong) {
  return wrong == 0 ? "" : "wrong " + what + ": " + std::to_string(wrong) + " entries";
}

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
  return complaint_about(
      what, count_wrong(exec, expected.extent(0), CountDifferent<T>{expected, actual}));
}

/// \return an error message, empty if every entry is right
template <class Op, class Load, class Result, class IsHead = OneSegment>
std::string verify_scan(Exec const& exec, std::size_t n, Op const& op, Load const& load,
                        Result const& result, KokkosScan::ScanMode mode,
                        IsHead const& is_head = {}) {
  using Count = CountWrongEntries<Op, Load, Result, IsHead>;
  bool const inclusive = mode == KokkosScan::ScanMode::inclusive;
  Count const count{op, load, result, is_head, inclusive};
  return complaint_about("result", count_wrong(exec, n, count));
}

}  // namespace perf
