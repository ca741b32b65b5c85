// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace perf {

/// \brief Where a result comes from: host, device, Kokkos, backend, compiler, flags, commit.
/// Keys and values go into the context of the JSON file; Kokkos must be initialized.
std::vector<std::pair<std::string, std::string>> run_context();

/// The marketing name of the device the default execution space runs on; one file per backend
/// defines it.
std::string device_name();

/// What its code was made by and runs on: versions of toolkit and driver, the architecture. Empty
/// for hosts, where the compiler says it all.
std::string device_toolkit();

}  // namespace perf
