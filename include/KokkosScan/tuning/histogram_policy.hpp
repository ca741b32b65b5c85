// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace KokkosScan {

/// \brief Where a histogram counts before the counts are put together.
enum class DeviceHistogram {
  automatic,     ///< by the number of bins, from measured tuning data
  private_bins,  ///< every team has its own bins, in scratch or cache; merged in a fixed order
  shared_bins    ///< one set of bins in memory for all; the most frequent ones cached by each team
};

constexpr const char* name(DeviceHistogram variant) {
  switch (variant) {
    case DeviceHistogram::automatic:
      return "automatic";
    case DeviceHistogram::private_bins:
      return "private_bins";
    case DeviceHistogram::shared_bins:
      return "shared_bins";
  }
  return "unknown";
}

/// \brief The shape of a histogram's launch: plain data, a template argument of the kernels.
struct HistogramPolicy {
  int threads = 0;                   ///< threads of a team; 0: take the tuned policy
  int loads = 1;                     ///< independent accesses a thread has in flight
  int access_bytes = 1;              ///< bytes of one access
  int teams_per_multiprocessor = 1;  ///< size of the persistent league, and launch bound
  int scratch_bytes = 0;             ///< of a team's private bins; 0: they are in memory (a cache)
  int most_copies = 1;               ///< of the private bins, against conflicts
  int copies_bytes = 0;              ///< what all copies together may take
  int most_windows = 1;  ///< a piece's bins are cut into; each window reads all its items
  int cached_bins = 0;   ///< shared_bins: frequent bins a team counts in scratch

  constexpr bool is_tuned() const { return threads == 0; }
  bool operator==(HistogramPolicy const&) const = default;
};

}  // namespace KokkosScan
