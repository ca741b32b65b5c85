// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

constexpr KokkosScan::ExtractionPolicy policy{.threads = 1,
                                              .teams_per_multiprocessor = valid ? 1 : 0};

void call(Ints const& in, Ints const& out, Ints const& offsets) {
  KokkosScan::extract_bins(Exec(), in, KokkosScan::IndexBins(5), out, offsets,
                           KokkosScan::ExtractionOptions<policy>{});
}
