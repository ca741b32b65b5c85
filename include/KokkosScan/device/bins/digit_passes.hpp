// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/device/bins/bin_key.hpp>
#include <KokkosScan/device/bins/count_offsets.hpp>
#include <KokkosScan/device/bins/digits.hpp>
#include <KokkosScan/device/bins/extraction_policy_for.hpp>
#include <KokkosScan/device/bins/extraction_problem.hpp>
#include <KokkosScan/device/bins/firsts_table.hpp>
#include <KokkosScan/device/bins/look_back_pass.hpp>
#include <KokkosScan/device/bins/pass_destinations.hpp>
#include <KokkosScan/device/bins/pass_sources.hpp>
#include <KokkosScan/device/bins/piece_pass.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/detail/call.hpp>
#include <KokkosScan/device/protocol/team_sums.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/tuning/extraction_selector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// Memory that passes share, beside tables of their own.
struct PassMemory {
  std::size_t buffer_bytes;    ///< what a pass writes, except for the last
  int max_buffers = 2;         ///< there is one for each pass but the last, up to this number
  std::size_t more_bytes = 0;  ///< for the caller, see `more`
};

/// The passes over all digits: their common memory, and the choice of a kernel for each.
/// \tparam Index      an unsigned type that holds the number of elements
/// \tparam ItemBytes  of scratch that an item takes
template <Extracted What, class Exec, ExtractionPolicy Wanted, class Index, class Size,
          int ItemBytes>
class DigitPasses {
  static constexpr ExtractionPolicy in_pieces = extraction_policy_for<Exec, Wanted>(ItemBytes);
  using LookBack = LookBackPass<Exec, Wanted, Index, ItemBytes>;

 public:
  static constexpr Extracted what = What;
  /// Whether passes are in tiles that look back. Where the values of their digits begin stays in
  /// memory afterwards: `binned` reads it.
  static constexpr bool look_back = LookBack::exists;

  /// \param kept_offset  bytes of the workspace's kept memory that precede the passes' own
  DigitPasses(Call<Exec> const& shared, Size const& size, int bins, std::size_t kept_offset,
              PassMemory const& memory)
      : digits(static_cast<std::size_t>(bins), in_pieces.digit_bits),
        call(shared),
        m_pieces(cut_for<Exec, in_pieces>(shared.exec, size, 1 << in_pieces.digit_bits,
                                          tuning::min_items_of_class(true, ItemBytes))),
        m_kept_offset(kept_offset),
        m_table_bytes(std::max(FirstsTable::bytes(digits.max_values(), m_pieces.count),
                               part_bytes((digits.all_values() + 1) * sizeof(Index)))),
        m_buffers(static_cast<std::size_t>(std::clamp(digits.passes - 1, 1, memory.max_buffers))),
        m_buffer_bytes(part_bytes(memory.buffer_bytes)),
        m_more_bytes(memory.more_bytes) {}

  Digits const digits;
  Call<Exec> const& call;

  std::size_t kept_bytes() const {
    return m_table_bytes + m_buffers * m_buffer_bytes + m_more_bytes;
  }
  void reserve() const {
    call.workspace.reserve(WorkspaceNeed{.kept = m_kept_offset + kept_bytes()});
  }
  /// For passes that look back: reserves their words, and finds where the values of their digits
  /// begin, unless the passes find it themselves. One read serves as many passes as together have
  /// at most `TeamSums::most` values; on CPUs one pass, as `SlotCounter` cannot count parts
  /// (`HasParts`).
  template <class Items, class Key>
  void count(Items const& items, Key const& key) const {
    if constexpr (look_back) {
      constexpr bool counts_parts = tuning::capabilities<Exec>.lanes_are_threads;
      call.workspace.reserve(WorkspaceNeed{
          .words = LookBack::words(m_pieces.size.most, static_cast<int>(digits.max_values()))});
      if (LookBack::are_one_tile(items.size.most)) return;
      Call<Exec> const step = call.step("offsets");
      int const at_once = counts_parts ? (TeamSums::most - 1) >> digits.bits : 1;
      for (int pass = 0; pass < digits.passes; pass += at_once) {
        SomeDigits<Key> const some{key, digits, pass, std::min(pass + at_once, digits.passes)};
        auto const values = static_cast<int>(some.values());
        DigitStarts<Index, Size> const found{starts(pass), items.size, digits.bits,
                                             some.last - some.first, values};
        if constexpr (counts_parts)
          detail::count_offsets(step, items, some, values, found);
        else
          detail::count_offsets(
              step, items, DigitOf<Key>{key, digits.shift(pass), digits.mask(pass)}, values, found);
      }
    }
  }
  /// Where pass \p pass writes, unless it is the last one.
  std::byte* buffer(int pass) const {
    return memory() + m_table_bytes + static_cast<std::size_t>(pass) % m_buffers * m_buffer_bytes;
  }
  /// The caller's memory, which lives as long as the buffers.
  std::byte* more() const { return memory() + m_table_bytes + m_buffers * m_buffer_bytes; }

  /// Sorts by one digit: that of the source.
  template <class Load, class Store>
  void run(int pass, Load const& load, Store const& store) const {
    // Elements in no bin have the last value of the last digit.
    bool const drops_none = What == Extracted::elements && digits.is_last(pass);
    std::size_t const classes = digits.values(pass) - (drops_none ? 1 : 0);
    if constexpr (look_back && !TakesPlaces<Store, typename Load::Item>) {
      Kokkos::View<Index*, typename Exec::memory_space,
                   Kokkos::MemoryTraits<Kokkos::Unmanaged>> const first(starts(pass),
                                                                        digits.values(pass));
      LookBack::run(
          call, m_pieces.size, static_cast<int>(classes), load, store, first,
          LookBack::are_one_tile(m_pieces.size.most) ? static_cast<int>(digits.values(pass)) : 0);
    } else {
      detail::piece_pass<in_pieces, Index>(
          call, m_pieces,
          FirstsTable{reinterpret_cast<std::uint64_t*>(memory()), classes, m_pieces.count},
          binned_by(load), load.digit, load, store);
    }
  }
  /// The address of the number of elements that are in some bin, after passes that look back.
  /// \pre elements in no bin have the number `Digits::none`, so the last value of the last digit is
  ///      theirs alone and begins at that index
  Index const* binned() const {
    int const last = digits.passes - 1;
    return starts(last) + (digits.values(last) - 1);
  }

 private:
  /// What the digit of a source bins.
  template <class Load>
  static auto const& binned_by(Load const& load) {
    return load.items;
  }
  template <class Payload>
  ElementItems<std::uint32_t, true, Size> binned_by(LoadStored<Payload> const& load) const {
    return {{load.stored.key, 1}, m_pieces.size};
  }
  Index* starts(int pass) const {
    return reinterpret_cast<Index*>(memory()) + digits.first_value(pass);
  }
  std::byte* memory() const { return call.workspace.kept() + m_kept_offset; }

  Pieces<Size> m_pieces;
  std::size_t m_kept_offset, m_table_bytes, m_buffers, m_buffer_bytes, m_more_bytes;
};

}  // namespace KokkosScan::detail
