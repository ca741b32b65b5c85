// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/source.hpp>
#include <KokkosScan/device/detail/launch.hpp>

#include <cstddef>
#include <string>

namespace KokkosScan::detail {

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

/// Copies the items of a source: of one that may be read only once, for variants that read twice,
/// or of one that will be overwritten.
template <class Exec, class Source, class Size>
void copy_items(std::string const& label, Exec const& exec, Source const& source, Size const& size,
                typename Source::value_type* copy) {
  detail::for_each_item(label, exec, size.most, CopyItems<Source, Size>{source, copy, size});
}

}  // namespace KokkosScan::detail
