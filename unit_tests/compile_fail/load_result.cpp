// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Load {
  KOKKOS_FUNCTION Choose<int, char const*> operator()(std::size_t) const { return {}; }
};
struct Store {
  KOKKOS_FUNCTION void operator()(std::size_t, int) const {}
};

void call() {
  KokkosScan::scan(Exec(), 10, Load{}, KokkosScan::Sum<int>{}, Store{},
                   KokkosScan::ScanMode::inclusive);
}
