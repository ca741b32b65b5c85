// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cub: the vendor's histogram, and one pass of its radix sort over keys that are bins already: of
// the digit alone, with a payload of 4 bytes. Only compiled for CUDA.
#include "bin_baselines.hpp"
#include "data.hpp"

#include <KokkosScan/binning.hpp>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>

#include <stdexcept>
#include <string>

namespace perf {
namespace {

void check(cudaError_t code) {
  if (code != cudaSuccess)
    throw std::runtime_error(std::string("CUB: ") + cudaGetErrorString(code));
}

template <class T>
void run_histogram(Exec const& exec, Array<T> const& in, T lo, T hi, Array<int> const& counts,
                   Scratch& scratch) {
  // CUB's last bin is open: the largest element of the benchmarks is below hi.
  auto const call = [&](void* storage, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(storage, bytes, in.data(), counts.data(),
                                               static_cast<int>(counts.extent(0)) + 1, lo, hi,
                                               static_cast<int>(in.extent(0)), exec.cuda_stream());
  };
  std::size_t bytes = 0;
  check(call(nullptr, bytes));
  check(call(scratch.reserve(bytes), bytes));
}

template <class T>
struct ToKeys {
  Array<T> in;
  std::uint8_t* keys;
  KokkosScan::UniformBins<T> binning;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    keys[i] = static_cast<std::uint8_t>(binning(in(i)));
  }
};

/// The keys are found in a kernel of their own: that is what one does without a binning.
template <class T>
void run_radix_pass(Exec const& exec, Array<T> const& in, T lo, T hi, int bins, Array<T> const& out,
                    Scratch& scratch) {
  int bits = 1;
  while (1 << bits < bins) ++bits;
  std::size_t const n = in.extent(0);
  auto const call = [&](void* storage, std::size_t& bytes, std::uint8_t* keys) {
    return cub::DeviceRadixSort::SortPairs(storage, bytes, keys, keys + n, in.data(), out.data(),
                                           static_cast<int>(n), 0, bits, exec.cuda_stream());
  };
  std::size_t bytes = 0;
  check(call(nullptr, bytes, nullptr));
  auto* const keys = static_cast<std::uint8_t*>(scratch.reserve(2 * n + 256 + bytes));
  Kokkos::parallel_for("perf::to_keys", Range(exec, 0, n),
                       ToKeys<T>{in, keys, KokkosScan::UniformBins<T>(lo, hi, bins)});
  check(call(keys + (2 * n + 255) / 256 * 256, bytes, keys));
}

AtStart const enter([] {
  for_each_type(BinnedTypes{}, []<class T>(Type<T>) {
    histogram_baselines<T>().push_back({"cub", &run_histogram<T>});
    extraction_baselines<T>().push_back(
        {"cub_radix_pass", std::size_t(1) << 40, &run_radix_pass<T>});
  });
});

}  // namespace
}  // namespace perf
