// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/numbers.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <type_traits>

namespace KokkosScan::lane::detail {

/// \brief N elements of one lane, held as 4-byte words.
///
/// Words, because registers are words: two or four small elements share one, and a 16-byte access
/// moves four words whatever they hold. Elements of other sizes than 1, 2 or a multiple of 4 bytes
/// are held as they are.
template <class Element, int N>
class OwnItems {
 public:
  static constexpr std::size_t size = sizeof(Element);
  static constexpr bool has_words = size == 1 || size == 2 || size % 4 == 0;
  static constexpr std::size_t bytes = N * size;
  static constexpr int words = static_cast<int>(KokkosScan::detail::ceil_div(bytes, 4));

  KOKKOS_FUNCTION Element get(int j) const {
    if constexpr (!has_words) {
      return m_item[j];
    } else {
      Element x;
      if constexpr (size < 4) {
        std::uint32_t const word = m_word[j * size / 4] >> (8 * (j * size % 4));
        arch::load_bytes(&word, x);
      } else {
        arch::load_bytes(m_word + j * (size / 4), x);
      }
      return x;
    }
  }
  /// To be called in ascending order of j: the first element of a word clears the rest of it.
  KOKKOS_FUNCTION void set(int j, Element const& x) {
    if constexpr (!has_words) {
      m_item[j] = x;
    } else if constexpr (size < 4) {
      std::uint32_t word = 0;
      arch::store_bytes(x, &word);
      auto const shift = static_cast<unsigned>(8 * (j * size % 4));
      auto& whole = m_word[j * size / 4];
      whole = shift == 0 ? word : whole | word << shift;
    } else {
      arch::store_bytes(x, m_word + j * (size / 4));
    }
  }

  using Chunk = arch::Chunk;
  static constexpr bool has_chunks = has_words && bytes % 16 == 0;
  static constexpr int chunks = has_chunks ? static_cast<int>(bytes / 16) : 0;

  KOKKOS_FUNCTION void set_chunk(int k, Chunk const& chunk) {
    for (int w = 0; w < 4; ++w) m_word[4 * k + w] = chunk.word[w];
  }
  KOKKOS_FUNCTION Chunk chunk(int k) const {
    Chunk c;
    for (int w = 0; w < 4; ++w) c.word[w] = m_word[4 * k + w];
    return c;
  }

 private:
  // Only one of the two is used; the other is a placeholder of one byte.
  std::conditional_t<has_words, std::uint32_t, char> m_word[has_words ? words : 1];
  std::conditional_t<has_words, char, Element> m_item[has_words ? 1 : N];
};

/// \brief Moves N consecutive elements per lane between memory and the lanes of one thread.
///
/// Coalesced accesses need neighboring lanes at neighboring addresses (striped); a scan needs a
/// lane to hold neighbors (blocked). Scratch turns one layout into the other: `load` reads striped
/// into registers, `exchange` puts these elements into scratch, `read_own` gives each lane its own;
/// the way back is `write_own` and `store`. Full, aligned runs move in chunks of 16 bytes, whatever
/// the type of their elements.
template <class Element, int N, class Lanes>
class Striped {
 public:
  using Items = OwnItems<Element, N>;
  static constexpr int count = N * Lanes::size;
  /// Eight lanes access their own chunks at once; this many of them would have a bank conflict in a
  /// GPU's scratch. To avoid it, chunks are permuted within groups of this many neighbors
  /// (`place`). 1, hence no permutation: for odd numbers of chunks, for elements that may lie in
  /// two chunks, and for small elements that conflict in pairs only, as their places take
  /// registers.
  static constexpr int clashing = [] {
    int const lanes = Items::has_chunks ? std::gcd(Items::chunks, 8) : 1;
    if (sizeof(Element) % 16 == 0) return lanes;
    return 16 % sizeof(Element) == 0 && lanes > 2 ? lanes : 1;
  }();
  static constexpr std::size_t bytes = KokkosScan::detail::align_up(count * sizeof(Element), 16);

  /// Starts to read elements [base, base + left) of \p source.
  template <class Source>
  KOKKOS_FUNCTION void load(Lanes const& lanes, Source const& source, std::size_t base, int left) {
    int const rank = lanes.rank();
    m_is_chunked = false;
    if constexpr (Items::has_chunks && Source::has_addresses) {
      m_is_chunked = left == count && source.is_chunked(base);
      if (m_is_chunked) {
        auto const* const from = reinterpret_cast<Chunk const*>(source.address(base)) + rank;
        KOKKOSSCAN_UNROLL
        for (int k = 0; k < Items::chunks; ++k)
          m_read.set_chunk(k, arch::load_chunk(from + k * Lanes::size));
        return;
      }
    }
    // Full or not is tested once: conditions between loads would make each wait for the previous.
    std::size_t const first = base + static_cast<unsigned>(rank);
    if (left == count) {
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < N; ++k) m_read.set(k, source.stage(first + k * Lanes::size));
    } else {
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < N; ++k)
        m_read.set(
            k, rank + k * Lanes::size < left ? source.stage(first + k * Lanes::size) : Element{});
    }
  }

  /// Puts the elements last loaded into scratch.
  KOKKOS_FUNCTION void exchange(Lanes const& lanes, std::byte* memory) const {
    int const rank = lanes.rank();
    if constexpr (Items::has_chunks) {
      if (m_is_chunked) {
        KOKKOSSCAN_UNROLL
        for (int k = 0; k < Items::chunks; ++k)
          arch::store_chunk(memory + place(rank + k * Lanes::size), m_read.chunk(k));
        lanes.sync();
        return;
      }
    }
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < N; ++k) put(memory, rank, k, m_read.get(k));
    lanes.sync();
  }

  /// `read_own` reads the elements of this lane from scratch, `write_own` writes them to scratch.
  KOKKOS_FUNCTION static Items read_own(Lanes const& lanes, std::byte const* memory) {
    Items own;
    if constexpr (Items::has_chunks) {
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < Items::chunks; ++k)
        own.set_chunk(k, arch::load_chunk(own_chunk(lanes, memory, k)));
    } else {
      std::byte const* const from = memory + Items::bytes * static_cast<unsigned>(lanes.rank());
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < N; ++k) own.set(k, reinterpret_cast<Element const*>(from)[k]);
    }
    return own;
  }
  KOKKOS_FUNCTION static void write_own(Lanes const& lanes, std::byte* memory, Items const& own) {
    if constexpr (Items::has_chunks) {
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < Items::chunks; ++k)
        arch::store_chunk(own_chunk(lanes, memory, k), own.chunk(k));
    } else {
      std::byte* const to = memory + Items::bytes * static_cast<unsigned>(lanes.rank());
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < N; ++k) reinterpret_cast<Element*>(to)[k] = own.get(k);
    }
    lanes.sync();
  }

  /// Writes the elements in scratch to [base, base + left) of \p sink.
  template <class Sink>
  KOKKOS_FUNCTION static void store(Lanes const& lanes, std::byte const* memory, Sink const& sink,
                                    std::size_t base, int left) {
    int const rank = lanes.rank();
    if constexpr (Items::has_chunks && Sink::has_addresses) {
      if (left == count && sink.is_chunked(base)) {
        auto* const to = reinterpret_cast<Chunk*>(sink.address(base)) + rank;
        KOKKOSSCAN_UNROLL
        for (int k = 0; k < Items::chunks; ++k)
          arch::store_chunk(to + k * Lanes::size,
                            arch::load_chunk(memory + place(rank + k * Lanes::size)));
        lanes.sync();  // memory may be reused
        return;
      }
    }
    std::size_t const first = base + static_cast<unsigned>(rank);
    if (left == count) {
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < N; ++k) sink.put(first + k * Lanes::size, get(memory, rank, k));
    } else {
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < N; ++k)
        if (rank + k * Lanes::size < left) sink.put(first + k * Lanes::size, get(memory, rank, k));
    }
    lanes.sync();
  }

 private:
  using Chunk = typename Items::Chunk;
  static constexpr int chunks_each = sizeof(Element) / 16;  // 0: a chunk has several

  /// Byte offset of chunk q in scratch. Chunks that are permuted belong to the same lane.
  KOKKOS_FUNCTION static unsigned place(int q) {
    return 16 * static_cast<unsigned>(clashing > 1 ? q ^ (q >> 3 & (clashing - 1)) : q);
  }
  /// Chunk k of this lane. Without a permutation, k is an immediate offset of the instruction.
  template <class Byte>
  KOKKOS_FUNCTION static Byte* own_chunk(Lanes const& lanes, Byte* memory, int k) {
    if constexpr (clashing > 1)
      return memory + place(Items::chunks * lanes.rank() + k);
    else
      return memory + Items::bytes * static_cast<unsigned>(lanes.rank()) + 16 * k;
  }
  /// Where element rank + k * lanes, which is in one chunk, is in scratch. As `place`, but so that
  /// the compiler sees how little of it depends on the lane.
  template <class Byte>
  KOKKOS_FUNCTION static Byte* place_of(Byte* memory, int rank, int k) {
    constexpr unsigned row = Lanes::size * sizeof(Element), group = 8 * 16;
    static_assert(row % group == 0 || group % row == 0);
    unsigned const low = static_cast<unsigned>(rank) * sizeof(Element);
    unsigned const high = static_cast<unsigned>(k) * row;
    unsigned const groups = high / group + (row > group ? low / group : 0);
    unsigned const chunk = row % 16 == 0 ? low / 16 + high / 16 : (low + high) / 16;
    unsigned const byte = row % 16 == 0 ? low % 16 : (low + high) % 16;
    return memory + 16 * (chunk ^ (groups & (clashing - 1))) + byte;
  }
  KOKKOS_FUNCTION static void put(std::byte* memory, int rank, int k, Element const& x) {
    int const i = rank + k * Lanes::size;
    if constexpr (clashing > 1 && chunks_each > 0) {
      OwnItems<Element, 1> one;
      one.set(0, x);
      for (int c = 0; c < chunks_each; ++c)
        arch::store_chunk(memory + place(i * chunks_each + c), one.chunk(c));
    } else if constexpr (clashing > 1) {
      *reinterpret_cast<Element*>(place_of(memory, rank, k)) = x;
    } else {
      reinterpret_cast<Element*>(memory)[i] = x;
    }
  }
  KOKKOS_FUNCTION static Element get(std::byte const* memory, int rank, int k) {
    int const i = rank + k * Lanes::size;
    if constexpr (clashing > 1 && chunks_each > 0) {
      OwnItems<Element, 1> one;
      for (int c = 0; c < chunks_each; ++c)
        one.set_chunk(c, arch::load_chunk(memory + place(i * chunks_each + c)));
      return one.get(0);
    } else if constexpr (clashing > 1) {
      return *reinterpret_cast<Element const*>(place_of(memory, rank, k));
    } else {
      return reinterpret_cast<Element const*>(memory)[i];
    }
  }

  Items m_read;
  bool m_is_chunked = false;
};

}  // namespace KokkosScan::lane::detail
