// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosScan::detail {

/// ⌊x · p / q⌋ for 0 ≤ x ≤ q, exactly and without a division: by a multiplication with ⌊p · 2^64 /
/// q⌋.
///
/// For q < 2^32 the whole part of p / q is split off and the reciprocal is rounded up; the error of
/// the product, below x / 2^64, is then less than 1 / q, the least distance from x · p / q to the
/// next integer. For a larger q the product is an estimate that is at most one too small, which
/// the remainder corrects.
class ExactRatio {
 public:
  ExactRatio() = default;
  KOKKOS_FUNCTION ExactRatio(std::uint64_t p, std::uint64_t q) : m_p(p), m_q(q) {
    m_whole = q <= small ? static_cast<std::uint32_t>(p / q) : 0;
    std::uint64_t const reciprocal = shifted_ratio(q <= small ? p % q : p, q) + (q <= small);
    m_low = static_cast<std::uint32_t>(reciprocal);
    m_high = static_cast<std::uint32_t>(reciprocal >> 32);
  }

  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t x) const {
    std::uint64_t const low = (std::uint64_t(x) * m_low) >> 32;
    return x * m_whole + static_cast<std::uint32_t>((std::uint64_t(x) * m_high + low) >> 32);
  }
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint64_t x) const {
    if (m_q <= small) return (*this)(static_cast<std::uint32_t>(x));
    std::uint64_t const reciprocal = std::uint64_t(m_high) << 32 | m_low;
    auto const bin = static_cast<std::uint64_t>((Wide(x) * reciprocal) >> 64);
    Wide const rest = Wide(x) * m_p - Wide(bin) * m_q;
    return static_cast<std::uint32_t>(bin + (rest >= m_q ? 1 : 0));
  }

 private:
  __extension__ typedef unsigned __int128 Wide;
  static constexpr std::uint64_t small = 0xffffffffu;

  /// ⌊p · 2^64 / q⌋ for p < q, bit by bit: no target has an instruction for a 128-bit division.
  KOKKOS_FUNCTION static std::uint64_t shifted_ratio(std::uint64_t p, std::uint64_t q) {
    std::uint64_t ratio = 0;
    for (int i = 0; i < 64; ++i) {
      bool const carry = p >> 63 != 0;
      p <<= 1;
      ratio <<= 1;
      if (carry || p >= q) {
        p -= q;
        ratio |= 1;
      }
    }
    return ratio;
  }

  std::uint64_t m_p = 0, m_q = 1;
  std::uint32_t m_low = 0, m_high = 0, m_whole = 0;  // halves: CPUs multiply 32 bits in vectors
};

}  // namespace KokkosScan::detail
