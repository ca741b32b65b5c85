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

/// The count of one selection is the size of the next input. The host sees only the last one, and
/// copying it waits for both selections.
bool chain_of_selections(Exec const& exec) {
  auto const in = on_device({8, 3, 6, 1, 5, 4});
  Kokkos::View<int*> const large("large", in.extent(0)), between("between", in.extent(0));
  Kokkos::View<int> const count("count"), next_count("next count");
  ks::select(exec, in, large, ks::GreaterThan{3}, count);
  ks::select(exec, ks::counted(large, count), between, ks::LessThan{7}, next_count);
  int number = 0;
  Kokkos::deep_copy(exec, number, next_count);
  return Line("a chain of selections")
      .show("between", between, {6, 5, 4})
      .show("number", number, 3)
      .is_right();
}

}  // namespace

std::vector<Recipe> partition_recipes() {
  return {flags_from_several_views, several_arrays, chain_of_selections};
}
