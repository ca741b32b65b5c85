// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace perf {

/// \brief The origin of a result: host, device, Kokkos, backend, compiler, flags, commit.
/// The keys and values go into the context of the JSON file; Kokkos must be initialized.
std::vector<std::pair<std::string, std::string>> run_context();

/// The marketing name of the device the default execution space runs on; one file per backend
/// defines it.
std::string device_name();

/// The versions of the device's toolkit and driver, and its architecture. Empty for hosts, for
/// which the compiler is all there is to report.
std::string device_toolkit();

}  // namespace perf
