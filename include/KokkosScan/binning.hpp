// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// \brief Binnings: maps from an element to a bin. Any callable is one; these are made.
///
/// Bins are half-open, the last one is closed. Elements outside are discarded or clamped
/// (`OutOfRange`), NaN always discarded; or `OverflowBin` has one more bin for them.

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/binning/edge_bins.hpp>
#include <KokkosScan/binning/grid_bins.hpp>
#include <KokkosScan/binning/index_bins.hpp>
#include <KokkosScan/binning/overflow_bin.hpp>
#include <KokkosScan/binning/uniform_bins.hpp>
