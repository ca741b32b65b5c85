// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kokkos_experimental: Kokkos' std algorithms; on CUDA and HIP they use Thrust. They fence, which
// costs time at small sizes.
#include "baselines.hpp"

#include <Kokkos_StdAlgorithms.hpp>

#include <limits>
#include <stdexcept>

namespace perf {
namespace {

template <class T>
void run(Exec const& exec, Array<T> const& in, Array<T> const& out, KokkosScan::ScanMode mode,
         Scratch&) {
  // Kokkos 5 ends the program if a policy cannot count so many; its inclusive scan has none.
  if (mode == KokkosScan::ScanMode::exclusive &&
      in.size() > std::numeric_limits<Exec::size_type>::max())
    throw std::length_error("Kokkos::Experimental::exclusive_scan cannot count so many");
  Kokkos::View<T const*, Memory> const from = in;
  if (mode == KokkosScan::ScanMode::inclusive)
    Kokkos::Experimental::inclusive_scan("perf::experimental_scan", exec, from, out);
  else
    Kokkos::Experimental::exclusive_scan("perf::experimental_scan", exec, from, out, T{});
}

AtStart const enter([] {
  for_each_type(SumTypes{}, []<class T>(Type<T>) {
    scan_baselines<KokkosScan::Sum<T>>().push_back({"kokkos_experimental", &run<T>});
  });
});

}  // namespace
}  // namespace perf
