// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// \brief How the threads of a CPU wait for each other. GPU kernels do not use this.

namespace KokkosScan::tuning {

/// \brief Polls after which a waiting thread yields its core; until then it pauses between polls.
/// Two bound threads of an EPYC, scans of 2^26 int32, ms:
///
///     polls                               0  100  300  1000  3000
///     a busy program on each core too   344  180   63    33    29
///     nothing else on the machine      11.4    -    -  11.5     -
///     four threads on the two cores      18   22   20    25    44
inline constexpr int pauses_before_yield = 1000;

}  // namespace KokkosScan::tuning
