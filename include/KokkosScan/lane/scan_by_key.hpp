// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/equality.hpp>
#include <KokkosScan/detail/heads.hpp>
#include <KokkosScan/lane/group.hpp>
#include <KokkosScan/lane/segmented_scan.hpp>
#include <KokkosScan/variants.hpp>

/// \file
/// \brief Scans that start over where the key changes: of one element per lane, and of a range by
/// the lanes of one thread. In registers: no scratch, no barrier of the team. All lanes of the
/// thread must call.

namespace KokkosScan::lane {

/// \brief Lane i gets x(h) op … op x(i), where the lanes h … i have equal keys and lane h - 1,
/// if there is one, has another key.
/// \param lanes  the thread's lanes, W = G::size of them
/// \param key    one key per lane, of any trivially copyable type
/// \param x      one element of op's value_type per lane (see `Group`)
/// \param op     a monoid; the order of its operands is kept, and elements of different runs of
///               keys are never combined
/// \param equal  compares a key with that of the lane below (`KeyEquality`); default: ==
///
/// One step more than `segmented_inclusive_scan`, which compares neighboring keys.
template <LaneGroup G, class K, class V, Monoid Op, class Equal = KokkosScan::detail::Equals>
[[nodiscard]] KOKKOS_FUNCTION V inclusive_scan_by_key(G const& lanes, K const& key, V const& x,
                                                      Op const& op, Equal const& equal = {}) {
  return lane::segmented_inclusive_scan(lanes, x, detail::differs_from_below(lanes, key, equal),
                                        op);
}

/// \brief Lane i gets x(h) op … op x(i-1), where h is as for `inclusive_scan_by_key` of one element
/// per lane; the identity where a run of keys begins. Otherwise as that function.
template <LaneGroup G, class K, class V, Monoid Op, class Equal = KokkosScan::detail::Equals>
[[nodiscard]] KOKKOS_FUNCTION V exclusive_scan_by_key(G const& lanes, K const& key, V const& x,
                                                      Op const& op, Equal const& equal = {}) {
  return lane::segmented_exclusive_scan(lanes, x, detail::differs_from_below(lanes, key, equal),
                                        op);
}

/// \brief In every maximal run of equal consecutive keys: out(i) = in(first) op … op in(i),
/// first being where the run begins; by the lanes of one thread.
///
/// \param lanes   the thread's lanes; every lane must call
/// \param keys    rank-1 View of keys; not in out
/// \param in,out  rank-1 Views of the extent of keys (not checked); out may be in
/// \param op      a monoid; the order of its operands is kept, and elements of different runs of
///                keys are never combined
/// \param equal   compares a key with its predecessor (`KeyEquality`); default: ==
///
/// Each element is read and written once, and for each two keys are read. All lanes of the thread
/// see the results; other threads only after the caller's own barrier. What lanes have written to
/// the inputs needs a `sync()` of theirs before the call.
template <LaneGroup G, View1D Keys, View1D In, View1D Out, Monoid Op,
          KeyEquality<typename Keys::non_const_value_type> Equal = KokkosScan::detail::Equals>
KOKKOS_FUNCTION void inclusive_scan_by_key(G const& lanes, Keys const& keys, In const& in,
                                           Out const& out, Op const& op, Equal const& equal = {}) {
  detail::segmented_scan_range<ScanMode::inclusive>(
      lanes, in, KokkosScan::detail::key_heads(keys, equal), out, op);
}

/// \brief In every run of equal keys: out(i) = in(first) op … op in(i-1), first being where the run
/// begins; out(first) is the identity. Otherwise as `inclusive_scan_by_key` of a range.
template <LaneGroup G, View1D Keys, View1D In, View1D Out, Monoid Op,
          KeyEquality<typename Keys::non_const_value_type> Equal = KokkosScan::detail::Equals>
KOKKOS_FUNCTION void exclusive_scan_by_key(G const& lanes, Keys const& keys, In const& in,
                                           Out const& out, Op const& op, Equal const& equal = {}) {
  detail::segmented_scan_range<ScanMode::exclusive>(
      lanes, in, KokkosScan::detail::key_heads(keys, equal), out, op);
}

}  // namespace KokkosScan::lane
