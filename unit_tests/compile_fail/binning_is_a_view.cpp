// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Ints const& in, Ints const& out, Choose<KokkosScan::IndexBins, Ints> const& binning,
          Ints const& offsets) {
  KokkosScan::extract_bins(Exec(), in, binning, out, offsets);
}
