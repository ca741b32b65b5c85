// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/variants.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>

/// \file
/// \brief Chains that interleave in memory, as columns of threads: neighboring threads take
/// neighboring chains, so each row is read in whole pieces.

namespace KokkosScan::detail {

/// How teams divide a table. A team has `blocks` blocks of `width` threads, one thread for each of
/// its columns.
struct ColumnShape {
  int width;         ///< columns of a team
  int blocks;        ///< threads of a column, one below the other
  int groups;        ///< of columns: a team for each
  std::size_t rows;  ///< of a piece
  int pieces;        ///< one below the other

  static constexpr int max_blocks = 32;

  KOKKOS_FUNCTION constexpr int threads() const { return width * blocks; }
};

/// Whether the values of two warps fit into scratch twice.
template <class T>
inline constexpr bool fits_columns = sizeof(T) <= 256;
/// Threads of a team, at most \p most, whose values fit into scratch twice.
template <class T>
constexpr int column_threads(int most) {
  int threads = most;
  while (2 * threads * sizeof(T) > 40 * 1024) threads /= 2;
  return threads;
}

/// A table, and the columns and rows of one thread.
/// \tparam Threads  most of a team
template <class In, class Out, class Op, int Threads>
struct Columns {
  using T = typename Op::value_type;
  /// Rows that a thread holds.
  static constexpr int height = std::clamp(64 / static_cast<int>(sizeof(T)), 2, 16);
  static constexpr int threads = Threads, teams_of_multiprocessor = 1024 / Threads;

  In const* in;
  Out* out;
  std::ptrdiff_t in_step, in_across, out_step, out_across;
  std::size_t length, chains;
  ColumnShape shape;
  Op op;

  /// Whole cache lines of a row for each team, or more columns if they are short; as many pieces as
  /// occupy the device, one if the columns alone do.
  template <class Exec>
  static ColumnShape shape_for(Exec const& exec, std::size_t length, std::size_t chains) {
    constexpr std::size_t most = Threads, line = std::max<std::size_t>(32, 128 / sizeof(In));
    std::size_t const useful_blocks = ceil_div(length, height);
    std::size_t const widest = std::max(line, most / std::min(useful_blocks, most));
    std::size_t const groups = ceil_div(chains, std::min(widest, most));
    std::size_t const width = ceil_div(chains, groups);
    std::size_t const blocks =
        std::clamp<std::size_t>(most / width, 1, std::size_t(ColumnShape::max_blocks));
    std::size_t const tile = blocks * std::size_t(height);
    std::size_t const teams = tuning::concurrent_teams(exec, teams_of_multiprocessor);
    bool const has_one_piece = 2 * groups > teams || length <= 4 * tile;
    std::size_t const rows =
        align_up(has_one_piece ? length : ceil_div(length, teams / groups), tile);
    return {.width = static_cast<int>(width),
            .blocks = static_cast<int>(blocks),
            .groups = static_cast<int>(groups),
            .rows = rows,
            .pieces = static_cast<int>(ceil_div(length, rows))};
  }

  struct Place {
    std::size_t piece, column, first, last;
    int own, block;
    bool takes_part;
  };
  template <class Member>
  KOKKOS_FUNCTION Place place(Member const& member) const {
    int const team = member.league_rank(), rank = member.team_rank();
    Place p;
    p.piece = static_cast<std::size_t>(team / shape.groups);
    p.own = rank % shape.width;
    p.block = rank / shape.width;
    p.column = first_column(team % shape.groups) + static_cast<std::size_t>(p.own);
    p.first = p.piece * shape.rows;
    p.last = length - p.first < shape.rows ? length : p.first + shape.rows;
    p.takes_part = p.block < shape.blocks && p.column < chains;
    return p;
  }
  KOKKOS_FUNCTION std::size_t first_column(int group) const {
    return static_cast<std::size_t>(group) * static_cast<std::size_t>(shape.width);
  }
  KOKKOS_FUNCTION In const* from(std::size_t row, std::size_t column) const {
    return in + static_cast<std::ptrdiff_t>(row) * in_step +
           static_cast<std::ptrdiff_t>(column) * in_across;
  }
  KOKKOS_FUNCTION Out* to(std::size_t row, std::size_t column) const {
    return out + static_cast<std::ptrdiff_t>(row) * out_step +
           static_cast<std::ptrdiff_t>(column) * out_across;
  }
  /// The elements of `height` rows, or of the \p left that there are.
  KOKKOS_FUNCTION void load(T (&x)[height], std::size_t row, std::size_t column,
                            std::size_t left) const {
    In const* next = from(row, column);
    if (left >= height) {
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < height; ++k, next += in_step) x[k] = static_cast<T>(*next);
      return;
    }
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < height; ++k) x[k] = op.identity();
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < height; ++k, next += in_step) {
      if (static_cast<std::size_t>(k) >= left) break;
      x[k] = static_cast<T>(*next);
    }
  }
  KOKKOS_FUNCTION T sum(T const (&x)[height]) const {
    T s = x[0];
    KOKKOSSCAN_UNROLL
    for (int k = 1; k < height; ++k) s = static_cast<T>(op(s, x[k]));
    return s;
  }
  /// Scans the rows that a thread holds, and stores those of the \p left that there are.
  template <ScanMode Mode>
  KOKKOS_FUNCTION void store(T const (&x)[height], std::size_t row, std::size_t column,
                             std::size_t left, T prefix) const {
    Out* place = to(row, column);
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < height; ++k, place += out_step) {
      if (static_cast<std::size_t>(k) >= left) break;
      T const next = static_cast<T>(op(prefix, x[k]));
      *place = static_cast<Out>(Mode == ScanMode::inclusive ? next : prefix);
      prefix = next;
    }
  }
  template <class Member>
  KOKKOS_FUNCTION T* scratch(Member const& member) const {
    return static_cast<T*>(
        member.team_scratch(0).get_shmem_aligned(2 * threads * sizeof(T), alignof(T)));
  }
};

}  // namespace KokkosScan::detail
