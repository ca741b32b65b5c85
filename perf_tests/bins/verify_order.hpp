// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/data.hpp"
#include "../support/verify.hpp"
#include "verify.hpp"

#include <KokkosScan/binning.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

/// \brief Checks of extracted bins. All return an error message, empty if the result is right.
namespace perf {

/// Counts elements that are not sorted by bin or, if stable, not where the permutation puts them or
/// not in the order of the input.
template <class T>
struct CountUnsorted {
  Array<T> in, out;
  Array<std::uint32_t> permutation;
  KokkosScan::UniformBins<T> binning;
  bool is_stable;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const {
    int const here = binning(out(i));
    int const before = i > 0 ? binning(out(i - 1)) : here;
    if (before > here) ++wrong;
    if (!is_stable) return;
    if (permutation(i) >= in.extent(0) || in(permutation(i)) != out(i)) ++wrong;
    if (i > 0 && before == here && permutation(i - 1) >= permutation(i)) ++wrong;
  }
};

template <class T>
std::string verify_order(Exec const& exec, CountUnsorted<T> const& count) {
  return complaint_about("order", count_wrong(exec, count.out.extent(0), count));
}

/// Adds up a hash of every element.
template <class T>
struct AddHashes {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  Array<T> array;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& sum) const {
    sum += random_bits(Kokkos::bit_cast<Bits>(array(i)), 5);
  }
};

/// The same for the same elements in any order.
template <class T>
std::uint64_t hash_of(Exec const& exec, Array<T> const& array) {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("perf::add_hashes", Range(exec, 0, array.extent(0)), AddHashes<T>{array},
                          sum);
  return sum;
}

/// Verifies that `out` holds the elements of `in` sorted by bin, in any order inside a bin.
template <class T>
std::string verify_unstable(Exec const& exec, Array<T> const& in, Array<T> const& out,
                            KokkosScan::UniformBins<T> const& binning) {
  if (hash_of(exec, in) != hash_of(exec, out)) return "wrong elements";
  return verify_order(exec, CountUnsorted<T>{in, out, {}, binning, false});
}

/// Counts bins whose offsets are not the running sum of the counts.
struct CountWrongOffsets {
  Array<std::size_t> offsets, counts;
  KOKKOS_FUNCTION void operator()(std::size_t b, std::size_t& wrong) const {
    if (offsets(b + 1) - offsets(b) != counts(b) || (b == 0 && offsets(0) != 0)) ++wrong;
  }
};

template <class T>
std::string verify_offsets(Exec const& exec, Array<T> const& in,
                           KokkosScan::UniformBins<T> const& binning,
                           Array<std::size_t> const& offsets) {
  std::size_t const bins = offsets.extent(0) - 1;
  auto const counts = add_to_bins<std::size_t>(exec, in, binning, bins);
  return complaint_about("offsets", count_wrong(exec, bins, CountWrongOffsets{offsets, counts}));
}

/// Gathers the elements in the order of the permutation.
template <class T>
struct Permute {
  Array<T> in, out;
  Array<std::uint32_t> permutation;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    if (permutation(i) < in.extent(0)) out(i) = in(permutation(i));
  }
};

/// Counts elements whose offset plus rank is not their place in the permutation.
template <class T>
struct CountMisranked {
  Array<T> in;
  Array<std::size_t> offsets;
  Array<std::uint32_t> ranks, permutation;
  KokkosScan::UniformBins<T> binning;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const {
    std::size_t const place = offsets(binning(in(i))) + ranks(i);
    if (place >= in.extent(0) || permutation(place) != i) ++wrong;
  }
};

template <class T>
std::string verify_ranks(Exec const& exec, CountMisranked<T> const& count) {
  return complaint_about("ranks", count_wrong(exec, count.in.extent(0), count));
}

}  // namespace perf
