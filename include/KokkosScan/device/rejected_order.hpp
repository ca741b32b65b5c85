// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace KokkosScan {

/// \brief In which order the rejected elements of `partition` come.
enum class RejectedOrder {
  kept,     ///< as in the input; selected elements are counted first, so all are read twice
  reversed  ///< in reverse order, from place n - 1 of the output backwards (n inputs): one pass
};

}  // namespace KokkosScan
