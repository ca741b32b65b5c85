// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/device/permute.hpp>

#include "counted_drivers.hpp"
#include "huge_cycles.hpp"

/// \file Permutations of more than 2^31 elements by indices of 64 bits, and of structs that are
/// more than 2^32 words. KOKKOSSCAN_LARGE=1 needs 43 GB.

namespace KokkosScanTest {

/// Neighbors come from places far apart.
struct Scattered {
  std::size_t n;
  KOKKOS_FUNCTION std::int64_t operator()(std::size_t i) const {
    return static_cast<std::int64_t>((i * 1000003 + 7) % n);
  }
};
struct ScatteredByte {
  Scattered from;
  KOKKOS_FUNCTION std::int8_t operator()(std::size_t i) const {
    return HugeByte{}(static_cast<std::size_t>(from(i)));
  }
};

/// As many words as bytes, which is more than the library moves as a whole.
struct Odd {
  std::int8_t byte[17];
  KOKKOS_FUNCTION bool operator==(Odd const& other) const {
    for (int i = 0; i < 17; ++i)
      if (byte[i] != other.byte[i]) return false;
    return true;
  }
};
void print(std::ostream& stream, Odd const& x) {
  for (int const byte : x.byte) stream << byte << ' ';
}
struct OddOfBytes {
  KOKKOS_FUNCTION Odd operator()(std::size_t i) const {
    Odd x;
    for (std::size_t b = 0; b < 17; ++b) x.byte[b] = HugeByte{}(17 * i + b);
    return x;
  }
};
struct ScatteredOdd {
  Scattered from;
  KOKKOS_FUNCTION Odd operator()(std::size_t i) const {
    return OddOfBytes{}(static_cast<std::size_t>(from(i)));
  }
};

TEST(HugePermute, Bytes) {
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    std::size_t const fewer = n - n / 5;
    Scattered const from{n};
    auto const permutation = written_by<std::int64_t>(from, n);
    auto const in = written_by<std::int8_t>(HugeByte{}, n), out = unwritten<std::int8_t>(n);
    Kokkos::deep_copy(out, std::int8_t(-1));
    KokkosScan::permute(
        Exec(), KokkosScan::counted(permutation, on_device(static_cast<std::int64_t>(fewer))), in,
        out);
    EXPECT_TRUE(begins_with(out, fewer, ScatteredByte{from})) << "counted";
    KokkosScan::permute(Exec(), permutation, in, out);
    EXPECT_TRUE(follows(out, ScatteredByte{from}));
  }
}

TEST(HugePermute, Words) {
  for (std::size_t const bytes : huge_sizes()) {
    std::size_t const n = bytes / 17 + 1;
    SCOPED_TRACE("n = " + std::to_string(n));
    Scattered const from{n};
    auto const permutation = written_by<std::int64_t>(from, n);
    auto const in = written_by<Odd>(OddOfBytes{}, n), out = unwritten<Odd>(n);
    KokkosScan::permute(Exec(), permutation, in, out);
    EXPECT_TRUE(follows(out, ScatteredOdd{from}));
  }
}

}  // namespace KokkosScanTest
