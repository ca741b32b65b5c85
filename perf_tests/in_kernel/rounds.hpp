// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/team/scan.hpp>

#include "../support/types.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace perf {

/// Groups of `size` values, each scanned `count` times: the result of a scan is the input of the
/// next one, so no scan can be optimized away or overlap another. Sums are modulo 2^32.
struct Rounds {
  Array<std::uint32_t> out;
  int size;
  int count;
  int groups() const { return static_cast<int>(out.extent(0)) / size; }
  KOKKOS_FUNCTION static std::uint32_t start(int group, int rank) {
    return static_cast<std::uint32_t>(group * 31 + rank * 7 + 1);
  }
};

/// Enough groups to fill the device several times over.
/// \param each  values of one thread or lane
inline Rounds rounds_of(int size, int each) {
  bool const is_gpu = KokkosScan::tuning::capabilities<Exec>.lanes_are_threads;
  int const threads = KokkosScan::tuning::multiprocessors(Exec()) * (is_gpu ? 2048 * 4 : 16);
  int const values = (threads + 1023) / 1024 * 1024 * each;
  return {Array<std::uint32_t>("perf::rounds", values), size, is_gpu ? 64 : 32};
}

/// The expected values of a group, computed serially.
inline std::vector<std::uint32_t> expected_of(Rounds const& rounds, int group) {
  std::vector<std::uint32_t> x(rounds.size);
  for (int i = 0; i < rounds.size; ++i) x[i] = Rounds::start(group, i);
  for (int r = 0; r < rounds.count; ++r)
    for (int i = 1; i < rounds.size; ++i) x[i] += x[i - 1];
  return x;
}

/// The input of every group is that of the previous group plus a constant; sums are linear, so the
/// results of neighboring groups differ by the same values throughout.
inline std::string check_rounds(Rounds const& rounds) {
  auto const out = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rounds.out);
  auto const first = expected_of(rounds, 0), second = expected_of(rounds, 1);
  for (int group = 0; group < rounds.groups(); ++group)
    for (int i = 0; i < rounds.size; ++i) {
      auto const x = first[i] + static_cast<std::uint32_t>(group) * (second[i] - first[i]);
      if (out(group * rounds.size + i) != x)
        return "wrong result: value " + std::to_string(i) + " of group " + std::to_string(group) +
               " is " + std::to_string(out(group * rounds.size + i)) + ", needs to be " +
               std::to_string(x);
    }
  return "";
}

template <KokkosScan::TeamScan V, int Threads>
struct TeamRounds {
  using Member = Kokkos::TeamPolicy<Exec>::member_type;
  Rounds rounds;
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::uint32_t x = Rounds::start(member.league_rank(), member.team_rank());
    for (int r = 0; r < rounds.count; ++r)
      x = KokkosScan::team::inclusive_scan<V, Threads>(member, x, KokkosScan::Sum<std::uint32_t>{});
    rounds.out(member.league_rank() * rounds.size + member.team_rank()) = x;
  }
};

template <KokkosScan::LaneScan V, int W>
struct LaneRounds {
  using Member = Kokkos::TeamPolicy<Exec>::member_type;
  Rounds rounds;
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    KokkosScan::lane::Group<Member, W> const lanes(member);
    int const group = member.league_rank() * member.team_size() + member.team_rank();
    auto x = lanes.generate([=](int lane) { return Rounds::start(group, lane); });
    for (int r = 0; r < rounds.count; ++r)
      x = KokkosScan::lane::inclusive_scan<V>(lanes, x, KokkosScan::Sum<std::uint32_t>{});
    lanes.for_each(x, [&](int lane, std::uint32_t y) { rounds.out(group * W + lane) = y; });
  }
};

/// A range of memory for every thread, scanned in place by its lanes.
template <KokkosScan::LaneScan V, int W>
struct RangeRounds {
  using Member = Kokkos::TeamPolicy<Exec>::member_type;
  Rounds rounds;
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    KokkosScan::lane::Group<Member, W> const lanes(member);
    int const group = member.league_rank() * member.team_size() + member.team_rank();
    int const first = group * rounds.size;
    auto const range = Kokkos::subview(rounds.out, Kokkos::make_pair(first, first + rounds.size));
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(member, rounds.size),
                         [&](int i) { range(i) = Rounds::start(group, i); });
    for (int r = 0; r < rounds.count; ++r)
      KokkosScan::lane::inclusive_scan<V>(lanes, range, range, KokkosScan::Sum<std::uint32_t>{});
  }
};

}  // namespace perf
