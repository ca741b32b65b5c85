// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The floor of every scan: a copy of the same arrays.
// - device_copy: Kokkos::deep_copy between two device arrays (not on hosts, where it is no better
//   than parallel_copy)
// - parallel_copy: a parallel loop with plain stores
// - streaming_copy: the same loop with stores that bypass the caches (hosts only)
#include "baselines.hpp"
#include "data.hpp"
#include "streaming_copy.hpp"

#include <algorithm>

namespace perf {
namespace {

template <class T>
struct CopyEntry {
  Array<T> in, out;
  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = in(i); }
};

template <class T>
void device_copy(Exec const& exec, Array<T> const& in, Array<T> const& out) {
  Kokkos::deep_copy(exec, out, in);
}

template <class T>
void parallel_copy(Exec const& exec, Array<T> const& in, Array<T> const& out) {
  Kokkos::parallel_for("perf::parallel_copy", Range(exec, 0, in.extent(0)), CopyEntry<T>{in, out});
}

/// One contiguous block for every thread.
template <class T>
struct CopyBlock {
  Array<T> in, out;
  std::size_t blocks;
  void operator()(std::size_t block) const {
    std::size_t const entries = in.extent(0) / blocks, first = entries * block;
    std::size_t const last = block + 1 == blocks ? in.extent(0) : first + entries;
    streaming_copy(reinterpret_cast<char*>(out.data() + first),
                   reinterpret_cast<char const*>(in.data() + first), (last - first) * sizeof(T));
  }
};

template <class T>
void streaming_parallel_copy(Exec const& exec, Array<T> const& in, Array<T> const& out) {
  auto const blocks = static_cast<std::size_t>(std::max(exec.concurrency(), 1));
  Kokkos::parallel_for("perf::streaming_copy", Range(exec, 0, blocks),
                       CopyBlock<T>{in, out, blocks});
}

AtStart const enter([] {
  for_each_type(CopyTypes{}, []<class T>(Type<T>) {
    auto& list = copy_baselines<T>();
    if constexpr (!arrays_are_on_host) list.push_back({"device_copy", &device_copy<T>});
    list.push_back({"parallel_copy", &parallel_copy<T>});
    if constexpr (arrays_are_on_host && has_streaming_stores)
      list.push_back({"streaming_copy", &streaming_parallel_copy<T>});
  });
});

}  // namespace
}  // namespace perf
