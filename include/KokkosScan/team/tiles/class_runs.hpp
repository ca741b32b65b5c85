// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/class_counts.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosScan::team::detail {

/// Where the items of a sorted tile go: each class has one run of consecutive output places, which
/// is shifted so that item p of the tile goes to index p of its run.
template <class Sink, int C = 0, bool Exists = (C < Sink::classes)>
class ClassRuns {
  static constexpr bool is_kept = Sink::template keeps<C>;
  static constexpr bool is_last = C + 1 == Sink::classes;

  typename Sink::template Target<C>::Run places;
  int begin, end;  // of the class in the tile
  ClassRuns<Sink, C + 1> next;

  template <class Element>
  static constexpr bool holds_own() {
    if constexpr (is_kept)
      return std::is_same_v<decltype(places.data), Element*>;
    else
      return true;
  }

 public:
  /// \param n            number of items of the whole partition
  /// \param first, size  of the tile
  /// \param prefix       counts of each class before the tile
  /// \param total        counts of each class in the tile
  /// \param from         where class C begins in the sorted tile
  template <class T, class Local>
  KOKKOS_FUNCTION ClassRuns(Sink const& sink, std::size_t n, std::size_t first, T const& prefix,
                            Local const& total, int size, int from = 0)
      : begin(from),
        end(is_last ? size : from + static_cast<int>(total.of[is_last ? 0 : C])),
        next(sink, n, first, prefix, total, size, end) {
    if constexpr (is_kept) {
      KokkosScan::detail::ClassCounts<std::size_t, Sink::classes - 1> const wide = prefix;
      places = sink.template places<C>(n, prefix + T(total),
                                       KokkosScan::detail::rank_in_class<C>(first, wide))
                   .from(-begin);
    }
  }

  /// Whether the outputs of all classes that are kept have elements of that type.
  template <class Element>
  static constexpr bool hold = holds_own<Element>() && decltype(next)::template hold<Element>;

  /// Whether \p is_so(run) is true for the run of every class that is kept.
  template <class F>
  KOKKOS_FUNCTION bool all(F const& is_so) const {
    if constexpr (is_kept)
      return is_so(places) && next.all(is_so);
    else
      return next.all(is_so);
  }

  /// Calls \p f(run, begin, end) for every class that is kept; its items in the tile are [begin,
  /// end), cut off where the output has no more room.
  template <class F>
  KOKKOS_FUNCTION void visit(F const& f) const {
    if constexpr (is_kept)
      f(places, begin,
        places.room >= end ? end : (places.room > begin ? static_cast<int>(places.room) : begin));
    next.visit(f);
  }

  /// Calls \p f(address) with the address to which item p goes, if it is kept and has room.
  template <class F>
  KOKKOS_FUNCTION void at(int p, F const& f) const {
    if (p < end) {
      if constexpr (is_kept)
        if (p < places.room) f(places.address(p));
    } else {
      next.at(p, f);
    }
  }
};

/// End of the recursion: there is no class C.
template <class Sink, int C>
class ClassRuns<Sink, C, false> {
 public:
  template <class T, class Local>
  KOKKOS_FUNCTION ClassRuns(Sink const&, std::size_t, std::size_t, T const&, Local const&, int,
                            int) {}
  template <class Element>
  static constexpr bool hold = true;
  template <class F>
  KOKKOS_FUNCTION bool all(F const&) const {
    return true;
  }
  template <class F>
  KOKKOS_FUNCTION void visit(F const&) const {}
  template <class F>
  KOKKOS_FUNCTION void at(int, F const&) const {}
};

}  // namespace KokkosScan::team::detail
