// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// \brief Binnings: maps from an element to a bin. Any callable can be one; these are ready-made.
///
/// Bins are half-open, except the last one, which is closed. Elements out of range are discarded or
/// clamped (`OutOfRange`), NaN is always discarded. `OverflowBin` adds a bin for all of these.

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/binning/edge_bins.hpp>
#include <KokkosScan/binning/grid_bins.hpp>
#include <KokkosScan/binning/index_bins.hpp>
#include <KokkosScan/binning/overflow_bin.hpp>
#include <KokkosScan/binning/uniform_bins.hpp>
