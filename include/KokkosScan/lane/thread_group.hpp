// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>

namespace KokkosScan::lane {

/// \brief Threads of a group that have the same key, as one of them sees it.
struct Peers {
  int before = 0;  ///< those of lower rank
  int count = 1;   ///< all of them
};

/// \brief The threads of a team that execute in lock step, taken as lanes: one value per thread.
///
/// On a GPU the threads of one warp or wavefront (the last group may be partial), on a CPU the
/// thread alone. A thread with several vector lanes counts once; its value is uniform over them.
template <TeamMember Member>
class ThreadGroup {
 public:
  KOKKOS_FUNCTION explicit ThreadGroup(Member const& member) {
    KOKKOS_IF_ON_DEVICE(
        (namespace arch = KokkosScan::detail::arch; m_stride = arch::vector_length();
         int const thread = arch::thread_in_team(); int const threads = arch::threads_in_team();
         int const per_group = arch::warp_size / m_stride; m_rank = member.team_rank() % per_group;
         m_index = member.team_rank() / per_group; m_first_lane = m_index * arch::warp_size;
         m_hardware_lanes =
             threads - m_first_lane < arch::warp_size ? threads - m_first_lane : arch::warp_size;
         m_size = m_hardware_lanes / m_stride;
         m_count = (member.team_size() + per_group - 1) / per_group;
         m_speaks = thread % m_stride == 0;))
    KOKKOS_IF_ON_HOST((m_index = member.team_rank(); m_count = member.team_size();))
  }

  KOKKOS_FUNCTION int rank() const { return m_rank; }    ///< of this thread in its group
  KOKKOS_FUNCTION int size() const { return m_size; }    ///< threads in this group
  KOKKOS_FUNCTION int index() const { return m_index; }  ///< of this group in the team
  KOKKOS_FUNCTION int count() const { return m_count; }  ///< groups in the team
  KOKKOS_FUNCTION int lanes_per_thread() const { return m_stride; }
  /// One lane of each thread: the one that writes to memory.
  KOKKOS_FUNCTION bool speaks() const { return m_speaks; }

  /// \brief The value of the thread d ranks before; undefined where there is none.
  template <class T>
  KOKKOS_FUNCTION T shift_up(T const& x, [[maybe_unused]] int d) const {
    KOKKOS_IF_ON_DEVICE(
        (namespace arch = KokkosScan::detail::arch; return arch::shuffle_up(
             arch::lane_mask(0, m_hardware_lanes), x, d * m_stride, arch::warp_size);))
    KOKKOS_IF_ON_HOST((return x;))
  }

  /// \brief Who else takes part with the same key; all threads of the group call. What one gets
  /// that does not take part is undefined.
  /// \param bits  keys are below 2^bits
  KOKKOS_FUNCTION Peers match([[maybe_unused]] bool takes_part, [[maybe_unused]] unsigned key,
                              [[maybe_unused]] int bits) const {
    KOKKOS_IF_ON_DEVICE((
        namespace arch = KokkosScan::detail::arch;
        auto const peers = arch::match(arch::lane_mask(0, m_hardware_lanes), takes_part, key, bits);
        int const lane = m_rank * m_stride; auto const lower = (arch::Mask(1) << lane) - 1;
        return Peers{arch::count_set(peers & lower) / m_stride,
                     arch::count_set(peers) / m_stride};))
    KOKKOS_IF_ON_HOST((return Peers{};))
  }
  /// \brief What the threads of the group wrote to scratch is seen by the others of the group.
  KOKKOS_FUNCTION void sync() const {
    KOKKOS_IF_ON_DEVICE((namespace arch = KokkosScan::detail::arch;
                         arch::sync_lanes(arch::lane_mask(0, m_hardware_lanes));))
  }

  /// \brief x of the threads 0 … rank of the group, combined in order.
  template <class T, class Op>
  KOKKOS_FUNCTION T inclusive_scan(T x, Op const& op) const {
    for (int d = 1; d < m_size; d *= 2) {
      T const y = shift_up(x, d);
      if (m_rank >= d) x = op(y, x);
    }
    return x;
  }

 private:
  int m_rank = 0, m_size = 1, m_index = 0, m_count = 1;
  int m_stride = 1, m_first_lane = 0, m_hardware_lanes = 1;
  bool m_speaks = true;
};

}  // namespace KokkosScan::lane
