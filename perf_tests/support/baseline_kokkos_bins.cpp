// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kokkos_atomics: the histogram a Kokkos user writes first. kokkos_bin_sort: Kokkos::BinSort,
// permutation and sort of one View, constructed for each call as its interface requires.
#include "bin_baselines.hpp"
#include "data.hpp"

#include <KokkosScan/binning.hpp>
#include <Kokkos_Sort.hpp>

namespace perf {
namespace {

template <class T>
struct CountAtomically {
  Array<T> in;
  Array<int> counts;
  KokkosScan::UniformBins<Level<T>> binning;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    int const bin = binning(in(i));
    if (bin >= 0) Kokkos::atomic_inc(&counts(bin));
  }
};

template <class T>
void run_histogram(Exec const& exec, Array<T> const& in, Level<T> lo, Level<T> hi,
                   Array<int> const& counts, Scratch&) {
  Kokkos::deep_copy(exec, counts, 0);
  Kokkos::parallel_for("perf::count_atomically", Range(exec, 0, in.extent(0)),
                       CountAtomically<T>{in, counts, {lo, hi, counts.extent(0)}});
}

/// The bin operator that BinSort requires.
template <class T>
struct UniformOp {
  KokkosScan::UniformBins<Level<T>> binning;
  int bins = 0;
  template <class Keys>
  KOKKOS_FUNCTION int bin(Keys const& keys, std::int64_t i) const {
    return binning(keys(i));
  }
  KOKKOS_FUNCTION int max_bins() const { return bins; }
  template <class Keys, class A, class B>
  KOKKOS_FUNCTION bool operator()(Keys const&, A const&, B const&) const {
    return false;
  }
};

template <class T>
void run_bin_sort(Exec const& exec, Array<T> const& in, Level<T> lo, Level<T> hi, int bins,
                  Array<T> const& out, Scratch&) {
  using Op = UniformOp<T>;
  Kokkos::deep_copy(exec, out, in);
  Kokkos::BinSort<Array<T>, Op, typename Array<T>::device_type, std::size_t> sorter(
      exec, in, Op{KokkosScan::UniformBins<Level<T>>(lo, hi, bins), bins}, false);
  sorter.create_permute_vector(exec);
  sorter.sort(exec, out);
}

AtStart const enter([] {
  for_each_type(BinnedTypes{}, []<class T>(Type<T>) {
    histogram_baselines<T>().push_back({"kokkos_atomics", &run_histogram<T>});
    extraction_baselines<T>().push_back(
        {"kokkos_bin_sort", std::size_t(1) << 24, &run_bin_sort<T>});
  });
});

}  // namespace
}  // namespace perf
