// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/team/bins/bins.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// The bins of one team, and more copies of a few neighboring ones that many items are in: the hot
/// bins, if a sample shows that there are some.
///
/// Real numbers are added in scratch by a loop that a warp repeats as often as its lanes meet in a
/// bank or a bin, and once more where another warp adds to the same bin. H200, 2^28 floats by power
/// law, float weights, µs without hot bins and with them: 8192 bins 1141 and 681.
///
/// \tparam Bins  bins of a team, and `OffsetBins`
template <class Bins, class A>
class HotBins {
  static constexpr int log2_cell = 3;  // a sample is counted by cells of bins
  static constexpr int hot = 2 << log2_cell;
  static constexpr int none = 1 << 30;

 public:
  static constexpr bool has_windows = Bins::has_windows;
  static constexpr bool counts_discarded = Bins::counts_discarded;
  static constexpr bool spills = Bins::spills;

  /// The copies of a team; none by default.
  struct Shape {
    int copies = 0;
    int lanes = 1;  ///< that share a copy; the last one may have fewer
    int pitch = 0;  ///< from one copy to the next, in counts

    KOKKOS_FUNCTION constexpr std::size_t bytes() const {
      return static_cast<std::size_t>(copies * pitch) * sizeof(A);
    }
  };
  /// As many copies for \p threads as fit in \p room bytes, each for \p least lanes or more.
  static constexpr Shape shape(int threads, int least, std::size_t room) {
    for (int lanes = least; lanes > 0 && lanes <= threads && lanes <= most_lanes; lanes *= 2) {
      // Copies of one warp begin in different banks.
      Shape const shape{KokkosScan::detail::ceil_div(threads, lanes), lanes,
                        lanes < 32 ? hot + 8 : hot};
      if (shape.bytes() <= room) return shape;
    }
    return {};
  }

  /// \param memory  shape.bytes() of it
  template <class Member>
  KOKKOS_FUNCTION HotBins(Member const& member, Bins const& bins, void* memory, Shape const& shape)
      : m_bins(bins),
        m_shape(shape),
        m_memory(arch::in_scratch(static_cast<A*>(memory))),
        m_to_own(bins.bytes_to(m_memory + member.team_rank() / shape.lanes * shape.pitch)) {
    static_assert(OffsetBins<Bins, A>);
  }

  /// Looks for hot bins, with one item of each thread; all threads of the team must call.
  /// \param bin       of the item, or −1
  /// \param bins      their number
  /// \param counters  memory for bins + 1 of them, with any content before and after
  template <class Member>
  KOKKOS_FUNCTION void find(Member const& member, int bin, int bins, std::uint32_t* counters) {
    int const cells = ((bins - 1) >> log2_cell) + 1;
    std::uint32_t* const most_of_all = counters + cells;
    for (int c = member.team_rank(); c <= cells; c += member.team_size()) counters[c] = 0;
    member.team_barrier();
    if (bin >= 0) arch::add_in_scratch(counters + (bin >> log2_cell), std::uint32_t(1));
    member.team_barrier();
    std::uint32_t most = 0;
    for (int c = member.team_rank(); c < cells; c += member.team_size()) {
      std::uint32_t const items = counters[c] + (c + 1 < cells ? counters[c + 1] : 0);
      std::uint32_t const candidate = items << 16 | static_cast<std::uint32_t>(c);
      most = candidate > most ? candidate : most;
    }
    Kokkos::atomic_max(most_of_all, most);
    member.team_barrier();
    most = *most_of_all;
    member.team_barrier();  // then the counters may be overwritten
    if (static_cast<int>(most >> 16) * share < member.team_size()) return;
    m_first = static_cast<int>(most & 0xffff) << log2_cell;
    m_to_own -= m_first * static_cast<int>(sizeof(A));
  }
  KOKKOS_FUNCTION bool has_hot() const { return m_first != none; }
  KOKKOS_FUNCTION Bins const& without_hot() const { return m_bins; }

  template <class Member>
  KOKKOS_FUNCTION void clear(Member const& member) const {
    if (has_hot()) {
      int const all = m_shape.copies * m_shape.pitch;
      for (int i = member.team_rank(); i < all; i += member.team_size()) m_memory[i] = A(0);
    }
    m_bins.clear(member);
  }
  KOKKOS_FUNCTION void add(int bin, A const& x) const {
    int const in_own = bin * static_cast<int>(sizeof(A)) + m_to_own;
    m_bins.add_at(is_hot(bin) ? in_own : m_bins.offset(bin), x);
  }
  /// All copies are added in a fixed order.
  KOKKOS_FUNCTION A total(int bin) const {
    A sum = m_bins.total(bin);
    if (is_hot(bin))
      for (int c = 0; c < m_shape.copies; ++c) sum += m_memory[c * m_shape.pitch + bin - m_first];
    return sum;
  }

 private:
  static constexpr int share = 16;  // hot bins have at least this part of the items
  static constexpr int most_lanes = 64;

  KOKKOS_FUNCTION bool is_hot(int bin) const {
    return static_cast<unsigned>(bin - m_first) < static_cast<unsigned>(hot);
  }

  Bins m_bins;
  Shape const& m_shape;
  A* m_memory;
  int m_to_own;  // bytes from offset 0 of the bins to where bin 0 would be in this thread's copy
  int m_first = none;
};

}  // namespace KokkosScan::team::detail
