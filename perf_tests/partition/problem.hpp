// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/partition_baselines.hpp"
#include "../support/problem.hpp"
#include "../support/verify.hpp"

#include <cstdint>
#include <string>

namespace perf {

/// The pivot that \p percent of the uniform numbers below 2^20 are below.
template <class T>
T pivot_at(double percent) {
  return static_cast<T>(static_cast<std::int64_t>((1 << 20) * percent / 100));
}

/// Uniform numbers below 2^20, in runs of equal neighbors.
template <class T>
struct FillForPartition {
  PartitionArrays<T> arrays;
  Below<T> pred;
  std::size_t run;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    auto const x = static_cast<T>(static_cast<std::int64_t>(random_bits(i / run) % (1 << 20)));
    arrays.in(i) = x;
    arrays.flags(i) = pred(x);
  }
};

/// Puts each element of a class where a serial partition would put it, by Kokkos' own scan of
/// 64-bit counts: the results are checked against these places.
template <class T, class ClassOf>
struct PlaceByScan {
  Array<T> in, expected;
  ClassOf class_of;
  std::int64_t first_of_rest;
  int of_class;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::int64_t& rank, bool is_final) const {
    if (class_of(in, i) != of_class) return;
    if (is_final) expected(first_of_rest + rank) = in(i);
    ++rank;
  }
};

template <class T>
struct TwoClasses {
  Below<T> first;
  KOKKOS_FUNCTION int operator()(Array<T> const& in, std::size_t i) const {
    return first(in(i)) ? 0 : 1;
  }
};
template <class T>
struct ThreeClasses {
  Below<T> first, second;
  KOKKOS_FUNCTION int operator()(Array<T> const& in, std::size_t i) const {
    return first(in(i)) ? 0 : (second(in(i)) ? 1 : 2);
  }
};
template <class T>
struct FirstOfRun {
  KOKKOS_FUNCTION int operator()(Array<T> const& in, std::size_t i) const {
    return i == 0 || !(in(i) == in(i - 1)) ? 0 : 1;
  }
};

/// Counts the entries that differ from the expected ones; the actual ones may be in reverse order.
template <class T>
struct CountMisplaced {
  Array<T> expected, actual;
  std::size_t first, n;
  std::size_t actual_first;
  bool is_reversed;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const {
    std::size_t const place = is_reversed ? actual_first + (n - 1 - i) : actual_first + i;
    if (!(actual(place) == expected(first + i))) ++wrong;
  }
};

/// \brief Arrays to partition: the elements below the pivot, `percent` of all, are kept; the input
/// consists of runs of \p run equal neighbors.
template <class T>
struct PartitionProblem : InOut<T> {
  using InOut<T>::exec, InOut<T>::n, InOut<T>::in, InOut<T>::out;
  PartitionArrays<T> arrays;
  Array<T> expected;
  Array<std::int64_t> counts;
  Below<T> pred;
  std::size_t kept = 0, runs = 0;

  PartitionProblem(std::size_t size, int percent, std::size_t run)
      : InOut<T>(size),
        arrays{in, out, make_array<T>(exec, "perf::out_false", n),
               make_array<std::uint8_t>(exec, "perf::flags", n),
               Kokkos::View<std::int64_t, Exec>("perf::count")},
        expected(make_array<T>(exec, "perf::expected", n)),
        counts(make_array<std::int64_t>(exec, "perf::counts", 2)),
        pred{pivot_at<T>(percent)} {
    Kokkos::parallel_for("perf::fill", Range(exec, 0, n), FillForPartition<T>{arrays, pred, run});
    runs = place(FirstOfRun<T>{}, 0, 0);
    kept = place(TwoClasses<T>{pred}, 0, 0);
    place(TwoClasses<T>{pred}, 1, kept);
  }

  /// Puts the elements of a class where they belong in `expected`; returns how many there are.
  template <class ClassOf>
  std::size_t place(ClassOf const& class_of, int of_class, std::size_t first) {
    std::int64_t number = 0;
    Kokkos::parallel_scan(
        "perf::place", Range(exec, 0, n),
        PlaceByScan<T, ClassOf>{in, expected, class_of, static_cast<std::int64_t>(first), of_class},
        number);
    return static_cast<std::size_t>(number);
  }

  /// Poisons the outputs, so that the result of an earlier benchmark cannot be taken for this
  /// one's; verify_and_time poisons `out`.
  void forget() {
    poison(exec, arrays.out_false);
    poison(exec, counts);
    Kokkos::deep_copy(exec, arrays.count, std::int64_t(-1));
  }

  std::string verify(PartitionForm form) {
    if (form == PartitionForm::unique) place(FirstOfRun<T>{}, 0, 0);
    std::int64_t number = -1;
    Kokkos::deep_copy(number, arrays.count);
    std::size_t const first = first_part(form);
    if (number != static_cast<std::int64_t>(first))
      return "wrong count: " + std::to_string(number) + ", not " + std::to_string(first);
    std::size_t wrong = misplaced(0, first, out, 0, false);
    if (form == PartitionForm::two_outputs)
      wrong += misplaced(kept, n - kept, arrays.out_false, 0, false);
    else if (form == PartitionForm::reversed || form == PartitionForm::in_order)
      wrong += misplaced(kept, n - kept, out, kept, form == PartitionForm::reversed);
    return complaint_about("result", wrong);
  }
  std::size_t misplaced(std::size_t first, std::size_t number, Array<T> const& actual,
                        std::size_t actual_first, bool is_reversed) const {
    return count_wrong(
        exec, number,
        CountMisplaced<T>{expected, actual, first, number, actual_first, is_reversed});
  }

  /// The fewest bytes: every element (and flag) is read once, or twice if the split must be known
  /// first; every element of the result is written once.
  double bytes(PartitionForm form) const {
    double const read = form == PartitionForm::in_order ? 2.0 * n : 1.0 * n;
    bool const keeps_all = form == PartitionForm::two_outputs || form == PartitionForm::reversed ||
                           form == PartitionForm::in_order;
    double const written = keeps_all ? n : first_part(form);
    return (read + written) * sizeof(T) + (form == PartitionForm::flagged ? n : 0);
  }

 private:
  std::size_t first_part(PartitionForm form) const {
    return form == PartitionForm::unique ? runs : kept;
  }
};

/// The same with percent and run as part of the type, by which the cache identifies problems.
template <class T, int Percent, std::size_t Run>
struct PatternProblem : PartitionProblem<T> {
  explicit PatternProblem(std::size_t size) : PartitionProblem<T>(size, Percent, Run) {}
};

}  // namespace perf
