// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/count_pieces.hpp>
#include <KokkosScan/device/bins/offset_sink.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/detail/call.hpp>
#include <KokkosScan/device/protocol/protocol_memory.hpp>
#include <KokkosScan/device/protocol/team_sums.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/scan.hpp>
#include <KokkosScan/tuning/histogram_selector.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace KokkosScan::detail {

/// A destination of `CountPieces` that sums the counts over the pieces: `store` adds.
struct CountSums {
  TeamSums sums;

  struct PieceBins {
    CountSums const& all;
    std::size_t piece;
    int first_bin;

    KOKKOS_FUNCTION void store(int bin, std::uint32_t count) const {
      if (count > 0) all.sums.add(first_bin + bin, count);
    }
  };
};

/// Finds where at most `TeamSums::most` bins begin, in one launch: every team counts a piece in
/// bins of its own and adds its counts to the sums, and the last team to finish scans the sums.
/// \tparam Sink  takes the offsets: an `OffsetSink`, or another type with its `count` and `store`
template <class Exec, HistogramPolicy P, class Items, class Binning, class Sink>
struct CountOffsets {
  using Counting = CountPieces<Exec, P, Items, Binning, std::uint32_t, CountSums>;
  using Cut = Pieces<typename Items::Size>;
  static constexpr std::size_t scan_bytes = team::scan_scratch_bytes<std::uint64_t>(P.threads);
  /// Scratch that is left for counting, beside that of the scan.
  static constexpr std::size_t max_scratch =
      P.scratch_bytes > 0 ? P.scratch_bytes - scan_bytes - 16 : 0;
  static_assert(P.scratch_bytes == 0 || P.copies_bytes <= max_scratch);

  Counting counting;
  Sink offsets;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    void* const scratch = member.team_scratch(0).get_shmem_aligned(scratch_bytes(), 16);
    counting.count(member, scratch);
    TeamSums const& sums = counting.destination.sums;
    auto& is_last = *static_cast<bool*>(scratch);
    sums.finish_adding();
    member.team_barrier();
    if (member.team_rank() == 0) is_last = sums.is_last(member.league_size());
    member.team_barrier();
    if (!is_last) return;
    std::uint64_t before_all = 0;
    for (int first = 0; first < offsets.count; first += P.threads) {
      int const b = first + member.team_rank();
      std::uint64_t const count = b < counting.bins ? sums.take(b) : 0;
      std::uint64_t total;
      std::uint64_t const before = team::exclusive_scan<TeamScan::lane_first, P.threads>(
          member, count, Sum<std::uint64_t>{}, total);
      if (b < offsets.count) offsets.store(b, before_all + before);
      before_all += total;
    }
  }

  static Cut pieces(Exec const& exec, Items const& items) {
    return cut<Exec>(items.size, Counting::batch, Counting::Launch::teams(exec));
  }
  static std::size_t bytes(Cut const& pieces, int bins) {
    return Counting::Layout::memory_bytes(pieces, bins);
  }
  /// \param memory  bytes(pieces, bins) of it
  static void run(std::string const& label, Exec const& exec, Items const& items,
                  Binning const& binning, Cut const& pieces, int bins, std::byte* memory,
                  TeamSums const& sums, Sink const& offsets) {
    CountOffsets const count{
        Counting::make(items, binning, pieces, bins, memory, CountSums{sums}, max_scratch),
        offsets};
    std::size_t const scratch = count.scratch_bytes() + 16 + scan_bytes;
    Counting::Launch::run(label, exec, Counting::work(pieces, bins), pieces.count, scratch, count);
  }

 private:
  KOKKOS_FUNCTION std::size_t scratch_bytes() const {
    std::size_t const counts = counting.layout.scratch_bytes();
    return counts > 16 ? counts : 16;
  }
};

/// Grows the workspace and launches `CountOffsets`.
template <class Exec, class Items, class Binning, class Sink>
void count_offsets(Call<Exec> const& call, Items const& items, Binning const& binning, int bins,
                   Sink const& offsets) {
  using Count = CountOffsets<Exec, tuning::histogram_policy<Exec>(false), Items, Binning, Sink>;
  auto const pieces = Count::pieces(call.exec, items);
  call.workspace.reserve(
      WorkspaceNeed{.words = ProtocolMemory::words, .bytes = Count::bytes(pieces, bins)});
  Count::run(call.label, call.exec, items, binning, pieces, bins, call.workspace.bytes(),
             ProtocolMemory(call.workspace).sums, offsets);
}

}  // namespace KokkosScan::detail
