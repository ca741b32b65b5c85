// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/permute.hpp>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>

#include "partition_drivers.hpp"

namespace KokkosScanTest {

template <class Flag>
std::vector<Flag> flags_of(Pattern pattern, std::size_t n) {
  std::vector<Flag> flags;
  for (std::size_t i = 0; i < n; ++i)
    flags.push_back(static_cast<Flag>(is_selected(pattern, i, n) ? 1 + i % 3 : 0));
  return flags;
}

/// std::vector<bool> does not store bools: flags are kept as bytes and copied.
template <DeviceScan V, class Flag>
void check_flagged(Pattern pattern, std::size_t n) {
  SCOPED_TRACE(describe(V, pattern, n));
  auto const values = random_elements<int>(n, n);
  auto const bytes = flags_of<unsigned char>(pattern, n);
  Kokkos::View<Flag*, Memory> const flags("flags", n);
  auto const host = Kokkos::create_mirror_view(flags);
  for (std::size_t i = 0; i < n; ++i) host(i) = static_cast<Flag>(bytes[i]);
  Kokkos::deep_copy(flags, host);
  auto const is_flagged = [&](std::size_t i) { return bytes[i] != 0; };
  auto const split = reference::split(values, is_flagged);
  auto const indices = reference::split_indices<int>(n, is_flagged);
  CountOf const count;
  GuardedArray<int> const in(values, misalignment(n)), out(split.selected.size(), 1), all(n, 2),
      selected(split.selected.size(), 3), permutation(n);
  ScanOptions<V> const options;
  KokkosScan::select_flagged(Exec(), in.const_view(), flags, out.view(), count.view(), options);
  EXPECT_TRUE(out.holds(split.selected)) << "select_flagged";
  EXPECT_EQ(count.value(), split.selected.size());
  KokkosScan::partition(Exec(), in.const_view(), all.view(), flags, count.view(), options);
  EXPECT_TRUE(all.holds(split.joined())) << "partition by flags";
  KokkosScan::select_indices(Exec(), in.const_view(), selected.view(), flags, count.view(),
                             options);
  EXPECT_TRUE(selected.holds(indices.selected)) << "select_indices";
  KokkosScan::partition_permutation(Exec(), in.const_view(), permutation.view(), flags,
                                    count.view(), options);
  EXPECT_TRUE(permutation.holds(indices.joined())) << "partition_permutation";
  EXPECT_EQ(count.value(), split.selected.size());
  KokkosScan::select_flagged(Exec(), in.const_view(), flags, in.view(), count.view(), options);
  auto const result = to_vector(in.view());
  EXPECT_TRUE(equal_lists(std::vector<int>(result.begin(), result.begin() + split.selected.size()),
                          split.selected))
      << "select_flagged, in place";
}

TEST(SelectFlagged, EveryPattern) {
  for (std::size_t const n : partition_sizes<int>())
    for (Pattern const pattern : all_patterns()) {
      check_flagged<DeviceScan::automatic, bool>(pattern, n);
      check_flagged<DeviceScan::work_ahead, int>(pattern, n);
    }
}

TEST(SelectFlagged, ByOtherVariants) {
  for (std::size_t const n : some_sizes<int>()) {
    check_flagged<DeviceScan::look_back, char>(Pattern::half, n);
    check_flagged<DeviceScan::hierarchical, double>(Pattern::half, n);
    check_flagged<DeviceScan::parallel_scan, bool>(Pattern::half, n);
  }
}

template <DeviceScan V, class T>
void check_unique(std::vector<T> const& input) {
  SCOPED_TRACE(describe(V, input.size()));
  auto const expected = reference::unique(input);
  CountOf const count;
  GuardedArray<T> const in(input, misalignment(input.size())), out(expected.size(), 1);
  KokkosScan::select_unique(Exec(), in.const_view(), out.view(), count.view(), ScanOptions<V>{});
  EXPECT_TRUE(out.holds(expected));
  EXPECT_EQ(count.value(), expected.size());
  KokkosScan::select_unique(Exec(), in.const_view(), in.view(), count.view(), ScanOptions<V>{});
  auto const result = to_vector(in.view());
  EXPECT_TRUE(
      equal_lists(std::vector<T>(result.begin(), result.begin() + expected.size()), expected))
      << "in place";
}

TEST(SelectUnique, RunsOfAnyLength) {
  for (std::size_t const n : partition_sizes<int>())
    for (std::size_t const longest : {1u, 2u, 9u, 5000u}) {
      SCOPED_TRACE("runs of at most " + std::to_string(longest));
      check_unique<DeviceScan::automatic>(random_runs<int>(n, longest));
      check_unique<DeviceScan::work_ahead>(random_runs<int>(n, longest));
      check_unique<DeviceScan::look_back>(random_runs<int>(n, longest));
      check_unique<DeviceScan::hierarchical>(random_runs<int>(n, longest));
    }
  check_unique<DeviceScan::work_ahead>(random_runs<Rgb>(20011, 4));
  check_unique<DeviceScan::work_ahead>(random_runs<Heisenberg>(20011, 4));
  check_unique<DeviceScan::parallel_scan>(random_runs<double>(20011, 4));
}

/// Elements with equal keys are equal: the first element of a run is kept, with its own tag.
struct Keyed {
  std::int32_t key, tag;
  friend KOKKOS_FUNCTION bool operator==(Keyed const& x, Keyed const& y) { return x.key == y.key; }
};

/// The bits of the elements: a NaN is equal to itself, and zeros differ by their sign.
template <class T>
auto bits_of(std::vector<T> const& values) {
  std::vector<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>> bits;
  static_assert(sizeof(bits[0]) == sizeof(T));
  bits.resize(values.size());
  if (!values.empty()) std::memcpy(bits.data(), values.data(), values.size() * sizeof(T));
  return bits;
}

template <DeviceScan V, ScanPolicy P = tuned, class T>
void check_unique_bits(std::vector<T> const& input) {
  SCOPED_TRACE((describe<V, P>(input.size())));
  auto const expected = reference::unique(input);
  CountOf const count;
  GuardedArray<T> const in(input, misalignment(input.size())), out(expected.size(), 1);
  ScanOptions<V, P> const options;
  KokkosScan::select_unique(Exec(), in.const_view(), out.view(), count.view(), options);
  EXPECT_TRUE(equal_lists(bits_of(to_vector(out.view())), bits_of(expected)));
  EXPECT_TRUE(out.guards_hold());
  EXPECT_EQ(count.value(), expected.size());
  EXPECT_TRUE(equal_lists(bits_of(to_vector(in.view())), bits_of(input))) << "input changed";
  KokkosScan::select_unique(Exec(), in.const_view(), in.view(), count.view(), options);
  EXPECT_TRUE(equal_lists(bits_of(to_vector(in.view())), bits_of(reference::over(expected, input))))
      << "in place";
  EXPECT_TRUE(in.guards_hold()) << "in place";
  EXPECT_EQ(count.value(), expected.size()) << "in place";
}

template <class T>
void check_unique_bits_by_variants(std::vector<T> const& input) {
  check_unique_bits<DeviceScan::automatic>(input);
  check_unique_bits<DeviceScan::hierarchical>(input);
  check_unique_bits<DeviceScan::look_back>(input);
  check_unique_bits<DeviceScan::work_ahead>(input);
  check_unique_bits<DeviceScan::work_ahead, small_tiles>(input);
}

/// Runs of NaN, which are all kept, and of zeros of either sign, of which the first one is kept.
template <class T>
std::vector<T> awkward_reals(std::size_t n) {
  std::vector<T> values;
  for (std::uint64_t run = 0; values.size() < n; ++run) {
    std::uint64_t const bits = random_bits(94, run);
    for (std::uint64_t i = bits % 5 + 1; i > 0 && values.size() < n; --i) switch ((bits >> 8) % 4) {
        case 0:
          values.push_back(std::numeric_limits<T>::quiet_NaN());
          break;
        case 1:
          values.push_back((bits >> (16 + i)) % 2 == 0 ? T(0) : -T(0));
          break;
        default:
          values.push_back(static_cast<T>((bits >> 16) % 3));
      }
  }
  return values;
}

TEST(SelectUnique, NaNIsNeverEqualAndZerosAlwaysAre) {
  for (std::size_t const n : some_sizes<double>()) {
    check_unique_bits_by_variants(awkward_reals<float>(n));
    check_unique_bits_by_variants(awkward_reals<double>(n));
  }
  check_unique_bits_by_variants(constant_elements(20011, std::numeric_limits<float>::quiet_NaN()));
}

TEST(SelectUnique, StructsThatCompareOneField) {
  for (std::size_t const n : some_sizes<Keyed>()) {
    std::vector<Keyed> input;
    for (int const key : random_runs<int>(n, 4))
      input.push_back({key, static_cast<std::int32_t>(input.size())});
    check_unique_bits_by_variants(input);
  }
}

/// Converted in place: a tile needs the element before it, whose place may hold a result by then.
template <DeviceScan V, ScanPolicy P = tuned>
void check_unique_converted(std::size_t repeated, std::size_t n) {
  SCOPED_TRACE((describe<V, P>(n) + ", " + std::to_string(repeated)));
  std::vector<int> input(n);
  std::iota(input.begin(), input.end(), 0);
  --input[repeated];
  std::vector<float> expected(input.begin(), input.end());
  expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(repeated));
  GuardedArray<int> const in(input);
  CountOf const count;
  using Converted = Kokkos::View<float*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Converted const out(reinterpret_cast<float*>(in.view().data()), n);
  KokkosScan::select_unique(Exec(), in.const_view(), out, count.view(), ScanOptions<V, P>{});
  EXPECT_EQ(count.value(), n - 1);
  EXPECT_TRUE(matches(Kokkos::subview(out, std::make_pair(std::size_t(0), n - 1)), expected));
}

TEST(SelectUnique, InPlaceIntoAnotherType) {
  constexpr ScanPolicy small = on_host ? ScanPolicy{.lanes = 1,
                                                    .items = 64,
                                                    .storage = KokkosScan::TileStorage::cache,
                                                    .is_persistent = true}
                                       : ScanPolicy{.lanes = 32, .threads = 2, .items = 4};
  for (std::size_t tile = 1; tile < 30; ++tile)
    check_unique_converted<DeviceScan::look_back, small>(tile * small.tile(), 30 * small.tile());
  check_unique_converted<DeviceScan::automatic>(32768, 65536);
  check_unique_converted<DeviceScan::hierarchical>(32768, 65536);
}

TEST(SelectViews, Strided) {
  for (std::size_t const n : some_sizes<int>()) {
    auto const input = marked_elements<int>(Pattern::half, n);
    auto const split = split_marked(input);
    auto const indices = reference::split_indices<std::int64_t>(
        n, [&](std::size_t i) { return Marked<int>::is_marked(input[i]); });
    CountOf const count;
    GuardedArray<int> const in(input, 1, 3), selected(split.selected.size(), 2, 2),
        rejected(split.rejected.size(), 0, 4), all(n, 1, 2);
    GuardedArray<std::int64_t> const places(indices.selected.size(), 1, 2);
    IsMarked<int> const pred;
    KokkosScan::partition_copy(Exec(), in.strided_view(), selected.strided_view(),
                               rejected.strided_view(), pred, count.view());
    EXPECT_TRUE(selected.holds(split.selected));
    EXPECT_TRUE(rejected.holds(split.rejected));
    KokkosScan::partition<RejectedOrder::reversed>(Exec(), in.strided_view(), all.strided_view(),
                                                   pred, count.view());
    EXPECT_TRUE(all.holds(split.joined(true)));
    KokkosScan::select_indices(Exec(), in.strided_view(), places.strided_view(), pred,
                               count.view());
    EXPECT_TRUE(places.holds(indices.selected));
    KokkosScan::partition(Exec(), in.strided_view(), in.strided_view(), pred, count.view());
    EXPECT_TRUE(in.holds(split.joined())) << "in place";
  }
}

/// Only the elements that fit are written; the count is that of all selected elements.
TEST(SelectViews, OutputsThatAreTooSmall) {
  for (std::size_t const n : {100u, 20011u, 200003u}) {
    SCOPED_TRACE(n);
    auto const input = marked_elements<int>(Pattern::half, n);
    auto const split = split_marked(input);
    CountOf const count;
    GuardedArray<int> const in(input);
    for (std::size_t const room : {std::size_t(0), std::size_t(1), split.selected.size() - 1}) {
      GuardedArray<int> const out(room);
      KokkosScan::select(Exec(), in.const_view(), out.view(), IsMarked<int>{}, count.view());
      EXPECT_TRUE(
          out.holds(std::vector<int>(split.selected.begin(), split.selected.begin() + room)));
      EXPECT_EQ(count.value(), split.selected.size());
    }
    GuardedArray<int> const all(n), few(10);
    KokkosScan::partition_copy(Exec(), in.const_view(), all.view(), few.view(), IsMarked<int>{},
                               count.view());
    EXPECT_TRUE(few.holds(std::vector<int>(split.rejected.begin(), split.rejected.begin() + 10)));
  }
}

/// Each count is the size of the next call: selections, partitions and a gather without the host.
template <DeviceScan V>
void check_chain(std::size_t n) {
  SCOPED_TRACE(describe(V, n));
  auto const input = marked_elements<int>(Pattern::half, n);
  CountOf const first, second, third, fourth;
  GuardedArray<int> const in(input), a(n), b(n), rest(n), gathered(std::vector<int>(n, -1)),
      places(n);
  ScanOptions<V> const options;
  KokkosScan::LessThan const small{60};
  KokkosScan::GreaterThan const large{20};
  using KokkosScan::counted;
  KokkosScan::select(Exec(), in.const_view(), a.view(), IsMarked<int>{}, first.view(), options);
  KokkosScan::partition(Exec(), counted(a.view(), first.view()), b.view(), small, second.view(),
                        options);
  KokkosScan::partition_copy(Exec(), counted(b.view(), second.view()), a.view(), rest.view(), large,
                             third.view(), options);
  KokkosScan::select_indices(Exec(), counted(a.view(), third.view()), places.view(), small,
                             fourth.view(), options);
  KokkosScan::permute(Exec(), counted(places.view(), fourth.view()), a.view(), gathered.view());

  auto const one = split_marked(input).selected;
  auto const two = reference::split(one, [&](std::size_t i) { return small(one[i]); });
  auto const three =
      reference::split(two.selected, [&](std::size_t i) { return large(two.selected[i]); });
  EXPECT_EQ(first.value(), one.size());
  EXPECT_EQ(second.value(), two.selected.size());
  EXPECT_EQ(third.value(), three.selected.size());
  EXPECT_EQ(fourth.value(), three.selected.size());
  EXPECT_TRUE(gathered.holds(reference::over(three.selected, std::vector<int>(n, -1))));
  KokkosScan::partition<RejectedOrder::reversed>(Exec(), counted(a.view(), third.view()), b.view(),
                                                 IsMarked<int>{}, second.view(), options);
  EXPECT_EQ(second.value(), three.selected.size());
}

TEST(SelectChain, CountsStayOnTheDevice) {
  for (std::size_t const n : {0u, 1u, 100u, 5000u, 300007u}) {
    check_chain<DeviceScan::automatic>(n);
    check_chain<DeviceScan::hierarchical>(n);
    check_chain<DeviceScan::look_back>(n);
    check_chain<DeviceScan::work_ahead>(n);
  }
}

}  // namespace KokkosScanTest
