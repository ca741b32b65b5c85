// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/team/bins/bins.hpp>
#include <KokkosScan/team/bins/frequent_bin.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace KokkosScan::team::detail {

struct CountPart {
  KOKKOS_FUNCTION void operator()(int) const {}
};
/// Binnings whose result has several parts (digits), each of which is counted in bins of its own.
template <class Binning>
concept HasParts = requires {
  requires std::same_as<typename Binning::find_of, Binning>;
} && requires(Binning const& binning, CountPart const& count) { binning.for_each_part(0, count); };

/// Finds the bins of items and counts them in a target. Only bins [first_bin, first_bin + bins) are
/// counted.
/// \tparam A       type of the weights that the target takes
/// \tparam Target  as in bins.hpp
template <class Items, class Binning, class A, class Target, class Frequent = NoFrequentBin>
struct CountVisitor {
  static_assert(AnyTarget<Target, A>);
  static_assert(!HasParts<Binning> ||
                (!Target::has_windows && std::is_same_v<Frequent, NoFrequentBin>));
  using Item = typename Items::Item;
  static constexpr std::size_t items_between_barriers = [] {
    if constexpr (requires { Target::items_between_barriers; })
      return Target::items_between_barriers;
    else
      return std::size_t(0);
  }();

  Items const& items;
  Binning const& binning;
  Target const& target;
  int all_bins;
  int first_bin;
  int bins;
  Frequent frequent;

  template <class Asked>
  KOKKOS_FUNCTION bool find(Asked const& asked, Item const& x, int& bin) const {
    bool const is_found = KokkosScan::detail::find_bin(asked, items.element(x), all_bins, bin);
    if constexpr (Target::has_windows) {
      bin -= first_bin;
      return is_found && static_cast<unsigned>(bin) < static_cast<unsigned>(bins);
    }
    return is_found;
  }
  template <int N>
  KOKKOS_FUNCTION void batch(Item const (&x)[N]) {
    int bin[N];
    bool is_found[N];
    KokkosScan::detail::unswitch(binning, [&](auto const& unswitched) {
      KOKKOSSCAN_UNROLL_ON_DEVICE
      for (int k = 0; k < N; ++k) is_found[k] = find_slot(unswitched, x[k], bin[k]);
    });
    if constexpr (!std::is_same_v<Frequent, NoFrequentBin>) {
      if (frequent.find(is_found, bin)) return add_frequent(is_found, bin, x);
    }
    if constexpr (MayHaveHotBins<Target>) {
      if (!target.has_hot()) return add_all(target.without_hot(), is_found, bin, x);
    }
    add_all(target, is_found, bin, x);
  }
  KOKKOS_FUNCTION void one(Item const& x) const {
    int bin;
    bool const is_found = find_slot(binning, x, bin);
    add(target, is_found, bin, x);
  }
  /// The bin of an item among those that are counted, or −1.
  KOKKOS_FUNCTION int bin(Item const& x) const {
    int bin;
    return find(binning, x, bin) ? bin : -1;
  }

 private:
  /// Whether to count an item, and in which slot. An item in no bin is counted too, in slot `bins`,
  /// if the target has one for it.
  template <class Asked>
  KOKKOS_FUNCTION bool find_slot(Asked const& asked, Item const& x, int& slot) const {
    bool const is_found = find(asked, x, slot);
    if constexpr (HasParts<Binning> || !Target::counts_discarded) return is_found;
    slot = is_found ? slot : bins;
    return true;
  }
  template <int N>
  KOKKOS_FUNCTION void add_frequent(bool const (&is_found)[N], int const (&bin)[N],
                                    Item const (&x)[N]) const {
    A sum = A(0);
    KOKKOSSCAN_UNROLL_ON_DEVICE
    for (int k = 0; k < N; ++k) {
      if (!is_found[k]) continue;
      if (bin[k] == frequent.bin())
        sum += weight(x[k]);
      else
        target.add(bin[k], weight(x[k]));
    }
    frequent.add(target, sum);
  }
  KOKKOS_FUNCTION A weight(Item const& x) const { return static_cast<A>(items.weight(x)); }
  template <class To, int N>
  KOKKOS_FUNCTION void add_all(To const& to, bool const (&is_found)[N], int const (&bin)[N],
                               Item const (&x)[N]) const {
    KOKKOSSCAN_UNROLL_ON_DEVICE
    for (int k = 0; k < N; ++k) add(to, is_found[k], bin[k], x[k]);
  }
  template <class To>
  KOKKOS_FUNCTION void add(To const& to, bool is_found, int bin, Item const& x) const {
    if constexpr (HasParts<Binning>)
      binning.for_each_part(bin, [&](int part) { to.add(part, weight(x)); });
    else if (is_found)
      to.add(bin, weight(x));
  }
};

}  // namespace KokkosScan::team::detail
