// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/protocol/tile_state.hpp>
#include <cstdint>
#include <vector>

#include "environment.hpp"
#include "generators.hpp"
#include "matchers.hpp"

namespace KokkosScanTest {

using KokkosScan::detail::TileState;

constexpr std::uint32_t epoch = 5;

/// Tile i publishes values(i): nothing if i % 3 is 0, a partial value if it is 1, first a partial
/// and then a complete value if it is 2.
template <class T>
struct Publish {
  Array<T> values;
  Array<std::uint64_t> words;
  KOKKOS_FUNCTION void operator()(int i) const {
    TileState<T> const state(words.data(), epoch);
    if (i % 3 != 0) state.set_partial(i, values(i));
    if (i % 3 == 2) state.set_complete(i, values(i));
  }
};

template <class T>
struct Read {
  Array<std::uint64_t> words;
  std::uint32_t epoch_read;
  T nothing;
  Array<T> values;
  Array<int> statuses;
  KOKKOS_FUNCTION void operator()(int i) const {
    T value = nothing;
    statuses(i) = static_cast<int>(TileState<T>(words.data(), epoch_read).get(i, value));
    values(i) = value;
  }
};

template <class T>
void check_state() {
  int const tiles = 100;
  auto const input = random_elements<T>(tiles);
  T const nothing = input[0];
  auto const values = Array<T>("values", tiles), got = Array<T>("got", tiles);
  auto const words = Array<std::uint64_t>("words", TileState<T>::words_for(tiles));
  auto const status = Array<int>("status", tiles);
  auto const mirror = Kokkos::create_mirror_view(values);
  for (int i = 0; i < tiles; ++i) mirror(i) = input[i];
  Kokkos::deep_copy(values, mirror);
  Kokkos::RangePolicy<Exec> const policy(0, tiles);
  Kokkos::parallel_for(policy, Publish<T>{values, words});
  Exec().fence();

  Kokkos::parallel_for(policy, Read<T>{words, epoch, nothing, got, status});
  std::vector<int> statuses;
  std::vector<T> expected;
  for (int i = 0; i < tiles; ++i) {
    statuses.push_back(i % 3);  // empty, partial, complete
    expected.push_back(i % 3 == 0 ? nothing : input[i]);
  }
  Exec().fence();
  EXPECT_TRUE(matches(status, statuses));
  EXPECT_TRUE(matches(got, expected));

  // For the next launch all tiles are empty.
  Kokkos::parallel_for(policy, Read<T>{words, epoch + 1, nothing, got, status});
  Exec().fence();
  EXPECT_TRUE(matches(status, std::vector<int>(tiles, 0)));
  EXPECT_TRUE(matches(got, std::vector<T>(tiles, nothing)));
}

TEST(TileState, ValuesOfAnySize) {
  check_state<std::int8_t>();
  check_state<Rgb>();
  check_state<float>();
  check_state<double>();
  check_state<Kokkos::complex<double>>();
  check_state<Heisenberg>();
}

}  // namespace KokkosScanTest
