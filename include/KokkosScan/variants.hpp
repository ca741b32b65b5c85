// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace KokkosScan {

/// \brief What entry i of the result combines: elements 0 … i, or elements 0 … i-1.
enum class ScanMode { inclusive, exclusive };

/// \brief Variants of the device-level scan; n is the number of elements.
///
/// Work, span, traffic and scratch of each are in docs/variants.md.
enum class DeviceScan {
  automatic,      ///< chosen from n, type and space by measured tuning data
  parallel_scan,  ///< `Kokkos::parallel_scan`; commutative operators only on GPUs
  hillis_steele,  ///< log2(n) launches between two buffers, O(n log n) work: the teaching baseline
  hierarchical,   ///< tile totals, recursive scan of the totals, tile scan: 3n traffic, any backend
  look_back,      ///< one launch, decoupled look-back: 2n traffic, needs forward progress
  fixed_look_back,  ///< look-back along a fixed tree: reproducible, up to some thousand tiles
  work_ahead        ///< one launch; GPUs: one team scans the totals while the others work ahead
};

/// \brief Variants of the team-level scan.
enum class TeamScan {
  parallel_scan,  ///< Kokkos' own nested scan; `Sum` only
  hillis_steele,  ///< log-step over scratch, read - barrier - write - barrier
  double_buffer,  ///< hillis_steele between two scratch buffers, one barrier a step
  blelloch,       ///< work-efficient up-sweep and down-sweep over scratch
  raking,         ///< the first lanes scan runs of neighbors in scratch
  lane_first      ///< lane scans, then a scan of the lane totals in scratch
};

/// \brief Stands for a team size that is not known at compile time.
inline constexpr int any_team_size = 0;

/// \brief Variants of the lane-level scan.
enum class LaneScan {
  parallel_scan,  ///< `Kokkos::parallel_scan` over `ThreadVectorRange`; ranges only
  shuffle         ///< log-step (Hillis-Steele) shuffles in registers
};

/// \brief Where a histogram counts, before the counts are merged.
enum class DeviceHistogram {
  automatic,     ///< by the number of bins, from measured tuning data
  private_bins,  ///< every team has its own bins, in scratch or cache; merged in a fixed order
  shared_bins,   ///< all teams share bins in memory; each caches the most frequent ones in scratch
  partitioned_bins  ///< elements are packed by range of bins, each range is counted in scratch;
                    ///< shared_bins instead if the policy has no ranges, with weights, or above
                    ///< 2^22 - 2^13 bins
};

/// \brief The mode as text.
constexpr const char* name(ScanMode mode) {
  return mode == ScanMode::inclusive ? "inclusive" : "exclusive";
}

/// \brief The variant as text.
constexpr const char* name(DeviceScan variant) {
  switch (variant) {
    case DeviceScan::automatic:
      return "automatic";
    case DeviceScan::parallel_scan:
      return "parallel_scan";
    case DeviceScan::hillis_steele:
      return "hillis_steele";
    case DeviceScan::hierarchical:
      return "hierarchical";
    case DeviceScan::look_back:
      return "look_back";
    case DeviceScan::fixed_look_back:
      return "fixed_look_back";
    case DeviceScan::work_ahead:
      return "work_ahead";
  }
  return "unknown";
}

/// \brief The variant as text.
constexpr const char* name(DeviceHistogram variant) {
  switch (variant) {
    case DeviceHistogram::automatic:
      return "automatic";
    case DeviceHistogram::private_bins:
      return "private_bins";
    case DeviceHistogram::shared_bins:
      return "shared_bins";
    case DeviceHistogram::partitioned_bins:
      return "partitioned_bins";
  }
  return "unknown";
}

/// \brief The variant as text.
constexpr const char* name(TeamScan variant) {
  switch (variant) {
    case TeamScan::parallel_scan:
      return "parallel_scan";
    case TeamScan::hillis_steele:
      return "hillis_steele";
    case TeamScan::double_buffer:
      return "double_buffer";
    case TeamScan::blelloch:
      return "blelloch";
    case TeamScan::raking:
      return "raking";
    case TeamScan::lane_first:
      return "lane_first";
  }
  return "unknown";
}

/// \brief The variant as text.
constexpr const char* name(LaneScan variant) {
  return variant == LaneScan::shuffle ? "shuffle" : "parallel_scan";
}

}  // namespace KokkosScan
