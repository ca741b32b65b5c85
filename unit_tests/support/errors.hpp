// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Checks of the text of an error.

#include <gtest/gtest.h>

#include <initializer_list>
#include <stdexcept>
#include <string>

namespace KokkosScanTest {

/// Whether `call` throws std::invalid_argument with a text that starts with
/// "KokkosScan::<function>: <argument>" and contains, after this start, each of `parts` (the
/// numbers).
template <class Call>
::testing::AssertionResult rejects(Call const& call, std::string const& function,
                                   std::string const& argument,
                                   std::initializer_list<std::string> parts = {}) {
  std::string const start = "KokkosScan::" + function + ": " + argument;
  try {
    call();
  } catch (std::invalid_argument const& error) {
    std::string const text = error.what();
    if (text.rfind(start, 0) != 0) {
      return ::testing::AssertionFailure()
             << "\"" << text << "\" does not start with \"" << start << "\"";
    }
    for (std::string const& part : parts) {
      if (text.find(part, start.size()) == std::string::npos) {
        return ::testing::AssertionFailure() << "\"" << text << "\" does not name " << part;
      }
    }
    return ::testing::AssertionSuccess();
  } catch (std::exception const& error) {
    return ::testing::AssertionFailure() << "threw another exception: " << error.what();
  }
  return ::testing::AssertionFailure() << "did not throw";
}

}  // namespace KokkosScanTest
