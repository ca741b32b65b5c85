// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <iostream>

#include "generators.hpp"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  Kokkos::ScopeGuard const scope(argc, argv);
  std::cout << "KOKKOSSCAN_SEED=" << KokkosScanTest::seed() << " on "
            << Kokkos::DefaultExecutionSpace::name() << " with concurrency "
            << Kokkos::DefaultExecutionSpace().concurrency() << std::endl;
  return RUN_ALL_TESTS();
}
