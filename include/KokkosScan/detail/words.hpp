// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosScan::detail {

/// What a T can be moved in, piece by piece: the largest unit it is aligned for, 16 bytes at most.
template <class T>
using WordOf = std::conditional_t<
    alignof(T) % 16 == 0, arch::Chunk,
    std::conditional_t<
        alignof(T) % 8 == 0, std::uint64_t,
        std::conditional_t<alignof(T) % 4 == 0, std::uint32_t,
                           std::conditional_t<alignof(T) % 2 == 0, std::uint16_t, std::uint8_t>>>>;
template <class T>
inline constexpr int words_of = static_cast<int>(sizeof(T) / sizeof(WordOf<T>));

}  // namespace KokkosScan::detail
