// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/extraction_task.hpp>
#include <KokkosScan/device/bins/look_back_pass.hpp>
#include <KokkosScan/device/bins/store_gathered.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/extraction_selector.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace KokkosScan::detail {

/// An extraction by one pass over tiles that look back. Of large elements the indices are sorted;
/// the elements are fetched when their output index is known.
/// \tparam Index         an unsigned type that holds the number of elements
/// \tparam FindsByTable  a table finds the bins
template <class Index, ExtractionPolicy Wanted, class Task, bool FindsByTable = false>
struct ExtractOverTiles {
  using Exec = typename Task::Exec;
  using Element = typename Task::Element;
  static constexpr bool is_large = sizeof(Element) > tuning::max_sorted_bytes;
  static constexpr bool gathers = Task::moves_elements && is_large &&
                                  std::is_same_v<typename Task::T, Element> &&
                                  LookBackPass<Exec, Wanted, Index, 1>::exists;
  using Load =
      std::conditional_t<gathers, LoadIndex<typename Task::Keyed, typename Task::Key, Index>,
                         typename Task::template Load<Index>>;
  using Store =
      std::conditional_t<gathers, StoreGathered<typename Task::Items, typename Task::Destination>,
                         typename Task::Store>;
  static constexpr bool moves_elements = Task::sorts_elements && !gathers;
  static constexpr int slot_bytes =
      (moves_elements ? sizeof(Element) : sizeof(Index)) + (Load::has_cheap_class ? 0 : 1);
  /// The slot size for which the tile is chosen. A table and the tile's elements compete for
  /// registers: a larger size gives a smaller tile.
  static constexpr int tuned_bytes =
      slot_bytes +
      (FindsByTable && Task::sorts_elements ? tuning::table_slot_bytes(sizeof(Element)) : 0);
  using LookBack = LookBackPass<Exec, Wanted, Index, slot_bytes, tuned_bytes>;
  static constexpr bool exists = LookBack::exists && !Task::gives_ranks;
  static constexpr int max_bins = exists ? LookBack::max_bins : 0;

  explicit ExtractOverTiles(Task const& task) : m_task(task) {}

  static constexpr std::size_t kept_bytes() { return 0; }
  /// Of the slots of all items.
  std::size_t slots_bytes() const { return m_task.items() * slot_bytes; }

  void run() const {
    reserve(m_task.items());
    bool const finds_starts =
        LookBack::are_one_tile(m_task.items()) && !m_task.problem.knows_offsets;
    if (!finds_starts) m_task.template find_offsets_unless_known<true>();
    LookBack::run(m_task.call, m_task.problem.items.size, m_task.classes(),
                  Load{m_task.problem.keyed, m_task.key()}, m_task.template to<Store>(),
                  m_task.problem.offsets, finds_starts ? m_task.bins() + 1 : 0);
  }
  /// Reserves for fewer items, which may go over tiles where these items do not: a workspace that
  /// has served some items serves fewer without growing.
  void reserve_for_fewer() const {
    constexpr std::size_t most = tuning::max_bytes_looking_back / slot_bytes;
    if (Wanted.is_default() && m_task.bins() <= max_bins) reserve(std::min(m_task.items(), most));
  }

 private:
  void reserve(std::size_t items) const {
    m_task.call.workspace.reserve(WorkspaceNeed{.words = LookBack::words(items, m_task.classes())});
  }

  Task m_task;
};

}  // namespace KokkosScan::detail
