// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cub: the vendor's histogram, and a pass of its radix sort over the bits of the bin number, with
// the elements as payload. A separate kernel finds the keys; its time is included (cub_radix_pass)
// or it runs before the measurement (cub_radix_pass_of_keys). Only compiled for CUDA.
#include "bin_baselines.hpp"
#include "data.hpp"
#include "vendor_call.hpp"

#include <KokkosScan/binning.hpp>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>

#include <cstddef>
#include <cstdint>

namespace perf {
namespace {

constexpr Vendor<cudaError_t> vendor{"CUB", &cudaGetErrorString};

template <class T>
void run_histogram(Exec const& exec, Array<T> const& in, Level<T> lo, Level<T> hi,
                   Array<int> const& counts, Scratch& scratch) {
  // CUB's last bin excludes hi; all elements of the benchmarks are below hi.
  vendor.call(scratch, [&](void* storage, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(storage, bytes, in.data(), counts.data(),
                                               static_cast<int>(counts.extent(0)) + 1, lo, hi,
                                               static_cast<int>(in.extent(0)), exec.cuda_stream());
  });
}

void run_edge_histogram(Exec const& exec, Array<float> const& in, Array<float> const& edges,
                        Array<int> const& counts, Scratch& scratch) {
  vendor.call(scratch, [&](void* storage, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramRange(storage, bytes, in.data(), counts.data(),
                                                static_cast<int>(edges.extent(0)), edges.data(),
                                                static_cast<int>(in.extent(0)), exec.cuda_stream());
  });
}

template <class T, class Key>
struct ToKeys {
  Array<T> in;
  Key* keys;
  KokkosScan::UniformBins<Level<T>> binning;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    keys[i] = static_cast<Key>(binning(in(i)));
  }
};

/// One pass, or two for keys of 16 bits.
template <class T, class Key>
class RadixPass {
 public:
  RadixPass(Exec const& exec, Array<T> const& in, int bins, Array<T> const& out, Scratch& scratch)
      : m_exec(exec), m_in(in), m_out(out), m_n(in.extent(0)) {
    while (1 << m_bits < bins) ++m_bits;
    vendor.check(call(nullptr));
    m_keys = static_cast<Key*>(scratch.reserve(keys_bytes() + m_bytes));
  }
  void find_keys(KokkosScan::UniformBins<Level<T>> const& binning) const {
    Kokkos::parallel_for("perf::to_keys", Range(m_exec, 0, m_n),
                         ToKeys<T, Key>{m_in, m_keys, binning});
  }
  void sort() { vendor.check(call(reinterpret_cast<std::byte*>(m_keys) + keys_bytes())); }

 private:
  cudaError_t call(void* storage) {
    return cub::DeviceRadixSort::SortPairs(storage, m_bytes, m_keys, m_keys + m_n, m_in.data(),
                                           m_out.data(), static_cast<int>(m_n), 0, m_bits,
                                           m_exec.cuda_stream());
  }
  std::size_t keys_bytes() const { return (2 * m_n * sizeof(Key) + 255) / 256 * 256; }

  Exec const& m_exec;
  Array<T> const &m_in, &m_out;
  std::size_t m_n, m_bytes = 0;
  int m_bits = 1;
  Key* m_keys = nullptr;
};

/// Calls f(pass) with 8-bit keys for up to 256 bins, otherwise with 16-bit keys.
template <class T, class F>
void with_pass(Exec const& exec, Array<T> const& in, int bins, Array<T> const& out,
               Scratch& scratch, F const& f) {
  if (bins <= 256)
    f(RadixPass<T, std::uint8_t>(exec, in, bins, out, scratch));
  else
    f(RadixPass<T, std::uint16_t>(exec, in, bins, out, scratch));
}

template <class T>
void find_keys(Exec const& exec, Array<T> const& in, Level<T> lo, Level<T> hi, int bins,
               Array<T> const& out, Scratch& scratch) {
  with_pass(exec, in, bins, out, scratch,
            [&](auto&& pass) { pass.find_keys(KokkosScan::UniformBins<Level<T>>(lo, hi, bins)); });
}
template <class T>
void sort_keys(Exec const& exec, Array<T> const& in, Level<T>, Level<T>, int bins,
               Array<T> const& out, Scratch& scratch) {
  with_pass(exec, in, bins, out, scratch, [](auto&& pass) { pass.sort(); });
}
template <class T>
void find_and_sort_keys(Exec const& exec, Array<T> const& in, Level<T> lo, Level<T> hi, int bins,
                        Array<T> const& out, Scratch& scratch) {
  with_pass(exec, in, bins, out, scratch, [&](auto&& pass) {
    pass.find_keys(KokkosScan::UniformBins<Level<T>>(lo, hi, bins));
    pass.sort();
  });
}

AtStart const enter([] {
  edge_histogram_baselines().push_back({"cub", &run_edge_histogram});
  for_each_type(BinnedTypes{}, []<class T>(Type<T>) {
    histogram_baselines<T>().push_back({"cub", &run_histogram<T>});
    constexpr std::size_t any = std::size_t(1) << 40;
    extraction_baselines<T>().push_back({"cub_radix_pass", any, &find_and_sort_keys<T>});
    extraction_baselines<T>().push_back(
        {"cub_radix_pass_of_keys", any, &sort_keys<T>, &find_keys<T>});
  });
});

}  // namespace
}  // namespace perf
