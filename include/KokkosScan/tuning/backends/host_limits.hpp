// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>

/// \file
/// \brief Limits of a CPU: of its caches, of what the calling thread does itself, of waiting. On a
/// GPU they have no effect.

namespace KokkosScan::tuning {

/// \brief Whether a call that reads and writes this many bytes stores its results around the
/// caches: so many would not stay there.
KOKKOS_FUNCTION constexpr bool goes_around_caches(std::size_t bytes) {
  return bytes >= std::size_t(64) << 20;
}

/// \brief How many bytes ahead a thread prefetches what it reads once: processors prefetch by
/// themselves, but only to the end of a page. Two threads of a Xeon, 2^26 elements, ms:
///
///     prefetch distance               4 KiB  2 KiB
///     histogram of floats, 8 bins      19.4   17.3
///     histogram of floats, 256 bins    20.1   20.1
///     histogram of floats, 1024 bins   19.4   18.3
///     partition_copy of int32          21.8   21.2
///     select of int32                  16.6   15.0
///     partition_copy of doubles        45.1   44.0
///     select of doubles                34.6   33.4
inline constexpr int prefetch_distance = 2048;

/// \brief With at most this many teams, each claims its next tile before it writes the current one,
/// and reduces the next one meanwhile. With more teams, all wait for a slow writer that already
/// holds the next tile. Xeon, 2^26 elements, ms without and with claiming ahead, measured when the
/// next tile was only prefetched, not reduced:
///
///     threads             2             3             4             8
///     int32    19.2 to 17.2  14.7 to 13.2  11.1 to 10.2    5.8 to 7.5
///     float    19.9 to 16.0  13.8 to 13.5   10.7 to 9.4    5.6 to 7.4
///     double   34.2 to 34.9  25.7 to 24.4  18.9 to 20.6  10.8 to 16.6
inline constexpr int max_teams_that_claim_ahead = 3;

/// \brief How many bytes a thread gathers for a bin before it stores them. A smaller buffer is
/// stored more often, each time with a mispredicted branch. Two threads of a Xeon, 2^24 uniform
/// elements into 256 bins, ms:
///
///     buffer, bytes        none  64  256  512
///     float            80 to 90  44   38   40
///     int32                  85  50   43   46
///     double         115 to 140  67   56   60
inline constexpr int bin_buffer_bytes = 256;

/// \brief Whether rows that are sorted by bin are moved a block of the source at a time. It should
/// have some rows of each bin.
KOKKOS_FUNCTION constexpr bool moves_by_blocks(std::size_t rows, std::size_t bins) {
  return bins <= std::size_t(1) << 16 && bins <= rows / 128;
}
/// \brief Bytes of such a block, of all arrays. Two threads of a Xeon with 2 MiB of L2 cache, three
/// arrays of 2^24 doubles, ms:
///
///     random bins             8   64  512  4096  8192  16384  65536
///     no blocks              95  150  221   378   381    409    445
///     blocks of 256 KiB      46   63   90   240   331    411    577
///     512 KiB                40   51   93   139   198    286      -
///     1 MiB                  49   61   93   108   120    168      -
///     2 MiB                  58   83   90   103   105    120    193
constexpr std::size_t permuted_block_bytes(std::size_t bins, std::size_t row_bytes) {
  constexpr std::size_t least = std::size_t(512) << 10, most = std::size_t(2) << 20;
  std::size_t const wanted = 16 * bins * row_bytes;
  return wanted < least ? least : wanted > most ? most : wanted;
}

/// \brief At most this many items are processed by the calling thread: a parallel region would take
/// longer.
inline constexpr std::size_t max_items_called = 8192;

/// \brief The most stack of the calling thread that a call uses for the buffers of one tile.
inline constexpr std::size_t max_stack_bytes = std::size_t(64) << 10;

/// \brief Polls after which a waiting thread yields its core; until then it pauses between polls.
/// Two bound threads of an EPYC, scans of 2^26 int32, ms:
///
///     polls                               0  100  300  1000  3000
///     a busy program on each core too   344  180   63    33    29
///     nothing else on the machine      11.4    -    -  11.5     -
///     four threads on the two cores      18   22   20    25    44
inline constexpr int pauses_before_yield = 1000;

}  // namespace KokkosScan::tuning
