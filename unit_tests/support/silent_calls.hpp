// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string>

#include "event_counter.hpp"

namespace KokkosScanTest {

/// Expects that \p call, once the workspace has grown, allocates nothing, fences nothing, copies
/// nothing, and launches only kernels with the label "counted". Returns the number of launches.
template <class Exec, class Call>
std::size_t expect_neither_allocation_nor_fence(Exec const& exec, Call const& call) {
  // Called twice: the first call grows the workspace and Kokkos' own scratch.
  call();
  call();
  exec.fence();
  std::size_t launches = 0;
  {
    EventCounter const counter;
    call();
    EXPECT_EQ(counter.allocations(), 0);
    EXPECT_EQ(counter.fences(), 0) << counter.fence_names();
    EXPECT_EQ(counter.copies(), 0);
    auto const kernels = counter.kernels();
    EXPECT_FALSE(kernels.empty());
    for (std::string const& kernel : kernels)
      EXPECT_NE(kernel.find("counted"), std::string::npos)
          << "the label is missing in \"" << kernel << "\"";
    launches = kernels.size();
  }
  exec.fence();
  return launches;
}

}  // namespace KokkosScanTest
