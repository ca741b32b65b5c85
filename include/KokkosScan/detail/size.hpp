// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

/// \file
/// \brief How many items there are, as a kernel asks for it: the host's number, or the device's.

namespace KokkosScan::detail {

/// A size the host knows.
struct HostSize {
  static constexpr bool is_on_device = false;
  std::size_t most = 0;
  KOKKOS_FUNCTION std::size_t operator()() const { return most; }
};

/// A size that a kernel reads; the host knows the most it can be.
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

/// Either of them, known when the program runs: code for both is compiled once.
struct EitherSize {
  static constexpr bool is_on_device = true;
  std::size_t most = 0;
  std::size_t const* count = nullptr;  ///< nullptr: it is most; otherwise not more
  KOKKOS_FUNCTION std::size_t operator()() const { return count != nullptr ? *count : most; }
};

}  // namespace KokkosScan::detail
