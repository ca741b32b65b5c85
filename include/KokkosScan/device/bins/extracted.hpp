// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace KokkosScan::detail {

/// The result of an extraction: the elements of in, sorted; their indices, sorted; or the rank of
/// each element in its bin.
enum class Extracted { elements, indices, ranks };

}  // namespace KokkosScan::detail
