// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/stream_copy.hpp>
#include <KokkosScan/device/detail/chain_rows.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/variants.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>

/// \file
/// \brief Scans of long chains that interleave in memory, where lanes are SIMD lanes: the table is
/// cut into pieces, some rows each, and a piece is read as a whole.
///
/// One team has all threads (Kokkos' teams on hosts: up to 64), and takes some pieces at a time, as
/// many as stay in the caches: its threads sum the chains of their pieces, scan these sums, and
/// scan their pieces from there. Pieces do not depend on the number of threads, so sums of floats
/// do not either.

namespace KokkosScan::detail {

/// A table in pieces, and the sums of those that are in flight.
template <ScanMode Mode, class In, class Out, class Op>
struct RowPieces {
  using T = typename Op::value_type;
  using Rows = ChainRows<Mode, In, Out, Op>;
  static constexpr ScanMode mode = Mode;
  /// From so many chains on, a piece is scanned row by row. Fewer advance four together, with their
  /// sums in registers, in each of four pieces: the sums of one would wait for each other.
  static constexpr std::size_t wide = 16;
  static constexpr int together = 4, pieces_together = 4;
  static constexpr std::size_t buffer_size = Rows::can_stream ? 2048 / sizeof(Out) : 1;
  static constexpr std::size_t large_piece = std::size_t(64) << 10, min_rows = 16;
  /// The rows of a piece: few enough for all threads to have some, in a large table as many as stay
  /// in a cache. Two threads of a Xeon, doubles, ms:
  ///
  ///     pieces of     16 KiB   32 KiB   64 KiB
  ///     2^16 x 3       0.092    0.089    0.106
  ///     2^20 x 3        1.72     1.63     1.51
  ///     2^22 x 3         9.6      9.2      8.1
  static std::size_t rows_for(std::size_t length, std::size_t chains) {
    std::size_t const row_bytes = chains * sizeof(T);
    bool const is_large = length * row_bytes >= std::size_t(8) << 20;
    return std::max((is_large ? large_piece : large_piece / 4) / row_bytes, min_rows);
  }
  /// The pieces that a thread has in flight: two groups, or as many as stay in its cache.
  static std::size_t pieces_for(std::size_t chains) {
    constexpr std::size_t most = 2 * pieces_together;
    std::size_t const piece = std::max(large_piece, min_rows * chains * sizeof(T));
    return std::max<std::size_t>(most * large_piece / piece, 1);
  }
  /// Sums of a piece begin at a cache line, if whole ones fit.
  KOKKOS_FUNCTION static std::size_t pitch_for(std::size_t chains) {
    return align_up(chains, std::size_t(sizeof(T) < 64 ? 64 / sizeof(T) : 1));
  }

  Rows whole;
  std::size_t rows;   ///< of a piece
  bool is_streamed;   ///< the output is stored around the caches; fewer than `wide` without gaps
  T* sums = nullptr;  ///< for each piece in flight, those of its chains, then what precedes them
  std::size_t first = 0;  ///< the first piece in flight
  std::size_t count = 0;  ///< pieces in flight

  KOKKOS_FUNCTION bool is_wide() const { return whole.chains >= wide; }
  /// A piece in flight.
  KOKKOS_FUNCTION Rows piece(std::size_t p) const {
    return whole.rows_from((first + p) * rows, rows);
  }
  KOKKOS_FUNCTION T* sums_of(std::size_t p) const { return sums + p * pitch_for(whole.chains); }
  /// Calls f<G>(piece) for one of the groups of pieces: G of the same length.
  template <class F>
  KOKKOS_FUNCTION void for_pieces(std::size_t group, F const& f) const {
    std::size_t const p = group * pieces_together;
    std::size_t const here = count - p < pieces_together ? count - p : pieces_together;
    if (here == pieces_together && piece(p + here - 1).rows == rows)
      f.template operator()<pieces_together>(p);
    else
      for (std::size_t k = 0; k < here; ++k) f.template operator()<1>(p + k);
  }
  /// Calls f<K>(chain, in_across) for all chains, K neighbors at a time. The compiler knows
  /// in_across if that is 1.
  template <class F>
  KOKKOS_FUNCTION void for_chains(F const& f) const {
    Rows::with_across(whole.in_across, [&](auto across) {
      int const chains = static_cast<int>(whole.chains);
      int c = 0;
      for (; c + together <= chains; c += together) f.template operator()<together>(c, across);
      switch (chains - c) {
        case 3:
          return f.template operator()<3>(c, across);
        case 2:
          return f.template operator()<2>(c, across);
        case 1:
          return f.template operator()<1>(c, across);
        default:
          return;
      }
    });
  }
};

/// The kernel, run by one team.
template <class Pieces>
struct ScanRowPieces {
  using T = typename Pieces::T;
  using Out = std::remove_pointer_t<decltype(Pieces::Rows::out)>;
  Pieces table;
  std::size_t pieces, at_once;
  T* before;  ///< for each chain, what precedes the pieces in flight
  T init;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Pieces all = table;
    auto const rank = static_cast<std::size_t>(member.team_rank()),
               threads = static_cast<std::size_t>(member.team_size());
    std::size_t const chains = all.whole.chains;
    // Whole cache lines of sums for each thread.
    std::size_t const line = Pieces::pitch_for(1), lines = ceil_div(chains, line);
    std::size_t const last = lines * (rank + 1) / threads * line;
    for (bool is_odd = false; all.first < pieces; all.first += at_once, is_odd = !is_odd) {
      // Two sets of sums in turn: others may still scan their pieces of the last time.
      all.sums = table.sums + (is_odd ? at_once * Pieces::pitch_for(chains) : 0);
      all.count = pieces - all.first < at_once ? pieces - all.first : at_once;
      // The same groups for sums and scans: they are in this thread's cache then.
      std::size_t const group = all.is_wide() ? 1 : Pieces::pieces_together;
      std::size_t const groups = ceil_div(all.count, group);
      std::size_t const begin = groups * rank / threads, end = groups * (rank + 1) / threads;
      for (std::size_t g = begin; g < end; ++g) sum_group(all, g);
      member.team_barrier();
      scan_sums(all, lines * rank / threads * line, last < chains ? last : chains);
      member.team_barrier();
      for (std::size_t g = begin; g < end; ++g) scan_group(all, g);
    }
    if (all.is_streamed) arch::order_streaming_stores();
  }

 private:
  KOKKOS_FUNCTION static void sum_group(Pieces const& all, std::size_t group) {
    if (all.is_wide()) return all.piece(group).add_up(all.sums_of(group));
    all.for_pieces(group, [&]<int G>(std::size_t piece) {
      all.for_chains([&]<int K>(int chain, auto across) { sum<G, K>(all, piece, chain, across); });
    });
  }
  template <int G, int K, class Across>
  KOKKOS_FUNCTION static void sum(Pieces const& all, std::size_t piece, int chain, Across across) {
    auto const rows = all.piece(piece);
    auto const* x = rows.in + chain * across;
    std::ptrdiff_t const to_next = static_cast<std::ptrdiff_t>(all.rows) * rows.in_step;
    T s[G][K];
    for (int g = 0; g < G; ++g)
      for (int c = 0; c < K; ++c) s[g][c] = static_cast<T>(x[g * to_next + c * across]);
    for (std::size_t i = 1; i < rows.rows; ++i) {
      x += rows.in_step;
      for (int g = 0; g < G; ++g)
        for (int c = 0; c < K; ++c)
          s[g][c] = static_cast<T>(rows.op(s[g][c], static_cast<T>(x[g * to_next + c * across])));
    }
    for (int g = 0; g < G; ++g)
      for (int c = 0; c < K; ++c) all.sums_of(piece + g)[chain + c] = s[g][c];
  }

  /// Replaces the sums of chains [first, last) by what precedes each piece.
  KOKKOS_FUNCTION void scan_sums(Pieces const& all, std::size_t first, std::size_t last) const {
    if (all.first == 0)
      for (std::size_t c = first; c < last; ++c) before[c] = init;
    for (std::size_t p = 0; p < all.count; ++p) {
      T* const sums = all.sums_of(p);
      KOKKOSSCAN_IVDEP
      for (std::size_t c = first; c < last; ++c) {
        T const sum = sums[c];
        sums[c] = before[c];
        before[c] = static_cast<T>(all.whole.op(before[c], sum));
      }
    }
  }

  KOKKOS_FUNCTION static void scan_group(Pieces const& all, std::size_t group) {
    if (all.is_wide()) return all.piece(group).write(all.sums_of(group), all.is_streamed);
    all.for_pieces(group, [&]<int G>(std::size_t piece) {
      auto const rows = all.piece(piece);
      if constexpr (Pieces::Rows::can_stream)
        if (all.is_streamed) return stream<G>(all, piece, rows);
      all.for_chains([&]<int K>(int chain, auto across) {
        auto const to_next = static_cast<std::ptrdiff_t>(all.rows) * rows.out_step;
        Pieces::Rows::with_across(rows.out_across, [&](auto to_across) {
          scan<G, K>(all, piece, rows, chain, across, rows.out + chain * to_across, to_next,
                     rows.out_step, to_across);
        });
      });
    });
  }
  /// By way of a buffer in the nearest cache for some rows.
  template <int G, class Rows>
  KOKKOS_FUNCTION static void stream(Pieces const& all, std::size_t piece, Rows const& rows) {
    Out buffer[G][Pieces::buffer_size];
    std::size_t const at_once = Pieces::buffer_size / rows.chains;
    std::ptrdiff_t const to_next = static_cast<std::ptrdiff_t>(all.rows) * rows.out_step;
    for (std::size_t i = 0; i < rows.rows; i += at_once) {
      Rows const some = rows.rows_from(i, at_once);
      all.for_chains([&]<int K>(int chain, auto across) {
        scan<G, K>(all, piece, some, chain, across, buffer[0] + chain, Pieces::buffer_size,
                   static_cast<std::ptrdiff_t>(rows.chains),
                   std::integral_constant<std::ptrdiff_t, 1>());
      });
      for (int g = 0; g < G; ++g)
        KokkosScan::detail::stream_copy(some.out + g * to_next, buffer[g], some.rows * rows.chains);
    }
  }
  /// Scans \p rows of G pieces, and updates what precedes the next rows.
  template <int G, int K, class Rows, class Across, class OutAcross>
  KOKKOS_FUNCTION static void scan(Pieces const& all, std::size_t piece, Rows const& rows,
                                   int chain, Across across, Out* y, std::ptrdiff_t y_to_next,
                                   std::ptrdiff_t y_step, OutAcross y_across) {
    auto const* x = rows.in + chain * across;
    std::ptrdiff_t const x_to_next = static_cast<std::ptrdiff_t>(all.rows) * rows.in_step;
    T s[G][K];
    for (int g = 0; g < G; ++g)
      for (int c = 0; c < K; ++c) s[g][c] = all.sums_of(piece + g)[chain + c];
    for (std::size_t i = 0; i < rows.rows; ++i, x += rows.in_step, y += y_step)
      for (int g = 0; g < G; ++g)
        for (int c = 0; c < K; ++c) {
          // In place, an entry is read before it is written.
          T const next =
              static_cast<T>(rows.op(s[g][c], static_cast<T>(x[g * x_to_next + c * across])));
          y[g * y_to_next + c * y_across] =
              static_cast<Out>(Pieces::mode == ScanMode::inclusive ? next : s[g][c]);
          s[g][c] = next;
        }
    for (int g = 0; g < G; ++g)
      for (int c = 0; c < K; ++c) all.sums_of(piece + g)[chain + c] = s[g][c];
  }
};

/// Scans the chains of a table, some pieces for each thread at a time.
/// \param table  the whole table: no pieces in flight
template <class Exec, class Pieces>
void scan_row_pieces(std::string const& label, Exec const& exec, Workspace<Exec>& workspace,
                     Pieces const& table, typename Pieces::T const& init) {
  using T = typename Pieces::T;
  using Policy = Kokkos::TeamPolicy<Exec>;
  std::size_t const chains = table.whole.chains;
  std::size_t const pieces = ceil_div(table.whole.rows, table.rows);
  ScanRowPieces<Pieces> kernel{table, pieces, 0, nullptr, init};
  int const threads = Policy(exec, 1, 1).team_size_max(kernel, Kokkos::ParallelForTag());
  std::size_t const most = static_cast<std::size_t>(threads) * Pieces::pieces_for(chains);
  kernel.at_once = std::min(pieces, most);
  // For `most` in any case: smaller tables may have more pieces, but shall not need more memory.
  std::size_t const pitch = Pieces::pitch_for(chains);
  workspace.reserve(WorkspaceNeed{.kept = (2 * most + 1) * pitch * sizeof(T)});
  kernel.before = reinterpret_cast<T*>(workspace.kept());
  kernel.table.sums = kernel.before + pitch;
  Kokkos::parallel_for(label, Policy(exec, 1, threads), kernel);
}

}  // namespace KokkosScan::detail
