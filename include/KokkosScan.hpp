// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// \brief Everything: scans, partitions, selections, histograms and extraction of bins, on the
/// lane, team and device level.

// Compilers print the chain of includes above an error. What most calls use comes first, so that
// its chain is short.
#include <KokkosScan/device/scan.hpp>

#include <KokkosScan/device/partition.hpp>
#include <KokkosScan/device/select.hpp>

#include <KokkosScan/device/histogram.hpp>

#include <KokkosScan/binning.hpp>
#include <KokkosScan/compensated_sum.hpp>
#include <KokkosScan/concepts.hpp>
#include <KokkosScan/configuration.hpp>
#include <KokkosScan/counted.hpp>
#include <KokkosScan/device/bin_plan.hpp>
#include <KokkosScan/device/extract_bin.hpp>
#include <KokkosScan/device/extract_bins.hpp>
#include <KokkosScan/device/hillis_steele_step.hpp>
#include <KokkosScan/device/histogram_columns.hpp>
#include <KokkosScan/device/permute.hpp>
#include <KokkosScan/device/scan_along.hpp>
#include <KokkosScan/device/scan_by_key.hpp>
#include <KokkosScan/device/scan_options.hpp>
#include <KokkosScan/device/segmented_scan.hpp>
#include <KokkosScan/device/three_way_partition.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/lane/extract_bin.hpp>
#include <KokkosScan/lane/histogram.hpp>
#include <KokkosScan/lane/partition.hpp>
#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/lane/scan_by_key.hpp>
#include <KokkosScan/lane/segmented_scan.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/points.hpp>
#include <KokkosScan/predicates.hpp>
#include <KokkosScan/team/extract_bin.hpp>
#include <KokkosScan/team/histogram.hpp>
#include <KokkosScan/team/partition.hpp>
#include <KokkosScan/team/scan.hpp>
#include <KokkosScan/team/scan_by_key.hpp>
#include <KokkosScan/team/segmented_scan.hpp>
#include <KokkosScan/tuning/scan_selector.hpp>
#include <KokkosScan/variants.hpp>
