// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

/// \file
/// \brief Where a scan's items come from and where its results go: what there is for Views is in
/// view_source.hpp, for callables in functor_source.hpp.
///
/// A source gives item i as a `value_type`, and a `payload_type` that goes with it to the sink:
/// nothing for a plain scan, the head flag for a segmented one. What is called depends on who
/// calls:
///
///     caller                 source                         sink
///     loops over items,      load(i, payload)               store(i, x, payload)
///     tiles in a cache
///     tiles in scratch       stage(i)                       element(x, is_head)
///                            item(staged, is_head)          put(i, element)
///                            heads()
///     all                                                   wants_total(), store_total(x)
///
/// `stage` gives the item as it waits in scratch, a `stage_type`, and `element` the result, an
/// `element_type`. `heads` says where segments start (heads.hpp), `is_rereadable` whether an item
/// may be loaded twice. `store_total` may be called with a total that nobody wants.
///
/// Faster ways, each where a source or a sink has it. For its tiles it must say whether it has the
/// first two; the others may be missing:
/// - `has_addresses`: tiles in scratch move a run from `address(i)` on by 16 bytes at a time, if
///   `is_chunked(i)`.
/// - `has_vectors`, if both ends have it: tiles in a cache `load_vector`, and `store_vector` or,
///   around the caches, `stream_vector`.
/// - `has_blocks`, if both ends have it: tiles in a cache let functors `make` and `take` items in
///   loops that the compiler can vectorize.
/// - `first_of_total(first, last)`: tiles in a cache need only the items from there on to find the
///   total of [first, last).
/// - `prefetch<N>(i)`: N items from i on are being read.
/// - `cut_to(n)`: only the device knows the size, n; the total goes behind n results.
///
/// Partitions and histograms also read N neighbors with one access (`has_packs`, `load_pack`).

namespace KokkosScan::detail {

KOKKOS_INLINE_FUNCTION bool is_chunk_aligned(void const* p) {
  return reinterpret_cast<std::uintptr_t>(p) % 16 == 0;
}

/// The payload of items that have none.
struct NoPayload {};

}  // namespace KokkosScan::detail
