// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch/bytes.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/pack.hpp>
#include <KokkosScan/detail/words.hpp>
#include <KokkosScan/tuning/partition_selector.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosScan::detail {

/// Reads neighboring elements of \p Bytes each with one access of a lane.
template <std::size_t Bytes, class Neighbors>
KOKKOS_INLINE_FUNCTION Neighbors load_neighbors(Neighbors const* p) {
  if constexpr (tuning::loads_once<Bytes>)
    return arch::load_once(p);
  else
    return *p;
}

/// N neighbors as a lane holds them in registers, read from the memory of the device.
template <class T, int N,
          bool IsPacked = (N > 1 && sizeof(T) <= 2 && std::is_trivially_copyable_v<T>)>
class LaneItems {
  static constexpr std::size_t alignment = sizeof(T) * N % 16 == 0 ? 16 : alignof(T);
  alignas(alignment > alignof(T) ? alignment : alignof(T)) T m_item[N];

 public:
  KOKKOS_FUNCTION T const& operator[](int j) const { return m_item[j]; }
  KOKKOS_FUNCTION void set(int j, T const& x) { m_item[j] = x; }
  /// Loads all N with one access, for which \p p must be aligned.
  KOKKOS_FUNCTION void load(T const* p) {
    auto const pack = detail::load_neighbors<sizeof(T)>(reinterpret_cast<Pack<T, N> const*>(p));
    KOKKOSSCAN_UNROLL
    for (int j = 0; j < N; ++j) m_item[j] = pack.element[j];
  }
};

/// Small elements stay in the words they were read in and are extracted on use. Extracting them on
/// load would make the lane wait for the load, and each element would take a register.
template <class T, int N>
class LaneItems<T, N, true> {
  static constexpr int bytes = N * sizeof(T), words = ceil_div(bytes, 4), per_word = 4 / sizeof(T);
  using Bits = std::conditional_t<sizeof(T) == 1, std::uint8_t, std::uint16_t>;
  std::uint32_t m_word[words] = {};

 public:
  KOKKOS_FUNCTION T operator[](int j) const {
    auto const bits = static_cast<Bits>(m_word[j / per_word] >> shift(j));
    T x;
    arch::load_bytes(&bits, x);
    return x;
  }
  KOKKOS_FUNCTION void set(int j, T const& x) {
    Bits bits;
    arch::store_bytes(x, &bits);
    std::uint32_t& word = m_word[j / per_word];
    word = (word & ~(std::uint32_t(static_cast<Bits>(~0u)) << shift(j))) | std::uint32_t(bits)
                                                                               << shift(j);
  }
  KOKKOS_FUNCTION void load(T const* p) {
    using Word = WordOfBytes<bytes>;
    KOKKOSSCAN_UNROLL
    for (int w = 0; w < bytes / static_cast<int>(sizeof(Word)); ++w) {
      Word const x = detail::load_neighbors<sizeof(T)>(reinterpret_cast<Word const*>(p) + w);
      if constexpr (sizeof(Word) > 4)
        arch::store_bytes(x, m_word + w * sizeof(Word) / 4);
      else
        m_word[w] = x;
    }
  }

 private:
  KOKKOS_FUNCTION static constexpr int shift(int j) {
    return j % per_word * 8 * static_cast<int>(sizeof(T));
  }
};

}  // namespace KokkosScan::detail
