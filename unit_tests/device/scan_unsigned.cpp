// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <cstdint>

#include "scan_drivers.hpp"

namespace KokkosScanTest {

template <class T>
std::vector<T> random_words(std::size_t n) {
  std::vector<T> words;
  for (std::size_t i = 0; i < n; ++i) words.push_back(static_cast<T>(random_bits(n, i)));
  return words;
}

std::vector<std::uint8_t> mostly_true(std::size_t n) {
  std::vector<std::uint8_t> flags;
  for (std::size_t i = 0; i < n; ++i) flags.push_back(random_bits(n, i) % (n / 2 + 1) != 0 ? 1 : 0);
  return flags;
}

std::vector<std::uint8_t> mostly_false(std::size_t n) {
  auto flags = mostly_true(n);
  for (auto& flag : flags) flag = static_cast<std::uint8_t>(1 - flag);
  return flags;
}

TEST(InclusiveScan, SumsUint8) {
  check_inclusive_tiles(KokkosScan::Sum<std::uint8_t>{}, random_words<std::uint8_t>,
                        some_sizes<std::uint8_t>());
}

TEST(InclusiveScan, SumsUint16) {
  check_inclusive_tiles(KokkosScan::Sum<std::uint16_t>{}, random_words<std::uint16_t>,
                        some_sizes<std::uint16_t>());
}

TEST(InclusiveScan, SumsUint32ModuloTwoToThe32) {
  check_inclusive_variants(KokkosScan::Sum<std::uint32_t>{}, random_words<std::uint32_t>,
                           some_sizes<std::uint32_t>());
}

TEST(InclusiveScan, MultipliesUint64ModuloTwoToThe64) {
  check_inclusive_variants(KokkosScan::Prod<std::uint64_t>{}, random_words<std::uint64_t>,
                           some_sizes<std::uint64_t>());
}

TEST(InclusiveScan, BitOperators) {
  check_inclusive_tiles(KokkosScan::BitXor<std::uint32_t>{}, random_words<std::uint32_t>,
                        some_sizes<std::uint32_t>());
  check_inclusive_tiles(KokkosScan::BitAnd<std::uint64_t>{}, random_words<std::uint64_t>,
                        some_sizes<std::uint64_t>());
  check_inclusive_tiles(KokkosScan::BitOr<std::uint16_t>{}, random_words<std::uint16_t>,
                        some_sizes<std::uint16_t>());
}

TEST(InclusiveScan, LogicalOperators) {
  check_inclusive_tiles(KokkosScan::LogicalAnd<std::uint8_t>{}, mostly_true, few_sizes());
  check_inclusive_tiles(KokkosScan::LogicalOr<std::uint8_t>{}, mostly_false, few_sizes());
}

}  // namespace KokkosScanTest
