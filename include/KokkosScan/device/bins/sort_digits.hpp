// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/bins/sort_ends.hpp>
#include <KokkosScan/device/bins/sort_pass.hpp>
#include <KokkosScan/device/workspace.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

/// \file
/// \brief Stable sorting by many bins: a pass for every digit of the bin.

namespace KokkosScan::detail {

/// How the numbers of bins are cut into digits, the least significant first. The key behind the
/// last bin, of what is in none, may make the last digit one larger.
struct Digits {
  std::size_t bins;
  int passes, bits;

  constexpr Digits(std::size_t bin_count, int most_bits) : bins(bin_count), passes(1), bits(0) {
    int all = 0;
    while ((std::size_t(1) << all) < bins) ++all;
    passes = all > 0 ? ceil_div(all, most_bits) : 1;
    bits = ceil_div(all, passes);
  }
  constexpr int shift(int pass) const { return pass * bits; }
  constexpr bool is_last(int pass) const { return pass + 1 == passes; }
  constexpr int mask(int pass) const { return is_last(pass) ? ~0 : (1 << bits) - 1; }
  constexpr std::size_t values(int pass) const {
    return is_last(pass) ? (bins >> shift(pass)) + 1 : std::size_t(1) << bits;
  }
  constexpr std::size_t most_values() const { return (std::size_t(1) << bits) + 1; }
};

/// The passes over all digits: the memory they share, and the way a pass goes.
/// \tparam Place  an unsigned type that holds the number of elements
template <class Exec, ExtractionPolicy Wanted, class Place, class Size, int ItemBytes>
class DigitPasses {
  static constexpr ExtractionPolicy in_pieces = extraction_policy_for<Exec, Wanted>(ItemBytes);
  static constexpr ExtractionPolicy ordered = look_back_policy_for<Exec, Wanted>(ItemBytes);

 public:
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
    m_table_bytes = FirstsTable::bytes(digits.most_values(), m_pieces.count);
    m_buffer_bytes = round_up(buffer_bytes);
    m_workspace.reserve(WorkspaceNeed{.kept = m_table_bytes + buffers() * m_buffer_bytes});
  }
  /// What pass \p pass writes.
  std::byte* buffer(int pass) const {
    return memory() + m_table_bytes + static_cast<std::size_t>(pass) % buffers() * m_buffer_bytes;
  }

  template <class Items, class Digit, class Load, class Store>
  void run(int pass, Items const& items, Digit const& digit, Load const& load,
           Store const& store) const {
    std::size_t const values = digits.values(pass);
    if constexpr (ordered.looks_back && !Store::is_by_item) {
      Kokkos::View<Place*, typename Exec::memory_space,
                   Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
          starts(reinterpret_cast<Place*>(memory()), values + 1);
      auto const classes = static_cast<int>(values);
      look_back_pass<Exec, ordered, false, Place>(
          m_label, m_exec, m_workspace, m_pieces.items, classes, load, store, starts,
          [&] { find_offsets<true>(m_label, m_exec, items, digit, classes, starts, m_workspace); },
          0);
    } else {
      sort_pass<Exec, in_pieces, Place>(
          m_label, m_exec, m_workspace, m_pieces,
          FirstsTable{reinterpret_cast<std::uint64_t*>(memory()), values, m_pieces.count}, items,
          digit, load, store);
    }
  }

 private:
  std::size_t buffers() const { return digits.passes > 2 ? 2 : 1; }
  std::byte* memory() const { return m_workspace.kept(); }

  std::string const& m_label;
  Exec const& m_exec;
  Workspace<Exec>& m_workspace;
  Pieces<Size> m_pieces;
  std::size_t m_table_bytes = 0, m_buffer_bytes = 0;
};

/// Elements move from digit to digit.
template <class Index, ExtractionPolicy Wanted, class Exec, class Items, class Key, class Out>
void sort_elements_by_digits(std::string const& label, Exec const& exec, Items const& items,
                             Key const& key, Out const& out, Workspace<Exec>& workspace) {
  using T = typename Items::element_type;
  using Digit = DigitOf<Key>;
  using Size = typename Items::Size;
  using Stored = ElementItems<T, true, Size>;
  DigitPasses<Exec, Wanted, Index, Size, sizeof(T)> passes(label, exec, items.size, key.bins,
                                                           workspace);
  Digits const& digits = passes.digits;
  passes.reserve(items.size.most * sizeof(T));
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
}

/// Keys and indices of elements move from digit to digit.
template <Extracted What, class Index, ExtractionPolicy Wanted, class Exec, class Items, class Key,
          class Out, class Offsets>
void sort_keys_by_digits(std::string const& label, Exec const& exec, Items const& items,
                         Key const& key, Out const& out, Offsets const& offsets,
                         Workspace<Exec>& workspace) {
  using Size = typename Items::Size;
  using Digit = DigitOf<Key>;
  DigitPasses<Exec, Wanted, Index, Size, sizeof(KeyedIndex<Index>)> passes(label, exec, items.size,
                                                                           key.bins, workspace);
  Digits const& digits = passes.digits;
  std::size_t const n = items.size.most, key_bytes = round_up(n * sizeof(std::uint32_t));
  passes.reserve(key_bytes + n * sizeof(Index));
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
}

}  // namespace KokkosScan::detail
