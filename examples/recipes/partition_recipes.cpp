// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recipes of docs/partition.md.
#include "recipes.hpp"

#include <utility>

namespace {

/// A predicate that depends on the index and on two Views is written to flags first.
bool flags_from_several_views(Exec const& exec) {
  auto const energies = on_device({5, 9, 7, 8, 1, 6}), limits = on_device({4, 4, 4, 4, 4, 4});
  std::size_t const n = energies.extent(0);
  Kokkos::View<bool*> const flags("flags", n);
  Kokkos::View<int*> const kept("kept", n), parted("parted", n);
  Kokkos::View<int> const count("count");
  Kokkos::parallel_for(
      "flags", Kokkos::RangePolicy<Exec>(exec, 0, n),
      KOKKOS_LAMBDA(std::size_t i) { flags(i) = i % 2 == 0 && energies(i) > limits(i); });
  ks::select_flagged(exec, energies, flags, kept, count);  // flags before out, as they are read
  ks::partition(exec, energies, parted, flags, count);
  return Line("flags from several Views")
      .show("kept", kept, {5, 7})
      .show("parted", parted, {5, 7, 9, 8, 1, 6})
      .show("count", count, {2})
      .is_right();
}

/// The indices are selected once; one permutation then moves every array.
bool several_arrays(Exec const& exec) {
  auto const flags = on_device({false, true, true, false, true});
  auto x = on_device({0.5, 1.5, 2.5, 3.5, 4.5});
  auto charge = on_device({0, 1, -1, 0, 2});
  std::size_t const n = flags.extent(0);
  Kokkos::View<double*> new_x("new x", n);
  Kokkos::View<int*> new_charge("new charge", n), indices("indices", n);
  Kokkos::View<int> const count("count");
  ks::select_indices(exec, flags, indices, flags, count);
  ks::permute(exec, ks::counted(indices, count), x, new_x, charge, new_charge);
  std::swap(x, new_x);
  std::swap(charge, new_charge);
  return Line("several arrays")
      .show("x", x, {1.5, 2.5, 4.5})
      .show("charges", charge, {1, -1, 2})
      .show("count", count, {3})
      .is_right();
}

/// The count of one selection is the size of the next input. The host sees only the last one, after
/// a fence.
bool chain_of_selections(Exec const& exec) {
  auto const in = on_device({8, 3, 6, 1, 5, 4});
  Kokkos::View<int*> const large("large", in.extent(0)), between("between", in.extent(0));
  Kokkos::View<int> const count("count"), next_count("next count");
  ks::select(exec, in, large, ks::GreaterThan{3}, count);
  ks::select(exec, ks::counted(large, count), between, ks::LessThan{7}, next_count);
  int number = 0;
  Kokkos::deep_copy(exec, number, next_count);
  exec.fence();
  return Line("a chain of selections")
      .show("between", between, {6, 5, 4})
      .show("number", number, 3)
      .is_right();
}

/// Of each run of equal keys, the first key and the value beside it.
bool unique_by_key(Exec const& exec) {
  auto const keys = on_device({2, 2, 7, 2, 2, 2});
  auto const values = on_device({0.5, 1.5, 2.5, 3.5, 4.5, 5.5});
  std::size_t const n = keys.extent(0);
  Kokkos::View<int*> const starts("starts", n), unique_keys("unique keys", n);
  Kokkos::View<double*> const first_values("first values", n);
  Kokkos::View<int> const runs("runs");
  ks::select_unique_indices(exec, keys, starts, runs);
  ks::permute(exec, ks::counted(starts, runs), keys, unique_keys, values, first_values);
  return Line("unique by key")
      .show("keys", unique_keys, {2, 7, 2})
      .show("values", first_values, {0.5, 2.5, 3.5})
      .is_right();
}

/// A run ends where the next one starts, the last one at the end of the input.
bool run_lengths(Exec const& exec) {
  auto const keys = on_device({2, 2, 7, 2, 2, 2});
  int const n = static_cast<int>(keys.extent(0));
  Kokkos::View<int*> const starts("starts", n), lengths("lengths", n);
  Kokkos::View<int> const runs("runs");
  ks::select_unique_indices(exec, keys, starts, runs);
  Kokkos::parallel_for(
      "lengths", Kokkos::RangePolicy<Exec>(exec, 0, n), KOKKOS_LAMBDA(int r) {
        if (r < runs()) lengths(r) = (r + 1 < runs() ? starts(r + 1) : n) - starts(r);
      });
  return Line("run lengths").show("lengths", lengths, {2, 1, 3}).show("runs", runs, {3}).is_right();
}

/// Runs of keys that a comparison of one's own calls equal: times in the same ten seconds.
bool own_equality(Exec const& exec) {
  auto const times = on_device({1, 4, 9, 12, 17, 31}), values = on_device({5, 1, 2, 7, 1, 4});
  std::size_t const n = times.extent(0);
  Kokkos::View<int*> const firsts("firsts", n), sums("sums", n);
  Kokkos::View<int> const runs("runs");
  auto const same_ten = KOKKOS_LAMBDA(int before, int time) { return before / 10 == time / 10; };
  ks::select_unique(exec, times, firsts, same_ten, runs);
  ks::inclusive_scan_by_key(exec, times, values, sums, same_ten);
  return Line("own equality")
      .show("firsts", firsts, {1, 12, 31})
      .show("sums", sums, {5, 6, 8, 7, 8, 4})
      .is_right();
}

}  // namespace

std::vector<Recipe> partition_recipes() {
  return {flags_from_several_views,
          several_arrays,
          chain_of_selections,
          unique_by_key,
          run_lengths,
          own_equality};
}
