// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace KokkosScan {

/// \brief How bins are partitioned into ranges, and the shapes of its two launches: pack, count.
struct BinRangePolicy {
  int threads = 0;                   ///< of a team that packs a tile; 0: nothing is partitioned
  int items = 1;                     ///< items of a thread in a tile
  int teams_per_multiprocessor = 1;  ///< launch bound
  int log2_bins = 13;                ///< bins of a range, which is counted in scratch
  int log2_copies = 0;               ///< copies of a range's count in a tile, against conflicts
  int count_threads = 1;             ///< of a team that counts ranges
  int count_teams_per_multiprocessor = 1;  ///< size of the league, and launch bound
  int range_cost = 0;                      ///< weight of beginning a range, in chunks of 8 items
  int min_range = 0;                       ///< the least weight of a range, in chunks
  int part = 1;  ///< items packed before they are counted: bounds the workspace

  /// \brief Items of a tile.
  constexpr int tile() const { return threads * items; }
  bool operator==(BinRangePolicy const&) const = default;
};

/// \brief The shape of a histogram's launch: plain data, a template argument of the kernels.
struct HistogramPolicy {
  int threads = 0;                   ///< threads of a team; 0: take the tuned policy
  int loads = 1;                     ///< independent accesses a thread has in flight
  int access_bytes = 1;              ///< bytes of one access
  int teams_per_multiprocessor = 1;  ///< size of the persistent league, and launch bound
  int scratch_bytes = 0;             ///< of a team's private bins; 0: they are in memory (a cache)
  int table_bytes = 0;    ///< for a table of edges, part of scratch_bytes if not 0; 0: no table
  int max_copies = 1;     ///< most copies of the private bins, against conflicts
  int copies_bytes = 0;   ///< what all copies together may take
  int grouped_bytes = 0;  ///< of one thread's table of groups of elements; 0: counted one by one
  int hot_lanes = 0;    ///< of real weights: least lanes that share a copy of the hot bins, 0: none
  int max_windows = 1;  ///< most windows of a piece's bins; each reads all items of the piece
  int cached_bins = 0;  ///< shared_bins: frequent bins a team counts in scratch
  BinRangePolicy ranges{};  ///< partitioned_bins

  /// \brief Whether the tuned policy is taken instead.
  constexpr bool is_default() const { return threads == 0; }
  bool operator==(HistogramPolicy const&) const = default;
};

}  // namespace KokkosScan
