// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/lane/detail/thread_group.hpp>
#include <KokkosScan/operators.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace KokkosScan::team::detail {

/// A bin that many items of a group's batch are in, if there is one. Their weights are summed by
/// the lanes first, and added to the bin at once.
///
/// Lanes that meet in a bin otherwise add one after the other; real numbers by compare and swap,
/// which all but one repeat. H200, 2^28 floats, all in one bin, µs without this and with it: float
/// weights, 4096 bins 12300 and 510; no weights, 20000 bins of 16 bits 1130 and 367.
///
/// The candidates are the frequent bin of the previous batch, and that of the group's first item.
template <class Group, class A>
class FrequentBin {
 public:
  /// \param copies  of each bin; the more there are, the less often lanes meet
  template <class Member>
  KOKKOS_FUNCTION FrequentBin(Member const& member, int copies)
      : m_group(member), m_needed(votes_for(copies)) {}

  /// Lanes meet less often from now on: there are hot bins. H200, 2^28 floats by power law, float
  /// weights, µs, where 3 of 64 items must be in a bin, or 20: 8192 bins 787 and 681.
  KOKKOS_FUNCTION void expect_hot_bins() {
    constexpr int needed = Group::size() * 5 / 8;
    m_needed = m_needed > needed ? m_needed : needed;
  }

  /// Looks for a frequent bin of a batch; all lanes of the group must call.
  /// \param is_found  whether each item of this lane is in a bin, and in which
  template <int N>
  KOKKOS_FUNCTION bool find(bool const (&is_found)[N], int const (&bin)[N]) {
    if (m_bin >= 0 && is_frequent(is_found, bin, m_bin)) return true;
    int const candidate = m_group.get(is_found[0] ? bin[0] : -1, 0);
    m_bin = candidate >= 0 && is_frequent(is_found, bin, candidate) ? candidate : -1;
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
  static constexpr bool is_native = std::is_integral_v<A>;  // one or two additions, no repetition

  /// Each lane votes by its first item; if few votes suffice (real numbers), by the item in the
  /// middle, too.
  template <int N>
  KOKKOS_FUNCTION bool is_frequent(bool const (&is_found)[N], int const (&bin)[N],
                                   int candidate) const {
    int votes = m_group.count_votes(is_found[0] && bin[0] == candidate);
    if (!is_native) votes += m_group.count_votes(is_found[N / 2] && bin[N / 2] == candidate);
    return votes >= m_needed;
  }
  /// The least number of these items for which summing first takes less time. H200, 2^28 floats,
  /// half of them in one bin, reproducible sums, µs: in 4096 bins 1650 where three quarters of them
  /// must be, 1101 where three eighths; in 8 bins 957 and 1105.
  KOKKOS_FUNCTION static constexpr int votes_for(int copies) {
    constexpr int lanes = Group::size();
    if (is_native) return copies < 8 ? lanes * 3 / 8 : lanes * 3 / 4;
    int const few = lanes / 10, many = lanes * copies / 64;
    return many > few ? many : few;
  }

  Group m_group;
  int m_needed;
  int m_bin = -1;
};

/// In place of `FrequentBin`, where every item is added by itself.
struct NoFrequentBin {
  template <class Member>
  KOKKOS_FUNCTION NoFrequentBin(Member const&, int) {}
};

/// `FrequentBin` if IsWanted, for a team of \p Threads threads in full warps; else `NoFrequentBin`.
template <class Member, int Threads, class A, bool IsWanted>
using FrequentBinOf =
    std::conditional_t<IsWanted && lane::detail::knows_team_size<Member, Threads>,
                       FrequentBin<lane::detail::ThreadGroupOf<Member, Threads>, A>, NoFrequentBin>;

}  // namespace KokkosScan::team::detail
