// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/extraction_policy_for.hpp>
#include <KokkosScan/device/bins/extraction_task.hpp>
#include <KokkosScan/device/bins/firsts_table.hpp>
#include <KokkosScan/device/bins/piece_pass.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/extraction_selector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// An extraction by one pass over pieces of the array.
/// \tparam Index  an unsigned type that holds the number of elements
template <class Index, ExtractionPolicy Wanted, class Task>
class ExtractInPieces {
  using Exec = typename Task::Exec;
  using Keyed = typename Task::Keyed;
  using Key = typename Task::Key;
  /// Ranks move keys, but while a tile is ranked its threads hold the elements of the next one. One
  /// pass has a smaller tile for elements above 4 bytes, so that these fit registers. Passes over
  /// digits have not, as only the first holds elements: 2^27 doubles in 2^16 bins, H200, 4.1
  /// ms; 4.4 with smaller tiles.
  static constexpr int rank_bytes =
      std::max<int>(sizeof(std::uint32_t), sizeof(typename Keyed::element_type));
  static constexpr int moved_bytes = Task::sorts_elements || Task::moves_by_keys
                                         ? sizeof(typename Task::Element)
                                     : Task::gives_ranks ? rank_bytes
                                                         : sizeof(Index);
  static constexpr ExtractionPolicy policy = extraction_policy_for<Exec, Wanted>(moved_bytes);

 public:
  static constexpr int max_bins =
      Wanted.is_default()
          ? tuning::max_bins_in_pieces<Exec>(policy, Task::moves_elements, sizeof(Index))
          : 1 << policy.digit_bits;

  explicit ExtractInPieces(Task const& task) : m_task(task) {}

  std::size_t kept_bytes() const {
    return FirstsTable::bytes(static_cast<std::size_t>(m_task.classes()), pieces().count);
  }

  void run() const {
    auto const all = pieces();
    auto const& call = m_task.call;
    auto const& keyed = m_task.problem.keyed;
    Key const key = m_task.key();
    call.workspace.reserve(WorkspaceNeed{.kept = m_task.kept_offset + kept_bytes()});
    FirstsTable const firsts{
        reinterpret_cast<std::uint64_t*>(call.workspace.kept() + m_task.kept_offset),
        static_cast<std::size_t>(m_task.classes()), all.count};
    auto const offsets =
        m_task.offsets_to_store(m_task.problem.knows_offsets ? 0 : m_task.bins() + 1);
    auto const sort = [&](auto const& digit, auto const& load, auto const& store) {
      detail::piece_pass<policy, Index>(call, all, firsts, keyed, digit, load, store, offsets);
    };
    if constexpr (Task::moves_elements) {
      // Elements in no bin are not counted: so the binning itself is the digit, which is faster.
      sort(key.binning, m_task.template load<Index>(), m_task.template to<typename Task::Store>());
    } else if constexpr (Task::gives_ranks) {
      using Ranks = StoreRanks<typename Task::Destination, std::uint64_t>;
      sort(key, LoadKey<Keyed, DigitOf<Key>>{keyed, {key, 0, ~0}},
           Ranks{m_task.destination(), firsts.data, static_cast<std::ptrdiff_t>(firsts.pieces)});
    } else {
      sort(key, m_task.template load<Index>(), m_task.destination());
    }
  }

 private:
  auto pieces() const {
    return cut_for<Exec, policy>(m_task.call.exec, m_task.problem.items.size, m_task.classes(),
                                 tuning::min_items_of_class(!Task::gives_ranks, moved_bytes));
  }

  Task m_task;
};

}  // namespace KokkosScan::detail
