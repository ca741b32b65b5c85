// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/digit_passes.hpp>
#include <KokkosScan/device/bins/extraction_task.hpp>
#include <KokkosScan/device/bins/keyed_items.hpp>
#include <KokkosScan/device/bins/pass_sources.hpp>
#include <KokkosScan/device/bins/rank_digits.hpp>
#include <KokkosScan/device/bins/sort_digits.hpp>
#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/extraction_selector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace KokkosScan::detail {

/// An extraction by one pass for every digit of the bin: for many bins.
/// \tparam Index  an unsigned type that holds the number of elements
template <class Index, ExtractionPolicy Wanted, class Task>
class ExtractByDigits {
  using Exec = typename Task::Exec;
  using Items = typename Task::Items;
  using Element = typename Task::Element;
  using Key = typename Task::Key;
  /// Whether the elements alone are moved from pass to pass, and every pass finds their bins again:
  /// small elements. Otherwise keys are moved, each with its element or the index of that.
  static constexpr bool elements_know_digits =
      Task::sorts_elements && sizeof(Element) <= 8 && std::is_same_v<typename Task::T, Element> &&
      tuning::finds_again<Exec>(Key::is_cheap, Key::is_expensive);
  using Payloads = std::conditional_t<Task::moves_elements && sizeof(Element) <= sizeof(Index),
                                      ElementPayload<Items>, IndexPayload<Index>>;
  using Payload = typename Payloads::Payload;
  /// Bytes of scratch that an item takes in a pass: with its class, if that is kept.
  static constexpr int slot_bytes = Task::gives_ranks ? sizeof(std::uint32_t)
                                    : elements_know_digits
                                        ? sizeof(Element) + (Key::is_cheap ? 0 : 1)
                                        : sizeof(KeyedItem<Payload>);
  using Passes = DigitPasses<Task::what, Exec, Wanted, Index, typename Items::Size, slot_bytes>;
  /// Whether offsets are found by searching the sorted result: after passes that look back, except
  /// for ranks, which are not sorted.
  static constexpr bool searches_offsets = !Task::gives_ranks && Passes::look_back;

 public:
  explicit ExtractByDigits(Task const& task) : m_task(task) {}

  std::size_t kept_bytes() const { return passes().kept_bytes(); }

  void run() const {
    if constexpr (!searches_offsets) m_task.template find_offsets_unless_known<false>();
    auto const offsets = m_task.offsets_to_store(0);
    auto const& problem = m_task.problem;
    if constexpr (elements_know_digits)
      detail::sort_elements_by_digits(passes(), problem.items, m_task.key(), m_task.destination(),
                                      offsets, search());
    else if constexpr (Task::gives_ranks)
      detail::rank_by_digits(passes(), problem.keyed, m_task.key(), m_task.destination(), offsets);
    else
      detail::sort_keys_by_digits(passes(), problem.items, problem.keyed, payloads(), m_task.key(),
                                  m_task.destination(), offsets, search());
  }

 private:
  Passes passes() const {
    using Written = KeyedItems<Payload>;
    std::size_t const n = m_task.items();
    PassMemory memory{.buffer_bytes =
                          elements_know_digits ? n * sizeof(Element) : Written::bytes(n)};
    if (Task::gives_ranks) memory.max_buffers = std::numeric_limits<int>::max();
    if (!elements_know_digits) memory.more_bytes = Written::key_bytes(std::min(n, max_kept_keys()));
    return {m_task.call, m_task.problem.items.size, m_task.bins(), m_task.kept_offset, memory};
  }
  SearchIn search() const {
    if (!searches_offsets || m_task.problem.knows_offsets) return SearchIn::nothing;
    bool const keeps_keys = !elements_know_digits && m_task.items() <= max_kept_keys();
    return keeps_keys ? SearchIn::keys : SearchIn::result;
  }
  /// The most items for which the last pass also stores the sorted keys, so that offsets are
  /// searched in them. All, if the result cannot be binned again.
  std::size_t max_kept_keys() const {
    if (!searches_offsets || m_task.problem.knows_offsets) return 0;
    constexpr bool has_binned =
        can_bin_result<Task::what, Items, typename Task::Keyed, typename Task::Destination>;
    return has_binned ? tuning::max_kept_keys(m_task.bins()) : m_task.items();
  }
  Payloads payloads() const {
    if constexpr (Payloads::are_elements)
      return {m_task.problem.items};
    else
      return {};
  }

  Task m_task;
};

}  // namespace KokkosScan::detail
