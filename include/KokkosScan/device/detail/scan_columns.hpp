// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/refuse.hpp>
#include <KokkosScan/device/detail/column_pass.hpp>
#include <KokkosScan/device/detail/columns.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/device/protocol/protocol_memory.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

/// \file
/// \brief Scans of chains that interleave in memory, where lanes are threads.

namespace KokkosScan::detail {

/// First pass: the sum of each column of each piece.
template <class Table>
struct ColumnTotals {
  using T = typename Table::T;
  Table table;
  T* totals;  // for each piece, those of all columns

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const p = table.place(member);
    int const width = table.shape.width, blocks = table.shape.blocks;
    T* const sums = table.scratch(member);
    if (p.takes_part) {
      std::size_t const each = table.shape.rows / static_cast<std::size_t>(blocks);
      std::size_t row = p.first + static_cast<std::size_t>(p.block) * each;
      std::size_t const end = p.last < row + each ? p.last : row + each;
      T sum = table.op.identity();
      for (; row < end; row += Table::height) {
        T x[Table::height];
        table.load(x, row, p.column, end - row);
        sum = static_cast<T>(table.op(sum, table.sum(x)));
      }
      sums[p.block * width + p.own] = sum;
    }
    member.team_barrier();
    if (!p.takes_part || p.block != 0) return;
    T total = sums[p.own];
    for (int b = 1; b < blocks; ++b)
      total = static_cast<T>(table.op(total, sums[b * width + p.own]));
    totals[p.piece * table.chains + p.column] = total;
  }
};

/// Last pass, or the only one: scans the columns of each piece.
template <ScanMode Mode, class Table>
struct ColumnScan {
  using T = typename Table::T;
  Table table;
  T const* before;  // what precedes each piece of each column; nullptr: there is one piece
  T init;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const p = table.place(member);
    int const width = table.shape.width, blocks = table.shape.blocks;
    T* sums = table.scratch(member);
    T* other_sums = sums + Table::threads;  // others may still read those of the last tile
    auto const tile = static_cast<std::size_t>(blocks) * Table::height;
    T carry = init;
    if (before != nullptr && p.takes_part) carry = before[p.piece * table.chains + p.column];
    for (std::size_t first = p.first; first < p.last; first += tile) {
      std::size_t const row = first + static_cast<std::size_t>(p.block) * Table::height;
      std::size_t const left = p.takes_part && row < p.last ? p.last - row : 0;
      T x[Table::height];
      table.load(x, row, p.column, left);
      if (p.takes_part) sums[p.block * width + p.own] = table.sum(x);
      if (blocks > 1) member.team_barrier();
      if (p.takes_part) {
        T prefix = carry;
        for (int b = 0; b < blocks; ++b) {
          if (b == p.block) prefix = carry;
          carry = static_cast<T>(table.op(carry, sums[b * width + p.own]));
        }
        table.template store<Mode>(x, row, p.column, left, prefix);
      }
      auto* const next = other_sums;
      other_sums = sums;
      sums = next;
    }
  }
};

/// The policy of a launch: whole warps. Refuses more teams than a league can have.
template <class Table, class Exec>
auto column_teams(char const* function, Exec const& exec, Table const& table, std::size_t teams,
                  std::size_t scratch) {
  using Policy = Kokkos::TeamPolicy<
      Exec, tuning::LaunchBounds<Exec, Table::threads, Table::teams_of_multiprocessor>>;
  constexpr tuning::Capabilities space = tuning::capabilities<Exec>;
  int const threads =
      align_up(table.shape.threads(), space.lanes_are_threads ? space.max_lanes : 1);
  std::size_t const most = tuning::max_teams<Exec>(threads);
  if (teams > most)
    refuse(function, "chains of ", table.length, " elements, of which there are ", table.chains,
           ", need ", teams, " teams, there can be ", most);
  Policy policy(exec, static_cast<int>(teams), threads, 1);
  policy.set_scratch_size(0, Kokkos::PerTeam(scratch));
  return light(policy);
}

/// Each element is read once.
template <ScanMode Mode, class Exec, class Table>
void scan_columns_in_one_pass(char const* function, std::string const& label, Exec const& exec,
                              Workspace<Exec>& workspace, Table const& table,
                              typename Table::T const& init) {
  using Pass = ColumnPass<Mode, Table>;
  using Scratch = typename Pass::Scratch;
  static_assert(tuning::capabilities<Exec>.forward_progress, "tiles wait for each other");
  std::size_t const tiles =
      Pass::tiles_down(table.shape, table.length) * static_cast<std::size_t>(table.shape.groups);
  auto const policy =
      detail::column_teams(function, exec, table, tiles, sizeof(Scratch) + alignof(Scratch));
  workspace.reserve(WorkspaceNeed{.words = Pass::words(table, table.length)});
  ProtocolMemory const memory(workspace);
  Kokkos::parallel_for(
      label, policy,
      Pass{table, memory.counter, memory.states, static_cast<std::uint32_t>(tiles), init});
}

/// In pieces of rows, which are read twice.
template <ScanMode Mode, class Exec, class Table>
void scan_columns_in_pieces(char const* function, std::string const& label, Exec const& exec,
                            Workspace<Exec>& workspace, Table const& table,
                            typename Table::T const& init) {
  using T = typename Table::T;
  ColumnShape const& shape = table.shape;
  auto const policy = [&](int pieces) {
    return detail::column_teams(
        function, exec, table,
        static_cast<std::size_t>(shape.groups) * static_cast<std::size_t>(pieces),
        2 * Table::threads * sizeof(T) + alignof(T));
  };
  if (shape.pieces == 1)
    return Kokkos::parallel_for(label, policy(1), ColumnScan<Mode, Table>{table, nullptr, init});
  // For the most that there can be: a smaller table may have more pieces, but needs no more memory.
  std::size_t const teams = tuning::concurrent_teams(exec, Table::teams_of_multiprocessor);
  workspace.reserve(WorkspaceNeed{.kept = teams * Table::threads * sizeof(T)});
  T* const totals = reinterpret_cast<T*>(workspace.kept());
  Kokkos::parallel_for(label + " totals", policy(shape.pieces), ColumnTotals<Table>{table, totals});
  using Upper = Columns<T, T, decltype(table.op), Table::threads>;
  auto const row = static_cast<std::ptrdiff_t>(table.chains);
  auto const pieces = static_cast<std::size_t>(shape.pieces);
  Upper upper{totals, totals, row, 1, row, 1, pieces, table.chains, shape, table.op};
  upper.shape.rows = pieces;
  upper.shape.pieces = 1;
  Kokkos::parallel_for(label + " of totals", policy(1),
                       ColumnScan<ScanMode::exclusive, Upper>{upper, nullptr, init});
  Kokkos::parallel_for(label, policy(shape.pieces), ColumnScan<Mode, Table>{table, totals, init});
}

}  // namespace KokkosScan::detail
