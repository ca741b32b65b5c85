// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <KokkosScan/detail/stream_copy.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace KokkosScanTest {

/// Every length around a few registers, from every alignment, with guards on both sides.
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

}  // namespace KokkosScanTest
