// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/extraction_selector.hpp>

namespace KokkosScan::detail {

/// The policy of passes that sort items of \p item_bytes: the caller's, checked, or the tuned one.
template <class Exec, ExtractionPolicy Wanted>
constexpr ExtractionPolicy extraction_policy_for(int item_bytes) {
  static_assert(Wanted.is_default() || (Wanted.threads > 0 && Wanted.items > 0 &&
                                        Wanted.pieces_per_team > 0 && Wanted.digit_bits > 0),
                "an ExtractionPolicy needs threads, items, pieces and bits of a digit");
  static_assert(Wanted.teams_per_multiprocessor > 0,
                "an ExtractionPolicy needs teams_per_multiprocessor");
  static_assert(Wanted.digit_bits < 31, "an ExtractionPolicy has digits of fewer bits than an int");
  static_assert(!Wanted.sorts_tiles || Wanted.digit_bits <= 8,
                "an ExtractionPolicy that sorts tiles has digits of at most 8 bits");
  static_assert(!Wanted.looks_back || Wanted.sorts_tiles,
                "an ExtractionPolicy that looks back needs sorts_tiles");
  return Wanted.is_default() ? tuning::extraction_policy<Exec>(item_bytes) : Wanted;
}

}  // namespace KokkosScan::detail
