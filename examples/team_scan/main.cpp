// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scan inside a kernel of your own, with an operator of your own.
//
// Every team owns one series of a linear recurrence x(i) = a(i) * x(i-1) + b(i), which looks
// inherently serial. But the step "multiply by a, add b" is a function, and composing functions is
// associative, so the whole series is an inclusive scan of its steps under composition.
// Composition does not commute: the order of the operands matters, and the scan keeps it.
#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>

#include <cstdio>

using Exec = Kokkos::DefaultExecutionSpace;
using Policy = Kokkos::TeamPolicy<Exec>;
using Member = Policy::member_type;

/// x -> a * x + b, modulo 2^32
struct Step {
  unsigned a, b;
};

/// A monoid is a value type, an identity and an associative operator; the operator of this one
/// means "apply left first, then right".
struct Compose {
  using value_type = Step;
  static constexpr bool is_commutative = false;

  KOKKOS_FUNCTION Step identity() const { return {1, 0}; }
  KOKKOS_FUNCTION Step operator()(Step const& left, Step const& right) const {
    return {left.a * right.a, left.b * right.a + right.b};
  }
};

KOKKOS_INLINE_FUNCTION Step step_of(int series, int i) {
  return {2u * static_cast<unsigned>(i + series) + 1u,
          7u * static_cast<unsigned>(i) + static_cast<unsigned>(series)};
}

/// One team per series: every thread contributes one step and receives the composition of all steps
/// up to and including its own.
struct SolveRecurrence {
  Kokkos::View<unsigned**, Exec> x;
  unsigned start;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const series = member.league_rank();
    int const length = static_cast<int>(x.extent(1));
    unsigned state = start;  // the value x just before the tile, the same on all threads
    // A series longer than the team is processed tile by tile; threads past the end contribute the
    // identity.
    for (int first = 0; first < length; first += member.team_size()) {
      int const i = first + member.team_rank();
      Step const mine = i < length ? step_of(series, i) : Compose{}.identity();
      Step tile;
      Step const upto = KokkosScan::team::inclusive_scan(member, mine, Compose{}, tile);
      if (i < length) x(series, i) = upto.a * state + upto.b;
      state = tile.a * state + tile.b;
    }
  }
};

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const guard(argc, argv);
  constexpr int all_series = 50, length = 1000;
  constexpr unsigned start = 42;

  Exec const exec;
  Kokkos::View<unsigned**, Exec> x("x", all_series, length);
  SolveRecurrence const kernel{x, start};
  // The scan needs some team scratch in addition to what the kernel itself uses. The amount depends
  // on the team's size, so it is requested per thread while the team's size is chosen.
  Policy probe(exec, all_series, Kokkos::AUTO);
  probe.set_scratch_size(0, Kokkos::PerThread(KokkosScan::team::scan_scratch_bytes<Step>(1)));
  int const team_size = probe.team_size_recommended(kernel, Kokkos::ParallelForTag{});
  std::size_t const scratch = KokkosScan::team::scan_scratch_bytes<Step>(team_size);
  Kokkos::parallel_for(
      "solve_recurrence",
      Policy(exec, all_series, team_size).set_scratch_size(0, Kokkos::PerTeam(scratch)), kernel);

  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, x);
  int wrong = 0;
  for (int series = 0; series < all_series; ++series) {
    unsigned expected = start;
    for (int i = 0; i < length; ++i) {
      Step const step = step_of(series, i);
      expected = step.a * expected + step.b;
      if (host(series, i) != expected) ++wrong;
    }
  }
  std::printf("%d series of %d steps on teams of %d: %d wrong\n", all_series, length, team_size,
              wrong);
  return wrong == 0 ? 0 : 1;
}
