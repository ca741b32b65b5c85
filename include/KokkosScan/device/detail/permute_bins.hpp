// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/search.hpp>
#include <KokkosScan/detail/size.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/device/detail/permute_arrays.hpp>
#include <KokkosScan/tuning/backends/host_limits.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

/// \file
/// \brief Moves rows that are sorted by bin, where lanes are SIMD lanes: a block of the source at a
/// time, which stays in a cache while each bin takes its rows from it.

namespace KokkosScan::detail {

/// A permutation that sorts rows by bin, stably: the entries of each bin ascend, and so do those of
/// rows in no bin, which come last.
template <class Index>
struct BinnedRows {
  Index const* permutation;
  Index const* offsets;  ///< where each bin begins, and where the last one ends
  std::size_t bins;
  EitherSize size;
};

/// A thread moves the rows of a share of the source, a block of it at a time. Bin by bin instead, a
/// permutation goes through the whole source, and each cache line is read by as many bins as have a
/// row in it; only if most rows are in their order already, one after the other is faster.
template <class Index, class Arrays>
struct PermuteBins {
  BinnedRows<Index> rows;
  Arrays arrays;
  std::size_t block;  ///< rows of a block

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const share = static_cast<std::size_t>(member.league_rank()),
               shares = static_cast<std::size_t>(member.league_size());
    std::size_t const n = rows.size(), first = n * share / shares, last = n * (share + 1) / shares;
    // The number of rows may be known only here.
    if (!tuning::moves_by_blocks(n, rows.bins) || is_in_order(n))
      move(first, last, [](std::size_t) { return true; });
    else if (first < last)
      move_blocks(n, first, last,
                  static_cast<Index*>(member.team_scratch(1).get_shmem_aligned(
                      scratch_bytes(rows.bins), sizeof(Index))));
  }
  KOKKOS_FUNCTION static std::size_t scratch_bytes(std::size_t bins) {
    return (bins + 1) * sizeof(Index);
  }

 private:
  /// Moves rows to \p place and the next ones, before \p last, while continues(source).
  /// \return where they end
  template <class Continues>
  KOKKOS_FUNCTION std::size_t move(std::size_t place, std::size_t last,
                                   Continues const& continues) const {
    Arrays const own = arrays;  // local: the compiler knows that no store changes it
    for (; place < last; ++place) {
      std::size_t const from = source(place);
      if (!continues(from)) break;
      own.move_row(static_cast<std::ptrdiff_t>(from), static_cast<std::ptrdiff_t>(place));
    }
    return place;
  }
  /// \param next  memory for the place of the next row of each bin
  KOKKOS_FUNCTION void move_blocks(std::size_t n, std::size_t first, std::size_t last,
                                   Index* next) const {
    find_first(n, first, next);
    for (; first < last; first += block) {
      std::size_t const end = last - first < block ? last : first + block;
      for (std::size_t b = 0; b <= rows.bins; ++b)
        next[b] = static_cast<Index>(move(static_cast<std::size_t>(next[b]), end_of(b, n),
                                          [&](std::size_t from) { return from < end; }));
    }
  }
  /// Whether neighbors come from the same cache lines, in most of some samples. All threads take
  /// the same ones.
  KOKKOS_FUNCTION bool is_in_order(std::size_t n) const {
    constexpr std::size_t samples = 64, apart = 4, near = 16;
    if (n < samples * apart) return true;
    std::size_t count = 0;
    for (std::size_t k = 0; k < samples; ++k) {
      std::size_t const place = (n - apart) / samples * k;
      count += source(place + apart) - source(place) < near;
    }
    return count > samples / 2;
  }
  KOKKOS_FUNCTION std::size_t source(std::size_t place) const {
    return static_cast<std::size_t>(rows.permutation[place]);
  }
  KOKKOS_FUNCTION std::size_t begin_of(std::size_t b) const {
    return static_cast<std::size_t>(rows.offsets[b]);
  }
  KOKKOS_FUNCTION std::size_t end_of(std::size_t b, std::size_t n) const {
    return b < rows.bins ? begin_of(b + 1) : n;
  }
  /// Where the rows of each bin that are not before \p first begin. The search starts where they
  /// would if all bins were spread evenly over the source.
  KOKKOS_FUNCTION void find_first(std::size_t n, std::size_t first, Index* next) const {
    double const part = static_cast<double>(first) / static_cast<double>(n);
    constexpr std::size_t ahead = 16;
    auto const guess = [&](std::size_t b) {
      std::size_t const begin = begin_of(b);
      return begin + static_cast<std::size_t>(part * static_cast<double>(end_of(b, n) - begin));
    };
    for (std::size_t b = 0; b <= rows.bins; ++b) {
      if (b + ahead <= rows.bins)
        arch::prefetch<sizeof(Index)>(
            reinterpret_cast<std::uintptr_t>(rows.permutation + guess(b + ahead)));
      next[b] = static_cast<Index>(first_from(begin_of(b), end_of(b, n), guess(b), first));
    }
  }
  /// The first place in [begin, end) with a source of at least \p first, or end: [low, high) grows
  /// away from \p place until it has it.
  KOKKOS_FUNCTION std::size_t first_from(std::size_t begin, std::size_t end, std::size_t place,
                                         std::size_t first) const {
    auto const is_before = [&](std::size_t i) { return source(i) < first; };
    std::size_t low = place, high = place;
    std::size_t step = 8;
    for (; low > begin && !is_before(low - 1); step *= 4) {
      high = low - 1;
      low = high - begin > step ? high - step : begin;
    }
    for (; high < end && is_before(high); step *= 4) {
      low = high + 1;
      high = end - low > step ? low + step : end;
    }
    return detail::first_not_below(low, high - low, is_before);
  }
};

/// Moves all pairs by bins, if that may be faster than one row after the other: the source is not
/// in a cache, and rows are shorter than its lines.
/// \return whether they were moved
template <class Exec, class Index, class... Views>
bool permute_bins(std::string const& label, Exec const& exec, BinnedRows<Index> const& rows,
                  Views const&... views) {
  auto const arrays = detail::arrays_of_rows<Exec>(views...);
  using Kernel = PermuteBins<Index, std::decay_t<decltype(arrays)>>;
  // A longer row has cache lines of its own.
  constexpr std::size_t pairs = sizeof...(Views) / 2, line = 64;
  std::size_t const row_bytes = arrays.row_bytes(), n = rows.size.most;
  if (row_bytes == 0 || row_bytes >= pairs * line || !tuning::moves_by_blocks(n, rows.bins) ||
      !tuning::goes_around_caches(2 * n * row_bytes))
    return false;
  std::size_t const block = tuning::permuted_block_bytes(rows.bins, row_bytes) / row_bytes;
  Kokkos::TeamPolicy<Exec> policy(exec, exec.concurrency(), 1, 1);
  policy.set_scratch_size(1, Kokkos::PerTeam(Kernel::scratch_bytes(rows.bins) + sizeof(Index)));
  Kokkos::parallel_for(label, light(policy), Kernel{rows, arrays, block});
  return true;
}

}  // namespace KokkosScan::detail
