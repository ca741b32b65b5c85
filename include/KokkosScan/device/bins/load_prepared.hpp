// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/bin_key.hpp>
#include <KokkosScan/device/bins/prepared_on.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosScan::detail {

/// Prepares a source for a team: gives it a table for its binning if there is one, as below.
/// Otherwise the source is used as it is.
template <class Exec, class Load>
struct LoadPrepared {
  struct Shape {
    KOKKOS_FUNCTION static constexpr std::size_t bytes() { return 0; }
  };
  static constexpr Shape shape(Load const&, std::size_t, std::size_t) { return {}; }
  template <class Member>
  KOKKOS_FUNCTION static Load const& in_scratch(Member const&, Load const& load, Shape const&,
                                                std::byte*) {
    return load;
  }
};

template <class Exec, template <class...> class Source, class Items, class B, class... Rest>
  requires PreparedOn<Exec, B, typename Items::element_type>::has_table
struct LoadPrepared<Exec, Source<Items, BinKey<B>, Rest...>> {
  using Load = Source<Items, BinKey<B>, Rest...>;
  using Binning = PreparedOn<Exec, B, typename Items::element_type>;
  using Shape = typename Binning::Shape;

  /// The shape of the table, for \p room bytes of scratch and \p items lookups of a team.
  static Shape shape(Load const& load, std::size_t room, std::size_t items) {
    return Binning::shape(load.digit.binning, room, items);
  }
  /// The source with its table, which all threads of a team fill.
  /// \param scratch  shape.bytes() of it, aligned to 16 bytes
  template <class Member>
  KOKKOS_FUNCTION static auto in_scratch(Member const& member, Load const& load, Shape const& shape,
                                         std::byte* scratch) {
    auto const binning = Binning::in_scratch(member, load.digit.binning, shape, scratch);
    using Key = BinKey<std::remove_const_t<decltype(binning)>>;
    return typename Load::template With<Key>{load.items,
                                             Key{binning, load.digit.bins, load.digit.none}};
  }
};

}  // namespace KokkosScan::detail
