// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// Where a pass stores the first `count` offsets of bins.
template <class Offset>
struct OffsetSink {
  Offset* data = nullptr;
  std::ptrdiff_t stride = 1;
  int count = 0;  ///< 0: no offsets are stored

  KOKKOS_FUNCTION void store(int bin, std::uint64_t first) const {
    data[bin * stride] = static_cast<Offset>(first);
  }
};

}  // namespace KokkosScan::detail
