// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/class_counts.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/team/tiles/partition_rows.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/partition_selector.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

/// \file
/// \brief Counts the items of every class except the last: the pass that precedes a stable
/// partition into one output.

namespace KokkosScan::detail {

/// GPUs: persistent teams loop over the tiles; every thread stores its counts.
template <class Exec, ScanPolicy P, class Source, class Size>
struct CountTiles {
  using Policy = Kokkos::TeamPolicy<
      Exec, tuning::LaunchBounds<Exec, P.threads * P.lanes, P.teams_per_multiprocessor>>;
  using Member = typename Policy::member_type;
  using Lanes = lane::Group<Member, P.lanes>;
  using Wide = ClassCounts<std::uint64_t, Source::classes - 1>;

  Source source;
  Size size;
  Wide* counts;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Lanes const lanes(member);
    team::detail::PartitionRows<Lanes, P.rows(), P.width, Source> rows(lanes);
    std::size_t const n = size();
    std::size_t const step = static_cast<std::size_t>(P.tile()) * member.league_size();
    std::size_t first = static_cast<std::size_t>(P.tile()) * member.league_rank() +
                        static_cast<unsigned>(member.team_rank() * rows.size);
    Wide sum{};
    for (; first < n; first += step) {
      rows.load(source, first, n, first + rows.size <= n && source.template has_packs<P.width>());
      sum += rows.count(source);
    }
    Wide const total = lane::reduce(lanes, sum, Sum<Wide>{});
    if (lanes.is_first()) counts[member.league_rank() * P.threads + member.team_rank()] = total;
  }

  static std::size_t teams(Exec const& exec) {
    return tuning::concurrent_teams(exec, P.teams_per_multiprocessor);
  }
};

/// CPUs: each iteration takes a block of neighbors, a loop that the compiler vectorizes.
template <class Source, class Size, int Block>
struct CountBlocks {
  using value_type = ClassCounts<std::uint64_t, Source::classes - 1>;
  Source source;
  Size size;

  KOKKOS_FUNCTION void operator()(std::size_t block, value_type& sum) const {
    typename Source::payload_type payload;
    std::size_t const first = block * Block, n = size();
    std::size_t const last = first + Block < n ? first + Block : n;
    typename Source::LocalCounts count{};
    source.template prefetch<Block>(first);
    for (std::size_t i = first; i < last; ++i) count += source.load(i, payload);
    sum += count;
  }
  KOKKOS_FUNCTION void init(value_type& x) const { x = {}; }
  KOKKOS_FUNCTION void join(value_type& x, value_type const& y) const { x += y; }
};

template <class Wide>
struct SumCounts {
  using value_type = Wide;
  Wide const* counts;
  KOKKOS_FUNCTION void operator()(std::size_t i, Wide& sum) const { sum += counts[i]; }
  KOKKOS_FUNCTION void init(Wide& x) const { x = {}; }
  KOKKOS_FUNCTION void join(Wide& x, Wide const& y) const { x += y; }
};

template <class Exec, class Source, class Size>
struct CountClasses {
  using Wide = ClassCounts<std::uint64_t, Source::classes - 1>;
  static constexpr bool has_tiles = tuning::capabilities<Exec>.lanes_are_threads;
  static constexpr ScanPolicy policy = tuning::count_policy<Exec>(sizeof(typename Source::Element));
  using Tiles = CountTiles<Exec, policy, Source, Size>;

  /// Bytes of memory that `run` needs.
  static std::size_t bytes(Exec const& exec) {
    return has_tiles ? Tiles::teams(exec) * policy.threads * sizeof(Wide) : 0;
  }

  /// Counts into \p total, asynchronously.
  /// \param memory  `bytes(exec)` of it
  static void run(std::string const& label, Exec const& exec, Source const& source,
                  Size const& size, std::uint64_t* total, std::byte* memory) {
    using Total =
        Kokkos::View<Wide, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    Total const result(reinterpret_cast<Wide*>(total));
    if constexpr (has_tiles) {
      auto* const counts = reinterpret_cast<Wide*>(memory);
      auto const teams = static_cast<int>(Tiles::teams(exec));
      Kokkos::parallel_for(label + " count",
                           light(typename Tiles::Policy(exec, teams, policy.threads, policy.lanes)),
                           Tiles{source, size, counts});
      Kokkos::parallel_reduce(label + " sum of counts",
                              range(exec, static_cast<std::size_t>(teams) * policy.threads),
                              SumCounts<Wide>{counts}, result);
    } else {
      constexpr int block = 256;
      Kokkos::parallel_reduce(label + " count", range(exec, ceil_div(size.most, block)),
                              CountBlocks<Source, Size, block>{source, size}, result);
    }
  }
};

}  // namespace KokkosScan::detail
