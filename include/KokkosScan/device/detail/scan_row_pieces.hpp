// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/stream_copy.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/variants.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>

/// \file
/// \brief Scans of a few long chains that interleave in memory, where lanes are SIMD lanes: the
/// table is cut into pieces, some rows each, and a piece is read as a whole.
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
  static constexpr ScanMode mode = Mode;
  /// Chains that advance together, with their sums in registers. Of each of four pieces: the sums
  /// of one would wait for each other.
  static constexpr int together = 4, pieces_together = 4;
  static constexpr bool can_stream = std::is_arithmetic_v<Out>;
  static constexpr std::size_t buffer_size = can_stream ? 2048 / sizeof(Out) : 1;
  /// The rows of a piece: few enough for all threads to have some, in a large table as many as stay
  /// in a cache. Two threads of a Xeon, doubles, ms:
  ///
  ///     pieces of     16 KiB   32 KiB   64 KiB
  ///     2^16 x 3       0.092    0.089    0.106
  ///     2^20 x 3        1.72     1.63     1.51
  ///     2^22 x 3         9.6      9.2      8.1
  ///     2^22 x 16       59.0     52.1     49.6
  static std::size_t rows_for(std::size_t length, std::size_t chains) {
    std::size_t const row_bytes = chains * sizeof(T);
    bool const is_large = length * row_bytes >= std::size_t(8) << 20;
    std::size_t const bytes = std::size_t(is_large ? 64 : 16) << 10;
    return std::max<std::size_t>(bytes / row_bytes, 16);
  }

  In const* in;
  Out* out;
  std::ptrdiff_t in_step, in_across, out_step, out_across;
  std::size_t length;  ///< of a chain
  std::size_t rows;    ///< of a piece
  int chains;
  bool is_streamed;  ///< the output, whose rows are contiguous, is stored around the caches
  Op op;
  T* sums = nullptr;  ///< for each piece in flight, those of its chains, then what precedes them
  std::size_t first = 0;  ///< the first piece in flight
  std::size_t count = 0;  ///< pieces in flight

  KOKKOS_FUNCTION std::size_t rows_of(std::size_t piece) const {
    std::size_t const row = (first + piece) * rows;
    return length - row < rows ? length - row : rows;
  }
  KOKKOS_FUNCTION T* sums_of(std::size_t piece) const {
    return sums + piece * static_cast<std::size_t>(chains);
  }
  /// Calls f<G>(piece) for one of the groups of pieces: G of the same length.
  template <class F>
  KOKKOS_FUNCTION void for_pieces(std::size_t group, F const& f) const {
    std::size_t const p = group * pieces_together;
    std::size_t const here = count - p < pieces_together ? count - p : pieces_together;
    if (here == pieces_together && rows_of(p + here - 1) == rows)
      f.template operator()<pieces_together>(p);
    else
      for (std::size_t k = 0; k < here; ++k) f.template operator()<1>(p + k);
  }
  /// Calls f<K>(chain, in_across) for all chains, K neighbors at a time. The compiler knows
  /// in_across if that is 1.
  template <class F>
  KOKKOS_FUNCTION void for_chains(F const& f) const {
    if (in_across == 1)
      for_chains(f, std::integral_constant<std::ptrdiff_t, 1>());
    else
      for_chains(f, in_across);
  }
  template <class F, class Across>
  KOKKOS_FUNCTION void for_chains(F const& f, Across across) const {
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
  }
  KOKKOS_FUNCTION In const* from(std::size_t piece, std::size_t row, int chain) const {
    return in + static_cast<std::ptrdiff_t>((first + piece) * rows + row) * in_step +
           chain * in_across;
  }
  KOKKOS_FUNCTION Out* to(std::size_t piece, std::size_t row, int chain) const {
    return out + static_cast<std::ptrdiff_t>((first + piece) * rows + row) * out_step +
           chain * out_across;
  }
};

/// The kernel, run by one team.
template <class Pieces>
struct ScanRowPieces {
  using T = typename Pieces::T;
  using Out = std::remove_pointer_t<decltype(Pieces::out)>;
  Pieces table;
  std::size_t pieces, at_once;
  T* before;  ///< for each chain, what precedes the pieces in flight
  T init;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Pieces all = table;
    auto const rank = static_cast<std::size_t>(member.team_rank()),
               threads = static_cast<std::size_t>(member.team_size());
    auto const chains = static_cast<std::size_t>(all.chains);
    for (bool is_odd = false; all.first < pieces; all.first += at_once, is_odd = !is_odd) {
      // Two sets of sums in turn: others may still scan their pieces of the last time.
      all.sums = table.sums + (is_odd ? at_once * chains : 0);
      all.count = pieces - all.first < at_once ? pieces - all.first : at_once;
      // The same groups for sums and scans: they are in this thread's cache then.
      std::size_t const groups = ceil_div(all.count, std::size_t(Pieces::pieces_together));
      std::size_t const begin = groups * rank / threads, end = groups * (rank + 1) / threads;
      for (std::size_t g = begin; g < end; ++g) sum_group(all, g);
      member.team_barrier();
      for (std::size_t c = rank; c < chains; c += threads) scan_sums(all, c);
      member.team_barrier();
      for (std::size_t g = begin; g < end; ++g) scan_group(all, g);
    }
    if (all.is_streamed) arch::order_streaming_stores();
  }

 private:
  KOKKOS_FUNCTION static void sum_group(Pieces const& all, std::size_t group) {
    all.for_pieces(group, [&]<int G>(std::size_t piece) {
      all.for_chains([&]<int K>(int chain, auto across) { sum<G, K>(all, piece, chain, across); });
    });
  }
  template <int G, int K, class Across>
  KOKKOS_FUNCTION static void sum(Pieces const& all, std::size_t piece, int chain, Across across) {
    std::size_t const n = all.rows_of(piece);
    auto const* x = all.from(piece, 0, chain);
    std::ptrdiff_t const to_next = static_cast<std::ptrdiff_t>(all.rows) * all.in_step;
    T s[G][K];
    for (int g = 0; g < G; ++g)
      for (int c = 0; c < K; ++c) s[g][c] = static_cast<T>(x[g * to_next + c * across]);
    for (std::size_t i = 1; i < n; ++i) {
      x += all.in_step;
      for (int g = 0; g < G; ++g)
        for (int c = 0; c < K; ++c)
          s[g][c] = static_cast<T>(all.op(s[g][c], static_cast<T>(x[g * to_next + c * across])));
    }
    for (int g = 0; g < G; ++g)
      for (int c = 0; c < K; ++c) all.sums_of(piece + g)[chain + c] = s[g][c];
  }

  /// Replaces a chain's sums by what precedes each piece.
  KOKKOS_FUNCTION void scan_sums(Pieces const& all, std::size_t chain) const {
    T next = all.first == 0 ? init : before[chain];
    for (std::size_t p = 0; p < all.count; ++p) {
      T const sum = all.sums_of(p)[chain];
      all.sums_of(p)[chain] = next;
      next = static_cast<T>(all.op(next, sum));
    }
    before[chain] = next;
  }

  KOKKOS_FUNCTION static void scan_group(Pieces const& all, std::size_t group) {
    all.for_pieces(group, [&]<int G>(std::size_t piece) {
      std::size_t const n = all.rows_of(piece);
      if constexpr (Pieces::can_stream)
        if (all.is_streamed) return stream<G>(all, piece, n);
      all.for_chains([&]<int K>(int chain, auto across) {
        auto const to_next = static_cast<std::ptrdiff_t>(all.rows) * all.out_step;
        Out* const y = all.to(piece, 0, chain);
        if (all.out_across == 1)
          scan<G, K>(all, piece, 0, n, chain, across, y, to_next, all.out_step,
                     std::integral_constant<std::ptrdiff_t, 1>());
        else
          scan<G, K>(all, piece, 0, n, chain, across, y, to_next, all.out_step, all.out_across);
      });
    });
  }
  /// By way of a buffer in the nearest cache for some rows. Rows of the output must be contiguous.
  template <int G>
  KOKKOS_FUNCTION static void stream(Pieces const& all, std::size_t piece, std::size_t n) {
    Out buffer[G][Pieces::buffer_size];
    auto const row = static_cast<std::size_t>(all.chains);
    std::size_t const at_once = Pieces::buffer_size / row;
    for (std::size_t i = 0; i < n; i += at_once) {
      std::size_t const here = n - i < at_once ? n - i : at_once;
      all.for_chains([&]<int K>(int chain, auto across) {
        scan<G, K>(all, piece, i, here, chain, across, buffer[0] + chain, Pieces::buffer_size,
                   all.chains, std::integral_constant<std::ptrdiff_t, 1>());
      });
      for (int g = 0; g < G; ++g)
        KokkosScan::detail::stream_copy(all.to(piece + g, i, 0), buffer[g], here * row);
    }
  }
  /// Scans \p n rows from row \p first on, and updates what precedes the next rows.
  template <int G, int K, class Across, class OutAcross>
  KOKKOS_FUNCTION static void scan(Pieces const& all, std::size_t piece, std::size_t first,
                                   std::size_t n, int chain, Across across, Out* y,
                                   std::ptrdiff_t y_to_next, std::ptrdiff_t y_step,
                                   OutAcross y_across) {
    auto const* x = all.from(piece, first, chain);
    std::ptrdiff_t const x_to_next = static_cast<std::ptrdiff_t>(all.rows) * all.in_step;
    T s[G][K];
    for (int g = 0; g < G; ++g)
      for (int c = 0; c < K; ++c) s[g][c] = all.sums_of(piece + g)[chain + c];
    for (std::size_t i = 0; i < n; ++i, x += all.in_step, y += y_step)
      for (int g = 0; g < G; ++g)
        for (int c = 0; c < K; ++c) {
          // In place, an entry is read before it is written.
          T const next =
              static_cast<T>(all.op(s[g][c], static_cast<T>(x[g * x_to_next + c * across])));
          y[g * y_to_next + c * y_across] =
              static_cast<Out>(Pieces::mode == ScanMode::inclusive ? next : s[g][c]);
          s[g][c] = next;
        }
    for (int g = 0; g < G; ++g)
      for (int c = 0; c < K; ++c) all.sums_of(piece + g)[chain + c] = s[g][c];
  }
};

/// Scans the chains of a table, two groups of pieces for each thread at a time.
/// \param table  the whole table: no pieces in flight
template <class Exec, class Pieces>
void scan_row_pieces(std::string const& label, Exec const& exec, Workspace<Exec>& workspace,
                     Pieces table, typename Pieces::T const& init) {
  using T = typename Pieces::T;
  using Policy = Kokkos::TeamPolicy<Exec>;
  auto const chains = static_cast<std::size_t>(table.chains);
  std::size_t const pieces = ceil_div(table.length, table.rows);
  ScanRowPieces<Pieces> kernel{table, pieces, 0, nullptr, init};
  int const threads = Policy(exec, 1, 1).team_size_max(kernel, Kokkos::ParallelForTag());
  std::size_t const most = static_cast<std::size_t>(threads) * 2 * Pieces::pieces_together;
  kernel.at_once = std::min(pieces, most);
  // For `most` in any case: smaller tables may have more pieces, but shall not need more memory.
  workspace.reserve(WorkspaceNeed{.kept = (2 * most + 1) * chains * sizeof(T)});
  kernel.before = reinterpret_cast<T*>(workspace.kept());
  kernel.table.sums = kernel.before + chains;
  Kokkos::parallel_for(label, Policy(exec, 1, threads), kernel);
}

}  // namespace KokkosScan::detail
