// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/device/bins/extraction_problem.hpp>
#include <KokkosScan/device/bins/find_offsets.hpp>
#include <KokkosScan/device/bins/look_back_pass.hpp>
#include <KokkosScan/device/bins/offset_sink.hpp>
#include <KokkosScan/device/bins/pass_destinations.hpp>
#include <KokkosScan/device/bins/pass_sources.hpp>
#include <KokkosScan/device/bins/piece_pass.hpp>
#include <KokkosScan/device/bins/rank_digits.hpp>
#include <KokkosScan/device/bins/sort_digits.hpp>
#include <KokkosScan/device/bins/store_gathered.hpp>
#include <KokkosScan/device/detail/call.hpp>
#include <KokkosScan/tuning/bin_selector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace KokkosScan::detail {

/// Which ways an `Extraction` has, of those in its enum Way: all of them, or only the one that its
/// caller has chosen by the number of bins. Other ways are not compiled.
enum class ExtractionWays { all, tiles, digits };

/// One extraction, and the choice of its way. Few bins take one pass, over tiles in order or over
/// pieces of the array; many bins take one pass for every digit.
///
/// If the problem has keys, indices are sorted and the elements fetched by them at the end; but by
/// digits, elements no larger than an index move with their keys.
///
/// \tparam Index    an unsigned type that holds the number of elements
/// \tparam Problem  an `ExtractionProblem`
template <Extracted What, class Index, ExtractionPolicy Wanted, class Exec, class Problem,
          ExtractionWays Ways = ExtractionWays::all>
class Extraction {
  using Items = typename Problem::Items;
  using Keyed = typename Problem::Keyed;
  using Out = typename Problem::Out;
  using Offset = typename Problem::Offsets::non_const_value_type;
  using T = typename Out::non_const_value_type;
  using Element = typename Items::element_type;
  static constexpr bool moves_elements = What == Extracted::elements;
  static constexpr bool gives_ranks = What == Extracted::ranks;
  static constexpr bool has_keys = !std::is_same_v<Items, Keyed>;

  using Size = typename Items::Size;
  using Key = BinKey<typename Problem::Binning>;
  using Destination = StoreItem<T, is_contiguous<Out>>;
  static constexpr bool sorts_elements = moves_elements && !has_keys;
  using PieceLoad =
      std::conditional_t<sorts_elements, LoadElement<Items, Key>, LoadIndex<Keyed, Key, Index>>;
  using PieceStore =
      std::conditional_t<moves_elements && has_keys, StoreElement<Items, Destination>, Destination>;
  /// Ranks move keys, but while a tile is ranked its threads hold the elements of the next one. One
  /// pass has a smaller tile for elements above 4 bytes, so that these fit registers. Passes over
  /// digits have not, as only the first holds elements: 2^27 doubles in 2^16 bins, H200, 4.1
  /// ms; 4.4 with smaller tiles.
  static constexpr int rank_bytes =
      std::max<int>(sizeof(std::uint32_t), sizeof(typename Keyed::element_type));
  static constexpr int piece_bytes = sorts_elements ? sizeof(Element)
                                     : gives_ranks  ? rank_bytes
                                                    : sizeof(Index);
  static constexpr ExtractionPolicy in_pieces = extraction_policy_for<Exec, Wanted>(piece_bytes);

  /// Tiles that look back sort the indices of large elements. The elements are fetched when their
  /// output index is known.
  static constexpr bool is_large = sizeof(Element) > tuning::max_sorted_bytes;
  static constexpr bool gathers = moves_elements && is_large && std::is_same_v<T, Element> &&
                                  LookBackPass<Exec, Wanted, Index, 1>::exists;
  static constexpr bool may_sort_pieces =
      !gathers || sizeof(Element) <= tuning::max_bytes_in_pieces;
  using Load = std::conditional_t<gathers, LoadIndex<Keyed, Key, Index>, PieceLoad>;
  using Store = std::conditional_t<gathers, StoreGathered<Items, Destination>, PieceStore>;
  static constexpr int moved_bytes = gathers ? sizeof(Index) : piece_bytes;
  static constexpr int slot_bytes = moved_bytes + (Load::has_cheap_class ? 0 : 1);
  /// The slot size for which the tile is chosen. Where a table finds the bins (Ways is tiles), it
  /// and the tile's elements compete for registers: a larger size gives a smaller tile.
  static constexpr int tuned_bytes = slot_bytes + (Ways == ExtractionWays::tiles && sorts_elements
                                                       ? tuning::table_slot_bytes(sizeof(Element))
                                                       : 0);
  using LookBack = LookBackPass<Exec, Wanted, Index, slot_bytes, tuned_bytes>;
  static constexpr bool has_tiles = LookBack::exists && !gives_ranks;
  /// Whether the elements alone are moved from pass to pass, and every pass finds their bins again:
  /// small elements. Otherwise keys are moved, each with its element or the index of that.
  static constexpr bool elements_know_digits =
      sorts_elements && sizeof(Element) <= 8 && std::is_same_v<T, Element> &&
      tuning::finds_again<Exec>(Key::is_cheap, Key::is_expensive);
  using Payloads = std::conditional_t<moves_elements && sizeof(Element) <= sizeof(Index),
                                      ElementPayload<Items>, IndexPayload<Index>>;
  using Moved = KeyedItem<typename Payloads::Payload>;
  /// Bytes of scratch that an item takes in a pass over a digit: with its class, if that is kept.
  static constexpr int digit_bytes = gives_ranks ? sizeof(std::uint32_t)
                                     : elements_know_digits
                                         ? sizeof(Element) + (Key::is_cheap ? 0 : 1)
                                         : sizeof(Moved);
  using Passes = DigitPasses<Exec, Wanted, Index, Size, digit_bytes>;
  /// Whether offsets of many bins are found by searching the sorted result: after passes that look
  /// back, except for ranks, which are not sorted.
  static constexpr bool searches_offsets = !gives_ranks && Passes::look_back;
  /// Whether that search can bin the result again. Not if it consists of elements of another type
  /// than was binned, or of elements whose keys were binned.
  static constexpr bool has_binned =
      !moves_elements || (sorts_elements && std::is_same_v<T, Element>);
  enum class Way { tiles, pieces, digits };  // tiles and pieces: one pass

 public:
  static constexpr int max_bins_in_tiles = has_tiles ? LookBack::max_bins : 0;

  /// \param kept_offset  bytes at the start of the workspace's kept memory that are in use already
  Extraction(Call<Exec> const& call, Problem const& problem, std::size_t kept_offset = 0)
      : m_call(call),
        m_problem(problem),
        m_key{problem.binning, problem.bins},
        m_destination{problem.out.data(), detail::stride_of(problem.out)},
        m_kept_offset(kept_offset) {}

  /// Bytes of the kept memory that the extraction takes, from `kept_offset` on.
  std::size_t kept_bytes() const {
    switch (way()) {
      case Way::tiles:
        return 0;
      case Way::pieces:
        return FirstsTable::bytes(static_cast<std::size_t>(classes()), pieces().count);
      case Way::digits:
        return passes().kept_bytes();
    }
    return 0;
  }

  void run() const {
    constexpr bool may_take_tiles = has_tiles && Ways != ExtractionWays::digits;
    if constexpr (may_take_tiles) reserve_for_tiles();
    switch (way()) {
      case Way::tiles:
        if constexpr (may_take_tiles) over_tiles();
        return;
      case Way::pieces:
        if constexpr (may_sort_pieces && Ways == ExtractionWays::all) over_pieces();
        return;
      case Way::digits:
        if constexpr (Ways != ExtractionWays::tiles) by_digits();
        return;
    }
  }

 private:
  std::size_t items() const { return m_problem.items.size.most; }
  Way way() const {
    if (Ways == ExtractionWays::tiles) return Way::tiles;
    if (Ways == ExtractionWays::digits) return Way::digits;
    if (m_key.bins <= max_bins_in_tiles &&
        (!may_sort_pieces || m_problem.knows_offsets || !Wanted.is_default() ||
         tuning::prefer_look_back(m_key.bins, items() * slot_bytes)))
      return Way::tiles;
    return may_sort_pieces && m_key.bins <= 1 << in_pieces.digit_bits ? Way::pieces : Way::digits;
  }
  auto pieces() const { return cut_for<Exec, in_pieces>(m_call.exec, m_problem.items.size); }
  Passes passes() const {
    using Written = KeyedItems<typename Payloads::Payload>;
    std::size_t const n = items();
    PassMemory memory{.buffer_bytes =
                          elements_know_digits ? n * sizeof(Element) : Written::bytes(n)};
    if (gives_ranks) memory.max_buffers = std::numeric_limits<int>::max();
    if (!elements_know_digits) memory.more_bytes = Written::key_bytes(std::min(n, max_kept_keys()));
    return {m_call, m_problem.items.size, m_key.bins, m_kept_offset, memory};
  }
  bool searches() const { return searches_offsets && !m_problem.knows_offsets; }
  /// The most items for which the last pass over digits also stores the sorted keys, so that
  /// offsets are searched in them. All, if the result cannot be binned again.
  std::size_t max_kept_keys() const {
    if (!searches()) return 0;
    return has_binned ? tuning::max_kept_keys(m_key.bins) : items();
  }
  /// Reserves for a pass over tiles. Also if these items go another way, as fewer of them may go
  /// over tiles: a workspace that has served some items serves fewer without growing.
  void reserve_for_tiles() const {
    bool const takes_tiles = way() == Way::tiles;
    if (!takes_tiles && !(Wanted.is_default() && m_key.bins <= max_bins_in_tiles)) return;
    constexpr std::size_t most = tuning::max_bytes_looking_back / slot_bytes;
    m_call.workspace.reserve(WorkspaceNeed{
        .words = LookBack::words(takes_tiles ? items() : std::min(items(), most), classes())});
  }
  /// The number of bins, plus one for elements in no bin if these are moved too.
  int classes() const { return m_key.bins + (moves_elements ? 0 : 1); }

  template <class To>
  To to() const {
    if constexpr (std::is_same_v<To, Destination>)
      return m_destination;
    else
      return {m_problem.items, m_destination};
  }

  template <bool AreFewBins>
  void find_offsets_unless_known() const {
    if (!m_problem.knows_offsets)
      find_offsets<AreFewBins>(m_call, m_problem.keyed, m_key.binning, m_key.bins,
                               m_problem.offsets);
  }

  void over_tiles() const {
    bool const finds_starts = LookBack::are_one_tile(items()) && !m_problem.knows_offsets;
    if (!finds_starts) find_offsets_unless_known<true>();
    LookBack::run(m_call, m_problem.items.size, classes(), Load{m_problem.keyed, m_key},
                  to<Store>(), m_problem.offsets, finds_starts ? m_key.bins + 1 : 0);
  }

  void over_pieces() const {
    auto const all = pieces();
    auto const keys = static_cast<std::size_t>(classes());
    m_call.workspace.reserve(WorkspaceNeed{.kept = m_kept_offset + kept_bytes()});
    FirstsTable const firsts{
        reinterpret_cast<std::uint64_t*>(m_call.workspace.kept() + m_kept_offset), keys, all.count};
    OffsetSink<Offset> const offsets =
        offsets_to_store(m_problem.knows_offsets ? 0 : m_key.bins + 1);
    auto const sort = [&](auto const& digit, auto const& load, auto const& store) {
      piece_pass<in_pieces, Index>(m_call, all, firsts, m_problem.keyed, digit, load, store,
                                   offsets);
    };
    auto const stride = static_cast<std::ptrdiff_t>(firsts.pieces);
    if constexpr (moves_elements)
      // Elements in no bin are not counted: so the binning itself is the digit, which is faster.
      sort(m_key.binning, PieceLoad{m_problem.keyed, m_key}, to<PieceStore>());
    else if constexpr (gives_ranks)
      sort(m_key, LoadKey<Keyed, DigitOf<Key>>{m_problem.keyed, {m_key, 0, ~0}},
           StoreRanks<Destination, std::uint64_t>{m_destination, firsts.data, stride});
    else
      sort(m_key, PieceLoad{m_problem.keyed, m_key}, m_destination);
  }

  void by_digits() const {
    if constexpr (!searches_offsets) find_offsets_unless_known<false>();
    OffsetSink<Offset> const offsets = offsets_to_store(0);
    if constexpr (elements_know_digits)
      sort_elements_by_digits(passes(), m_problem.items, m_key, m_destination, offsets, searches());
    else if constexpr (gives_ranks)
      rank_by_digits(passes(), m_problem.keyed, m_key, m_destination, offsets);
    else
      sort_keys_by_digits<What, has_binned>(passes(), m_problem.items, m_problem.keyed, payloads(),
                                            m_key, m_destination, offsets, searches(),
                                            items() <= max_kept_keys());
  }
  Payloads payloads() const {
    if constexpr (Payloads::are_elements)
      return {m_problem.items};
    else
      return {};
  }

  OffsetSink<Offset> offsets_to_store(int count) const {
    return {m_problem.offsets.data(), detail::stride_of(m_problem.offsets), count};
  }

  Call<Exec> const& m_call;
  Problem const& m_problem;
  Key m_key;
  Destination m_destination;
  std::size_t m_kept_offset;
};

}  // namespace KokkosScan::detail
