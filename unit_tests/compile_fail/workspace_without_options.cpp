// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

template <class Workspace>
auto options(Workspace& workspace) {
  if constexpr (valid)
    return KokkosScan::ScanOptions<>{}.with(workspace);
  else
    return workspace;
}

void call(Ints const& in, Ints const& out, KokkosScan::Workspace<Exec>& workspace) {
  KokkosScan::inclusive_scan(Exec(), in, out, options(workspace));
}
