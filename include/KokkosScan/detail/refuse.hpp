// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <charconv>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>

/// \file
/// \brief How every public function refuses wrong arguments.

namespace KokkosScan::detail {

/// A floating-point number in the fewest digits that identify it; anything else unchanged.
template <class Part>
decltype(auto) shown(Part const& part) {
  if constexpr (std::is_floating_point_v<Part>) {
    char digits[64];
    return std::string(digits, std::to_chars(digits, digits + sizeof(digits), part).ptr);
  } else {
    return (part);
  }
}

/// Throws std::invalid_argument: "KokkosScan::<function>: <parts …>".
template <class... Parts>
[[noreturn]] void refuse(char const* function, Parts const&... parts) {
  std::ostringstream text;
  text << "KokkosScan::" << function << ": ";
  (text << ... << shown(parts));
  throw std::invalid_argument(text.str());
}

}  // namespace KokkosScan::detail
