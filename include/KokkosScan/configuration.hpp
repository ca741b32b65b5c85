// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <iosfwd>

/// \file
/// \brief The only functions that are not in the headers: link KokkosScan::KokkosScan for them.

namespace KokkosScan {

/// \brief The version of the library, "major.minor.patch".
char const* version();

/// \brief Writes what was built and what will run: the versions of KokkosScan and Kokkos, the
/// default execution space and what it can do, for scans of int32 and double the variants and tile
/// shapes that the automatic choice takes, and the shapes of partitions, histograms and
/// extractions.
void print_configuration(std::ostream& out);

}  // namespace KokkosScan
