// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/device/bins/bin_key.hpp>
#include <KokkosScan/device/bins/digit_passes.hpp>
#include <KokkosScan/device/bins/digits.hpp>
#include <KokkosScan/device/bins/extraction_problem.hpp>
#include <KokkosScan/device/bins/keyed_items.hpp>
#include <KokkosScan/device/bins/offset_sink.hpp>
#include <KokkosScan/device/bins/pass_destinations.hpp>
#include <KokkosScan/device/bins/pass_sources.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/detail/call.hpp>
#include <KokkosScan/tuning/histogram_selector.hpp>

#include <cstddef>
#include <cstdint>

/// \file
/// \brief Ranks in many bins: one pass for every digit of the bin's number, and the way back.

namespace KokkosScan::detail {

/// Replaces each place by what `at_place` holds there. A team takes a piece of the array: places
/// of neighbors are near those of earlier neighbors of the same digit, and so in the team's
/// cache.
template <class Exec, class Places, class Index, class Size>
struct FollowPlaces {
  static constexpr HistogramPolicy policy = tuning::histogram_policy<Exec>(false);
  using Launch = TeamLaunch<Exec, policy.threads, policy.teams_per_multiprocessor>;
  static constexpr int at_once = 4;
  static constexpr std::size_t tile = std::size_t(policy.threads) * at_once;

  Places places;
  Index const* at_place;
  Pieces<Size> pieces;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const piece = static_cast<std::size_t>(member.league_rank());
    auto const [first, last] = pieces.of(piece);
    for (std::size_t i = first + member.team_rank(); i < last; i += tile) {
      Index next[at_once];
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < at_once; ++k) {
        std::size_t const j = i + k * policy.threads;
        next[k] = static_cast<Index>(*places.address(j < last ? j : i));
      }
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < at_once; ++k) next[k] = at_place[next[k]];
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < at_once; ++k) {
        std::size_t const j = i + k * policy.threads;
        if (j < last) places(j, next[k]);
      }
    }
  }
  static void run(Call<Exec> const& call, Places const& places, Index const* at_place,
                  Size const& size) {
    auto const pieces = cut<Exec>(size, tile, Launch::teams(call.exec));
    Launch::run(call.name("ranks"), call.exec, size.most, pieces.count, 0,
                FollowPlaces{places, at_place, pieces});
  }
};

/// Finds the rank of every element in its bin. Each pass sorts the keys alone, and stores beside
/// every key of its input where that key goes; the last pass stores the rank there. From the last
/// pass to the first, places are then replaced by the ranks found at them.
///
/// If indices travelled with the keys instead, the last pass would store each rank at the index of
/// its element, anywhere in memory. The way back reads from few places at a time, those that the
/// values of a digit have reached.
///
/// \param passes   with a buffer of its own for every pass but the last
/// \param out      takes the places of the first pass, then the ranks
/// \param offsets  where the bins begin, and at `key.bins` where the elements in no bin do
template <class Index, class Exec, ExtractionPolicy Wanted, class Size, int ItemBytes, class Keyed,
          class Key, class Out, class Offset>
void rank_by_digits(
    DigitPasses<Extracted::ranks, Exec, Wanted, Index, Size, ItemBytes> const& passes,
    Keyed const& keyed, Key const& key, Out const& out, OffsetSink<Offset> const& offsets) {
  using Stored = ElementItems<std::uint32_t, true, Size>;
  Digits const& digits = passes.digits;
  passes.reserve();
  // What pass p writes, except for the last: keys in their new order, and beside them the places
  // of the next pass.
  auto const written = [&](int pass) {
    return KeyedItems<Index>::in(passes.buffer(pass), keyed.size.most);
  };
  auto const places = [&](int pass) {
    return StoreItem<Index, true>{written(pass - 1).payload, 1};
  };
  auto const run = [&]<class Load, class To>(int pass, Load const& load, To const& to) {
    if (digits.is_last(pass))
      passes.run(pass, load, StoreRanks<To, Offset>{to, offsets.data, offsets.stride});
    else
      passes.run(pass, load, StorePlaces<To>{{written(pass).key, 1}, to});
  };
  run(0, LoadKey<Keyed, DigitOf<Key>>{keyed, {key, 0, digits.mask(0)}}, out);
  for (int pass = 1; pass < digits.passes; ++pass)
    run(pass,
        LoadKey<Stored, DigitOf<StoredKey>>{{{written(pass - 1).key, 1}, keyed.size},
                                            {{}, digits.shift(pass), digits.mask(pass)}},
        places(pass));
  auto const follow = [&]<class From>(From const& from, int next) {
    FollowPlaces<Exec, From, Index, Size>::run(passes.call, from, places(next).data, keyed.size);
  };
  for (int pass = digits.passes - 2; pass > 0; --pass) follow(places(pass), pass + 1);
  follow(out, 1);
}

}  // namespace KokkosScan::detail
