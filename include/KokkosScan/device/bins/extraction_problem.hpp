// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/index_bins.hpp>

namespace KokkosScan::detail {

/// The result of an extraction: the elements of in, sorted; their indices, sorted; or the rank of
/// each element in its bin.
enum class Extracted { elements, indices, ranks };

/// What is extracted from what: the arguments of an extraction, checked.
/// \tparam Keyed  what is binned: Items, or keys of them (`StoredBins`)
template <class Items_, class Keyed_, class B, class Out_, class Offsets_>
struct ExtractionProblem {
  using Items = Items_;
  using Keyed = Keyed_;
  using Binning = B;
  using Out = Out_;
  using Offsets = Offsets_;

  Items items;
  Keyed keyed;
  Binning binning;
  int bins;
  Out out;
  Offsets offsets;
  bool knows_offsets;

  /// The same with keys, which are numbers of bins.
  template <class Keys>
  ExtractionProblem<Items, Keys, IndexBins, Out, Offsets> with_keys(Keys const& keys) const {
    return {items, keys, IndexBins(bins), bins, out, offsets, knows_offsets};
  }
};

}  // namespace KokkosScan::detail
