// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// serial_loop: plain loops on one thread. Only compiled where the arrays are in the host's memory.
#include "bin_baselines.hpp"

#include <KokkosScan/binning.hpp>

#include <algorithm>
#include <numeric>

namespace perf {
namespace {

template <class T>
void run_histogram(Exec const& exec, Array<T> const& in, Level<T> lo, Level<T> hi,
                   Array<int> const& counts, Scratch&) {
  exec.fence();
  KokkosScan::UniformBins<Level<T>> const binning(lo, hi, counts.extent(0));
  std::fill_n(counts.data(), counts.extent(0), 0);
  for (std::size_t i = 0; i < in.extent(0); ++i) {
    int const bin = binning(in(i));
    if (bin >= 0) ++counts(bin);
  }
}

template <class T>
void run_counting_sort(Exec const& exec, Array<T> const& in, Level<T> lo, Level<T> hi, int bins,
                       Array<T> const& out, Scratch&) {
  exec.fence();
  KokkosScan::UniformBins<Level<T>> const binning(lo, hi, bins);
  std::vector<std::size_t> next(static_cast<std::size_t>(bins) + 1, 0);
  for (std::size_t i = 0; i < in.extent(0); ++i) {
    int const bin = binning(in(i));
    if (bin >= 0) ++next[static_cast<std::size_t>(bin) + 1];
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (std::size_t i = 0; i < in.extent(0); ++i) {
    int const bin = binning(in(i));
    if (bin >= 0) out(next[static_cast<std::size_t>(bin)]++) = in(i);
  }
}

AtStart const enter([] {
  for_each_type(BinnedTypes{}, []<class T>(Type<T>) {
    histogram_baselines<T>().push_back({"serial_loop", &run_histogram<T>});
    extraction_baselines<T>().push_back(
        {"serial_counting_sort", std::size_t(1) << 40, &run_counting_sort<T>});
  });
});

}  // namespace
}  // namespace perf
