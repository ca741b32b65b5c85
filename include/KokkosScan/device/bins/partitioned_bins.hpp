// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/count_ranges.hpp>
#include <KokkosScan/device/bins/pack_ranges.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/bins/shared_table.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace KokkosScan::detail {

/// Histograms of many bins. The elements are processed in parts: the bins of a part are packed by
/// range, 2 bytes each, in memory that stays in a cache; then each range is counted in scratch. n
/// elements are read, and 2n bytes written and read in the cache; 2 launches for each part, and one
/// more for a table of edges.
///
/// Each tile is packed by itself, and its segments are read where they are: so no tile waits for
/// another, and nothing has to be counted before packing.
template <class Exec, HistogramPolicy P, class Items, class Binning, class Total>
class PartitionedBins {
  static constexpr BinRangePolicy shape = P.ranges;
  using Pack = PackRanges<Exec, P, Items, Binning, Total>;
  using Count = CountRanges<Exec, P, Total>;
  using Prepared = typename Pack::Prepared;
  static constexpr std::size_t tile = shape.tile();

 public:
  /// Whether there are not too many bins, and teams have the scratch for their ranges.
  static constexpr bool fits(int bins) {
    int const ranges = ceil_div(bins, Count::Bins::bins);
    auto const room = [](int threads) { return tuning::team_scratch_bytes<Exec>(threads) - 16; };
    return bins <= Pack::Tile::max_bins && Pack::scratch_bytes(ranges) <= room(shape.threads) &&
           Count::scratch_bytes(ranges) <= room(shape.count_threads);
  }

  PartitionedBins(std::size_t n, int bins)
      : m_n(n),
        m_bins(bins),
        m_ranges(ceil_div(bins, Count::Bins::bins)),
        m_tiles(std::min(ceil_div(n, tile), std::max<std::size_t>(shape.part / tile, 1))) {}

  std::size_t bytes() const {
    return counts_bytes() + firsts_bytes() + chunks_bytes() + table_bytes();
  }

  /// Bytes at the beginning of the memory that the caller sets to zero before `run`.
  std::size_t zeroed_bytes() const { return counts_bytes(); }

  /// Adds the counts to \p totals.
  void run(std::string const& label, Exec const& exec, Items const& items, Binning const& binning,
           Total* totals, std::byte* memory) const {
    auto* const counts = reinterpret_cast<std::uint32_t*>(memory);
    PackedRanges to{reinterpret_cast<arch::Chunk*>(memory + counts_bytes() + firsts_bytes()),
                    reinterpret_cast<std::uint16_t*>(memory + counts_bytes()), counts, m_ranges,
                    Pack::Tile::max_chunks(m_ranges)};
    auto const table = detail::make_shared_table<Prepared>(label, exec, binning, m_bins, m_n,
                                                           memory + bytes() - table_bytes());
    auto const ranges = static_cast<std::size_t>(m_ranges);
    for (std::size_t p = 0; p < parts(); ++p) {
      std::size_t const first = p * m_tiles * tile;
      std::size_t const last = std::min(first + m_tiles * tile, m_n);
      to.counts = counts + p * ranges;
      Kokkos::parallel_for(label + " pack", Pack::league(exec, last - first, m_ranges),
                           Pack{.items = items,
                                .binning = binning,
                                .table = table,
                                .first = first,
                                .last = last,
                                .bins = m_bins,
                                .to = to,
                                .totals = totals});
      auto const tiles = static_cast<int>(ceil_div(last - first, tile));
      Kokkos::parallel_for(label, Count::league(exec, m_ranges), Count{to, tiles, m_bins, totals});
    }
  }

 private:
  std::size_t table_bytes() const { return shared_table_bytes<Prepared, Exec>(m_bins, m_n); }
  std::size_t parts() const { return m_tiles > 0 ? ceil_div(m_n, m_tiles * tile) : 0; }
  std::size_t counts_bytes() const {
    return part_bytes(parts() * static_cast<std::size_t>(m_ranges) * sizeof(std::uint32_t));
  }
  std::size_t firsts_bytes() const {
    return part_bytes(m_tiles * static_cast<std::size_t>(m_ranges + 1) * sizeof(std::uint16_t));
  }
  std::size_t chunks_bytes() const {
    return m_tiles * static_cast<std::size_t>(Pack::Tile::max_chunks(m_ranges)) *
           sizeof(arch::Chunk);
  }

  std::size_t m_n;
  int m_bins, m_ranges;
  std::size_t m_tiles;  // of a part
};

}  // namespace KokkosScan::detail
