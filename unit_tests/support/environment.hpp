// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file The spaces that the tests run on, and the switches read from the environment.

#include <Kokkos_Core.hpp>

#include <cstdlib>
#include <string>
#include <type_traits>

namespace KokkosScanTest {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

template <class T>
using Array = Kokkos::View<T*, Memory>;

/// Whether the kernels run on the host, where parallel_scan keeps the order of its operands.
inline constexpr bool on_host = std::is_same_v<Exec, Kokkos::DefaultHostExecutionSpace>;

/// True if the variable is set to anything except "0" and the empty string.
inline bool environment_flag(char const* name) {
  char const* const value = std::getenv(name);
  return value != nullptr && *value != '\0' && std::string(value) != "0";
}

}  // namespace KokkosScanTest
