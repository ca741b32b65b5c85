// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>

#include <cmath>
#include <cstddef>

namespace KokkosScan::tuning::host {

/// A thread finds the slots of a batch of elements, 256 bytes and at least 16 elements, in vector
/// code, and then counts those of the previous batch. Several copies of the bins avoid reading back
/// a count whose store has not reached the cache yet. Two threads of a Xeon, 2^24 floats all in one
/// of 4096 bins (before bins of fewer than 8 copies were counted otherwise:
/// team/bins/slot_counter.hpp): 26.6 ms with one copy, 14.5 with two, 9.6 with four. Copies that
/// exceed the nearest cache cost more. 16 cores, 2^26 uniform floats: in 1024 bins 5.8 ms with 8
/// copies, 9.4 with 16; in 4096 bins 5.8 with two, 9.4 with four.
constexpr HistogramPolicy histogram_policy() {
  return {.threads = 1,
          .loads = 1,
          .access_bytes = 256,
          .teams_per_multiprocessor = 1,
          .table_bytes = 28 * 1024,  // of the 31 KiB of a team's scratch (capabilities.hpp)
          .max_copies = 16,
          .copies_bytes = 40 * 1024};
}

/// With p pieces a thread counts n / p elements in about 0.5 ns each, and all threads together sum
/// p counts of every bin in 0.07 ns each (two threads of an EPYC). Their sum, 0.5 n / p +
/// 0.07 p bins / threads, is least at p = √(7 threads n / bins).
inline std::size_t histogram_pieces(std::size_t n, std::size_t bins, std::size_t threads) {
  double const best = std::sqrt(7.0 * static_cast<double>(threads) * static_cast<double>(n) /
                                static_cast<double>(bins > 0 ? bins : 1));
  double const most = static_cast<double>(threads);
  return best < 1 ? 1 : static_cast<std::size_t>(best < most ? best : most);
}

constexpr ExtractionPolicy extraction_policy() {
  return {.threads = 1, .items = 64, .pieces_per_team = 1, .digit_bits = 8};
}

}  // namespace KokkosScan::tuning::host
