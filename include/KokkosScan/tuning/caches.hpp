// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>

/// \file
/// \brief What depends on the caches of a CPU. On a GPU the answers change nothing.

namespace KokkosScan::tuning {

/// \brief Whether results go around the caches, of a call that reads and writes so many bytes: from
/// here on they would not stay.
KOKKOS_FUNCTION constexpr bool goes_around_caches(std::size_t bytes) {
  return bytes >= std::size_t(64) << 20;
}

/// \brief How far ahead of itself a thread asks for what it reads once, in bytes: processors do so
/// themselves, but only to the end of a page. On two threads of a Xeon, 2^26 elements, against 4
/// KiB: histograms of 8 / 256 / 1024 bins of floats 19.4 to 17.3, 20.1 to 20.1, 19.4 to 18.3 ms;
/// int32 partition_copy 21.8 to 21.2, select 16.6 to 15.0 ms; doubles 45.1 to 44.0, 34.6 to 33.4
/// ms.
inline constexpr int prefetch_distance = 2048;

/// \brief Up to so many teams, each claims its next tile before it writes the current one, and
/// reduces it meanwhile. With more, all wait for a slow writer that already holds the next tile.
/// When the next tile was only prefetched, 2^26 int32 / float / double on a Xeon, ms: two threads
/// 19.2 to 17.2, 19.9 to 16.0, 34.2 to 34.9; three 14.7 to 13.2, 13.8 to 13.5, 25.7 to 24.4; four
/// 11.1 to 10.2, 10.7 to 9.4, 18.9 to 20.6; eight 5.8 to 7.5, 5.6 to 7.4, 10.8 to 16.6.
inline constexpr int most_teams_that_claim_ahead = 3;

/// \brief What a thread gathers for a bin before it stores it, in bytes. Fewer bytes are stored
/// more often, and each time is a branch that is not predicted. On two threads of a Xeon, 2^24
/// uniform floats, int32 and doubles into 256 bins: one by one 80 to 90, 85 and 115 to 140 ms; 64
/// bytes 44, 50 and 67, 256 bytes 38, 43 and 56, 512 bytes 40, 46 and 60.
inline constexpr int bin_buffer_bytes = 256;

/// \brief Up to so many items are done by the calling thread: a parallel region takes longer.
inline constexpr std::size_t most_items_called = 8192;

/// \brief What a call takes of the calling thread's stack for the buffers of one tile, at most.
inline constexpr std::size_t most_stack_bytes = std::size_t(64) << 10;

}  // namespace KokkosScan::tuning
