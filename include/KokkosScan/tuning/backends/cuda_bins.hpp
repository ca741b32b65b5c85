// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>

namespace KokkosScan::tuning::cuda {

/// \param element_bytes  of the elements and, if there are any, of the weights
constexpr HistogramPolicy histogram_policy(int element_bytes) {
  (void)element_bytes;
  return {.threads = 512,
          .loads = 4,
          .access_bytes = 16,
          .teams_per_multiprocessor = 2,
          .scratch_bytes = 47 * 1024,
          .most_copies = 32,
          .copies_bytes = 33 * 1024,
          .most_windows = 6,
          .cached_bins = 4096};
}

/// \param item_bytes  of what is moved
constexpr ExtractionPolicy extraction_policy(int item_bytes) {
  int const items = item_bytes <= 4 ? 16 : 88 / item_bytes;
  return {.threads = 384,
          .items = items > 1 ? items : 1,
          .teams_per_multiprocessor = 3,
          .pieces_per_team = 4,
          .digit_bits = 8,
          .sorts_tiles = true};
}

}  // namespace KokkosScan::tuning::cuda
