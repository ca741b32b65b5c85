// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/team/bins/prepared_binning.hpp>
#include <KokkosScan/tuning/histogram_selector.hpp>

namespace KokkosScan::detail {

/// Whether teams of Exec use tables, for binnings that have one.
template <class Exec>
inline constexpr bool keeps_tables = tuning::histogram_policy<Exec>(false).table_bytes > 0;

/// How teams of Exec prepare a binning of elements of type Element.
template <class Exec, class Binning, class Element>
using PreparedOn = team::detail::PreparedBinning<Binning, Element, keeps_tables<Exec>>;

}  // namespace KokkosScan::detail
