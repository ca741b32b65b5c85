// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/device/bins/digits.hpp>
#include <KokkosScan/device/bins/search_offsets.hpp>
#include <KokkosScan/device/bins/sort_ends.hpp>
#include <KokkosScan/device/bins/sort_pass.hpp>
#include <KokkosScan/device/workspace.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

/// \file
/// \brief Stable sorting by many bins: a pass for every digit of the bin.

namespace KokkosScan::detail {

/// The passes over all digits: the memory they share, and the way a pass goes.
/// \tparam Place  an unsigned type that holds the number of elements
template <class Exec, ExtractionPolicy Wanted, class Place, class Size, int ItemBytes>
class DigitPasses {
  static constexpr ExtractionPolicy in_pieces = extraction_policy_for<Exec, Wanted>(ItemBytes);
  static constexpr ExtractionPolicy ordered = look_back_policy_for<Exec, Wanted>(ItemBytes);
  static constexpr ExtractionPolicy ordered_if_few =
      short_tiles_policy_for<Exec, Wanted>(ItemBytes);
  static constexpr std::size_t most_few = tuning::most_bytes_in_short_tiles / ItemBytes;

 public:
  /// Passes are in tiles that look back, and leave behind where the digits of the last one begin.
  static constexpr bool look_back = ordered.looks_back;

  DigitPasses(std::string const& label, Exec const& exec, Size const& size, int bins,
              Workspace<Exec>& workspace)
      : digits(static_cast<std::size_t>(bins), in_pieces.digit_bits),
        m_label(label),
        m_exec(exec),
        m_workspace(workspace),
        m_pieces(cut_for<Exec, in_pieces>(exec, size)) {}

  Digits const digits;

  /// Two buffers at most, which live through all passes.
  void reserve(std::size_t buffer_bytes) {
    m_table_bytes = std::max(FirstsTable::bytes(digits.most_values(), m_pieces.count),
                             round_up((digits.all_values() + 1) * sizeof(Place)));
    m_buffer_bytes = round_up(buffer_bytes);
    WorkspaceNeed need{.kept = m_table_bytes + buffers() * m_buffer_bytes};
    if constexpr (look_back) {
      auto const classes = static_cast<int>(digits.most_values());
      std::size_t const n = m_pieces.items.most;
      need.words = look_back_words<ordered, Place>(n, classes);
      // Short tiles of fewer elements may be more: a workspace that has served many serves fewer.
      if (Wanted.is_default())
        need.words = std::max(
            need.words, look_back_words<ordered_if_few, Place>(std::min(n, most_few), classes));
    }
    m_workspace.reserve(need);
  }
  /// Counts the digits of all passes by one read, on GPUs whose passes look back, and where there
  /// are few values in all. Otherwise each pass counts its own: a CPU's `SlotCounter` knows no
  /// parts.
  template <class Items, class Key>
  void count(Items const& items, Key const& key) {
    if constexpr (look_back && tuning::capabilities<Exec>.lanes_are_threads) {
      if (digits.all_values() > TeamSums::most) return;
      auto const values = static_cast<int>(digits.all_values());
      m_has_counted = true;
      count_offsets(m_label, m_exec, items, AllDigits<Key>{key, digits}, values,
                    DigitStarts<Place, Size>{starts(0), items.size, digits, values}, m_workspace);
    }
  }
  /// What pass \p pass writes.
  std::byte* buffer(int pass) const {
    return memory() + m_table_bytes + static_cast<std::size_t>(pass) % buffers() * m_buffer_bytes;
  }

  template <class Items, class Digit, class Load, class Store>
  void run(int pass, Items const& items, Digit const& digit, Load const& load,
           Store const& store) const {
    if constexpr (look_back && !Store::is_by_item) {
      // What needs a wide Place is not few.
      if constexpr (sizeof(Place) <= 4)
        if (Wanted.is_default() && are_few())
          return run_tiles<ordered_if_few>(pass, items, digit, load, store);
      run_tiles<ordered>(pass, items, digit, load, store);
    } else {
      sort_pass<Exec, in_pieces, Place>(m_label, m_exec, m_workspace, m_pieces,
                                        FirstsTable{reinterpret_cast<std::uint64_t*>(memory()),
                                                    digits.values(pass), m_pieces.count},
                                        items, digit, load, store);
    }
  }
  /// Where passes that look back leave the number of elements that are in a bin, if all others have
  /// the number `none`.
  Place const* binned() const {
    int const last = digits.passes - 1;
    return starts(last) + (digits.values(last) - 1);
  }

 private:
  bool are_few() const { return m_pieces.items.most <= most_few; }
  Place* starts(int pass) const {
    return reinterpret_cast<Place*>(memory()) + (m_has_counted ? digits.first_value(pass) : 0);
  }

  template <ExtractionPolicy P, class Items, class Digit, class Load, class Store>
  void run_tiles(int pass, Items const& items, Digit const& digit, Load const& load,
                 Store const& store) const {
    auto const classes = static_cast<int>(digits.values(pass));
    Kokkos::View<Place*, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
        first(starts(pass), digits.values(pass) + 1);
    look_back_pass<Exec, P, false, Place>(
        m_label, m_exec, m_workspace, m_pieces.items, classes, load, store, first,
        [&] {
          if (!m_has_counted)
            find_offsets<true>(m_label, m_exec, items, digit, classes, first, m_workspace);
        },
        0);
  }

  std::size_t buffers() const { return digits.passes > 2 ? 2 : 1; }
  std::byte* memory() const { return m_workspace.kept(); }

  std::string const& m_label;
  Exec const& m_exec;
  Workspace<Exec>& m_workspace;
  Pieces<Size> m_pieces;
  std::size_t m_table_bytes = 0, m_buffer_bytes = 0;
  bool m_has_counted = false;
};

/// Elements move from digit to digit.
/// \param searched  offsets to be found in the sorted elements, if any; passes look back then
template <class Index, ExtractionPolicy Wanted, class Exec, class Items, class B, class Out,
          class Offset>
void sort_elements_by_digits(std::string const& label, Exec const& exec, Items const& items,
                             BinKey<B> key, Out const& out, OffsetSink<Offset> const& searched,
                             Workspace<Exec>& workspace) {
  using T = typename Items::element_type;
  using Key = BinKey<B>;
  using Digit = DigitOf<Key>;
  using Size = typename Items::Size;
  using Stored = ElementItems<T, true, Size>;
  using Passes = DigitPasses<Exec, Wanted, Index, Size, sizeof(T)>;
  Passes passes(label, exec, items.size, key.bins, workspace);
  Digits const& digits = passes.digits;
  if (searched.count > 0) key.none = digits.none();
  passes.reserve(items.size.most * sizeof(T));
  passes.count(items, key);
  auto const written = [&](int pass) { return reinterpret_cast<T*>(passes.buffer(pass)); };
  Digit const first{key, 0, digits.mask(0)};
  passes.run(0, items, first, LoadElement<Items, Digit>{items, first},
             StoreItem<T, true>{written(0), 1});
  for (int pass = 1; pass < digits.passes; ++pass) {
    Stored const stored{{written(pass - 1), 1}, items.size};
    Digit const digit{key, digits.shift(pass), digits.mask(pass)};
    LoadElement<Stored, Digit> const load{stored, digit};
    if (digits.is_last(pass))
      passes.run(pass, stored, digit, load, StoreBinned<Key, Out>{key, out});
    else
      passes.run(pass, stored, digit, load, StoreItem<T, true>{written(pass), 1});
  }
  if constexpr (Passes::look_back)
    if (searched.count > 0)
      search_offsets(label, exec, BinOfSorted<Key, Out>{key, out}, passes.binned(), searched);
}

/// Keys and indices of elements move from digit to digit.
/// \param offsets   for ranks: where the bins begin
/// \param searched  offsets to be found in the permutation, if any; passes look back then
template <Extracted What, class Index, ExtractionPolicy Wanted, class Exec, class Items, class B,
          class Out, class Offsets, class Offset>
void sort_keys_by_digits(std::string const& label, Exec const& exec, Items const& items,
                         BinKey<B> key, Out const& out, Offsets const& offsets,
                         OffsetSink<Offset> const& searched, Workspace<Exec>& workspace) {
  using Key = BinKey<B>;
  using Size = typename Items::Size;
  using Digit = DigitOf<Key>;
  using Passes = DigitPasses<Exec, Wanted, Index, Size, sizeof(KeyedIndex<Index>)>;
  Passes passes(label, exec, items.size, key.bins, workspace);
  Digits const& digits = passes.digits;
  if (searched.count > 0) key.none = digits.none();
  std::size_t const n = items.size.most, key_bytes = round_up(n * sizeof(std::uint32_t));
  passes.reserve(key_bytes + n * sizeof(Index));
  passes.count(items, key);
  auto const written = [&](int pass) {
    std::byte* const start = passes.buffer(pass);
    return KeyedIndices<Index>{reinterpret_cast<std::uint32_t*>(start),
                               reinterpret_cast<Index*>(start + key_bytes)};
  };
  Digit const first{key, 0, digits.mask(0)};
  passes.run(0, items, first, LoadKeyed<Items, Digit, Index>{items, first}, written(0));
  for (int pass = 1; pass < digits.passes; ++pass) {
    KeyedIndices<Index> const from = written(pass - 1);
    ElementItems<std::uint32_t, true, Size> const stored{{from.key, 1}, items.size};
    DigitOf<StoredKey> const digit{{}, digits.shift(pass), digits.mask(pass)};
    LoadStored<Index> const load{from, digit};
    auto const run = [&](auto const& store) { passes.run(pass, stored, digit, load, store); };
    if (!digits.is_last(pass))
      run(written(pass));
    else if constexpr (What == Extracted::elements)
      run(StoreElement<Items, Out>{items, out, static_cast<std::uint32_t>(key.bins)});
    else if constexpr (What == Extracted::ranks)
      run(StoreRank<Out, typename Offsets::non_const_value_type>{out, offsets.data(),
                                                                 detail::stride_of(offsets)});
    else
      run(StoreIndex<Out>{out});
  }
  if constexpr (Passes::look_back && What == Extracted::indices && Key::is_cheap)
    if (searched.count > 0)
      search_offsets(label, exec, BinOfPermuted<Key, Items, Out>{key, items, out}, passes.binned(),
                     searched);
}

}  // namespace KokkosScan::detail
