// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lane level in a kernel of your own: prunes the pair list of a molecular simulation.
//
// The list of an atom's neighbors is built with a margin, so that it can be used for several steps.
// Before each step, the neighbors that are not within the cutoff now are left out. Such a list is
// far too short for a team: the vector lanes of one thread prune it, without scratch or barriers.
#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>

#include <cstdio>

namespace ks = KokkosScan;
using Exec = Kokkos::DefaultExecutionSpace;
using Policy = Kokkos::TeamPolicy<Exec>;
using Member = Policy::member_type;

constexpr int W = 8;  // vector lanes of a thread, for the policy and for the group
using Lanes = ks::lane::Group<Member, W>;

constexpr int side = 24, atoms = side * side * side, atoms_per_team = 64;
constexpr int spacing = 300, cutoff = 350;  // in picometers; integers make the check exact
using Positions = Kokkos::View<int* [3], Exec>;

struct PairList {
  Kokkos::View<int* [26], Kokkos::LayoutRight, Exec> neighbor{"neighbors", atoms};
  Kokkos::View<int*, Exec> number{"numbers of neighbors", atoms};
};

/// Atoms vibrate around the sites of a cubic lattice; the atoms of the sites around are listed.
struct MakeCrystal {
  Positions x;
  PairList list;

  KOKKOS_FUNCTION void operator()(int i) const {
    int const site[3] = {i % side, i / side % side, i / side / side};
    for (int d = 0; d < 3; ++d) {
      unsigned const random = static_cast<unsigned>(3 * i + d + 1) * 2654435761u;
      x(i, d) = spacing * site[d] + static_cast<int>((random >> 16) % 121) - 60;
    }
    int number = 0;
    for (int k = 0; k < 27; ++k) {
      int const other[3] = {site[0] + k % 3 - 1, site[1] + k / 3 % 3 - 1, site[2] + k / 9 - 1};
      bool is_atom = k != 13;  // not the atom itself
      for (int const c : other) is_atom = is_atom && c >= 0 && c < side;
      if (is_atom) list.neighbor(i, number++) = (other[2] * side + other[1]) * side + other[0];
    }
    list.number(i) = number;
  }
};

template <class X>
KOKKOS_FUNCTION bool are_close(X const& x, int i, int j) {
  int sum = 0;
  for (int d = 0; d < 3; ++d) sum += (x(i, d) - x(j, d)) * (x(i, d) - x(j, d));
  return sum < cutoff * cutoff;
}

struct Prune {
  Positions x;
  PairList all, pruned;

  /// A team prunes the lists of some neighboring atoms, each thread one list at a time.
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Lanes const lanes(member);
    int const first = member.league_rank() * atoms_per_team;
    int const last = first + atoms_per_team < atoms ? first + atoms_per_team : atoms;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, first, last), [&](int i) {
      int const kept = prune_list(lanes, i);
      Kokkos::single(Kokkos::PerThread(member), [&] { pruned.number(i) = kept; });
    });
  }

  /// Lanes take W neighbors at a time, and write the close ones side by side, in their order.
  KOKKOS_FUNCTION int prune_list(Lanes const& lanes, int i) const {
    auto const neighbors = Kokkos::subview(all.neighbor, i, Kokkos::make_pair(0, all.number(i)));
    auto const kept = Kokkos::subview(pruned.neighbor, i, Kokkos::ALL);
    auto const is_close = [&](int j) { return are_close(x, i, j); };
    return static_cast<int>(ks::lane::select(lanes, neighbors, kept, is_close));
  }
};

/// Compares with a serial loop, prints the result, and returns the number of wrong lists.
int check(Positions const& x, PairList const& all, PairList const& pruned) {
  auto const host = [](auto const& view) {
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  };
  auto const positions = host(x);
  auto const neighbor = host(all.neighbor), kept = host(pruned.neighbor);
  auto const number = host(all.number), kept_number = host(pruned.number);
  int wrong = 0, listed = 0, left = 0;
  for (int i = 0; i < atoms; ++i) {
    int close = 0;
    bool is_right = true;
    for (int k = 0; k < number(i); ++k)
      if (are_close(positions, i, neighbor(i, k)))
        is_right = is_right && kept(i, close++) == neighbor(i, k);
    if (!is_right || kept_number(i) != close) ++wrong;
    listed += number(i);
    left += kept_number(i);
  }
  std::printf("%d atoms: %.1f neighbors each in the list, %.1f within the cutoff\n", atoms,
              1.0 * listed / atoms, 1.0 * left / atoms);
  std::printf("the atom in a corner keeps");
  for (int k = 0; k < kept_number(0); ++k) std::printf(" %d", kept(0, k));
  std::printf("\nwrong lists: %d\n", wrong);
  return wrong;
}

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const guard(argc, argv);
  Exec const exec;
  Positions const x("positions", atoms);
  PairList const all, pruned;
  Kokkos::parallel_for("crystal", Kokkos::RangePolicy<Exec>(exec, 0, atoms), MakeCrystal{x, all});
  int const teams = (atoms + atoms_per_team - 1) / atoms_per_team;
  Kokkos::parallel_for("prune", Policy(exec, teams, Kokkos::AUTO, W), Prune{x, all, pruned});
  return check(x, all, pruned) == 0 ? 0 : 1;
}
