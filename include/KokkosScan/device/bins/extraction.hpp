// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/extract_by_buckets.hpp>
#include <KokkosScan/device/bins/extract_by_digits.hpp>
#include <KokkosScan/device/bins/extract_in_pieces.hpp>
#include <KokkosScan/device/bins/extract_over_tiles.hpp>
#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/extraction_selector.hpp>

#include <cstddef>

namespace KokkosScan::detail {

/// The choice of an extraction's way. Few bins take one pass, over tiles in order or over pieces of
/// the array; many bins take one pass for every digit, or, on CPUs, one pass to buckets.
/// \tparam Index  an unsigned type that holds the number of elements
/// \tparam Task   an `ExtractionTask`
template <class Index, ExtractionPolicy Wanted, class Task>
class Extraction {
  using OverTiles = ExtractOverTiles<Index, Wanted, Task>;
  using InPieces = ExtractInPieces<Index, Wanted, Task>;
  using ByBuckets = ExtractByBuckets<Index, Wanted, Task>;
  using ByDigits = ExtractByDigits<Index, Wanted, Task>;
  /// Of the large elements that tiles gather, only the smaller ones are also sorted in pieces.
  static constexpr bool may_sort_pieces =
      !OverTiles::gathers || sizeof(typename Task::Element) <= tuning::max_bytes_in_pieces;

 public:
  explicit Extraction(Task const& task) : m_task(task) {}

  std::size_t kept_bytes() const {
    return with_way([](auto const& way) { return way.kept_bytes(); });
  }
  void run() const {
    if constexpr (OverTiles::exists)
      if (!takes_tiles()) OverTiles(m_task).reserve_for_fewer();
    with_way([](auto const& way) { way.run(); });
  }

 private:
  bool takes_tiles() const {
    return m_task.bins() <= OverTiles::max_bins &&
           (!may_sort_pieces || m_task.problem.knows_offsets || !Wanted.is_default() ||
            tuning::prefer_look_back(m_task.bins(), OverTiles(m_task).slots_bytes()));
  }
  /// Calls f(way) for the way to take.
  template <class F>
  auto with_way(F const& f) const {
    if constexpr (OverTiles::exists)
      if (takes_tiles()) return f(OverTiles(m_task));
    if constexpr (may_sort_pieces)
      if (m_task.bins() <= InPieces::max_bins) return f(InPieces(m_task));
    if constexpr (ByBuckets::exists)
      if (m_task.bins() <= ByBuckets::max_bins) return f(ByBuckets(m_task));
    return f(ByDigits(m_task));
  }

  Task m_task;
};

}  // namespace KokkosScan::detail
