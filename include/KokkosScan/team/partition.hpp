// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/team/partition_range.hpp>
#include <KokkosScan/team/partition_values.hpp>

/// \file
/// \brief Partition and selection by a team: of a range, of one value per thread.
