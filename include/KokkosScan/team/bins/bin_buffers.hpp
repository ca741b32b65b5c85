// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/stream_copy.hpp>
#include <KokkosScan/tuning/backends/host_limits.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosScan::team::detail {

/// Moves the items of one CPU thread to the bins of an array: each bin has a buffer in which its
/// items are gathered, and whole buffers are stored. Items of many bins, stored one by one, would
/// each wait for a cache line and a page translation that items of other bins have evicted.
///
/// Satish et al., Fast sort on CPUs and GPUs, SIGMOD 2010, section 3.1: software write combining.
/// \tparam Index  an unsigned type that holds the number of elements
template <class T, class Index>
class BinBuffers {
  static constexpr std::size_t buffer_bytes = tuning::bin_buffer_bytes;
  static constexpr Index items = static_cast<Index>(buffer_bytes / sizeof(T));

 public:
  using value_type = T;
  static constexpr bool are_possible =
      std::is_trivially_copyable_v<T> && buffer_bytes % sizeof(T) == 0 && sizeof(T) < buffer_bytes;
  static constexpr std::size_t alignment = 64;
  KOKKOS_FUNCTION static constexpr std::size_t bytes(int bins) {
    return static_cast<std::size_t>(bins) * (buffer_bytes + sizeof(Index));
  }
  /// Whether no item of \p out crosses a boundary of `buffer_bytes`, and Index holds a little more
  /// than n.
  KOKKOS_FUNCTION static bool fit(T const* out, std::size_t n) {
    return reinterpret_cast<std::uintptr_t>(out) % sizeof(T) == 0 &&
           n <= static_cast<Index>(~Index(0)) - items;
  }

  /// \param memory  bytes(bins) of it, aligned to `alignment`
  /// \param next    for each bin, the index in \p out of its next item; overwritten
  KOKKOS_FUNCTION BinBuffers(T* out, void* memory, Index* next, int bins, bool is_streamed)
      : m_buffer(static_cast<T*>(memory)),
        m_first(reinterpret_cast<Index*>(m_buffer + bins * items)),
        m_next(next),
        m_bins(bins),
        m_is_streamed(is_streamed) {
    // Indices are counted from a multiple of buffer_bytes: index % items is a slot of the buffer.
    auto const address = reinterpret_cast<std::uintptr_t>(out);
    m_out = reinterpret_cast<T*>(address / buffer_bytes * buffer_bytes);
    m_before = static_cast<Index>(address % buffer_bytes / sizeof(T));
    for (int b = 0; b < bins; ++b) m_first[b] = m_next[b] += m_before;
  }

  /// Returns the index in the output of the item added.
  KOKKOS_FUNCTION Index add(int bin, T const& x) const {
    Index const place = m_next[bin]++;
    m_buffer[bin * items + static_cast<int>(place % items)] = x;
    if (place % items == items - 1) store(bin, place + 1);
    return place - m_before;
  }
  /// Stores what is left in the buffers.
  KOKKOS_FUNCTION void flush() const {
    for (int b = 0; b < m_bins; ++b)
      if (m_next[b] % items != 0) store(b, m_next[b]);
    if (m_is_streamed) arch::order_streaming_stores();
  }

 private:
  /// Stores the buffered items of a bin, up to index \p end. A bin may begin inside a buffer.
  KOKKOS_FUNCTION void store(int bin, Index end) const {
    Index const whole = (end - 1) / items * items;
    Index const begin = whole > m_first[bin] ? whole : m_first[bin];
    T const* const from = m_buffer + (bin * items + static_cast<int>(begin - whole));
    if (m_is_streamed && end - begin == items)
      KokkosScan::detail::stream_copy(m_out + begin, from, items);
    else
      arch::copy_bytes(m_out + begin, from, (end - begin) * sizeof(T));
  }

  T* m_out;
  T* m_buffer;
  Index* m_first;
  Index* m_next;
  int m_bins;
  Index m_before;  // items between the multiple of buffer_bytes and the output
  bool m_is_streamed;
};

/// For destinations that are no arrays.
template <class Index>
class BinBuffers<void, Index> {
 public:
  static constexpr bool are_possible = false;
};

}  // namespace KokkosScan::team::detail
