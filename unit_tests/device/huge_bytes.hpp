// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file More than 2^31 bytes, of three kinds; of the first kind alone there are more than 2^31.

#include <cstddef>
#include <cstdint>

#include "rules.hpp"

namespace KokkosScanTest {

/// The bytes count from 0 to 100 repeatedly: a shift by a power of two changes every byte.
inline constexpr std::size_t huge = (std::size_t(1) << 31) + (std::size_t(1) << 26) + 12345;
inline constexpr std::size_t period = 101, rounds = huge / period;
/// Bytes below 99 are of the first kind, 99 is of the second kind, 100 of the third.
inline constexpr std::int8_t first_kinds = 99;
inline constexpr std::size_t in_first = rounds * first_kinds + huge % period;
static_assert(huge % period < first_kinds && in_first > std::size_t(1) << 31);

struct HugeByte {
  KOKKOS_FUNCTION std::int8_t operator()(std::size_t i) const {
    return static_cast<std::int8_t>(i % period);
  }
};
/// The bytes of the first kind, in order.
struct FirstByte {
  KOKKOS_FUNCTION std::int8_t operator()(std::size_t i) const {
    return static_cast<std::int8_t>(i % first_kinds);
  }
};
/// The other bytes, in order.
struct OtherByte {
  KOKKOS_FUNCTION std::int8_t operator()(std::size_t i) const {
    return static_cast<std::int8_t>(first_kinds + i % 2);
  }
};
/// All bytes, one kind after the other.
struct SortedByte {
  KOKKOS_FUNCTION std::int8_t operator()(std::size_t i) const {
    if (i < in_first) return FirstByte{}(i);
    return static_cast<std::int8_t>(first_kinds + (i < in_first + rounds ? 0 : 1));
  }
};

inline Array<std::int8_t> bytes(std::size_t n) {
  return Array<std::int8_t>(Kokkos::view_alloc("bytes", Kokkos::WithoutInitializing), n);
}

}  // namespace KokkosScanTest
