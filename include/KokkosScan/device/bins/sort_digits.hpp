// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/digit_passes.hpp>
#include <KokkosScan/device/bins/extraction_problem.hpp>
#include <KokkosScan/device/bins/pass_destinations.hpp>
#include <KokkosScan/device/bins/pass_sources.hpp>
#include <KokkosScan/device/bins/search_offsets.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// \brief Stable sorting by many bins: one pass for every digit of the bin's number.

namespace KokkosScan::detail {

/// Where offsets are found after the last pass, by a search. Only if passes look back.
enum class SearchIn {
  nothing,  ///< they are known
  keys,     ///< in the sorted keys, which the last pass stores too
  result    ///< in the result: its elements, or those that a permutation names, are binned again
};

/// Whether the result can be binned again. Not if it consists of elements of another type than was
/// binned, or of elements whose keys were binned.
template <Extracted What, class Items, class Keyed, class Out>
inline constexpr bool can_bin_result =
    What != Extracted::elements ||
    (std::is_same_v<Items, Keyed> &&
     std::is_same_v<typename Out::value_type, typename Items::element_type>);

/// Sorts by moving the elements alone: every pass finds their bins again.
/// \param search  `nothing` or `result`
template <class Passes, class Items, class B, class Out, class Offset>
void sort_elements_by_digits(Passes const& passes, Items const& items, BinKey<B> key,
                             Out const& out, OffsetSink<Offset> const& offsets, SearchIn search) {
  using T = typename Items::element_type;
  using Digit = DigitOf<BinKey<B>>;
  using Stored = ElementItems<T, true, typename Items::Size>;
  Digits const& digits = passes.digits;
  key.none = digits.none();
  passes.reserve();
  passes.count(items, key);
  auto const written = [&](int pass) { return reinterpret_cast<T*>(passes.buffer(pass)); };
  passes.run(0, LoadElement<Items, Digit>{items, {key, 0, digits.mask(0)}},
             StoreItem<T, true>{written(0), 1});
  for (int pass = 1; pass < digits.passes; ++pass) {
    LoadElement<Stored, Digit> const load{{{written(pass - 1), 1}, items.size},
                                          {key, digits.shift(pass), digits.mask(pass)}};
    if (digits.is_last(pass))
      passes.run(pass, load, out);
    else
      passes.run(pass, load, StoreItem<T, true>{written(pass), 1});
  }
  if constexpr (Passes::look_back)
    if (search != SearchIn::nothing)
      detail::search_offsets(passes.call, BinOfSorted<BinKey<B>, Out>{key, out}, key.bins,
                             passes.binned(), offsets);
}

/// Sorts by moving keys from pass to pass, each with its element or the index of its element.
/// \param items     the elements of the result
/// \param keyed     what is binned: the same, or keys of it
/// \param payloads  what moves with a key: `ElementPayload` or `IndexPayload`
/// \param offsets   to be found by the search
/// \param search    `result` only if `can_bin_result`
template <class Passes, class Items, class Keyed, class Payloads, class B, class Out, class Offset>
void sort_keys_by_digits(Passes const& passes, Items const& items, Keyed const& keyed,
                         Payloads const& payloads, BinKey<B> key, Out const& out,
                         OffsetSink<Offset> const& offsets, SearchIn search) {
  constexpr Extracted what = Passes::what;
  using Key = BinKey<B>;
  using Payload = typename Payloads::Payload;
  Digits const& digits = passes.digits;
  key.none = digits.none();
  passes.reserve();
  passes.count(keyed, key);
  std::size_t const n = items.size.most;
  auto const written = [&](int pass) { return KeyedItems<Payload>::in(passes.buffer(pass), n); };
  auto* const kept =
      search == SearchIn::keys ? reinterpret_cast<std::uint32_t*>(passes.more()) : nullptr;
  passes.run(0, LoadKeyed<Keyed, DigitOf<Key>, Payloads>{keyed, {key, 0, digits.mask(0)}, payloads},
             written(0));
  for (int pass = 1; pass < digits.passes; ++pass) {
    LoadStored<Payload> const load{written(pass - 1), {{}, digits.shift(pass), digits.mask(pass)}};
    if (!digits.is_last(pass))
      passes.run(pass, load, written(pass));
    else if constexpr (what == Extracted::elements && !Payloads::are_elements)
      passes.run(pass, load, StoreWithKey<StoreElement<Items, Out>>{{items, out}, kept});
    else
      passes.run(pass, load, StoreWithKey<Out>{out, kept});
  }
  if constexpr (Passes::look_back) {
    if (search == SearchIn::nothing) return;
    auto const search_by = [&](auto const& bin_of) {
      detail::search_offsets(passes.call, bin_of, key.bins, passes.binned(), offsets);
    };
    if (search == SearchIn::keys)
      search_by(BinOfKeys{kept});
    else if constexpr (what == Extracted::indices)
      search_by(BinOfPermuted<Key, Keyed, Out>{key, keyed, out});
    else if constexpr (can_bin_result<what, Items, Keyed, Out>)
      search_by(BinOfSorted<Key, Out>{key, out});
  }
}

}  // namespace KokkosScan::detail
