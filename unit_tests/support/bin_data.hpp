// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Elements spread over bins in awkward ways, and the serial oracle shared by histograms and
/// extractions.

#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "generators.hpp"

namespace KokkosScanTest {

enum class Spread { uniform, power_law, one_bin, sorted, half_outside };
inline constexpr Spread all_spreads[] = {Spread::uniform, Spread::power_law, Spread::one_bin,
                                         Spread::sorted, Spread::half_outside};

inline std::string name(Spread spread) {
  switch (spread) {
    case Spread::uniform:
      return "uniform";
    case Spread::power_law:
      return "power law";
    case Spread::one_bin:
      return "all in one bin";
    case Spread::sorted:
      return "sorted";
    case Spread::half_outside:
      return "half outside";
  }
  return "unknown";
}

/// n elements in [0, range]; for half_outside in [-range, range].
template <class T>
std::vector<T> spread_elements(Spread spread, std::size_t n, double range, std::uint64_t salt = 0) {
  std::vector<T> values;
  values.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    double const u = random_unit(salt + 7, i);
    double x = u;
    if (spread == Spread::power_law) x = u * u * u * u;
    if (spread == Spread::one_bin) x = 0.3;
    if (spread == Spread::sorted) x = static_cast<double>(i) / static_cast<double>(n);
    if (spread == Spread::half_outside) x = std::is_signed_v<T> ? 2 * u - 1 : u;
    values.push_back(static_cast<T>(x * range));
  }
  return values;
}

namespace reference {

/// The bin of x as an int; −1 if it is not in [0, bins).
template <class Binning, class T>
int bin(Binning const& binning, T const& x, std::size_t bins) {
  auto const b = static_cast<long long>(binning(x));
  return b >= 0 && b < static_cast<long long>(bins) ? static_cast<int>(b) : -1;
}

template <class Count, class T, class Binning>
std::vector<Count> histogram(std::vector<T> const& in, Binning const& binning, std::size_t bins) {
  std::vector<Count> counts(bins, Count(0));
  for (T const& x : in)
    if (int const b = bin(binning, x, bins); b >= 0) counts[b] = static_cast<Count>(counts[b] + 1);
  return counts;
}

template <class Count, class T, class Binning, class Weight>
std::vector<Count> histogram(std::vector<T> const& in, Binning const& binning, std::size_t bins,
                             std::vector<Weight> const& weights) {
  std::vector<Count> counts(bins, Count(0));
  for (std::size_t i = 0; i < in.size(); ++i)
    if (int const b = bin(binning, in[i], bins); b >= 0)
      counts[b] = static_cast<Count>(counts[b] + static_cast<Count>(weights[i]));
  return counts;
}

/// The indices of the elements bin by bin, elements in no bin last; offsets has bins + 1 entries.
struct Extraction {
  std::vector<std::size_t> permutation, offsets;
};
template <class T, class Binning>
Extraction extract(std::vector<T> const& in, Binning const& binning, std::size_t bins) {
  std::vector<std::vector<std::size_t>> members(bins + 1);
  for (std::size_t i = 0; i < in.size(); ++i) {
    int const b = bin(binning, in[i], bins);
    members[b >= 0 ? static_cast<std::size_t>(b) : bins].push_back(i);
  }
  Extraction result;
  for (auto const& indices : members) {
    result.offsets.push_back(result.permutation.size());
    result.permutation.insert(result.permutation.end(), indices.begin(), indices.end());
  }
  return result;
}

/// The rank of each element in its bin; elements in no bin are ranked among themselves.
inline std::vector<std::size_t> ranks(Extraction const& sorted) {
  std::vector<std::size_t> result(sorted.permutation.size());
  for (std::size_t j = 0, bin = 0; j < result.size(); ++j) {
    while (bin + 1 < sorted.offsets.size() && j >= sorted.offsets[bin + 1]) ++bin;
    result[sorted.permutation[j]] = j - sorted.offsets[bin];
  }
  return result;
}

}  // namespace reference

template <class To, class From>
std::vector<To> as(std::vector<From> const& values) {
  std::vector<To> result;
  result.reserve(values.size());
  for (From const& x : values) result.push_back(static_cast<To>(x));
  return result;
}

}  // namespace KokkosScanTest
