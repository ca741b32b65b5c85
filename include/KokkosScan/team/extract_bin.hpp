// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/concepts.hpp>
#include <KokkosScan/team/partition_values.hpp>

#include <cstddef>

/// \file
/// \brief Packing the elements of one bin by one team. Called inside a user's `TeamPolicy` kernel
/// by all threads of the team.
///
/// The kernel requests `team::scan_scratch_bytes<int>(team_size)` of level-0 scratch.

namespace KokkosScan::team {

/// \brief Packs the threads' values that are in \p bin, in the order of the threads. Each thread
/// finds the bin of its value; the rest is `select` of one value per thread.
///
/// \param member   the team member; all threads of the team must call
/// \param value    this thread's value, the same on all its vector lanes; may be an element of out
/// \param takes_part  false for a thread that has no value: its \p value is not looked at
/// \param binning  any callable value → bin
/// \param bin      the wanted bin, the same on all threads; a bin that does not exist is empty
/// \param[out] out  rank-1 View, global or scratch memory, with room from index \p first on for all
///                 values of the bin (not checked)
/// \param first    where in \p out the first value packed goes, the same on all threads
/// \return the number of values packed, on every thread
///
/// Ends with a team barrier.
template <TeamMember Member, class T, class B, View1D Out>
KOKKOS_FUNCTION int extract_bin(Member const& member, T const& value, bool takes_part,
                                B const& binning, int bin, Out const& out, std::size_t first = 0) {
  KokkosScan::detail::InBin<B const&> const is_wanted(binning, bin);
  return team::select(member, value, takes_part, is_wanted, out, first);
}

/// \brief Packs the elements of \p in that are in \p bin to the front of \p out, in their order.
///
/// \param member   the team member; all threads of the team must call, with the same arguments
/// \param in       rank-1 View of any length, global or scratch memory
/// \param binning  any callable element → bin
/// \param bin      the wanted bin; a bin that does not exist is empty
/// \param[out] out  rank-1 View with room for the elements of the bin (not checked); may be in
/// \return the number of elements packed, on every thread
///
/// Tiles of one element per thread. Reads each element once. Ends with a team barrier, unless \p in
/// is empty.
template <TeamMember Member, View1D In, class B, View1D Out>
KOKKOS_FUNCTION std::size_t extract_bin(Member const& member, In const& in, B const& binning,
                                        int bin, Out const& out) {
  std::size_t const n = in.extent(0);
  std::size_t count = 0;
  for (std::size_t first = 0; first < n; first += member.team_size()) {
    std::size_t const i = first + member.team_rank();
    bool const is_there = i < n;
    count +=
        team::extract_bin(member, in(is_there ? i : n - 1), is_there, binning, bin, out, count);
  }
  return count;
}

}  // namespace KokkosScan::team
