// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <cstddef>

/// \file
/// \brief What bins are to the code that counts into them: `CountVisitor`, `SlotCounter`,
/// `CountPieces`.
///
/// A target is where the threads of a team count items, in any order:
///
///     target.add(bin, x);  // any thread, between two barriers
///
/// - `has_windows`: it may be a window of the bins. Items in other bins are then left out, and
///   `bin` is counted from the first bin of the window.
/// - `counts_discarded`: bin `bins`, one past the last, takes items in no bin: counting has no
///   branch. Targets with windows have no such bin.
/// - `items_between_barriers` (optional): the most items that a team may add between two barriers.
/// - `has_hot()`, `without_hot()` (optional): whether frequent bins have more copies; if not,
///   `without_hot()` is an equivalent target that does not look for them.
///
/// Bins of a team are a target in memory of the team's own: in scratch, or in a cache. The team
/// counts one piece of the items and then stores the totals.
///
///     Bins bins(member, memory, n, log2_copies);  // bytes_for(n, log2_copies) of memory
///     bins.clear(member);                         // all threads; ends with a barrier
///     bins.add(bin, x);
///     member.team_barrier();
///     x = bins.total(bin);                        // any thread, any bin
///
/// - `bytes_for(n, log2_copies)` and its inverse `bins_in(bytes)`, for one copy of each bin.
/// - `spills`: bins too narrow for their totals. They have a further constructor argument, the bins
///   in memory (`store(bin, x)`, `add(bin, x)`). `clear` stores zeros there, full bins are moved
///   there, and `total` is what is still to be added.
///
/// Bins of a team of one thread may have slots in place of `add`, and no barriers: where an item is
/// counted is then known before, and so is found in vector code.
///
///     slot = bins.slot(bin, turn);  // turn: differs between neighboring items
///     bins.add_to(slot, x);
///     bins.add_single(bin, x);      // for items that are not part of a batch
///
/// - `group`: how many items one addition counts. If more than 1, `slot` takes a combination of
///   their bins: the bin of the first, then `combine(combination, bin)` for each further one.
/// - `has_few_copies()`: additions to one slot, one after the other, take too long.
/// - `spare_slot(turn)`: for additions that shall have no effect.

namespace KokkosScan::team::detail {

/// Where items with weights of type A are counted.
template <class Target, class A>
concept AnyTarget = requires(Target const& target, int bin, A const& x) {
  requires(!Target::has_windows || !Target::counts_discarded);
  target.add(bin, x);
};

/// A target with more copies of frequent bins, if it finds that there are some.
template <class Target>
concept MayHaveHotBins = requires(Target const& target) {
  { target.has_hot() } -> std::same_as<bool>;
  target.without_hot();
};

/// Bins that tell in which slot an item will be counted before anything is added.
template <class Bins>
concept HasSlots = requires(Bins const& bins, int i) { bins.slot(i, i); };

/// What `SlotCounter` counts into.
template <class Bins, class A>
concept SlotTarget = HasSlots<Bins> && requires(Bins const& bins, int i, A const& x) {
  requires Bins::counts_discarded && !Bins::has_windows;
  requires Bins::group == 1 || requires { bins.combine(i, i); };
  bins.add_to(i, x);
  bins.add_single(i, x);
  { bins.has_few_copies() } -> std::same_as<bool>;
  { bins.spare_slot(i) } -> std::same_as<int>;
};

/// Whether Bins have the constructor that `CountPieces` calls.
template <class Bins, class Member, class Spill>
inline constexpr bool are_made_for_a_team =
    Bins::spills ? std::constructible_from<Bins, Member const&, void*, int, int, Spill const&>
                 : std::constructible_from<Bins, Member const&, void*, int, int>;

/// Bins of a team, with counts of type A.
/// \tparam Spill  the bins in memory, for bins that spill
template <class Bins, class A, class Member, class Spill>
concept TeamBins =
    (AnyTarget<Bins, A> || SlotTarget<Bins, A>) && are_made_for_a_team<Bins, Member, Spill> &&
    requires(Bins const& bins, Member const& member, int i, std::size_t bytes) {
      { Bins::bins_in(bytes) } -> std::same_as<std::size_t>;
      { Bins::bytes_for(i, i) } -> std::same_as<std::size_t>;
      bins.clear(member);
      { bins.total(i) } -> std::same_as<A>;
    };

/// Bins of which a thread's own copy is at an offset in scratch: `HotBins` adds copies to them.
template <class Bins, class A>
concept OffsetBins = requires(Bins const& bins, int i, A const& x) {
  { bins.offset(i) } -> std::same_as<int>;  // of a bin, in bytes
  bins.add_at(i, x);
  { bins.bytes_to(&x) } -> std::same_as<int>;  // from offset 0 to a place in the same scratch
};

}  // namespace KokkosScan::team::detail
