// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/device/bins/sort_digits.hpp>
#include <KokkosScan/device/bins/sort_ends.hpp>
#include <KokkosScan/device/bins/sort_pass.hpp>
#include <KokkosScan/device/bins/store_gathered.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace KokkosScan::detail {

/// The ways an extraction may have to go, by the number of bins: what no number takes is not
/// compiled.
enum class ExtractionWays { all, tiles, digits };

/// One extraction, and the ways to do it: few bins in one pass, over tiles in order or over pieces
/// of the array; many in a pass for every digit.
///
/// \tparam Index  an unsigned type that holds the number of elements
/// \tparam Keyed  what is binned: Items, or keys of them. Then indices are sorted in place of
///                elements, which are fetched; by digits, elements that are no larger than an index
///                travel with their key
template <Extracted What, class Index, ExtractionPolicy Wanted, class Exec, class Items,
          class Keyed, class B, class Out, class Offsets, ExtractionWays Ways = ExtractionWays::all>
class Extraction {
  using T = typename Out::non_const_value_type;
  using Element = typename Items::element_type;
  using Offset = typename Offsets::non_const_value_type;
  static constexpr bool moves_elements = What == Extracted::elements;
  static constexpr bool gives_ranks = What == Extracted::ranks;
  static constexpr bool has_keys = !std::is_same_v<Items, Keyed>;

  using Size = typename Items::Size;
  using Key = BinKey<B>;
  using Destination = StoreItem<T, is_contiguous<Out>>;
  static constexpr bool sorts_elements = moves_elements && !has_keys;
  using PieceLoad =
      std::conditional_t<sorts_elements, LoadElement<Items, Key>, LoadIndex<Keyed, Key, Index>>;
  using PieceStore =
      std::conditional_t<moves_elements && has_keys, StoreElement<Items, Destination>, Destination>;
  static constexpr int piece_bytes = sorts_elements ? sizeof(Element)
                                     : gives_ranks  ? sizeof(KeyedItem<Index>)
                                                    : sizeof(Index);
  static constexpr ExtractionPolicy in_pieces = extraction_policy_for<Exec, Wanted>(piece_bytes);

  /// Tiles sort indices in place of large elements, which are fetched when their place is known.
  static constexpr bool is_large = sizeof(Element) > tuning::most_sorted_bytes;
  static constexpr bool gathers = moves_elements && is_large && std::is_same_v<T, Element> &&
                                  look_back_policy_for<Exec, Wanted>(1).looks_back;
  static constexpr bool may_sort_pieces =
      !gathers || sizeof(Element) <= tuning::most_bytes_in_pieces;
  using Load = std::conditional_t<gathers, LoadIndex<Keyed, Key, Index>, PieceLoad>;
  using Store = std::conditional_t<gathers, StoreGathered<Items, Destination>, PieceStore>;
  static constexpr int moved_bytes = gathers ? sizeof(Index) : piece_bytes;
  static constexpr int slot_bytes = moved_bytes + (Load::has_cheap_class ? 0 : 1);
  /// Elements and a table take registers.
  static constexpr int tuned_bytes = slot_bytes + (Ways == ExtractionWays::tiles && sorts_elements
                                                       ? tuning::table_slot_bytes(sizeof(Element))
                                                       : 0);
  static constexpr ExtractionPolicy in_tiles = look_back_policy_for<Exec, Wanted>(tuned_bytes);
  static constexpr ExtractionPolicy in_short_tiles =
      short_tiles_policy_for<Exec, Wanted>(tuned_bytes);
  static constexpr bool has_tiles = in_tiles.looks_back && !gives_ranks;
  /// Small elements move themselves from digit to digit, and their bins are found again. Others are
  /// moved with a key, or their indices are.
  static constexpr bool elements_know_digits =
      sorts_elements && sizeof(Element) <= 8 && std::is_same_v<T, Element> &&
      tuning::finds_again<Exec>(Key::is_cheap, Key::is_dear);
  using Payloads = std::conditional_t<moves_elements && sizeof(Element) <= sizeof(Index),
                                      ElementPayload<Items>, IndexPayload<Index>>;
  using Moved = KeyedItem<typename Payloads::Payload>;
  /// Of scratch that an item takes in a pass: with its class, if that is kept.
  static constexpr int digit_bytes =
      elements_know_digits ? sizeof(Element) + (Key::is_cheap ? 0 : 1) : sizeof(Moved);
  using Passes = DigitPasses<Exec, Wanted, Index, Size, digit_bytes>;
  /// Offsets of many bins are found in what has been sorted, by passes that look back. Ranks are
  /// not sorted.
  static constexpr bool searches_offsets = !gives_ranks && Passes::look_back;
  /// What comes out can be binned again: elements of another type are not what was binned.
  static constexpr bool has_binned =
      !moves_elements || (sorts_elements && std::is_same_v<T, Element>);
  enum class Way { tiles, pieces, digits };

 public:
  static constexpr int most_bins_in_tiles = has_tiles ? 1 << in_tiles.digit_bits : 0;

  /// \param place  bytes of the workspace's kept memory that are taken
  Extraction(std::string const& label, Exec const& exec, Items const& items, Keyed const& keyed,
             B const& binning, int bins, Out const& out, Offsets const& offsets, bool knows_offsets,
             Workspace<Exec>& workspace, std::size_t place)
      : m_label(label),
        m_exec(exec),
        m_items(items),
        m_keyed(keyed),
        m_key{binning, bins},
        m_destination{out.data(), detail::stride_of(out)},
        m_offsets(offsets),
        m_knows_offsets(knows_offsets),
        m_workspace(workspace),
        m_place(place) {}

  /// Bytes of the kept memory that it takes behind `place`.
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
    if constexpr (may_take_tiles) reserve_as_for_fewer();
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
  bool fits(ExtractionPolicy const& policy) const { return m_key.bins <= 1 << policy.digit_bits; }
  Way way() const {
    if (Ways == ExtractionWays::tiles) return Way::tiles;
    if (Ways == ExtractionWays::digits) return Way::digits;
    if (has_tiles && fits(in_tiles) &&
        (!may_sort_pieces || m_knows_offsets || !Wanted.is_default() ||
         tuning::prefer_look_back(m_key.bins, m_items.size.most * slot_bytes)))
      return Way::tiles;
    return may_sort_pieces && fits(in_pieces) ? Way::pieces : Way::digits;
  }
  auto pieces() const { return cut_for<Exec, in_pieces>(m_exec, m_items.size); }
  Passes passes() const {
    using Written = KeyedItems<typename Payloads::Payload>;
    std::size_t const n = m_items.size.most;
    return elements_know_digits
               ? Passes(m_label, m_exec, m_items.size, m_key.bins, m_workspace, m_place,
                        n * sizeof(Element), 0)
               : Passes(m_label, m_exec, m_items.size, m_key.bins, m_workspace, m_place,
                        Written::bytes(n), Written::key_bytes(std::min(n, most_kept_keys())));
  }
  bool searches() const { return searches_offsets && !m_knows_offsets; }
  /// The most items whose keys are kept in order, for the bins' ends to be searched in them.
  std::size_t most_kept_keys() const {
    if (!searches()) return 0;
    return has_binned ? tuning::most_kept_keys(m_key.bins) : m_items.size.most;
  }
  /// Too few items to fill a machine with long tiles.
  static constexpr std::size_t most_few = tuning::most_bytes_in_short_tiles / slot_bytes;
  bool are_few() const { return m_items.size.most <= most_few; }
  /// Fewer items may have more tiles that look back, short ones or any: a workspace that has served
  /// many serves fewer.
  void reserve_as_for_fewer() const {
    if (!Wanted.is_default() || !fits(in_tiles)) return;
    constexpr std::size_t most_middle = tuning::most_bytes_looking_back / slot_bytes;
    std::size_t words = 0;
    if (m_items.size.most > most_few)
      words = look_back_words<in_short_tiles, Index>(most_few, classes());
    if (m_items.size.most > most_middle)
      words = std::max(words, look_back_words<in_tiles, Index>(most_middle, classes()));
    m_workspace.reserve(WorkspaceNeed{.words = words});
  }
  bool is_one_tile(ExtractionPolicy const& policy) const {
    std::size_t const n = m_items.size.most;
    return n > 0 && n <= static_cast<std::size_t>(policy.tile());
  }
  /// The bins, and one for what is in none if that is moved too.
  int classes() const { return m_key.bins + (moves_elements ? 0 : 1); }

  template <class To>
  To to() const {
    if constexpr (std::is_same_v<To, Destination>)
      return m_destination;
    else
      return {m_items, m_destination};
  }

  template <bool AreFewBins>
  void find_offsets_unless_known() const {
    if (!m_knows_offsets)
      find_offsets<AreFewBins>(m_label, m_exec, m_keyed, m_key.binning, m_key.bins, m_offsets,
                               m_workspace);
  }

  void over_tiles() const {
    // What needs a wide Index is not few.
    constexpr bool may_be_few = sizeof(Index) <= 4 || !Wanted.is_default();
    bool const are_short = Wanted.is_default() ? are_few() : is_one_tile(in_tiles);
    if constexpr (may_be_few)
      if (are_short) return look_back<in_short_tiles, true>();
    look_back<in_tiles, false>();
  }
  template <ExtractionPolicy P, bool FindsStarts>
  using Sort = SortTiles<Exec, P, FindsStarts, Index, Size, Load, Store, Offset>;

  template <ExtractionPolicy P, bool FindsStarts>
  void look_back() const {
    static_assert(
        !Wanted.is_default() || Sort<P, FindsStarts>::scratch_bytes((1 << P.digit_bits) + 1) <=
                                    tuning::capabilities<Exec>.team_scratch_bytes,
        "a tuned tile must fit the scratch of a team");
    bool const finds_starts = FindsStarts && is_one_tile(P) && !m_knows_offsets;
    m_workspace.reserve(
        WorkspaceNeed{.words = look_back_words<P, Index>(m_items.size.most, classes())});
    if (!finds_starts) find_offsets_unless_known<true>();
    look_back_pass<Exec, P, FindsStarts, Index>(m_label, m_exec, m_workspace, m_items.size,
                                                classes(), Load{m_keyed, m_key}, to<Store>(),
                                                m_offsets, finds_starts ? m_key.bins + 1 : 0);
  }

  void over_pieces() const {
    auto const all = pieces();
    auto const keys = static_cast<std::size_t>(classes());
    m_workspace.reserve(WorkspaceNeed{.kept = m_place + kept_bytes()});
    FirstsTable const firsts{reinterpret_cast<std::uint64_t*>(m_workspace.kept() + m_place), keys,
                             all.count};
    OffsetSink<Offset> const offsets{m_offsets.data(), detail::stride_of(m_offsets),
                                     m_knows_offsets ? 0 : m_key.bins + 1};
    auto const sort = [&](auto const& digit, auto const& load, auto const& store) {
      sort_pass<Exec, in_pieces, Index>(m_label, m_exec, m_workspace, all, firsts, m_keyed, digit,
                                        load, store, offsets);
    };
    auto const stride = static_cast<std::ptrdiff_t>(firsts.pieces);
    if constexpr (moves_elements)
      // What is in no bin is not counted: the binning alone will do, and is faster.
      sort(m_key.binning, PieceLoad{m_keyed, m_key}, to<PieceStore>());
    else if constexpr (gives_ranks)
      sort(m_key, LoadKeyed<Keyed, DigitOf<Key>, IndexPayload<Index>>{m_keyed, {m_key, 0, ~0}, {}},
           StoreRank<Destination, std::uint64_t>{m_destination, firsts.data, stride});
    else
      sort(m_key, PieceLoad{m_keyed, m_key}, m_destination);
  }

  void by_digits() const {
    if constexpr (!searches_offsets) find_offsets_unless_known<false>();
    OffsetSink<Offset> const offsets{m_offsets.data(), detail::stride_of(m_offsets)};
    if constexpr (elements_know_digits)
      sort_elements_by_digits(m_label, m_exec, passes(), m_items, m_key, m_destination, offsets,
                              searches());
    else
      sort_keys_by_digits<What, has_binned>(m_label, m_exec, passes(), m_items, m_keyed, payloads(),
                                            m_key, m_destination, offsets, searches(),
                                            m_items.size.most <= most_kept_keys());
  }
  Payloads payloads() const {
    if constexpr (Payloads::are_elements)
      return {m_items};
    else
      return {};
  }

  std::string const& m_label;
  Exec const& m_exec;
  Items const& m_items;
  Keyed const& m_keyed;
  Key m_key;
  Destination m_destination;
  Offsets const& m_offsets;
  bool m_knows_offsets;
  Workspace<Exec>& m_workspace;
  std::size_t m_place;
};

}  // namespace KokkosScan::detail
