// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/data.hpp"
#include "../support/verify.hpp"

#include <string>

namespace perf {

/// The weight of every element of a histogram without weights.
struct One {
  KOKKOS_FUNCTION int operator()(std::size_t) const { return 1; }
};

template <class T, class Sum, class Binning, class Weight>
struct AddToBin {
  Array<T> in;
  Array<Sum> sums;
  Binning binning;
  Weight weight;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    if (int const b = binning(in(i)); b >= 0) Kokkos::atomic_add(&sums(b), Sum(weight(i)));
  }
};

/// \brief The expected histogram, added up element by element. Exact for counts, and for weights
/// from data.hpp, whose sums are exact in any order.
template <class Sum, class T, class Binning, class Weight = One>
Array<Sum> add_to_bins(Exec const& exec, Array<T> const& in, Binning const& binning,
                       std::size_t bins, Weight const& weight = {}) {
  Array<Sum> const sums("perf::expected", bins);
  Kokkos::parallel_for("perf::add_to_bins", Range(exec, 0, in.extent(0)),
                       AddToBin<T, Sum, Binning, Weight>{in, sums, binning, weight});
  return sums;
}

/// \return an error message, empty if every bin is right
template <class T, class Binning, class Sum, class Weight = One>
std::string verify_histogram(Exec const& exec, Array<T> const& in, Binning const& binning,
                             Array<Sum> const& sums, Weight const& weight = {}) {
  return verify_equal(exec, add_to_bins<Sum>(exec, in, binning, sums.extent(0), weight), sums,
                      "histogram");
}

}  // namespace perf
