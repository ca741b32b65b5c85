// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch/bytes.hpp>
#include <KokkosScan/detail/arch/compiler.hpp>
#include <KokkosScan/detail/arch/compress.hpp>
#include <KokkosScan/detail/arch/lanes.hpp>
#include <KokkosScan/detail/arch/memory.hpp>
#include <KokkosScan/detail/arch/vectors.hpp>
#include <KokkosScan/detail/arch/whole_part.hpp>

/// \file
/// \brief The one folder that names hardware outside tuning/: lane shuffles, polling loads and
/// stores, the vector registers of a CPU.
///
/// All other code is written once, in terms of these few functions.

/// Lets code in lane and team, where `detail` is their own namespace, write `arch::`.
namespace KokkosScan::lane {
namespace arch = KokkosScan::detail::arch;
}
namespace KokkosScan::team {
namespace arch = KokkosScan::detail::arch;
}
