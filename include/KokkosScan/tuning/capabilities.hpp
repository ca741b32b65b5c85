// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <KokkosScan/detail/arch.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace KokkosScan::tuning {

/// \brief The backend whose tuned shapes a space uses.
enum class Backend { cuda, hip, host };

/// \brief What an execution space can do: the facts the algorithms branch on, instead of its name.
struct Capabilities {
  Backend backend;
  /// Vector lanes are hardware threads (else they are SIMD lanes of one thread).
  bool lanes_are_threads;
  /// The most vector lanes a thread may have.
  int max_lanes;
  /// Started teams all make progress while one of them waits for another: what single-pass scans
  /// need. Tiles are claimed from an atomic counter, so a team only ever waits for teams that have
  /// started; co-residency of the league is never assumed.
  bool forward_progress;
  /// `Kokkos::parallel_scan` joins neighbors in order (else its operator must commute).
  bool parallel_scan_keeps_order;
  /// A launch returns only when the kernel has ended, so one team may as well be a plain call.
  bool launch_is_call;
  /// `member.team_scan` works for any team (else only 2^k threads with one vector lane each).
  bool team_scan_takes_any_team;
  /// Bytes of level-0 scratch that a kernel may request for a team, without what Kokkos takes.
  int team_scratch_bytes;
  /// Lanes of a multiprocessor per unit of the second number of `Kokkos::LaunchBounds`, which hipcc
  /// takes as the wavefronts on each of four SIMD units; 0: that number means teams.
  int lanes_per_bound = 0;
  /// The most lanes of all teams of a launch together; 0: any number.
  std::uint64_t max_launch_lanes = 0;
};

template <class Exec>
inline constexpr bool is_call = false;
#if defined(KOKKOS_ENABLE_SERIAL)
template <>
inline constexpr bool is_call<Kokkos::Serial> = true;
#endif
#if defined(KOKKOS_ENABLE_OPENMP)
template <>
inline constexpr bool is_call<Kokkos::OpenMP> = true;
#endif

/// \brief Spaces in which every team makes progress in the end: teams are operating system threads,
/// or one thread runs them to their end in the order of their claims.
template <class Exec>
inline constexpr bool runs_all_teams = is_call<Exec>;
#if defined(KOKKOS_ENABLE_THREADS)
template <>
inline constexpr bool runs_all_teams<Kokkos::Threads> = true;
#endif

/// \brief Spaces whose `parallel_scan` gives each thread one contiguous range, in order.
template <class Exec>
inline constexpr bool scans_in_order = runs_all_teams<Exec>;

/// \brief Serial, Threads, OpenMP. For other spaces of the host no forward progress is assumed, so
/// no team waits for another there.
template <class Exec>
struct CapabilitiesOf {
  static_assert(
      Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Exec::memory_space>::accessible,
      "KokkosScan knows CUDA, HIP and the spaces of the host: exec is none of them");
  static constexpr Capabilities value{.backend = Backend::host,
                                      .lanes_are_threads = false,
                                      .max_lanes = 64,
                                      .forward_progress = runs_all_teams<Exec>,
                                      .parallel_scan_keeps_order = scans_in_order<Exec>,
                                      .launch_is_call = is_call<Exec>,
                                      .team_scan_takes_any_team = true,
                                      .team_scratch_bytes = 31 * 1024};
};

#if defined(KOKKOS_ENABLE_CUDA)
/// \brief CUDA: a resident block is never preempted for good (compute capability 7.0: independent
/// thread scheduling), and a block that is not resident has claimed nothing.
template <>
struct CapabilitiesOf<Kokkos::Cuda> {
  static constexpr Capabilities value{.backend = Backend::cuda,
                                      .lanes_are_threads = true,
                                      .max_lanes = 32,
                                      .forward_progress = true,
                                      .parallel_scan_keeps_order = false,
                                      .launch_is_call = false,
                                      .team_scan_takes_any_team = false,
                                      .team_scratch_bytes = 46 * 1024};
};
#endif

#if defined(KOKKOS_ENABLE_HIP)
/// \brief HIP: as CUDA between work-groups; rocPRIM's own look-back scan relies on the same.
template <>
struct CapabilitiesOf<Kokkos::HIP> {
  static constexpr Capabilities value{.backend = Backend::hip,
                                      .lanes_are_threads = true,
                                      .max_lanes = detail::arch::warp_size,
                                      .forward_progress = true,
                                      .parallel_scan_keeps_order = false,
                                      .launch_is_call = false,
                                      .team_scan_takes_any_team = false,
                                      .team_scratch_bytes = 46 * 1024,
                                      .lanes_per_bound = 4 * detail::arch::warp_size,
                                      .max_launch_lanes = 0xffffffff};
};
#endif

/// \brief Multiprocessors of a GPU, threads of a CPU: what a persistent league is sized by.
template <class Exec>
int multiprocessors(Exec const& exec) {
#if defined(KOKKOS_ENABLE_CUDA)
  if constexpr (std::is_same_v<Exec, Kokkos::Cuda>)
    return exec.cuda_device_prop().multiProcessorCount;
#endif
#if defined(KOKKOS_ENABLE_HIP)
  if constexpr (std::is_same_v<Exec, Kokkos::HIP>)
    return exec.hip_device_prop().multiProcessorCount;
#endif
  return exec.concurrency();
}

/// \brief Teams that run at once, \p each on every multiprocessor.
template <class Exec>
std::size_t concurrent_teams(Exec const& exec, int each) {
  return static_cast<std::size_t>(each) * static_cast<std::size_t>(multiprocessors(exec));
}

template <class Exec>
inline constexpr Capabilities capabilities = CapabilitiesOf<Exec>::value;

/// \brief Teams of \p team_lanes lanes in all that a league can have: their number is an int, and a
/// launch may have a limit of lanes.
template <class Exec>
constexpr std::size_t max_teams(int team_lanes) {
  constexpr std::size_t most = std::size_t(std::numeric_limits<int>::max()) - 1;
  constexpr std::uint64_t lanes = capabilities<Exec>.max_launch_lanes;
  std::uint64_t const teams = lanes / static_cast<unsigned>(team_lanes);
  return lanes == 0 || teams > most ? most : teams;
}

/// \brief Bytes of the 48 KiB of scratch of a GPU's team that Kokkos leaves: it takes a double for
/// each of \p threads threads, and two more.
constexpr int scratch_beside_kokkos(int threads) { return 48 * 1024 - 8 * (threads + 2); }

/// \brief Bytes of level-0 scratch that a team of \p threads threads may request.
template <class Exec>
constexpr std::size_t team_scratch_bytes(int threads) {
  int const promised = capabilities<Exec>.team_scratch_bytes;
  int const left = capabilities<Exec>.lanes_are_threads ? scratch_beside_kokkos(threads) : promised;
  return static_cast<std::size_t>(left < promised ? left : promised);
}

/// \brief Lanes that all threads of a team may have together on a GPU: CUDA's and HIP's limit of
/// threads of a block.
inline constexpr int max_team_lanes = 1024;
/// \brief Kokkos' limit of threads of a team on a CPU.
inline constexpr int max_host_team_threads = 64;

/// \brief The second number of `Kokkos::LaunchBounds` for \p teams teams on a multiprocessor: a
/// lane may use as many registers as that occupancy allows.
template <class Exec>
constexpr unsigned min_teams_bound(int team_lanes, int teams) {
  int const each = capabilities<Exec>.lanes_per_bound;
  int const bound = each > 0 ? teams * team_lanes / each : teams;
  return bound > 1 ? static_cast<unsigned>(bound) : 1;
}

/// \brief A kernel's launch bounds: teams of \p Lanes lanes in all, \p Teams teams on a
/// multiprocessor; 0: any number.
template <class Exec, int Lanes, int Teams>
using LaunchBounds =
    Kokkos::LaunchBounds<static_cast<unsigned>(Lanes), min_teams_bound<Exec>(Lanes, Teams)>;

}  // namespace KokkosScan::tuning
