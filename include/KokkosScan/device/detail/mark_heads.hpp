// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/view_source.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/lane/detail/striped.hpp>
#include <KokkosScan/lane/group.hpp>
#include <KokkosScan/tuning/capabilities.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace KokkosScan::detail {

/// The bits of ascending offsets below n, gathered word by word. Of equal ones, the first counts.
struct HeadMarks {
  std::uint32_t* words;
  std::size_t n;
  std::size_t before;  ///< the preceding offset, or n
  std::size_t word = 0;
  std::uint32_t bits = 0;

  KOKKOS_FUNCTION void add(std::size_t offset) {
    if (offset >= n || offset == before) return;
    before = offset;
    if (offset / 32 != word) {
      store();
      word = offset / 32;
      bits = 0;
    }
    bits |= std::uint32_t(1) << (offset % 32);
  }
  KOKKOS_FUNCTION void store() const {
    if (bits != 0) Kokkos::atomic_or(words + word, bits);
  }
};

/// Sets the bit of every offset in [0, n). Of equal offsets, where segments are empty, only the
/// first of a thread counts: millions of accesses to one word would wait for each other. Where
/// segments are short, a lane goes through consecutive offsets and writes a word of bits at a time.
/// Where most words have at most one bit, neighboring lanes mark neighboring offsets, so that their
/// words lie in the same sectors of memory.
template <class Exec, class Offsets>
struct MarkHeads {
  using Offset = typename Offsets::non_const_value_type;
  static constexpr bool lanes_are_threads = tuning::capabilities<Exec>.lanes_are_threads;
  static constexpr int lane_count = lanes_are_threads ? 32 : 1;
  static constexpr int threads = lanes_are_threads ? 4 : 1;
  static constexpr int items = 112 / static_cast<int>(sizeof(Offset));
  /// Average distance of offsets from which on each is marked by itself. 2^28 int32 in segments of
  /// 8 / 16 / 32 (H200, the whole call, µs): each by itself 727 / 675 / 645, word by word
  /// 693 / 672 / 681.
  static constexpr std::size_t far = 24;
  static constexpr int rounds = lanes_are_threads ? 1 : 256;  // a CPU team costs more to start
  static constexpr std::size_t tile = std::size_t(items) * lane_count * threads;
  template <class Member>
  using Lanes = lane::Group<Member, lane_count>;
  template <class Member>
  using Own = lane::detail::Striped<Offset, items, Lanes<Member>>;

  decltype(detail::source_of<Offset>(std::declval<Offsets>())) offsets;
  std::uint32_t* words;
  std::size_t count, n;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    using Part = Own<Member>;
    Lanes<Member> const lanes(member);
    auto* const scratch = static_cast<std::byte*>(
        member.team_scratch(0).get_shmem_aligned(threads * Part::bytes, 16));
    auto* const memory = scratch + member.team_rank() * Part::bytes;
    std::size_t base = static_cast<std::size_t>(member.league_rank()) * rounds * tile +
                       static_cast<std::size_t>(member.team_rank()) * Part::count;
    HeadMarks marks{words, n, n};
    for (int r = 0; r < rounds && base < count; ++r, base += tile) {
      int const left = static_cast<int>(count - base < Part::count ? count - base : Part::count);
      Part own;
      own.load(lanes, offsets, base, left);
      own.exchange(lanes, memory);
      if (are_far_apart(memory, left)) {
        mark_each(lanes, memory, left);
      } else {
        // On a CPU, the offsets of a round follow those of the round before.
        if constexpr (lanes_are_threads)
          marks.before = preceding(memory, items * lanes.rank(), left);
        mark(Part::read_own(lanes, memory), left - items * lanes.rank(), marks);
      }
      lanes.sync();
    }
    marks.store();
  }

  static void run(std::string const& label, Exec const& exec, Offsets const& offsets,
                  std::uint32_t* words, std::size_t n) {
    std::size_t const count = offsets.extent(0);
    std::size_t const teams = ceil_div(count, rounds * tile);
    using Policy = Kokkos::TeamPolicy<Exec>;
    std::size_t const scratch = threads * Own<typename Policy::member_type>::bytes + 16;
    detail::for_each_team<threads>(
        label, exec, teams, TeamNeeds{count, scratch},
        MarkHeads{detail::source_of<Offset>(offsets), words, count, n}, [&] {
          Policy policy(exec, static_cast<int>(teams), threads, lane_count);
          policy.set_scratch_size(0, Kokkos::PerTeam(scratch));
          return light(policy);
        });
  }

 private:
  KOKKOS_FUNCTION static bool are_far_apart(std::byte const* memory, int left) {
    auto const* const offset = reinterpret_cast<Offset const*>(memory);
    return lanes_are_threads && static_cast<std::size_t>(offset[left - 1] - offset[0]) >=
                                    static_cast<std::size_t>(left) * far;
  }
  template <class Group>
  KOKKOS_FUNCTION void mark_each(Group const& lanes, std::byte const* memory, int left) const {
    for (int i = lanes.rank(); i < left; i += lane_count) {
      auto const offset = static_cast<std::size_t>(reinterpret_cast<Offset const*>(memory)[i]);
      if (offset < n && offset != preceding(memory, i, left))
        Kokkos::atomic_or(words + offset / 32, std::uint32_t(1) << (offset % 32));
    }
  }
  /// The offset before offset i of a thread, or none.
  KOKKOS_FUNCTION std::size_t preceding(std::byte const* memory, int i, int left) const {
    return i > 0 && i < left
               ? static_cast<std::size_t>(reinterpret_cast<Offset const*>(memory)[i - 1])
               : n;
  }
  template <class Items>
  KOKKOS_FUNCTION static void mark(Items const& own, int left, HeadMarks& marks) {
    KOKKOSSCAN_UNROLL
    for (int j = 0; j < items; ++j)
      marks.add(j < left ? static_cast<std::size_t>(own.get(j)) : marks.n);
  }
};

}  // namespace KokkosScan::detail
