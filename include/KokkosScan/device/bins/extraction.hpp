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

/// Which ways an `Extraction` has, of those in its enum Way: all of them, or only the one that its
/// caller has chosen by the number of bins. Other ways are not compiled.
enum class ExtractionWays { all, tiles, digits };

/// One extraction, and the choice of its way. Few bins take one pass, over tiles in order or over
/// pieces of the array; many bins take one pass for every digit.
///
/// \tparam Index  an unsigned type that holds the number of elements
/// \tparam Keyed  what is binned: Items, or keys of them (`StoredBins`). With keys, indices are
///                sorted and the elements fetched by them at the end; but by digits, elements no
///                larger than an index move with their keys
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

  /// Tiles that look back sort the indices of large elements. The elements are fetched when their
  /// output index is known.
  static constexpr bool is_large = sizeof(Element) > tuning::most_sorted_bytes;
  static constexpr bool gathers = moves_elements && is_large && std::is_same_v<T, Element> &&
                                  look_back_policy_for<Exec, Wanted>(1).looks_back;
  static constexpr bool may_sort_pieces =
      !gathers || sizeof(Element) <= tuning::most_bytes_in_pieces;
  using Load = std::conditional_t<gathers, LoadIndex<Keyed, Key, Index>, PieceLoad>;
  using Store = std::conditional_t<gathers, StoreGathered<Items, Destination>, PieceStore>;
  static constexpr int moved_bytes = gathers ? sizeof(Index) : piece_bytes;
  static constexpr int slot_bytes = moved_bytes + (Load::has_cheap_class ? 0 : 1);
  /// The slot size for which the tile is chosen. Where a table finds the bins (Ways is tiles), it
  /// and the tile's elements compete for registers: a larger size gives a smaller tile.
  static constexpr int tuned_bytes = slot_bytes + (Ways == ExtractionWays::tiles && sorts_elements
                                                       ? tuning::table_slot_bytes(sizeof(Element))
                                                       : 0);
  static constexpr ExtractionPolicy in_tiles = look_back_policy_for<Exec, Wanted>(tuned_bytes);
  static constexpr ExtractionPolicy in_short_tiles =
      short_tiles_policy_for<Exec, Wanted>(tuned_bytes);
  static constexpr bool has_tiles = in_tiles.looks_back && !gives_ranks;
  /// Whether the elements alone are moved from pass to pass, and every pass finds their bins again:
  /// small elements. Otherwise keys are moved, each with its element or the index of that.
  static constexpr bool elements_know_digits =
      sorts_elements && sizeof(Element) <= 8 && std::is_same_v<T, Element> &&
      tuning::finds_again<Exec>(Key::is_cheap, Key::is_expensive);
  using Payloads = std::conditional_t<moves_elements && sizeof(Element) <= sizeof(Index),
                                      ElementPayload<Items>, IndexPayload<Index>>;
  using Moved = KeyedItem<typename Payloads::Payload>;
  /// Bytes of scratch that an item takes in a pass over a digit: with its class, if that is kept.
  static constexpr int digit_bytes =
      elements_know_digits ? sizeof(Element) + (Key::is_cheap ? 0 : 1) : sizeof(Moved);
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
  static constexpr int most_bins_in_tiles = has_tiles ? 1 << in_tiles.digit_bits : 0;

  /// \param place  bytes at the start of the workspace's kept memory that are in use already
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

  /// Bytes of the kept memory that the extraction takes, from byte `place` on.
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
  /// The most items for which the last pass over digits also stores the sorted keys, so that
  /// offsets are searched in them. All, if the result cannot be binned again.
  std::size_t most_kept_keys() const {
    if (!searches()) return 0;
    return has_binned ? tuning::most_kept_keys(m_key.bins) : m_items.size.most;
  }
  /// Up to this number, long tiles would be too few to fill the machine.
  static constexpr std::size_t most_few = tuning::most_bytes_in_short_tiles / slot_bytes;
  bool are_few() const { return m_items.size.most <= most_few; }
  /// Fewer items may need more words: if they take short tiles, or if only they are in tiles that
  /// look back. So a workspace that is large enough for these items is large enough for fewer.
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
  /// The number of bins, plus one for elements in no bin if these are moved too.
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
    // Elements that need a 64-bit Index are not few.
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
      // Elements in no bin are not counted: so the binning itself is the digit, which is faster.
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
