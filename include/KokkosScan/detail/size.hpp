// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

/// \file
/// \brief The number of items, as a kernel gets it: known to the host, or read on the device.

namespace KokkosScan::detail {

/// A size the host knows.
struct HostSize {
  static constexpr bool is_on_device = false;
  std::size_t most = 0;
  KOKKOS_FUNCTION std::size_t operator()() const { return most; }
};

/// A size that a kernel reads; the host knows only its upper bound, `most`.
template <class Integer>
struct DeviceSize {
  static constexpr bool is_on_device = true;
  std::size_t most = 0;
  Integer const* count = nullptr;
  KOKKOS_FUNCTION std::size_t operator()() const {
    Integer const n = *count;
    if constexpr (std::is_signed_v<Integer>)
      if (n < 0) return 0;
    return static_cast<std::size_t>(n) < most ? static_cast<std::size_t>(n) : most;
  }
};

/// Either of the two, chosen at run time, so that code for both is compiled only once.
struct EitherSize {
  static constexpr bool is_on_device = true;
  std::size_t most = 0;
  std::size_t const* count = nullptr;  ///< nullptr: the size is most; else *count, at most most
  KOKKOS_FUNCTION std::size_t operator()() const { return count != nullptr ? *count : most; }
};

/// The items of rows, each of which is scanned by itself.
struct RowsSize {
  static constexpr bool is_on_device = false;
  std::size_t count, length;  ///< rows, and items of a row
  std::size_t pitch;          ///< from the first item of a row to that of the next
  std::size_t most = count * length;
};

}  // namespace KokkosScan::detail
