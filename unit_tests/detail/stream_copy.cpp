// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <KokkosScan/detail/stream_copy.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace KokkosScanTest {

/// Lengths of up to several registers, from several alignments, with guards on both sides.
template <class T>
void check_stream_copy() {
  constexpr std::size_t most = 300;
  std::vector<T> from(most + 64);
  std::iota(from.begin(), from.end(), T(1));
  for (std::size_t shift : {0u, 1u, 7u, 31u})
    for (std::size_t count = 0; count < most; count += count < 70 ? 1 : 17) {
      std::vector<T> to(most + 64, T(99));
      KokkosScan::detail::stream_copy(to.data() + shift, from.data() + shift / 2, count);
      KokkosScan::detail::arch::order_streaming_stores();
      for (std::size_t i = 0; i < to.size(); ++i) {
        bool const is_inside = i >= shift && i < shift + count;
        T const expected = is_inside ? from[i - shift + shift / 2] : T(99);
        ASSERT_EQ(to[i], expected)
            << "entry " << i << " of a copy of " << count << " to place " << shift;
      }
    }
}

TEST(StreamCopy, AnyLengthAndAlignment) {
  check_stream_copy<std::uint8_t>();
  check_stream_copy<std::int16_t>();
  check_stream_copy<float>();
  check_stream_copy<double>();
}

/// The same for reversed copies, of one block and of several.
template <class T>
void check_copy_reversed(bool is_streamed) {
  constexpr std::size_t most = 9000;
  std::vector<T> from(most);
  std::iota(from.begin(), from.end(), T(1));
  for (std::size_t shift : {0u, 1u, 31u})
    for (std::size_t const count :
         {0u, 1u, 2u, 15u, 16u, 63u, 64u, 65u, 511u, 1024u, 4097u, 8999u}) {
      std::vector<T> to(most + 64, T(99));
      KokkosScan::detail::copy_reversed(to.data() + shift, from.data(), count, is_streamed);
      KokkosScan::detail::arch::order_streaming_stores();
      for (std::size_t i = 0; i < to.size(); ++i) {
        bool const is_inside = i >= shift && i < shift + count;
        T const expected = is_inside ? from[count - 1 - (i - shift)] : T(99);
        ASSERT_EQ(to[i], expected)
            << "entry " << i << " of a reversed copy of " << count << " to place " << shift;
      }
    }
}

TEST(CopyReversed, AnyLengthAndAlignment) {
  for (bool const is_streamed : {false, true}) {
    SCOPED_TRACE(is_streamed ? "streamed" : "not streamed");
    check_copy_reversed<std::uint8_t>(is_streamed);
    check_copy_reversed<float>(is_streamed);
    check_copy_reversed<double>(is_streamed);
  }
}

}  // namespace KokkosScanTest
