// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/detail/columns.hpp>
#include <KokkosScan/device/protocol/protocol_memory.hpp>
#include <KokkosScan/device/protocol/tile_state.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>
#include <cstdint>

/// \file
/// \brief The single-pass scan of columns: each element is read once.

namespace KokkosScan::detail {

/// A team claims a tile: the next rows of its columns, `height` for each thread. As many
/// consecutive tiles of the same columns as a column has threads are a stripe. A tile publishes its
/// totals, and the last one of a stripe what the stripe and all before it add up to. The prefix of
/// a tile is that of the stripe before, combined with the totals of its own stripe before it: a
/// fixed expression, so sums of floats are the same in every run.
template <ScanMode Mode, class Table>
struct ColumnPass {
  using T = typename Table::T;

  Table table;
  TileCounter counter;
  std::uint64_t* state_words;
  std::uint32_t tiles;
  T init;

  struct Scratch {
    T sums[Table::threads];    // of the threads
    T before[Table::threads];  // of the tiles of the stripe so far, then what precedes the stripe
    TileCounter::Claim claim;
  };

  /// Tiles one below the other.
  static std::size_t tiles_down(ColumnShape const& shape, std::size_t length) {
    return ceil_div(length, static_cast<std::size_t>(shape.blocks) * Table::height);
  }
  /// Of a workspace: a state for each tile and column, and for each stripe and column.
  static std::size_t words(Table const& table, std::size_t length) {
    std::size_t const down = tiles_down(table.shape, length);
    std::size_t const stripes = down / static_cast<std::size_t>(table.shape.blocks);
    return ProtocolMemory::words + TileState<T>::words_for((down + stripes) * table.chains);
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto& scratch = *static_cast<Scratch*>(
        member.team_scratch(0).get_shmem_aligned(sizeof(Scratch), alignof(Scratch)));
    int const rank = member.team_rank();
    if (rank == 0) scratch.claim = counter.claim();
    member.team_barrier();
    auto const claim = scratch.claim;
    auto const groups = static_cast<std::uint32_t>(table.shape.groups);
    scan(member, scratch, TileState<T>(state_words, claim.epoch), claim.tile / groups,
         static_cast<int>(claim.tile % groups));
    counter.leave(member, rank == 0, claim.epoch);
  }

 private:
  template <class Member>
  KOKKOS_FUNCTION void scan(Member const& member, Scratch& scratch, TileState<T> const& state,
                            std::uint32_t down, int group) const {
    int const width = table.shape.width, blocks = table.shape.blocks;
    int const rank = member.team_rank();
    int const own = rank % width, block = rank / width;
    std::size_t const column = table.first_column(group) + static_cast<std::size_t>(own);
    bool const takes_part = block < blocks && column < table.chains;
    std::size_t const row =
        (static_cast<std::size_t>(down) * blocks + static_cast<unsigned>(block)) * Table::height;
    std::size_t const left = takes_part && row < table.length ? table.length - row : 0;
    T x[Table::height];
    table.load(x, row, column, left);
    if (takes_part) scratch.sums[rank] = table.sum(x);
    member.team_barrier();

    std::uint32_t const stripe = down / static_cast<unsigned>(blocks);
    int const place = static_cast<int>(down % static_cast<unsigned>(blocks));
    std::uint32_t const last = tiles / static_cast<std::uint32_t>(table.shape.groups) - 1;
    T* const sums = scratch.sums + own;
    if (takes_part && block == 0 && down < last && place + 1 < blocks) {
      T total = sums[0];
      for (int b = 1; b < blocks; ++b) total = static_cast<T>(table.op(total, sums[b * width]));
      state.set_complete(down * table.chains + column, total);
    }
    // One thread of each column for each tile of the stripe before this, one for the stripe before.
    std::size_t const of_stripes = (last + std::size_t(1)) * table.chains + column;
    if (takes_part && block < place)
      scratch.before[rank] = state.wait((down - place + block) * table.chains + column);
    else if (takes_part && block == place)
      scratch.before[rank] =
          stripe == 0 ? init : state.wait(of_stripes + (stripe - 1) * table.chains);
    member.team_barrier();
    if (!takes_part) return;

    T const* const before = scratch.before + own;
    T prefix = before[place * width];
    for (int b = 0; b < place; ++b) prefix = static_cast<T>(table.op(prefix, before[b * width]));
    T const of_tile = prefix;
    for (int b = 0; b < block; ++b) prefix = static_cast<T>(table.op(prefix, sums[b * width]));
    if (block == 0 && down < last && place + 1 == blocks) {
      T next = of_tile;
      for (int b = 0; b < blocks; ++b) next = static_cast<T>(table.op(next, sums[b * width]));
      state.set_complete(of_stripes + stripe * table.chains, next);
    }
    table.template store<Mode>(x, row, column, left, prefix);
  }
};

/// Chains of the most elements that are scanned in one pass however few chains there are, if they
/// are cut as \p table is: one launch is faster than three.
template <class Table>
std::size_t longest_of_one_pass(Table const& table) {
  constexpr std::size_t stripes = 8;
  auto const blocks = static_cast<std::size_t>(table.shape.blocks);
  return stripes * blocks * blocks * Table::height;
}

/// Whether one pass is faster than two. Each stripe waits about 1.2 us for the one before, which
/// takes no time if enough other columns are scanned meanwhile. H200, 2^26 elements, us, one pass
/// and pieces:
///
///     columns        8    16    64   256  1024  4096
///     float        616   348   272   193   181   188
///                  243   228   240   240   227   220
///     double      1387   857   657   375   349   350
///                  437   435   457   449   435   428
template <class Table>
bool suits_one_pass(Table const& table) {
  return table.shape.groups >= 4 || table.length <= detail::longest_of_one_pass(table);
}

}  // namespace KokkosScan::detail
