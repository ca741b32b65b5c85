// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/source.hpp>

#include <cstddef>

namespace KokkosScan::detail {

/// Copies the items of a source: of one that may be read only once, for variants that read twice,
/// or of one that will be overwritten.
template <class Source, class Size>
struct CopyItems {
  Source source;
  typename Source::value_type* copy;
  Size size;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    NoPayload none;
    if (i < size()) copy[i] = source.load(i, none);
  }
};

}  // namespace KokkosScan::detail
