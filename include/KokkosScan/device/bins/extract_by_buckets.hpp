// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/bins/bin_key.hpp>
#include <KokkosScan/device/bins/buckets.hpp>
#include <KokkosScan/device/bins/extraction_policy_for.hpp>
#include <KokkosScan/device/bins/extraction_task.hpp>
#include <KokkosScan/device/bins/firsts_table.hpp>
#include <KokkosScan/device/bins/keyed_items.hpp>
#include <KokkosScan/device/bins/pass_destinations.hpp>
#include <KokkosScan/device/bins/pass_sources.hpp>
#include <KokkosScan/device/bins/piece_pass.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/bins/sort_buckets.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/tuning/backends/host_limits.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/extraction_selector.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace KokkosScan::detail {

/// An extraction by many bins on a CPU: one pass over pieces moves the items to buckets of
/// neighboring bins, then each bucket is sorted in a cache. That also finds the offsets. Not for
/// ranks.
/// \tparam Index  an unsigned type that holds the number of elements
template <class Index, ExtractionPolicy Wanted, class Task>
class ExtractByBuckets {
  using Exec = typename Task::Exec;
  using Items = typename Task::Items;
  using Keyed = typename Task::Keyed;
  using Element = typename Task::Element;
  using Key = typename Task::Key;
  using Digit = DigitOf<Key>;
  /// Whether elements are moved alone, and their bins found again: small ones whose bins take less
  /// time than reading them. Otherwise each is moved beside its bin; of large ones, the index.
  static constexpr bool finds_again = Task::sorts_elements && sizeof(Element) <= 8 && Key::is_cheap;
  static constexpr bool moves_beside_keys =
      Task::moves_elements && tuning::is_moved_beside_key(sizeof(KeyedItem<Element>));
  using Payloads =
      std::conditional_t<moves_beside_keys, ElementPayload<Items>, IndexPayload<Index>>;
  using Bucketed = std::conditional_t<finds_again, BucketElements<Element, Key>,
                                      BucketKeys<typename Payloads::Payload>>;
  using Stored = typename Bucketed::Stored;
  using Store = std::conditional_t<Task::moves_elements && !finds_again && !moves_beside_keys,
                                   StoreElement<Items, typename Task::Destination>,
                                   typename Task::Destination>;
  using Sorter = BucketSorter<Bucketed, Store, typename Task::Offset, Index>;
  static constexpr ExtractionPolicy policy = extraction_policy_for<Exec, Wanted>(sizeof(Stored));

 public:
  static constexpr bool exists =
      Wanted.is_default() && !Task::gives_ranks && !tuning::capabilities<Exec>.lanes_are_threads;

  static constexpr int max_bins = tuning::max_bins_in_buckets;

  explicit ExtractByBuckets(Task const& task)
      : m_task(task),
        m_threads(static_cast<std::size_t>(task.call.exec.concurrency())),
        m_buckets{task.bins(),
                  tuning::bucket_shift(task.items(), sizeof(Stored), task.bins(), m_threads)},
        m_classes(static_cast<std::size_t>(m_buckets.count()) + (Task::moves_elements ? 0 : 1)),
        m_pieces(cut_for<Exec, policy>(task.call.exec, task.problem.items.size,
                                       static_cast<int>(m_classes),
                                       tuning::min_items_of_class(true, sizeof(Stored)))),
        m_part(
            std::max(ceil_div(task.items(), 4 * m_threads), 2 * ceil_div(task.items(), m_classes)) +
            1) {}

  std::size_t kept_bytes() const { return counts_offset() + counts_bytes(); }

  void run() const {
    auto const& call = m_task.call;
    auto const& problem = m_task.problem;
    using Counts = typename PieceCounts<Exec, Keyed, Digit>::Kernel::Layout;
    call.workspace.reserve(
        WorkspaceNeed{.bytes = Counts::most_memory_bytes(m_threads, static_cast<int>(m_classes)),
                      .kept = m_task.kept_offset + kept_bytes()});
    std::byte* const memory = call.workspace.kept() + m_task.kept_offset;
    FirstsTable const firsts{reinterpret_cast<std::uint64_t*>(memory), m_classes, m_pieces.count};
    StoreItem<Stored, true> const stored{reinterpret_cast<Stored*>(memory + stored_offset()), 1};
    Key key = m_task.key();
    key.none = m_buckets.none();
    Digit const digit{key, m_buckets.shift, ~0};
    auto const run_by = [&](auto const& load, Bucketed const& bucketed) {
      detail::piece_pass<policy, Index>(call.step("buckets"), m_pieces, firsts, problem.keyed,
                                        digit, load, stored);
      sort(Sorter{.items = bucketed,
                  .store = m_task.template to<Store>(),
                  .buckets = m_buckets,
                  .firsts = firsts,
                  .offsets = m_task.offsets_to_store(problem.knows_offsets ? 0 : m_task.bins() + 1),
                  .part = m_part,
                  .large = reinterpret_cast<LargeBucket*>(memory + large_offset()),
                  .part_counts = reinterpret_cast<Index*>(memory + counts_offset()),
                  .is_streamed = tuning::goes_around_caches(m_task.items() * 2 * sizeof(Stored))});
    };
    if constexpr (finds_again)
      run_by(LoadElement<Items, Digit>{problem.items, digit}, {stored.data, key});
    else if constexpr (moves_beside_keys)
      run_by(LoadKeyed<Keyed, Digit, Payloads>{problem.keyed, digit, {problem.items}},
             {stored.data});
    else
      run_by(LoadKeyed<Keyed, Digit, Payloads>{problem.keyed, digit, {}}, {stored.data});
  }

 private:
  void sort(Sorter const& sorter) const {
    auto const& call = m_task.call;
    std::size_t const buffer = buffer_bytes();
    detail::for_each_item(call.name("large buckets"), call.exec, 1,
                          ListLargeBuckets<Sorter>{sorter});
    launch(call.label, m_classes + max_parts(), 1, buffer, SortBuckets<Sorter>{sorter, buffer});
    if (max_parts() > 0)
      launch(call.name("move parts"), max_parts(), 2, 0, MoveBucketParts<Sorter>{sorter});
  }
  /// \param counts  how many numbers a team has for each bin of a bucket
  /// \param buffer  bytes of a buffer beside them
  template <class Kernel>
  void launch(std::string const& label, std::size_t teams, std::size_t counts, std::size_t buffer,
              Kernel const& kernel) const {
    auto const& exec = m_task.call.exec;
    std::size_t const count_bytes = ((counts * sizeof(Index)) << m_buckets.shift) + 64;
    detail::for_each_team<1>(label, exec, teams,
                             TeamNeeds{m_task.items() + static_cast<std::size_t>(m_task.bins()),
                                       count_bytes, buffer + 64},
                             kernel, [&] {
                               // Buckets take different times.
                               Kokkos::TeamPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>> league(
                                   exec, static_cast<int>(teams), 1, 1);
                               league.set_scratch_size(1,
                                                       Kokkos::PerTeam(count_bytes + buffer + 64));
                               return light(league);
                             });
  }

  /// Of a thread: no more than a bucket needs that is not shared.
  std::size_t buffer_bytes() const {
    if constexpr (Sorter::may_buffer)
      return std::min(tuning::bucket_buffer_bytes,
                      part_bytes(m_part * sizeof(typename Sorter::Array)));
    else
      return 0;
  }
  /// The most large buckets, and the most parts of them: each has at least one whole part, so there
  /// is at most one shorter part for each whole one.
  std::size_t max_large() const { return m_task.items() / m_part; }
  std::size_t max_parts() const { return 2 * max_large(); }

  // Of the kept memory: where items go first, the items, the large buckets, their counts. No part
  // is smaller for more items: a workspace that is large enough for these is so for fewer.
  std::size_t stored_offset() const {
    return FirstsTable::bytes(m_classes, std::max(m_pieces.count, m_threads));
  }
  std::size_t large_offset() const {
    return stored_offset() + part_bytes(m_task.items() * sizeof(Stored));
  }
  std::size_t counts_offset() const {
    return large_offset() + part_bytes((4 * m_threads + 1) * sizeof(LargeBucket));
  }
  std::size_t counts_bytes() const {
    return 2 * static_cast<std::size_t>(m_task.bins()) * sizeof(Index);
  }

  Task m_task;
  std::size_t m_threads;
  Buckets m_buckets;
  std::size_t m_classes;
  Pieces<typename Items::Size> m_pieces;
  std::size_t m_part;  ///< the most items of a part
};

}  // namespace KokkosScan::detail
