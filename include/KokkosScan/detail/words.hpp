// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>

#include <cstdint>
#include <type_traits>

/// \file
/// \brief The words that large elements are moved in.

namespace KokkosScan::detail {

template <int Bytes>
using WordOfBytes = std::conditional_t<
    Bytes % 16 == 0, arch::Chunk,
    std::conditional_t<
        Bytes % 8 == 0, std::uint64_t,
        std::conditional_t<Bytes % 4 == 0, std::uint32_t,
                           std::conditional_t<Bytes % 2 == 0, std::uint16_t, std::uint8_t>>>>;

/// The word that a T is moved in: 16 bytes, or the largest power of two that divides its size.
template <class T>
using WordOf = WordOfBytes<static_cast<int>(sizeof(T))>;
template <class T>
inline constexpr int words_of = static_cast<int>(sizeof(T) / sizeof(WordOf<T>));

/// Whether p is aligned to a word of T, so that each word is one access. alignof(T) may be less.
template <class T>
KOKKOS_INLINE_FUNCTION bool has_whole_words(T const* p) {
  return reinterpret_cast<std::uintptr_t>(p) % sizeof(WordOf<T>) == 0;
}

/// Word w from p on, with one access.
template <class Word>
KOKKOS_INLINE_FUNCTION Word load_whole(void const* p, int w) {
  return arch::load_word(static_cast<Word const*>(p) + w);
}
template <class Word>
KOKKOS_INLINE_FUNCTION void store_whole(void* p, int w, Word const& word) {
  arch::store_word(static_cast<Word*>(p) + w, word);
}

/// A word as pieces for which every T is aligned.
template <class T>
union WordInPieces {
  using Word = WordOf<T>;
  using Piece =
      WordOfBytes<static_cast<int>(alignof(T) < sizeof(Word) ? alignof(T) : sizeof(Word))>;
  static constexpr int pieces = static_cast<int>(sizeof(Word) / sizeof(Piece));
  Word word;
  Piece piece[pieces];
};

/// Word w of the array of T that starts at p.
/// \tparam IsWhole  with one access; else with as many as the alignment of T requires
template <bool IsWhole, class T>
KOKKOS_INLINE_FUNCTION WordOf<T> load_word(T const* p, int w) {
  if constexpr (IsWhole) {
    return detail::load_whole<WordOf<T>>(p, w);
  } else {
    using Pieces = WordInPieces<T>;
    Pieces x;
    KOKKOSSCAN_UNROLL
    for (int i = 0; i < Pieces::pieces; ++i)
      x.piece[i] = detail::load_whole<typename Pieces::Piece>(p, w * Pieces::pieces + i);
    return x.word;
  }
}
template <bool IsWhole, class T>
KOKKOS_INLINE_FUNCTION void store_word(T* p, int w, WordOf<T> const& word) {
  if constexpr (IsWhole) {
    detail::store_whole(p, w, word);
  } else {
    using Pieces = WordInPieces<T>;
    Pieces const x{word};
    KOKKOSSCAN_UNROLL
    for (int i = 0; i < Pieces::pieces; ++i)
      detail::store_whole(p, w * Pieces::pieces + i, x.piece[i]);
  }
}

}  // namespace KokkosScan::detail
