// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>

#include <cstdint>

/// \file
/// \brief Calls of kernels that no example has. Nothing runs them:
/// `scripts/check_device_code` compiles them for GPUs, which are not needed for that.

namespace KokkosScanCalls {

namespace ks = KokkosScan;
using Exec = Kokkos::DefaultExecutionSpace;
template <class T>
using Array = Kokkos::View<T*, Exec>;
template <class T>
using Rows = Kokkos::View<T* [4], Kokkos::LayoutRight, Exec>;
template <class T>
using Columns = Kokkos::View<T* [4], Kokkos::LayoutLeft, Exec>;

/// Large enough for tiles that sort numbers in place of elements.
struct Body {
  double position[3], velocity[3];
};
struct IsFast {
  KOKKOS_FUNCTION bool operator()(Body const& body) const { return body.velocity[0] > 1; }
};
struct CellOf {
  KOKKOS_FUNCTION int operator()(Body const& body) const {
    return static_cast<int>(body.position[0]);
  }
  KOKKOS_FUNCTION int bins() const { return 64; }
};

}  // namespace KokkosScanCalls
