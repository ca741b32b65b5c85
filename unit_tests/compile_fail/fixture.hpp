// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Shared code of the files in this folder. Each file must compile with KOKKOSSCAN_VALID and
/// must not compile without it.

#include <Kokkos_Core.hpp>

#include <KokkosScan.hpp>

using Exec = Kokkos::DefaultExecutionSpace;
using Ints = Kokkos::View<int*, Exec>;

#if defined(KOKKOSSCAN_VALID)
inline constexpr bool valid = true;
#else
inline constexpr bool valid = false;
#endif

/// The type that compiles, or the one that must be refused.
template <class Valid, class Refused>
using Choose = std::conditional_t<valid, Valid, Refused>;

/// Memory that no execution space can access.
struct FarMemory {
  using memory_space = FarMemory;
  using execution_space = Exec;
  using device_type = Kokkos::Device<Exec, FarMemory>;
  using size_type = std::size_t;
  static constexpr char const* name() { return "FarMemory"; }
};
using FarInts = Kokkos::View<int*, FarMemory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
