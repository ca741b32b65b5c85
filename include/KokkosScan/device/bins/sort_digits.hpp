// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
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

/// Sorts by moving the elements alone: every pass finds their bins again.
/// \param searches  whether to find the offsets by searching the sorted elements; only if passes
///                  look back
template <class Passes, class Items, class B, class Out, class Offset>
void sort_elements_by_digits(Passes const& passes, Items const& items, BinKey<B> key,
                             Out const& out, OffsetSink<Offset> const& offsets, bool searches) {
  using T = typename Items::element_type;
  using Digit = DigitOf<BinKey<B>>;
  using Stored = ElementItems<T, true, typename Items::Size>;
  Digits const& digits = passes.digits;
  key.none = digits.none();
  passes.reserve();
  passes.count(items, key);
  auto const written = [&](int pass) { return reinterpret_cast<T*>(passes.buffer(pass)); };
  Digit const first{key, 0, digits.mask(0)};
  passes.run(0, true, items, first, LoadElement<Items, Digit>{items, first},
             StoreItem<T, true>{written(0), 1});
  for (int pass = 1; pass < digits.passes; ++pass) {
    Stored const stored{{written(pass - 1), 1}, items.size};
    Digit const digit{key, digits.shift(pass), digits.mask(pass)};
    LoadElement<Stored, Digit> const load{stored, digit};
    if (digits.is_last(pass))
      passes.run(pass, false, stored, digit, load, out);
    else
      passes.run(pass, true, stored, digit, load, StoreItem<T, true>{written(pass), 1});
  }
  if constexpr (Passes::look_back)
    if (searches)
      search_offsets(passes.call, BinOfSorted<BinKey<B>, Out>{key, out}, key.bins, passes.binned(),
                     offsets);
}

/// Sorts by moving keys from pass to pass, each with its element or the index of its element.
/// \param items     the elements of the result
/// \param keyed     what is binned: the same, or keys of it
/// \param payloads  what moves with a key: `ElementPayload` or `IndexPayload`
/// \param offsets     to be stored if `searches`; otherwise they are known
/// \param searches    whether to find the offsets by a search, only if passes look back. In one of
///                    three sources: the sorted keys, if `keeps_keys`; else the keyed elements in
///                    the order of \p out, if that is a permutation; else the elements in \p out
/// \param keeps_keys  whether the last pass also stores the keys, sorted
/// \tparam HasBinned  the elements in \p out can be binned again; if false, `searches` needs
///                    `keeps_keys`
template <Extracted What, bool HasBinned, class Passes, class Items, class Keyed, class Payloads,
          class B, class Out, class Offset>
void sort_keys_by_digits(Passes const& passes, Items const& items, Keyed const& keyed,
                         Payloads const& payloads, BinKey<B> key, Out const& out,
                         OffsetSink<Offset> const& offsets, bool searches, bool keeps_keys) {
  using Key = BinKey<B>;
  using Payload = typename Payloads::Payload;
  Digits const& digits = passes.digits;
  key.none = digits.none();
  passes.reserve();
  passes.count(keyed, key);
  std::size_t const n = items.size.most;
  auto const written = [&](int pass) { return KeyedItems<Payload>::in(passes.buffer(pass), n); };
  auto* const kept = keeps_keys ? reinterpret_cast<std::uint32_t*>(passes.more()) : nullptr;
  DigitOf<Key> const first{key, 0, digits.mask(0)};
  passes.run(0, true, keyed, first,
             LoadKeyed<Keyed, DigitOf<Key>, Payloads>{keyed, first, payloads}, written(0));
  for (int pass = 1; pass < digits.passes; ++pass) {
    KeyedItems<Payload> const from = written(pass - 1);
    ElementItems<std::uint32_t, true, typename Items::Size> const stored{{from.key, 1}, items.size};
    DigitOf<StoredKey> const digit{{}, digits.shift(pass), digits.mask(pass)};
    auto const run = [&](bool moves_none, auto const& store) {
      passes.run(pass, moves_none, stored, digit, LoadStored<Payload>{from, digit}, store);
    };
    constexpr bool moves_none = What != Extracted::elements;
    if (!digits.is_last(pass))
      run(true, written(pass));
    else if constexpr (What == Extracted::elements && !Payloads::are_elements)
      run(moves_none, StoreWithKey<StoreElement<Items, Out>>{{items, out}, kept});
    else
      run(moves_none, StoreWithKey<Out>{out, kept});
  }
  if constexpr (Passes::look_back) {
    if (!searches) return;
    auto const search = [&](auto const& bin_of) {
      search_offsets(passes.call, bin_of, key.bins, passes.binned(), offsets);
    };
    if (keeps_keys)
      search(BinOfKeys{kept});
    else if constexpr (What == Extracted::indices)
      search(BinOfPermuted<Key, Keyed, Out>{key, keyed, out});
    else if constexpr (HasBinned)
      search(BinOfSorted<Key, Out>{key, out});
  }
}

}  // namespace KokkosScan::detail
