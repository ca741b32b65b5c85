// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/stream_copy.hpp>
#include <KokkosScan/device/bins/buckets.hpp>
#include <KokkosScan/device/bins/firsts_table.hpp>
#include <KokkosScan/device/bins/offset_sink.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

/// \file
/// \brief Sorts the items of each bucket by bin, stably, where a team is one thread of a CPU.
///
/// A thread counts the bins of a bucket and then moves its items, which its caches hold by then.
/// Where one bucket has many of the items, several threads share it: each counts a part of it, and
/// a second launch moves the parts.

namespace KokkosScan::detail {

/// A bucket that several threads share, a part each. Parts of all buckets are numbered together.
struct LargeBucket {
  int bucket, first_part, parts;
};

/// What the kernels share.
/// \tparam Items  `BucketElements` or `BucketKeys`
/// \tparam Store  as in pass_destinations.hpp
/// \tparam Index  an unsigned type that holds the number of elements
template <class Items, class Store, class Offset, class Index_>
struct BucketSorter {
  using Index = Index_;
  using Array = typename Store::array_type;
  /// Whether a thread sorts a bucket into a buffer, and stores that as a whole: items stored one by
  /// one would each wait for a cache line of the output.
  static constexpr bool may_buffer = !std::is_void_v<Array> && std::is_trivially_copyable_v<Array>;

  Items items;
  Store store;
  Buckets buckets;
  FirstsTable firsts;
  OffsetSink<Offset> offsets;
  std::size_t part;    ///< the most items of a part; a bucket with more is shared
  LargeBucket* large;  ///< those, ended by one without parts
  Index* part_counts;  ///< for each part, those of its bins
  bool is_streamed;    ///< the output is stored around the caches

  KOKKOS_FUNCTION int classes() const { return static_cast<int>(firsts.classes); }
  KOKKOS_FUNCTION std::size_t first(int bucket) const {
    return firsts.data[static_cast<std::size_t>(bucket) * firsts.pieces];
  }
  KOKKOS_FUNCTION std::size_t size(int bucket) const { return first(bucket + 1) - first(bucket); }
  KOKKOS_FUNCTION Index* counts_of(int part_number) const {
    return part_counts + static_cast<std::size_t>(part_number) * buckets.most_bins();
  }
  /// f(large bucket, first item, last item) for a part, if it exists.
  template <class F>
  KOKKOS_FUNCTION void with_part(int number, F const& f) const {
    for (LargeBucket const* l = large; l->parts > 0; ++l)
      if (number < l->first_part + l->parts) {
        std::size_t const before = static_cast<std::size_t>(number - l->first_part) * part;
        std::size_t const begin = first(l->bucket) + before, left = size(l->bucket) - before;
        return f(*l, begin, begin + (left < part ? left : part));
      }
  }

  /// Counts the bins of items [begin, end) of a bucket.
  KOKKOS_FUNCTION void count(int bucket, std::size_t begin, std::size_t end, Index* counts) const {
    int const bins = buckets.bins_of(bucket);
    for (int k = 0; k < bins; ++k) counts[k] = 0;
    for_each_bin(bucket, begin, end, [&](std::size_t, int bin) { ++counts[bin]; });
  }
  /// put(place, payload) for items [begin, end) of a bucket.
  /// \param next  for each bin, the place of its next item; overwritten
  template <class Put>
  KOKKOS_FUNCTION void move(int bucket, std::size_t begin, std::size_t end, Index* next,
                            Put const& put) const {
    for_each_bin(bucket, begin, end,
                 [&](std::size_t i, int bin) { put(next[bin]++, items.payload(i)); });
  }
  /// To the output, where places are relative to the beginning of the bucket.
  KOKKOS_FUNCTION void move(int bucket, std::size_t begin, std::size_t end, Index* next) const {
    std::size_t const base = first(bucket);
    move(bucket, begin, end, next,
         [&](std::size_t place, auto const& x) { store(base + place, x); });
  }
  /// Replaces the counts of a bucket's bins by where they begin in the bucket.
  KOKKOS_FUNCTION void scan(int bucket, Index* counts) const {
    int const bins = buckets.bins_of(bucket);
    Index place = 0;
    for (int k = 0; k < bins; ++k) {
      Index const count = counts[k];
      counts[k] = place;
      place += count;
    }
  }
  /// Stores where the bins of a bucket begin; after the last bin, where that ends.
  /// \param begins  what `scan` leaves
  KOKKOS_FUNCTION void store_offsets(int bucket, Index const* begins) const {
    if (offsets.count == 0 || bucket == buckets.count()) return;
    auto const base = first(bucket);
    auto const stride = offsets.stride;
    int const bins = buckets.bins_of(bucket);
    Offset* const to = offsets.data + buckets.first_bin(bucket) * stride;
    for (int k = 0; k < bins; ++k) to[k * stride] = static_cast<Offset>(base + begins[k]);
    if (bucket + 1 == buckets.count()) to[bins * stride] = static_cast<Offset>(first(bucket + 1));
  }

 private:
  /// f(i, its bin in the bucket) for all items. The bins of a few are found first: that is vector
  /// code.
  template <class F>
  KOKKOS_FUNCTION void for_each_bin(int bucket, std::size_t i, std::size_t end, F const& f) const {
    constexpr int batch = 64;
    int const first_bin = buckets.first_bin(bucket);
    for (; i + batch <= end; i += batch) {
      int bin[batch];
      for (int k = 0; k < batch; ++k) bin[k] = items.bin(i + k) - first_bin;
      for (int k = 0; k < batch; ++k) f(i + k, bin[k]);
    }
    for (; i < end; ++i) f(i, items.bin(i) - first_bin);
  }
};

/// Lists the large buckets: one call, as there are few buckets.
template <class Sorter>
struct ListLargeBuckets {
  Sorter sorter;
  KOKKOS_FUNCTION void operator()(std::size_t) const {
    LargeBucket* next = sorter.large;
    int parts = 0;
    for (int b = 0; b < sorter.classes(); ++b)
      if (sorter.size(b) > sorter.part) {
        *next = {b, parts, static_cast<int>(ceil_div(sorter.size(b), sorter.part))};
        parts += next->parts;
        ++next;
      }
    *next = {0, 0, 0};
  }
};

/// Team t sorts bucket t, unless it is large; teams after those count the parts of large buckets.
template <class Sorter>
struct SortBuckets {
  using Index = typename Sorter::Index;
  Sorter sorter;
  std::size_t buffer_bytes;  ///< of scratch, where there is as much

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const team = member.league_rank(), classes = sorter.classes();
    if (team < classes) return sort(member, team);
    sorter.with_part(team - classes, [&](LargeBucket const& l, std::size_t begin, std::size_t end) {
      sorter.count(l.bucket, begin, end, sorter.counts_of(team - classes));
    });
  }

 private:
  template <class Member>
  KOKKOS_FUNCTION void sort(Member const& member, int bucket) const {
    std::size_t const begin = sorter.first(bucket), end = sorter.first(bucket + 1);
    if (end - begin > sorter.part) return;
    auto const& scratch = member.team_scratch(1);
    // For each bin its count, then where it begins, then where its next item goes.
    auto* const next = static_cast<Index*>(
        scratch.get_shmem_aligned(sizeof(Index) * sorter.buckets.most_bins(), 64));
    sorter.count(bucket, begin, end, next);
    sorter.scan(bucket, next);
    sorter.store_offsets(bucket, next);
    if constexpr (Sorter::may_buffer) {
      using T = typename Sorter::Array;
      auto* const buffer = (end - begin) * sizeof(T) <= buffer_bytes
                               ? static_cast<T*>(scratch.get_shmem_aligned(buffer_bytes, 64))
                               : nullptr;
      if (buffer != nullptr) {
        sorter.move(bucket, begin, end, next,
                    [&](Index to, auto const& x) { buffer[to] = static_cast<T>(x); });
        return store(buffer, sorter.store.data + begin, end - begin);
      }
    }
    sorter.move(bucket, begin, end, next);
  }
  template <class T>
  KOKKOS_FUNCTION void store(T const* from, T* to, std::size_t count) const {
    if (!sorter.is_streamed) return arch::copy_bytes(to, from, count * sizeof(T));
    KokkosScan::detail::stream_copy(to, from, count);
    arch::order_streaming_stores();
  }
};

/// Team t moves part t of the large buckets.
template <class Sorter>
struct MoveBucketParts {
  using Index = typename Sorter::Index;
  Sorter sorter;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const team = member.league_rank();
    sorter.with_part(team, [&](LargeBucket const& l, std::size_t begin, std::size_t end) {
      auto const most = static_cast<std::size_t>(sorter.buckets.most_bins());
      auto* const next = static_cast<Index*>(
          member.team_scratch(1).get_shmem_aligned(2 * sizeof(Index) * most, 64));
      auto* const begins = next + most;
      // The items of a bin come part by part.
      int const bins = sorter.buckets.bins_of(l.bucket);
      for (int k = 0; k < bins; ++k) next[k] = begins[k] = 0;
      for (int p = l.first_part; p < l.first_part + l.parts; ++p) {
        Index const* const counts = sorter.counts_of(p);
        for (int k = 0; k < bins; ++k) begins[k] += counts[k];
        if (p < team)
          for (int k = 0; k < bins; ++k) next[k] += counts[k];
      }
      sorter.scan(l.bucket, begins);
      if (team == l.first_part) sorter.store_offsets(l.bucket, begins);
      for (int k = 0; k < bins; ++k) next[k] += begins[k];
      sorter.move(l.bucket, begin, end, next);
    });
  }
};

}  // namespace KokkosScan::detail
