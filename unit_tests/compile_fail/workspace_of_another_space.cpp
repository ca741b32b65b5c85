// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

/// A workspace type of a space other than that of the calls below.
struct OtherWorkspace {};

void call(Ints const& in, Ints const& out,
          Choose<KokkosScan::Workspace<Exec>, OtherWorkspace>& workspace) {
  KokkosScan::inclusive_scan(Exec(), in, out, KokkosScan::Sum<int>{},
                             KokkosScan::ScanOptions<>{}.with(workspace));
}
