// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/lane/partition_range.hpp>
#include <KokkosScan/lane/partition_values.hpp>

/// \file
/// \brief Partition and selection by the lanes of a thread: of a range, of one element per lane.
