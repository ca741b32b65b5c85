// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"

namespace KokkosScanCalls {

void histograms(Exec const& exec, Array<std::uint8_t> const& bytes, Columns<double> const& columns,
                Array<float> const& weights, Array<int> const& counts, Array<float> const& sums) {
  ks::histogram(exec, bytes, ks::UniformBins(0, 255, 256), counts);
  ks::UniformBins const axis(0.0, 1.0, 100);
  Kokkos::Array<ks::UniformBins<double>, 4> const binnings{axis, axis, axis, axis};
  ks::histogram_columns(exec, columns, binnings, counts);
  ks::histogram_columns(exec, columns, binnings, sums, weights);
}

void extractions(Exec const& exec, Array<Body> const& bodies, Array<Body> const& sorted_bodies,
                 Array<float> const& numbers, Array<float> const& sorted_numbers,
                 Array<float> const& edges, Array<int> const& ranks, Array<int> const& offsets) {
  ks::extract_bins(exec, bodies, CellOf{}, sorted_bodies, offsets);
  ks::extract_bins(exec, numbers, ks::EdgeBins(edges), sorted_numbers, offsets);
  ks::bin_ranks(exec, numbers, ks::UniformBins(0.0f, 1.0f, 1 << 16), ranks, offsets);
}

}  // namespace KokkosScanCalls
