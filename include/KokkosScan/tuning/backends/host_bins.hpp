// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>

namespace KokkosScan::tuning::host {

/// A thread reads 256 bytes, computes all their bins in vector code, then counts. Four copies keep
/// a count that is still on its way to the cache from being read back; together they stay in L1.
constexpr HistogramPolicy histogram_policy() {
  return {.threads = 1,
          .loads = 1,
          .access_bytes = 256,
          .teams_per_multiprocessor = 1,
          .most_copies = 4,
          .copies_bytes = 16 * 1024};
}

constexpr ExtractionPolicy extraction_policy() {
  return {.threads = 1, .items = 64, .pieces_per_team = 1, .digit_bits = 8};
}

}  // namespace KokkosScan::tuning::host
