// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/lane/thread_group.hpp>
#include <KokkosScan/operators.hpp>

#include <type_traits>

namespace KokkosScan::team::detail {

/// A bin that many items of a group's batch are in, if there is one. Their weights are summed by
/// the lanes first, and added to the bin at once.
///
/// A real number is added in scratch by compare and swap, so that lanes that meet in a bin repeat
/// one after the other; one of 64 bits takes two additions. H200, 2^28 floats with float weights,
/// all in one of 4096 bins: 12.3 ms without this.
///
/// The candidates are the frequent bin of the previous batch, and that of the group's first item.
template <class Group, class A>
class FrequentBin {
 public:
  /// \param copies  of each bin; the more there are, the less often lanes meet
  template <class Member>
  KOKKOS_FUNCTION FrequentBin(Member const& member, int copies)
      : m_group(member), m_least(min_of(copies)) {}

  /// Looks for a frequent bin of a batch; all lanes of the group must call.
  /// \param bin  of each item of this lane, or a negative number
  template <int N>
  KOKKOS_FUNCTION bool find(int const (&bin)[N]) {
    if (m_bin >= 0 && is_frequent(bin, m_bin)) return true;
    int const candidate = m_group.get(bin[0], 0);
    m_bin = candidate >= 0 && is_frequent(bin, candidate) ? candidate : -1;
    return m_bin >= 0;
  }
  /// The frequent bin that was found.
  KOKKOS_FUNCTION int bin() const { return m_bin; }
  /// Adds the sums of all lanes to it; all lanes of the group must call.
  template <class Target>
  KOKKOS_FUNCTION void add(Target const& target, A const& sum) const {
    A const all = m_group.inclusive_scan(sum, Sum<A>());
    if (m_group.rank() + 1 == Group::size()) target.add(m_bin, all);
  }

 private:
  /// The least number of items, of two of each lane, for which summing them first takes less time.
  /// H200, 2^28 floats, half of them in one bin, 4096 bins, reproducible sums: 1650 µs where it is
  /// 3/2 of the lanes; 8 bins: 1105 where it is 1/10 of the lanes, 954 where it is 3/2.
  KOKKOS_FUNCTION static constexpr int min_of(int copies) {
    constexpr int lanes = Group::size();
    if (std::is_integral_v<A>) return copies < 8 ? lanes * 3 / 4 : lanes * 3 / 2;
    int const few = lanes / 10, many = lanes * copies / 64;
    return many > few ? many : few;
  }
  template <int N>
  KOKKOS_FUNCTION bool is_frequent(int const (&bin)[N], int candidate) const {
    return m_group.count_votes(bin[0] == candidate) +
               m_group.count_votes(bin[N / 2] == candidate) >=
           m_least;
  }

  Group m_group;
  int m_least;
  int m_bin = -1;
};

/// Where no bin is treated so.
struct NoFrequentBin {
  template <class Member>
  KOKKOS_FUNCTION NoFrequentBin(Member const&, int) {}
};

/// For a team of \p Threads threads that adds weights of type A in scratch: not for integers of 32
/// bits, whose addition is native.
template <class Member, int Threads, bool HasWeights, class A>
using FrequentBinOf =
    std::conditional_t<HasWeights && (std::is_floating_point_v<A> || sizeof(A) == 8) &&
                           lane::knows_team_size<Member, Threads>,
                       FrequentBin<lane::ThreadGroupOf<Member, Threads>, A>, NoFrequentBin>;

}  // namespace KokkosScan::team::detail
