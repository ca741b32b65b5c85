// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quicksort at two levels: large segments are split by the device-level three-way partition, one
// level of the recursion after the other; small segments are sorted by one team each, in scratch,
// with the team-level partition.
//
// A teaching example: a radix sort is faster. Kokkos::sort is timed for comparison.
#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>
#include <Kokkos_Sort.hpp>

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

using Exec = Kokkos::DefaultExecutionSpace;
using Keys = Kokkos::View<int*, Exec>;
using Policy = Kokkos::TeamPolicy<Exec>;
using Member = Policy::member_type;

KOKKOS_INLINE_FUNCTION int median(int a, int b, int c) {
  int const low = a < b ? a : b, high = a < b ? b : a;
  return c < low ? low : (c > high ? high : c);
}

/// Predicates whose pivot is in device memory: it is chosen there, and the host never reads it.
struct BelowPivot {
  int const* pivot;
  KOKKOS_FUNCTION bool operator()(int x) const { return x < *pivot; }
};
struct IsPivot {
  int const* pivot;
  KOKKOS_FUNCTION bool operator()(int x) const { return x == *pivot; }
};

/// The keys [first, last) of one of the two arrays; `is_sorted` if all of these keys are equal.
struct Segment {
  int first, last;
  bool is_sorted;
  int size() const { return last - first; }
};

/// Chooses one pivot for each segment: the median of three keys.
struct ChoosePivots {
  Keys keys;
  Kokkos::View<Segment*, Exec> segments;
  Kokkos::View<int*, Exec> pivots;
  KOKKOS_FUNCTION void operator()(int s) const {
    Segment const segment = segments(s);
    int const size = segment.last - segment.first;
    pivots(s) = median(keys(segment.first), keys(segment.first + size / 2), keys(segment.last - 1));
  }
};

/// One team sorts one segment in scratch: it partitions, continues with the smaller part and keeps
/// the larger one on a stack. A few keys are sorted by one thread.
struct SortLeaves {
  // Scratch on a GPU is small and fast; on a CPU it is ordinary memory in the cache.
  static constexpr bool is_on_gpu =
      !Kokkos::SpaceAccessibility<Kokkos::HostSpace, Exec::memory_space>::accessible;
  static constexpr int largest = is_on_gpu ? 2048 : 32768, level = is_on_gpu ? 0 : 1;
  static constexpr int team_size = is_on_gpu ? 128 : 1;
  static constexpr int few = 24, depth = 16;
  using Tile =
      Kokkos::View<int*, Exec::scratch_memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  Kokkos::View<Segment*, Exec> segments;
  Keys from, to;

  static Policy policy(Exec const& exec, std::size_t leaves) {
    std::size_t const tiles = 2 * Tile::shmem_size(largest);
    std::size_t const own = KokkosScan::team::partition_scratch_bytes(team_size);
    Policy policy(exec, static_cast<int>(leaves), team_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(level == 0 ? own + tiles : own)));
    if (level == 1) policy.set_scratch_size(1, Kokkos::PerTeam(static_cast<int>(tiles)));
    return policy;
  }

  struct InsertionSort {
    Tile const& tile;
    int first, last;
    KOKKOS_FUNCTION void operator()() const {
      for (int i = first + 1; i < last; ++i) {
        int const x = tile(i);
        int j = i;
        for (; j > first && tile(j - 1) > x; --j) tile(j) = tile(j - 1);
        tile(j) = x;
      }
    }
  };

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Segment const segment = segments(member.league_rank());
    int const size = segment.last - segment.first;
    if (segment.is_sorted)
      return copy(member, size, [&](int i) { to(segment.first + i) = from(segment.first + i); });
    Tile const tile(member.team_scratch(int(level)), largest),
        other(member.team_scratch(int(level)), largest);
    copy(member, size, [&](int i) { tile(i) = from(segment.first + i); });
    int stack[2 * depth];  // the same on every thread
    int top = 0;
    stack[top++] = 0;
    stack[top++] = size;
    while (top > 0) {
      int const last = stack[--top], first = stack[--top];
      if (last - first <= few) {
        Kokkos::single(Kokkos::PerTeam(member), InsertionSort{tile, first, last});
        member.team_barrier();
        continue;
      }
      int const pivot = median(tile(first), tile((first + last) / 2), tile(last - 1));
      int const below =
          first + split(member, tile, other, first, last, KokkosScan::LessThan{pivot});
      int const above = below + split(member, tile, other, below, last, KokkosScan::EqualTo{pivot});
      bool const is_left_larger = below - first > last - above;
      stack[top++] = is_left_larger ? first : above;
      stack[top++] = is_left_larger ? below : last;
      stack[top++] = is_left_larger ? above : first;
      stack[top++] = is_left_larger ? last : below;
    }
    copy(member, size, [&](int i) { to(segment.first + i) = tile(i); });
  }

  template <class Predicate>
  KOKKOS_FUNCTION static int split(Member const& member, Tile const& tile, Tile const& other,
                                   int first, int last, Predicate const& pred) {
    auto const range = Kokkos::make_pair(first, last);
    auto const count = KokkosScan::team::partition(member, Kokkos::subview(tile, range),
                                                   Kokkos::subview(other, range), pred);
    copy(member, last - first, [&](int i) { tile(first + i) = other(first + i); });
    return static_cast<int>(count);
  }
  template <class Body>
  KOKKOS_FUNCTION static void copy(Member const& member, int size, Body const& body) {
    member.team_barrier();
    for (int i = member.team_rank(); i < size; i += member.team_size()) body(i);
    member.team_barrier();
  }
};

Kokkos::View<Segment*, Exec> to_device(std::vector<Segment> const& segments) {
  Kokkos::View<Segment*, Exec> view(Kokkos::view_alloc("segments", Kokkos::WithoutInitializing),
                                    segments.size());
  Kokkos::deep_copy(
      view, Kokkos::View<Segment const*, Kokkos::HostSpace>(segments.data(), segments.size()));
  return view;
}

/// Sorts segments of `from` into `to`: small segments and segments of equal keys.
void finish(Exec const& exec, std::vector<Segment> const& segments, Keys const& from,
            Keys const& to) {
  if (segments.empty()) return;
  Kokkos::parallel_for("sort leaves", SortLeaves::policy(exec, segments.size()),
                       SortLeaves{to_device(segments), from, to});
}

void quicksort(Exec const& exec, Keys const& keys) {
  Keys const buffer("buffer", keys.extent(0));
  KokkosScan::Workspace<Exec> workspace(exec);
  Keys now = keys, next = buffer;
  std::vector<Segment> large{{0, static_cast<int>(keys.extent(0)), false}};
  while (!large.empty()) {
    auto const number = large.size();
    Kokkos::View<int*, Exec> const pivots("pivots", number);
    Kokkos::View<int* [2], Kokkos::LayoutRight, Exec> const counts("counts", number);
    Kokkos::parallel_for("pivots", Kokkos::RangePolicy<Exec>(exec, 0, static_cast<int>(number)),
                         ChoosePivots{now, to_device(large), pivots});
    for (std::size_t s = 0; s < number; ++s) {
      auto const range = std::make_pair(large[s].first, large[s].last);
      int const* const pivot = pivots.data() + s;
      KokkosScan::three_way_partition(exec, Kokkos::subview(now, range),
                                      Kokkos::subview(next, range), BelowPivot{pivot},
                                      IsPivot{pivot}, Kokkos::subview(counts, s, Kokkos::ALL),
                                      KokkosScan::ScanOptions<>{}.with(workspace));
    }
    // The host reads the counts once per level of the recursion.
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, counts);
    std::vector<Segment> done, still;
    for (std::size_t s = 0; s < number; ++s) {
      int const below = large[s].first + host(s, 0), above = below + host(s, 1);
      for (Segment const part : {Segment{large[s].first, below, false},
                                 {below, above, true},
                                 {above, large[s].last, false}})
        if (part.size() > 0)
          (part.is_sorted || part.size() <= SortLeaves::largest ? done : still).push_back(part);
    }
    finish(exec, done, next, keys);
    large = still;
    std::swap(now, next);
  }
}

/// Sorts the keys by quicksort and a copy by Kokkos::sort, prints both times, and returns the
/// number of wrong keys.
int sort_both_ways(Exec const& exec, char const* what, Keys const& keys) {
  int const n = static_cast<int>(keys.extent(0));
  Keys const expected("expected", n);
  Kokkos::deep_copy(exec, expected, keys);
  exec.fence();

  Kokkos::Timer timer;
  quicksort(exec, keys);
  exec.fence();
  double const mine = timer.seconds();
  timer.reset();
  Kokkos::sort(exec, expected);
  exec.fence();
  double const kokkos = timer.seconds();

  int wrong = 0;
  Kokkos::parallel_reduce(
      "check", Kokkos::RangePolicy<Exec>(exec, 0, n),
      KOKKOS_LAMBDA(int i, int& sum) {
        sum += keys(i) != expected(i) || (i > 0 && keys(i - 1) > keys(i));
      },
      wrong);
  std::printf("%d keys, %s: quicksort %.1f ms, Kokkos::sort %.1f ms, %s\n", n, what, 1e3 * mine,
              1e3 * kokkos, wrong == 0 ? "sorted" : "WRONG");
  return wrong;
}

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const guard(argc, argv);
  int const n = argc > 1 ? std::atoi(argv[1]) : 1 << 24;
  if (n < 1) return std::fprintf(stderr, "usage: quicksort [KEYS]\n"), 2;
  Exec const exec;
  Keys const random("random keys", n), few("keys of a hundred values", n / 16 + 1),
      ascending("ascending keys", n / 16 + 1);
  Kokkos::parallel_for(
      "keys", Kokkos::RangePolicy<Exec>(exec, 0, n), KOKKOS_LAMBDA(int i) {
        int const key = static_cast<int>((static_cast<unsigned>(i) * 2654435761u) >> 8) - (1 << 23);
        random(i) = key;
        if (i > n / 16) return;
        few(i) = key % 100;
        ascending(i) = i / 3;
      });
  int const wrong = sort_both_ways(exec, "random", random) +
                    sort_both_ways(exec, "a hundred values", few) +
                    sort_both_ways(exec, "in order already", ascending);
  return wrong == 0 ? 0 : 1;
}
