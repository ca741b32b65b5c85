// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/operators.hpp>

#include <cstdint>

namespace KokkosScan::lane::detail {

/// Several small counts, the fields, packed into as few words as possible, so that one scan over
/// the lanes scans all fields of a word.
/// \tparam Most  the largest sum of a field over all lanes
template <int Fields, int Most>
class PackedCounts {
 public:
  static constexpr int bits = Most < (1 << 8) ? 8 : (Most < (1 << 16) ? 16 : 32);
  static constexpr int per_word = 32 / bits;
  static constexpr int words = KokkosScan::detail::ceil_div(Fields, per_word);

  KOKKOS_FUNCTION PackedCounts() {
    KOKKOSSCAN_UNROLL
    for (int w = 0; w < words; ++w) m_word[w] = 0;
  }
  KOKKOS_FUNCTION void add(int field, unsigned x) {
    m_word[field / per_word] += x << (field % per_word * bits);
  }
  KOKKOS_FUNCTION unsigned operator[](int field) const {
    unsigned const x = m_word[field / per_word] >> (field % per_word * bits);
    return bits == 32 ? x : x & ((1u << (bits % 32)) - 1);
  }
  /// Every field becomes its sum over the lower lanes; total gets the sums over all lanes.
  template <LaneGroup G>
  KOKKOS_FUNCTION void scan(G const& lanes, PackedCounts& total) {
    KOKKOSSCAN_UNROLL
    for (int w = 0; w < words; ++w) {
      std::uint32_t const own = m_word[w];
      std::uint32_t sum;
      m_word[w] = lane::inclusive_scan(lanes, own, Sum<std::uint32_t>{}, sum) - own;
      total.m_word[w] = sum;
    }
  }

 private:
  std::uint32_t m_word[words];
};

}  // namespace KokkosScan::lane::detail
