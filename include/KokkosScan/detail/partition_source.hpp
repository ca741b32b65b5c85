// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/class_counts.hpp>
#include <KokkosScan/detail/equality.hpp>
#include <KokkosScan/detail/lane_items.hpp>
#include <KokkosScan/detail/source.hpp>
#include <KokkosScan/detail/view_source.hpp>
#include <KokkosScan/predicates.hpp>

#include <cstddef>
#include <type_traits>

/// \file
/// \brief Where a partition's items come from, which class each one falls into, and what is written
/// of it.
///
/// A class rule gives the class of an item, one of `classes`. Beside the item it may need an
/// *extra* that is loaded with it (a flag), or the preceding element (`needs_previous`).
/// `waits_for`: the class cannot be known before the whole element has been read.

namespace KokkosScan::detail {

/// Whether a comparison waits for the whole element: true for numbers that one access reads.
template <class Element>
inline constexpr bool is_compared_whole = std::is_arithmetic_v<Element> && sizeof(Element) <= 8;

/// Class 0 if pred(x), else class 1.
template <class Predicate>
struct ByPredicate {
  using extra_type = NoPayload;
  static constexpr int classes = 2;
  static constexpr bool needs_items = true;
  static constexpr bool needs_previous = false;
  template <class Element>
  static constexpr bool waits_for = is_compared_whole<Element> && is_comparison<Predicate>;
  NoPayload extras;
  Predicate pred;

  template <class Element>
  KOKKOS_FUNCTION int operator()(bool, Element const& x, NoPayload, Element const&) const {
    return 1 - static_cast<int>(static_cast<bool>(pred(x)));
  }
};

/// Class 0 if pred_first(x), else class 1 if pred_second(x), else class 2. Both predicates are
/// evaluated, to avoid a branch.
template <class First, class Second>
struct ByTwoPredicates {
  using extra_type = NoPayload;
  static constexpr int classes = 3;
  static constexpr bool needs_items = true;
  static constexpr bool needs_previous = false;
  template <class Element>
  static constexpr bool waits_for = is_compared_whole<Element> && is_comparison<First>;
  NoPayload extras;
  First pred_first;
  Second pred_second;

  template <class Element>
  KOKKOS_FUNCTION int operator()(bool, Element const& x, NoPayload, Element const&) const {
    int const is_first = static_cast<bool>(pred_first(x)),
              is_second = static_cast<bool>(pred_second(x));
    return (is_first - 1) & (2 - is_second);
  }
};

/// A flag of any type that converts to bool: class 0 where it is true.
template <class Flags>
struct ByFlags {
  using extra_type = typename Flags::value_type;
  static constexpr int classes = 2;
  static constexpr bool needs_items = false;
  static constexpr bool needs_previous = false;
  template <class Element>
  static constexpr bool waits_for = false;
  Flags extras;

  template <class Element>
  KOKKOS_FUNCTION int operator()(bool, Element const&, extra_type const& flag,
                                 Element const&) const {
    return 1 - static_cast<int>(static_cast<bool>(flag));
  }
};

/// Class 0 if an element differs from the preceding one, or is the first of all; else class 1.
/// \tparam Equal  a `KeyEquality`: compares the two
template <class Equal>
struct ByChange {
  using extra_type = NoPayload;
  static constexpr int classes = 2;
  static constexpr bool needs_items = true;
  static constexpr bool needs_previous = true;
  template <class Element>
  static constexpr bool waits_for = is_compared_whole<Element> && std::is_same_v<Equal, Equals>;
  NoPayload extras;
  Equal equal;

  template <class Element>
  KOKKOS_FUNCTION int operator()(bool is_first, Element const& x, NoPayload,
                                 Element const& before) const {
    bool const is_same = equal(before, x);
    return static_cast<int>(!is_first & is_same);
  }
};

/// What is written: the element itself.
struct GiveElement {
  template <class Element>
  using type = Element;
  static constexpr bool is_element = true;
  template <class Element>
  KOKKOS_FUNCTION static Element of(std::size_t, Element const& x) {
    return x;
  }
};

/// What is written: its index.
template <class Index>
struct GiveIndex {
  template <class Element>
  using type = Index;
  static constexpr bool is_element = false;
  template <class Element>
  KOKKOS_FUNCTION static Index of(std::size_t i, Element const&) {
    return static_cast<Index>(i);
  }
};

/// The items of a View, their classes, and what is written for each.
template <class Items, class Rule, class Give>
struct PartitionSource {
  using Element = typename Items::value_type;
  using Extra = typename Rule::extra_type;
  using Given = typename Give::template type<Element>;
  static constexpr int classes = Rule::classes;
  using LocalCounts = ClassCounts<unsigned, classes - 1>;
  static constexpr bool has_extra = !std::is_same_v<Extra, NoPayload>;
  static constexpr bool needs_items = Rule::needs_items || Give::is_element;
  static constexpr bool needs_previous = Rule::needs_previous;
  static constexpr bool gives_element = Give::is_element;
  /// For each item, the element is all that is read and all that is written.
  static constexpr bool is_only_elements = gives_element && !has_extra && !needs_previous;
  static constexpr bool has_addresses = Items::has_addresses;
  static constexpr int element_bytes = Items::element_bytes;
  static constexpr bool is_rereadable = true;
  /// Whether a CPU can turn the flags into a mask, with a bit for each item of class 0.
  static constexpr bool has_flags = requires {
    requires arch::has_mask<Extra>;
    requires decltype(Rule::extras)::has_addresses;
  };

  Items items;
  Rule rule;
  bool is_in_place = false;  ///< a write may overwrite an item that is still to be read

  KOKKOS_FUNCTION void load(std::size_t i, Element& x, Extra& extra) const {
    NoPayload none;
    if constexpr (needs_items) x = items.load(i, none);
    load_extra(i, extra);
  }
  KOKKOS_FUNCTION void load_extra([[maybe_unused]] std::size_t i,
                                  [[maybe_unused]] Extra& extra) const {
    NoPayload none;
    if constexpr (has_extra) extra = rule.extras.load(i, none);
  }
  /// The flag of item i and those of the next ones, if `has_flags`.
  KOKKOS_FUNCTION Extra const* flags(std::size_t i) const { return rule.extras.address(i); }
  template <int N>
  KOKKOS_FUNCTION void prefetch(std::size_t i) const {
    if constexpr (needs_items && requires { items.template prefetch<N>(i); })
      items.template prefetch<N>(i);
    if constexpr (has_extra) rule.extras.template prefetch<N>(i);
  }
  /// The element that precedes item i, for rules that need it; for i = 0 any element.
  KOKKOS_FUNCTION Element load_previous(std::size_t i) const { return load_before(i > 0 ? i : 1); }
  /// The same for i > 0.
  KOKKOS_FUNCTION Element load_before(std::size_t i) const {
    NoPayload none;
    return items.load(i - 1, none);
  }

  template <int N>
  KOKKOS_FUNCTION bool has_packs() const {
    bool has = true;
    if constexpr (needs_items) has = has && items.template has_packs<N>();
    if constexpr (has_extra) has = has && rule.extras.template has_packs<N>();
    return has;
  }
  template <int N>
  KOKKOS_FUNCTION void load_pack([[maybe_unused]] std::size_t i,
                                 [[maybe_unused]] LaneItems<Element, N>& x,
                                 [[maybe_unused]] LaneItems<Extra, N>& extra) const {
    if constexpr (needs_items) items.load_pack(i, x);
    if constexpr (has_extra) rule.extras.load_pack(i, extra);
  }

  /// \param is_first  of all items: no element precedes it
  KOKKOS_FUNCTION int class_of(bool is_first, Element const& x, Extra const& extra,
                               Element const& before) const {
    return rule(is_first, x, extra, before);
  }
  KOKKOS_FUNCTION Given give(std::size_t i, Element const& x) const { return Give::of(i, x); }
  /// In place, other teams may overwrite a tile's items once its counts are published. Where
  /// classes come from flags, or from a callable that may read only a part of an element, the reads
  /// of the items may not be complete by then.
  KOKKOS_FUNCTION void order_before_counts() const {
    if constexpr (gives_element && !Rule::template waits_for<Element>)
      if (is_in_place) arch::complete_accesses();
  }

  /// As the source of a scan, for the variants without partition tiles: the item is the payload.
  struct payload_type {
    Given item;
    int class_number;
  };
  KOKKOS_FUNCTION LocalCounts load(std::size_t i, payload_type& payload) const {
    Element x{}, before{};
    Extra extra{};
    load(i, x, extra);
    if constexpr (needs_previous) before = load_previous(i);
    payload.class_number = class_of(i == 0, x, extra, before);
    payload.item = give(i, x);
    return LocalCounts::one(payload.class_number);
  }
};

/// The same source, for a call whose output is its input.
template <class Source>
Source in_place(Source source) {
  source.is_in_place = true;
  return source;
}

/// The class rule for a user's predicate: a callable, or a View of flags.
template <class Predicate>
KOKKOS_FUNCTION auto rule_of(Predicate const& pred) {
  if constexpr (Kokkos::is_view_v<Predicate>) {
    static_assert(Predicate::rank() == 1, "flags must be a View of rank 1");
    using Flags = decltype(detail::source_of<typename Predicate::non_const_value_type>(pred));
    return ByFlags<Flags>{detail::source_of<typename Predicate::non_const_value_type>(pred)};
  } else {
    return ByPredicate<Predicate>{{}, pred};
  }
}

template <class Give, class View, class Rule>
KOKKOS_FUNCTION auto partition_source(View const& view, Rule const& rule) {
  using Items = decltype(detail::source_of<typename View::non_const_value_type>(view));
  return PartitionSource<Items, Rule, Give>{
      detail::source_of<typename View::non_const_value_type>(view), rule};
}

}  // namespace KokkosScan::detail
