// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// \brief Everything: scans on the lane, team and device level, and what follows from them.

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/configuration.hpp>
#include <KokkosScan/counted.hpp>
#include <KokkosScan/device/partition.hpp>
#include <KokkosScan/device/permute.hpp>
#include <KokkosScan/device/scan.hpp>
#include <KokkosScan/device/scan_along.hpp>
#include <KokkosScan/device/scan_by_key.hpp>
#include <KokkosScan/device/segmented_scan.hpp>
#include <KokkosScan/device/select.hpp>
#include <KokkosScan/device/three_way_partition.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/lane/partition.hpp>
#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/options.hpp>
#include <KokkosScan/predicates.hpp>
#include <KokkosScan/team/partition.hpp>
#include <KokkosScan/team/scan.hpp>
#include <KokkosScan/tuning/selector.hpp>
#include <KokkosScan/variants.hpp>
