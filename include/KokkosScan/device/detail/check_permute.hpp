// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/counted.hpp>
#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/for_each_index.hpp>

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>

/// \file
/// \brief What `permute` checks before it launches anything.

namespace KokkosScan::detail {

/// At compile time: pairs of Views that can be permuted.
template <class Exec, class Src, class Dst, class... More>
constexpr bool check_pair_types() {
  constexpr bool have_same_rank = Src::rank() == Dst::rank() && Dst::rank() >= 1;
  constexpr bool is_const = std::is_const_v<typename Dst::value_type>;
  static_assert(Src::rank() == Dst::rank(), "src and dst must have the same rank");
  static_assert(Dst::rank() >= 1, "src and dst must have rank 1 at least");
  static_assert(is_accessible<Exec, Src>, "src must be accessible from the execution space");
  static_assert(is_accessible<Exec, Dst>, "dst must be accessible from the execution space");
  static_assert(!is_const, "dst must not be const");
  constexpr bool does_convert =
      converts<typename Src::non_const_value_type, typename Dst::non_const_value_type>;
  static_assert(does_convert, "dst must hold a type that the elements of src convert to");
  static_assert(sizeof...(More) % 2 == 0, "every src needs its dst");
  constexpr bool fits = have_same_rank && is_accessible<Exec, Src> && is_accessible<Exec, Dst> &&
                        !is_const && does_convert && sizeof...(More) % 2 == 0;
  if constexpr (fits && sizeof...(More) > 0) return check_pair_types<Exec, More...>();
  return fits;
}

template <class Permutation, class Src, class Dst>
void check_permuted(char const* function, Permutation const& permutation,
                    std::string const& src_name, Src const& src, std::string const& dst_name,
                    Dst const& dst) {
  std::size_t const n = permutation.extent(0);
  check_room(function, dst_name, dst.extent(0), n, "permutation");
  for (unsigned r = 1; r < Dst::rank(); ++r)
    if (src.extent(r) != dst.extent(r))
      refuse(function, src_name, " has extent ", src.extent(r), " in dimension ", r, ", needs ",
             dst.extent(r), " (as ", dst_name, ")");
  if (n > 0 && src.extent(0) == 0)
    refuse(function, src_name, " has extent 0, needs at least 1 (permutation has ", n, " entries)");
}

/// One launch may move all pairs, so no dst may overlap the permutation, a src or another dst.
template <class Exec, class Permutation, class... Views>
void check_pairs(char const* function, Permutation const& permutation, Views const&... views) {
  auto const all = std::tie(views...);
  auto const name = [](std::size_t v) {
    std::string const kind = v % 2 == 0 ? "src" : "dst";
    return sizeof...(Views) == 2 ? kind : kind + " " + std::to_string(v / 2 + 1);
  };
  for_each_index<sizeof...(Views)>([&](auto d) {
    if constexpr (d % 2 == 1) {
      auto const& dst = std::get<d>(all);
      std::string const dst_name = name(d);
      detail::check_permuted(function, detail::view_of(permutation), name(d - 1),
                             std::get<d - 1>(all), dst_name, dst);
      detail::check_disjoint(function, "permutation", detail::view_of(permutation),
                             dst_name.c_str(), dst);
      detail::check_size<Exec>(function, permutation, dst_name.c_str(), dst);
      for_each_index<sizeof...(Views)>([&](auto v) {
        if constexpr (v % 2 == 0 || v < d)
          detail::check_disjoint(function, name(v).c_str(), std::get<v>(all), dst_name.c_str(),
                                 dst);
      });
    }
  });
}

}  // namespace KokkosScan::detail
