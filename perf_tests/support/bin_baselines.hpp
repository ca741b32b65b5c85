// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "baselines.hpp"

#include <type_traits>

/// \brief The baselines of histograms and extractions; each adds itself to a list, as those of the
/// scans do.
namespace perf {

/// The type of the bounds of bins: int for bytes, since a byte cannot hold the bound 256.
template <class T>
using Level = std::conditional_t<sizeof(T) == 1, int, T>;

/// Counts of equal bins over [lo, hi].
template <class T>
struct HistogramBaseline {
  std::string name;
  std::function<void(Exec const&, Array<T> const& in, Level<T> lo, Level<T> hi,
                     Array<int> const& counts, Scratch&)>
      run;
};

/// Counts of bins by edges.
struct EdgeHistogramBaseline {
  std::string name;
  std::function<void(Exec const&, Array<float> const& in, Array<float> const& edges,
                     Array<int> const& counts, Scratch&)>
      run;
};

/// Moves the elements of in to out, sorted by bins of equal width over [lo, hi].
template <class T>
struct ExtractionBaseline {
  using Call = std::function<void(Exec const&, Array<T> const& in, Level<T> lo, Level<T> hi,
                                  int bins, Array<T> const& out, Scratch&)>;
  std::string name;
  std::size_t largest = std::size_t(1) << 40;  ///< more elements would only cost time
  Call run;
  Call prepare = {};  ///< called before run, not timed; may be empty
};

template <class T>
std::vector<HistogramBaseline<T>>& histogram_baselines() {
  static std::vector<HistogramBaseline<T>> list;
  return list;
}
inline std::vector<EdgeHistogramBaseline>& edge_histogram_baselines() {
  static std::vector<EdgeHistogramBaseline> list;
  return list;
}
template <class T>
std::vector<ExtractionBaseline<T>>& extraction_baselines() {
  static std::vector<ExtractionBaseline<T>> list;
  return list;
}

using BinnedTypes = TypeList<std::uint8_t, std::int32_t, float, double>;

}  // namespace perf
