// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/configuration.hpp>
#include <sstream>
#include <string>

/// \file The compiled part of the library: the calls also test that it links.

namespace KokkosScanTest {

TEST(Configuration, VersionIsThreeNumbers) {
  std::istringstream version(KokkosScan::version());
  int major = -1, minor = -1, patch = -1;
  char first = ' ', second = ' ';
  version >> major >> first >> minor >> second >> patch;
  EXPECT_FALSE(version.fail()) << KokkosScan::version();
  EXPECT_EQ(version.peek(), std::istringstream::traits_type::eof()) << KokkosScan::version();
  EXPECT_EQ(std::string({first, second}), "..");
  EXPECT_GE(major, 0);
  EXPECT_GE(minor, 0);
  EXPECT_GE(patch, 0);
}

TEST(Configuration, NamesVersionsSpaceAndChoices) {
  std::ostringstream out;
  KokkosScan::print_configuration(out);
  std::string const text = out.str();
  for (std::string const& part :
       {std::string("KokkosScan ") + KokkosScan::version(),
        "Kokkos " + std::to_string(KOKKOS_VERSION_MAJOR) + "." +
            std::to_string(KOKKOS_VERSION_MINOR),
        std::string(Kokkos::DefaultExecutionSpace::name()), std::string("int32 "),
        std::string("double"), std::string("partition"), std::string("histogram"),
        std::string("extraction")})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is missing in:\n" << text;
  EXPECT_EQ(text.back(), '\n');
}

}  // namespace KokkosScanTest
