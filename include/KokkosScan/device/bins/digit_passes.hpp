// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/device/bins/count_offsets.hpp>
#include <KokkosScan/device/bins/digits.hpp>
#include <KokkosScan/device/bins/sort_ends.hpp>
#include <KokkosScan/device/bins/sort_pass.hpp>
#include <KokkosScan/device/workspace.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace KokkosScan::detail {

/// The passes over all digits: their common memory, and the choice of a kernel for each.
/// \tparam Place  an unsigned type that holds the number of elements
template <class Exec, ExtractionPolicy Wanted, class Place, class Size, int ItemBytes>
class DigitPasses {
  static constexpr ExtractionPolicy in_pieces = extraction_policy_for<Exec, Wanted>(ItemBytes);
  static constexpr ExtractionPolicy ordered = look_back_policy_for<Exec, Wanted>(ItemBytes);
  static constexpr ExtractionPolicy ordered_if_few =
      short_tiles_policy_for<Exec, Wanted>(ItemBytes);
  static constexpr std::size_t most_few = tuning::most_bytes_in_short_tiles / ItemBytes;

 public:
  /// Whether passes are in tiles that look back. Where the values of their digits begin stays in
  /// memory afterwards: `binned` reads it.
  static constexpr bool look_back = ordered.looks_back;

  /// \param place         bytes of the workspace's kept memory that precede the passes' own
  /// \param buffer_bytes  bytes that a pass writes, except for the last
  /// \param more_bytes    bytes of `more()`, which lives as long as the passes' memory
  DigitPasses(std::string const& label, Exec const& exec, Size const& size, int bins,
              Workspace<Exec>& workspace, std::size_t place, std::size_t buffer_bytes,
              std::size_t more_bytes)
      : digits(static_cast<std::size_t>(bins), in_pieces.digit_bits),
        m_label(label),
        m_exec(exec),
        m_workspace(workspace),
        m_pieces(cut_for<Exec, in_pieces>(exec, size)),
        m_place(place),
        m_table_bytes(std::max(FirstsTable::bytes(digits.most_values(), m_pieces.count),
                               round_up((digits.all_values() + 1) * sizeof(Place)))),
        m_buffer_bytes(round_up(buffer_bytes)),
        m_more_bytes(more_bytes) {}

  Digits const digits;

  std::size_t kept_bytes() const {
    return m_table_bytes + buffers() * m_buffer_bytes + m_more_bytes;
  }
  void reserve() const {
    WorkspaceNeed need{.kept = m_place + kept_bytes()};
    if constexpr (look_back) {
      auto const classes = static_cast<int>(digits.most_values());
      std::size_t const n = m_pieces.items.most;
      need.words = look_back_words<ordered, Place>(n, classes);
      // Fewer elements may be more tiles, as those are short: reserved too, so that a workspace
      // large enough for n elements is large enough for fewer.
      if (Wanted.is_default())
        need.words = std::max(
            need.words, look_back_words<ordered_if_few, Place>(std::min(n, most_few), classes));
    }
    m_workspace.reserve(need);
  }
  /// For passes that look back, finds where the values of their digits begin, unless the passes
  /// find it themselves (`finds_starts`). One read serves as many passes as together have at most
  /// `TeamSums::most` values; on CPUs one pass, as `SlotCounter` cannot count parts (`HasParts`).
  template <class Items, class Key>
  void count(Items const& items, Key const& key) const {
    if constexpr (look_back) {
      constexpr bool counts_parts = tuning::capabilities<Exec>.lanes_are_threads;
      if (finds_starts()) return;
      int const at_once = counts_parts ? (TeamSums::most - 1) >> digits.bits : 1;
      for (int pass = 0; pass < digits.passes; pass += at_once) {
        SomeDigits<Key> const some{key, digits, pass, std::min(pass + at_once, digits.passes)};
        auto const values = static_cast<int>(some.values());
        DigitStarts<Place, Size> const found{starts(pass), items.size, digits.bits,
                                             some.last - some.first, values};
        if constexpr (counts_parts)
          count_offsets(m_label, m_exec, items, some, values, found, m_workspace);
        else
          count_offsets(m_label, m_exec, items,
                        DigitOf<Key>{key, digits.shift(pass), digits.mask(pass)}, values, found,
                        m_workspace);
      }
    }
  }
  /// Where pass \p pass writes, unless it is the last one.
  std::byte* buffer(int pass) const {
    return memory() + m_table_bytes + static_cast<std::size_t>(pass) % buffers() * m_buffer_bytes;
  }
  std::byte* more() const { return memory() + m_table_bytes + buffers() * m_buffer_bytes; }

  /// \param moves_none  whether the last value of the digit is moved too: in the last pass, that of
  ///                    elements in no bin
  template <class Items, class Digit, class Load, class Store>
  void run(int pass, bool moves_none, Items const& items, Digit const& digit, Load const& load,
           Store const& store) const {
    std::size_t const classes = digits.values(pass) - (moves_none ? 0 : 1);
    if constexpr (look_back && !Store::is_by_item) {
      // Elements whose number needs a 64-bit Place are not few.
      if constexpr (sizeof(Place) <= 4)
        if (Wanted.is_default() && are_few())
          return run_tiles<ordered_if_few, true>(pass, classes, load, store);
      run_tiles<ordered, false>(pass, classes, load, store);
    } else {
      sort_pass<Exec, in_pieces, Place>(
          m_label, m_exec, m_workspace, m_pieces,
          FirstsTable{reinterpret_cast<std::uint64_t*>(memory()), classes, m_pieces.count}, items,
          digit, load, store);
    }
  }
  /// The address of the number of elements that are in some bin, after passes that look back. All
  /// other elements must have the number `Digits::none`: the last value of the last digit then is
  /// theirs alone, and begins at that index.
  Place const* binned() const {
    int const last = digits.passes - 1;
    return starts(last) + (digits.values(last) - 1);
  }

 private:
  bool are_few() const { return m_pieces.items.most <= most_few; }
  /// Whether all items are one short tile, which itself finds where the values of a digit begin.
  bool finds_starts() const {
    std::size_t const n = m_pieces.items.most;
    return sizeof(Place) <= 4 && Wanted.is_default() && n > 0 &&
           n <= static_cast<std::size_t>(ordered_if_few.tile());
  }
  Place* starts(int pass) const {
    return reinterpret_cast<Place*>(memory()) + digits.first_value(pass);
  }

  template <ExtractionPolicy P, bool FindsStarts, class Load, class Store>
  void run_tiles(int pass, std::size_t classes, Load const& load, Store const& store) const {
    Kokkos::View<Place*, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
        first(starts(pass), digits.values(pass));
    using Sort = SortTiles<Exec, P, FindsStarts, Place, Size, Load, Store, Place>;
    static_assert(!Wanted.is_default() || Sort::scratch_bytes((1 << P.digit_bits) + 1) <=
                                              tuning::capabilities<Exec>.team_scratch_bytes,
                  "a tuned tile must fit the scratch of a team");
    int const found = FindsStarts && finds_starts() ? static_cast<int>(digits.values(pass)) : 0;
    look_back_pass<Exec, P, FindsStarts, Place>(m_label, m_exec, m_workspace, m_pieces.items,
                                                static_cast<int>(classes), load, store, first,
                                                found);
  }

  std::size_t buffers() const { return digits.passes > 2 ? 2 : 1; }
  std::byte* memory() const { return m_workspace.kept() + m_place; }

  std::string const& m_label;
  Exec const& m_exec;
  Workspace<Exec>& m_workspace;
  Pieces<Size> m_pieces;
  std::size_t m_place, m_table_bytes, m_buffer_bytes, m_more_bytes;
};

}  // namespace KokkosScan::detail
