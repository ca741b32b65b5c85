// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/tuning/capabilities.hpp>

#include <type_traits>

namespace KokkosScan::lane::detail {

/// x of the threads 0 … rank of the group, combined in order. Valid on the first \p count threads
/// of the group, which has at most Most.
template <int Most, class Group, class T, class Op>
KOKKOS_FUNCTION T scan_up(Group const& group, T x, Op const& op, int count) {
  KOKKOSSCAN_UNROLL
  for (int d = 1; d < Most; d *= 2)
    if (d < count) x = group.combine_up(x, d, op);
  return x;
}

/// \brief A `ThreadGroup` that is a full warp or wavefront of threads with one vector lane each:
/// the compiler knows mask and distances, so that a shuffle of the group is one instruction.
template <class Exec>
class FullGroup {
  static constexpr bool lanes_are_threads = tuning::capabilities<Exec>.lanes_are_threads;

 public:
  static constexpr int max_lanes = lanes_are_threads ? arch::warp_size : 1;
  KOKKOS_FUNCTION FullGroup(int rank, int index, int count)
      : m_rank(rank), m_index(index), m_count(count) {}

  KOKKOS_FUNCTION int rank() const { return m_rank; }    ///< of this thread in its group
  KOKKOS_FUNCTION int index() const { return m_index; }  ///< of this group in the team
  KOKKOS_FUNCTION int count() const { return m_count; }  ///< groups in the team
  KOKKOS_FUNCTION static constexpr int size() { return max_lanes; }
  KOKKOS_FUNCTION static constexpr int size_of_last() { return max_lanes; }
  KOKKOS_FUNCTION static constexpr bool is_first_lane() { return true; }

  template <class Member>
  KOKKOS_FUNCTION void team_barrier(Member const& member) const {
    member.team_barrier();
  }
  /// \brief The value of the thread d ranks below; undefined if there is none.
  /// \param[out] exists  whether there is such a thread
  template <class T>
  KOKKOS_FUNCTION T shift_up(T const& x, [[maybe_unused]] int d, bool& exists) const {
    KOKKOS_IF_ON_DEVICE((return arch::shuffle_up(arch::all_lanes, x, d, size(), exists);))
    KOKKOS_IF_ON_HOST((exists = false; return x;))
  }
  /// \brief op(value of the thread d ranks below, x); x if there is no such thread.
  template <class T, class Op>
  KOKKOS_FUNCTION T combine_up(T const& x, [[maybe_unused]] int d,
                               [[maybe_unused]] Op const& op) const {
    KOKKOS_IF_ON_DEVICE((return arch::combine_up<KokkosScan::detail::is_sum<Op>>(
                                    arch::all_lanes, op, x, d, size());))
    KOKKOS_IF_ON_HOST((return x;))
  }
  /// \brief x of the thread with that rank.
  template <class T>
  KOKKOS_FUNCTION T get(T const& x, [[maybe_unused]] int rank) const {
    KOKKOS_IF_ON_DEVICE((return arch::shuffle(arch::all_lanes, x, rank, size());))
    KOKKOS_IF_ON_HOST((return x;))
  }
  /// \brief Whether op is a sum that `sum` computes over the group by one instruction.
  template <class Op>
  static constexpr bool has_sum =
      KokkosScan::detail::is_sum<Op> && arch::has_warp_sum<typename Op::value_type>;
  /// \brief The sum of x over all threads of the group; only where `has_sum`.
  template <class T>
  KOKKOS_FUNCTION T sum(T const& x) const {
    return arch::warp_sum(x);
  }
  /// \brief x of the threads 0 … rank of the group, combined in order.
  /// \param count  only the first \p count threads have an x; the others' results are undefined
  template <class T, class Op>
  KOKKOS_FUNCTION T inclusive_scan(T const& x, Op const& op, int count = max_lanes) const {
    return detail::scan_up<max_lanes>(*this, x, op, count);
  }

 private:
  int m_rank, m_index, m_count;
};

/// \brief The threads of a team that execute in lock step with this one, used as lanes: one value
/// per thread.
///
/// On a GPU these are the threads of one warp or wavefront (the last group of a team may be
/// partial), on a CPU the thread alone. A thread with several vector lanes counts once, and its
/// value must be the same on all of them.
template <TeamMember Member>
class ThreadGroup {
  static constexpr int max_lanes =
      tuning::capabilities<typename Member::execution_space>.lanes_are_threads ? arch::warp_size
                                                                               : 1;

 public:
  KOKKOS_FUNCTION explicit ThreadGroup([[maybe_unused]] Member const& member) {
    // Shifts, as a vector length is a power of two: a division takes longer than a scan.
    KOKKOS_IF_ON_DEVICE((
        auto const thread = static_cast<unsigned>(arch::thread_in_team());
        auto const threads = static_cast<unsigned>(arch::threads_in_team());
        constexpr unsigned warp = arch::warp_size; unsigned const lane = thread % warp;
        unsigned const left = threads - (thread - lane);
        m_log2_stride = arch::first_set(static_cast<arch::Mask>(arch::vector_length()));
        m_rank = static_cast<int>(lane >> m_log2_stride); m_index = static_cast<int>(thread / warp);
        m_size = static_cast<int>(left < warp ? left : warp) >> m_log2_stride;
        m_size_of_last = static_cast<int>((threads - 1) % warp + 1) >> m_log2_stride;
        m_count = static_cast<int>((threads + warp - 1) / warp);
        m_is_first_lane = m_rank << m_log2_stride == static_cast<int>(lane);))
    KOKKOS_IF_ON_HOST((m_index = member.team_rank(); m_count = member.team_size();))
  }

  /// \brief Whether the team has \p threads threads with one vector lane each, as a `Threads`
  /// template argument promises. Always true on CPUs, where that argument changes nothing.
  KOKKOS_FUNCTION static bool has_threads([[maybe_unused]] int threads) {
    KOKKOS_IF_ON_DEVICE((return arch::threads_in_team() == threads && arch::vector_length() == 1;))
    KOKKOS_IF_ON_HOST((return true;))
  }

  /// \brief Whether threads have \p lanes vector lanes. Always true on CPUs.
  KOKKOS_FUNCTION static bool has_lanes([[maybe_unused]] int lanes) {
    KOKKOS_IF_ON_DEVICE((return arch::vector_length() == lanes;))
    KOKKOS_IF_ON_HOST((return true;))
  }

  KOKKOS_FUNCTION int rank() const { return m_rank; }    ///< of this thread in its group
  KOKKOS_FUNCTION int size() const { return m_size; }    ///< threads in this group
  KOKKOS_FUNCTION int index() const { return m_index; }  ///< of this group in the team
  KOKKOS_FUNCTION int count() const { return m_count; }  ///< groups in the team
  /// \brief Threads in the team's last group.
  KOKKOS_FUNCTION int size_of_last() const { return m_size_of_last; }
  KOKKOS_FUNCTION int lanes_per_thread() const { return 1 << m_log2_stride; }
  /// Whether every group of the team is full and the threads have one lane each.
  KOKKOS_FUNCTION bool is_full() const { return m_size_of_last == max_lanes && m_log2_stride == 0; }
  KOKKOS_FUNCTION FullGroup<typename Member::execution_space> full() const {
    return {m_rank, m_index, m_count};
  }
  /// True on one lane of each thread: the one that writes the thread's results to memory.
  KOKKOS_FUNCTION bool is_first_lane() const { return m_is_first_lane; }

  KOKKOS_FUNCTION void team_barrier(Member const& member) const { member.team_barrier(); }
  /// \brief The value of the thread d ranks below; undefined if there is none.
  /// \param[out] exists  whether there is such a thread
  template <class T>
  KOKKOS_FUNCTION T shift_up(T const& x, [[maybe_unused]] int d, bool& exists) const {
    // A shuffle takes distances modulo a warp, so a longer one is excluded here.
    KOKKOS_IF_ON_DEVICE(
        (int const lanes = d << m_log2_stride;
         T const y = arch::shuffle_up(arch::all_lanes, x, lanes, arch::warp_size, exists);
         exists = exists && lanes < arch::warp_size; return y;))
    KOKKOS_IF_ON_HOST((exists = false; return x;))
  }
  /// \brief op(value of the thread d ranks below, x); x if there is no such thread.
  template <class T, class Op>
  KOKKOS_FUNCTION T combine_up(T const& x, int d, Op const& op) const {
    bool exists;
    T const y = shift_up(x, d, exists);
    return exists ? T(op(y, x)) : x;
  }
  /// \brief x of the thread with that rank.
  template <class T>
  KOKKOS_FUNCTION T get(T const& x, [[maybe_unused]] int rank) const {
    KOKKOS_IF_ON_DEVICE(
        (return arch::shuffle(arch::all_lanes, x, rank << m_log2_stride, arch::warp_size);))
    KOKKOS_IF_ON_HOST((return x;))
  }

  /// \brief x of the threads 0 … rank of the group, combined in order.
  /// \param count  only the first \p count threads have an x; the others' results are undefined
  template <class T, class Op>
  KOKKOS_FUNCTION T inclusive_scan(T const& x, Op const& op, int count = max_lanes) const {
    return detail::scan_up<max_lanes>(*this, x, op, count);
  }

 private:
  int m_rank = 0, m_size = 1, m_index = 0, m_count = 1, m_size_of_last = 1;
  int m_log2_stride = 0;
  bool m_is_first_lane = true;
};

/// \brief The other threads of a group that have the same key as the calling one.
struct Peers {
  int before = 0;       ///< number of them with a lower rank
  bool is_last = true;  ///< none of them has a higher rank
};

/// \brief A `ThreadGroup` of a team of \p Threads threads with one lane each, all in full groups:
/// the compiler knows every size, so that an operation on the whole group is one instruction.
template <TeamMember Member, int Threads>
class StaticThreadGroup : public FullGroup<typename Member::execution_space> {
  using Base = FullGroup<typename Member::execution_space>;

 public:
  using Base::size;
  KOKKOS_FUNCTION static constexpr int count() { return Threads / size(); }
  static_assert(Threads % Base::size() == 0,
                "a team must have a multiple of the threads of a group");

  KOKKOS_FUNCTION explicit StaticThreadGroup(Member const& member)
      : StaticThreadGroup(static_cast<unsigned>(member.team_rank())) {}

  /// \brief Finds the threads with the same key; all threads of the group must call.
  /// \param bits  keys must be below 2^bits; at most 9
  KOKKOS_FUNCTION Peers match([[maybe_unused]] unsigned key, [[maybe_unused]] int bits) const {
    KOKKOS_IF_ON_DEVICE(
        (auto const peers = arch::match(arch::all_lanes, key, bits);
         auto const lower = (arch::Mask(1) << this->rank()) - 1;
         return Peers{arch::count_bits(peers & lower), (peers & ~lower) >> this->rank() == 1};))
    KOKKOS_IF_ON_HOST((return Peers{};))
  }
  KOKKOS_FUNCTION int count_votes(bool vote) const {
    KOKKOS_IF_ON_DEVICE((return arch::count_bits(arch::ballot(arch::all_lanes, vote));))
    KOKKOS_IF_ON_HOST((return vote ? 1 : 0;))
  }
  KOKKOS_FUNCTION bool any(bool vote) const {
    KOKKOS_IF_ON_DEVICE((return arch::ballot(arch::all_lanes, vote) != 0;))
    KOKKOS_IF_ON_HOST((return vote;))
  }
  /// \brief The team's barrier; all threads of the team must call.
  KOKKOS_FUNCTION void team_barrier(Member const& member) const {
    if constexpr (count() == 1) {
      sync();
    } else {
      KOKKOS_IF_ON_DEVICE((arch::assume_team_fills_block();))
      member.team_barrier();
    }
  }
  /// \brief A barrier of the group: after it all its threads see what each wrote to scratch.
  KOKKOS_FUNCTION void sync() const { KOKKOS_IF_ON_DEVICE((arch::sync_lanes(arch::all_lanes);)) }

 private:
  KOKKOS_FUNCTION explicit StaticThreadGroup(unsigned thread)
      : Base(static_cast<int>(thread % size()), static_cast<int>(thread / size()), count()) {}
};

/// \brief Whether `Threads` makes all groups of a GPU team full, so that their number is known to
/// the compiler.
template <TeamMember Member, int Threads>
inline constexpr bool knows_team_size =
    tuning::capabilities<typename Member::execution_space>.lanes_are_threads && Threads > 0 &&
    Threads % arch::warp_size == 0;

template <TeamMember Member, int Threads>
using ThreadGroupOf = std::conditional_t<knows_team_size<Member, Threads>,
                                         StaticThreadGroup<Member, Threads>, ThreadGroup<Member>>;

}  // namespace KokkosScan::lane::detail
