// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/binning/find_bins.hpp>
#include <KokkosScan/team/bins/prepared_binning.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "team_drivers.hpp"

/// \file A table of edges, in scratch or in memory, finds the same bins as a search of all edges.

namespace KokkosScanTest {

using KokkosScan::EdgeBins;
using KokkosScan::no_bin;
using KokkosScan::OutOfRange;
using KokkosScan::OverflowBin;

/// Each team finds the bins of all elements.
template <class Binning, class X>
struct AskPrepared {
  using Prepared = team::detail::PreparedBinning<Binning, X, true>;
  Kokkos::View<X const*, Memory> in;
  Binning binning;
  typename Prepared::Shape shape;
  Kokkos::View<int**, Memory> bins;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto* const scratch = member.team_scratch(0).get_shmem_aligned(shape.bytes(), 16);
    auto const prepared =
        Prepared::in_scratch(member, binning, shape, static_cast<std::byte*>(scratch));
    for (std::size_t i = member.team_rank(); i < in.extent(0); i += member.team_size()) {
      int const bin = bin_of(prepared, in(i));
      // The binning with its scale unswitched must find the same bin.
      prepared.unswitch([&](auto const& unswitched) {
        bins(member.league_rank(), i) = bin_of(unswitched, in(i)) == bin ? bin : -2;
      });
    }
  }

 private:
  template <class Asked>
  KOKKOS_FUNCTION static int bin_of(Asked const& asked, X const& x) {
    int bin;
    return asked.find(x, bin) ? bin : no_bin;
  }
};

template <class Binning, class Expected, class X>
void check_prepared(Binning const& binning, Expected const& expected,
                    std::vector<X> const& values) {
  using Kernel = AskPrepared<Binning, X>;
  GuardedArray<X> const in(values, 1);
  // Much room, as much as a table for many items takes, less, none; and fewer items.
  constexpr std::size_t many = 1 << 20, room_for_many = 24 * 1024;
  std::size_t const least =
      std::min<std::size_t>(Kernel::Prepared::max_bytes(binning, many), room_for_many);
  for (auto const& [room, items] :
       {std::pair(room_for_many, many), std::pair(least, many), std::pair(least / 8, many),
        std::pair(std::size_t(0), many), std::pair(room_for_many, std::size_t(4096)),
        std::pair(room_for_many, std::size_t(100))})
    for (int const wanted : possible_team_sizes({1, 3, 64})) {
      constexpr int teams = 3;
      Kokkos::View<int**, Memory> const bins("bins", teams, values.size());
      Kernel const kernel{in.const_view(), binning, Kernel::Prepared::shape(binning, room, items),
                          bins};
      auto policy = Team(teams, wanted, 1);
      policy.set_scratch_size(0, Kokkos::PerTeam(kernel.shape.bytes() + 16));
      Kokkos::parallel_for("team test", policy, kernel);
      auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, bins);
      for (std::size_t i = 0; i < values.size(); ++i)
        for (int t = 0; t < teams; ++t)
          ASSERT_EQ(found(t, i), expected(values[i]))
              << "x = " << +values[i] << " (index " << i << "), " << binning.bins()
              << " bins, room " << room << ", for " << items << " items, team size " << wanted;
    }
}

/// Packed and strided edges; elements out of range are discarded or clamped; packed edges also with
/// an overflow bin.
template <class Edge, class X>
void check_prepared_edges(std::vector<Edge> const& edges, std::vector<X> const& values) {
  GuardedArray<Edge> const packed(edges, 1), strided(edges, 2, 3);
  Kokkos::View<Edge const*, Kokkos::HostSpace> const host(edges.data(), edges.size());
  for (OutOfRange const policy : {OutOfRange::discard, OutOfRange::clamp}) {
    SCOPED_TRACE(policy == OutOfRange::clamp ? "clamp" : "discard");
    EdgeBins const expected(host, policy);
    check_prepared(EdgeBins(packed.const_view(), policy), expected, values);
    check_prepared(EdgeBins(strided.strided_view(), policy), expected, values);
    check_prepared(OverflowBin(EdgeBins(packed.const_view(), policy)), OverflowBin(expected),
                   values);
  }
}

/// The edges, their neighbors, values far outside, and random values in and around the range.
template <class X, class Edge>
std::vector<X> telling_values(std::vector<Edge> const& edges) {
  using Limits = std::numeric_limits<X>;
  std::vector<X> values{Limits::lowest(), Limits::max(), X(0), X(1)};
  if constexpr (Limits::has_infinity)
    for (X const x : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), Limits::min(),
                      Limits::denorm_min(), -Limits::denorm_min(), -X(0)})
      values.push_back(x);
  double const lo = static_cast<double>(edges.front()), hi = static_cast<double>(edges.back());
  auto const add = [&](double x) {
    if (x >= static_cast<double>(Limits::lowest()) && x < static_cast<double>(Limits::max()))
      values.push_back(static_cast<X>(x));
  };
  for (Edge const edge : edges) {
    auto const x = static_cast<double>(edge);
    add(x);
    add(x - 1);
    add(x + 1);
    if constexpr (std::is_floating_point_v<X>) {
      values.push_back(std::nextafter(static_cast<X>(x), Limits::lowest()));
      values.push_back(std::nextafter(static_cast<X>(x), Limits::max()));
    }
  }
  for (std::size_t i = 0; i < 500; ++i) {
    add(lo + (1.4 * random_unit(7, i) - 0.2) * (hi - lo));
    add((i % 2 == 0 ? hi : lo) * std::exp2(-25 * random_unit(8, i)));
  }
  return values;
}

/// Equal bins, random edges, all edges except one near one end, equal edges, logarithmic edges, the
/// same from zero on, or on both sides of the middle; each scaled and shifted.
template <class Edge, class X>
void check_kinds_of_edges(double scale, double origin) {
  for (std::size_t const bins : {1u, 2u, 7u, 300u, 1000u})
    for (int const kind : {0, 1, 2, 3, 4, 5, 6}) {
      SCOPED_TRACE("kind " + std::to_string(kind));
      std::vector<Edge> edges;
      for (std::size_t b = 0; b <= bins; ++b) {
        double const even = static_cast<double>(b) / static_cast<double>(bins);
        double const steps = std::exp2(-20 * (1 - even));
        double const sides = std::exp2(-20 * (1 - std::abs(2 * even - 1))) / 2;
        double const at[] = {
            even,  random_unit(95, b),   b == bins ? 1.0 : even / 4096,         0.5,
            steps, b == 0 ? 0.0 : steps, even < 0.5 ? 0.5 - sides : 0.5 + sides};
        edges.push_back(static_cast<Edge>(origin + scale * at[kind]));
      }
      std::sort(edges.begin(), edges.end());
      check_prepared_edges(edges, telling_values<X>(edges));
    }
}

TEST(EdgeTable, OfFloats) {
  check_kinds_of_edges<float, float>(1, 0);
  check_kinds_of_edges<float, float>(2, -1);
  check_kinds_of_edges<float, float>(1e-3, 1e4);  // there are few floats between the edges
}
TEST(EdgeTable, OfAllFloats) {
  check_kinds_of_edges<float, float>(3.4e38, -1.7e38);
  check_kinds_of_edges<float, float>(1e-44, 0);
  // The width of the range is above the largest number.
  check_prepared_edges(std::vector<double>{-1.7e308, -1, 0, 2, 1.7e308},
                       telling_values<double>(std::vector<double>{-1.7e308, -1, 0, 2, 1.7e308}));
}
TEST(EdgeTable, OfMixedReals) {
  check_kinds_of_edges<float, double>(1, 0);
  check_kinds_of_edges<double, float>(1, -0.3);
}
TEST(EdgeTable, OfIntegers) {
  check_kinds_of_edges<int, int>(1 << 20, -1000);
  check_kinds_of_edges<int, int>(4e9, -2e9);
  check_kinds_of_edges<std::int64_t, std::int64_t>(1000, 9e18);  // not exact as doubles
  check_kinds_of_edges<std::int16_t, std::int8_t>(100, -50);
}
TEST(EdgeTable, OfIntegersThatDifferInSign) {
  check_kinds_of_edges<int, unsigned>(2000, -1000);
  check_kinds_of_edges<std::uint64_t, int>(2000, 0);
  check_kinds_of_edges<std::int8_t, std::uint64_t>(200, -100);
}
/// Integers are compared with floats as floats, which represent only few of these integers exactly.
TEST(EdgeTable, OfIntegersAmongReals) {
  check_kinds_of_edges<float, int>(1000, 1 << 24);
  check_kinds_of_edges<int, float>(1000, 1 << 24);
  check_kinds_of_edges<double, std::int64_t>(1e5, 9e18);
  check_kinds_of_edges<std::int64_t, double>(1e5, 9e18);
}

/// A table has more than one bucket only if it pays off.
TEST(EdgeTable, Shape) {
  using Shape = team::detail::EdgeTableShape;
  constexpr std::size_t few = 256, many = 4096, edges = 1040, items = 1 << 20;
  auto const bytes_for = [](std::size_t buckets) { return 4 * (buckets + 1); };
  auto const in_scratch = Shape::in_scratch<float>;
  EXPECT_EQ(Shape::max_bytes<float>(few, items), bytes_for(2048) + edges);
  EXPECT_EQ(in_scratch(few, bytes_for(2048) + edges, items).buckets, 2048);
  EXPECT_EQ(in_scratch(few, bytes_for(2048) + edges, items).edge_bytes, edges);
  EXPECT_EQ(in_scratch(few, bytes_for(2048) + edges - 1, items).buckets, 2048);
  EXPECT_EQ(in_scratch(few, bytes_for(2048) + edges - 1, items).edge_bytes, 0u);
  EXPECT_EQ(in_scratch(few, bytes_for(512) - 1, items).buckets, 511);
  EXPECT_EQ(in_scratch(few, 1 << 20, 4096).buckets, 512) << "for a few items";
  EXPECT_EQ(in_scratch(few, 1 << 20, 4095).buckets, 1) << "for few items";
  EXPECT_EQ(in_scratch(many, 1 << 20, items).buckets, 8192);
  EXPECT_EQ(in_scratch(many, 0, items).buckets, 1);
  for (std::size_t const bins :
       {std::size_t(1) << 27, std::size_t(1) << 28, (std::size_t(1) << 31) - 2})
    EXPECT_EQ(Shape::of(1, bins, 0).bits_in_bucket, 1) << bins << " bins";
  EXPECT_EQ(Shape::in_memory(few, 37).buckets, 37);
  EXPECT_EQ(Shape::in_memory((1 << 24) - 1, 1 << 24).buckets, 1 << 22);
  EXPECT_EQ(Shape::in_memory(1 << 24, 1 << 24).buckets, 1) << "an edge behind others has no number";
}

/// The table takes the scale, linear or logarithmic, that suits the edges.
TEST(EdgeTable, Scale) {
  using Scale = team::detail::EdgeScale;
  auto const scale_of = []<class Edge>(std::vector<Edge> const& edges, std::size_t buckets) {
    auto const bins = static_cast<int>(edges.size() - 1);
    return team::detail::scale_of_edges<Edge>(
        [&](int i) { return edges[static_cast<std::size_t>(i)]; }, bins,
        team::detail::EdgeTableShape::of(buckets, edges.size() - 1, 0));
  };
  auto const edges = []<class Edge>(std::size_t bins, Edge last, auto const& at) {
    std::vector<Edge> all;
    for (std::size_t b = 0; b <= bins; ++b)
      all.push_back(static_cast<Edge>(static_cast<double>(last) *
                                      at(static_cast<double>(b) / static_cast<double>(bins))));
    return all;
  };
  auto const equal = [](double x) { return x; };
  auto const growing = [](double x) { return std::exp2(20 * (x - 1)); };
  auto const from_zero = [&](double x) { return x > 0 ? growing(x) : 0; };
  auto const on_both_sides = [&](double x) {
    return x < 0.5 ? -growing(1 - 2 * x) : growing(2 * x - 1);
  };
  auto const within_a_decade = [](double x) { return std::pow(10, x - 1); };
  for (std::size_t const bins : {8u, 256u, 1000u, 4096u}) {
    SCOPED_TRACE(std::to_string(bins) + " bins");
    EXPECT_EQ(scale_of(edges(bins, 1.0f, equal), 8192), Scale::linear);
    EXPECT_EQ(scale_of(edges(bins, 1.0, equal), bins + bins / 4), Scale::linear);
    EXPECT_EQ(scale_of(edges(bins, 1 << 20, equal), 8192), Scale::linear);
    EXPECT_EQ(scale_of(edges(bins, 1.0f, growing), 8192), Scale::logarithmic);
    EXPECT_EQ(scale_of(edges(bins, 1.0, growing), bins + bins / 4), Scale::logarithmic);
    EXPECT_EQ(scale_of(edges(bins, 1 << 20, growing), 8192), Scale::logarithmic);
    EXPECT_EQ(scale_of(edges(bins, 1.0f, from_zero), 8192), Scale::logarithmic);
    EXPECT_EQ(scale_of(edges(bins, 1.0f, on_both_sides), 8192), Scale::logarithmic);
    EXPECT_EQ(scale_of(edges(bins, 1.0f, growing), 1), Scale::linear) << "all edges are searched";
  }
  EXPECT_EQ(scale_of(edges(64, 1.0f, within_a_decade), 2048), Scale::linear) << "spread enough";
}

/// So many edges that buckets are crowded: 2^16 bins, the most for which there is a table in
/// scratch, and one more.
TEST(EdgeTable, OfManyEdges) {
  for (std::size_t const bins : {65536u, 65537u}) {
    std::vector<float> edges;
    for (std::size_t b = 0; b <= bins; ++b) edges.push_back(static_cast<float>(b));
    std::vector<float> values;
    for (std::size_t i = 0; i < 2000; ++i)
      values.push_back(static_cast<float>(1.01 * static_cast<double>(bins) * random_unit(9, i)));
    values.insert(values.end(), {65534.5f, 65535.5f, 65536.0f, 65536.5f, 65537.0f, 65537.5f});
    check_prepared_edges(edges, values);
  }
}

/// The bins of values as vector code on a CPU finds them, the last ones twice.
template <class Binning, class X>
std::vector<int> found_in_batches(Binning const& binning, std::vector<X> const& values, int all) {
  constexpr int batch = 16;
  std::vector<int> bins(values.size());
  KokkosScan::detail::unswitch(binning, [&](auto const& unswitched) {
    for (std::size_t i = 0; i < values.size(); i += batch) {
      std::size_t const first = std::min(i, values.size() - batch);
      int bin[batch];
      KokkosScan::detail::find_bins(
          unswitched, [&](int k) { return values[first + static_cast<std::size_t>(k)]; }, all, all,
          bin);
      for (std::size_t k = 0; k < batch; ++k) bins[first + k] = bin[k] == all ? no_bin : bin[k];
    }
  });
  return bins;
}

/// A table on either scale, whichever suits the edges, finds the same bins. The host fills it and
/// looks up in it.
template <class Edge, class X>
void check_either_scale(double scale, double origin) {
  using Edges = Kokkos::View<Edge const*, Kokkos::HostSpace>;
  using Table = team::detail::EdgeTable<Edges, X, false>;
  for (std::size_t const bins : {1u, 2u, 9u, 300u})
    for (int const kind : {0, 1, 2, 3}) {
      std::vector<Edge> edges;
      for (std::size_t b = 0; b <= bins; ++b) {
        double const even = static_cast<double>(b) / static_cast<double>(bins);
        double const at[] = {even, random_unit(96, b), std::exp2(-20 * (1 - even)),
                             b == 0 ? 0.0 : std::exp2(-20 * (1 - even))};
        edges.push_back(static_cast<Edge>(origin + scale * at[kind]));
      }
      std::sort(edges.begin(), edges.end());
      auto const values = telling_values<X>(edges);
      for (OutOfRange const policy : {OutOfRange::discard, OutOfRange::clamp})
        for (std::size_t const buckets : {2u, 37u, 2048u})
          for (auto const on :
               {team::detail::EdgeScale::linear, team::detail::EdgeScale::logarithmic}) {
            EdgeBins<Edges> const binning(Edges(edges.data(), edges.size()), policy);
            auto const shape = team::detail::EdgeTableShape::of(buckets, bins, 0);
            std::vector<std::int32_t> entries(buckets);
            Table const table(binning, shape, entries.data(), on);
            table.fill(0, static_cast<int>(buckets));
            auto const at = [&](std::size_t i) {
              return "x = " + std::to_string(values[i]) + " (index " + std::to_string(i) + "), " +
                     std::to_string(bins) + " bins, kind " + std::to_string(kind) + ", " +
                     std::to_string(buckets) + " buckets, " +
                     (on == team::detail::EdgeScale::linear ? "linear" : "logarithmic");
            };
            auto const batches = found_in_batches(table, values, static_cast<int>(bins));
            for (std::size_t i = 0; i < values.size(); ++i) {
              ASSERT_EQ(table(values[i]), binning(values[i])) << at(i);
              ASSERT_EQ(batches[i], binning(values[i])) << at(i) << ", in a batch";
            }
          }
    }
}
TEST(EdgeTable, OnEitherScale) {
  check_either_scale<float, float>(1e6, 0);
  check_either_scale<float, float>(-1e6, 1e3);
  check_either_scale<double, double>(1e100, 0);
  check_either_scale<double, float>(2, -1);
  check_either_scale<int, int>(1 << 30, 0);
  check_either_scale<int, unsigned>(4e9, -2e9);
  check_either_scale<std::int64_t, std::int64_t>(9e18, -4e18);
  check_either_scale<std::uint64_t, std::uint64_t>(1.8e19, 0);
  check_either_scale<std::uint64_t, int>(2e9, 0);
  check_either_scale<std::int8_t, std::uint64_t>(200, -100);
  check_either_scale<int, float>(1e9, 0);
  check_either_scale<double, std::int64_t>(1e18, -1e6);
}

/// A table in memory: one launch fills it, another finds bins with it.
template <class Edges, class X>
struct TableInMemory {
  using Prepared = team::detail::PreparedBinning<EdgeBins<Edges>, X, true>;
  EdgeBins<Edges> binning;
  typename Prepared::Shared table;
  Kokkos::View<X const*, Memory> in;
  Kokkos::View<int*, Memory> bins;

  struct Fill {};
  KOKKOS_FUNCTION void operator()(Fill, int b) const { Prepared::fill(binning, table, b, b + 1); }
  struct Ask {};
  KOKKOS_FUNCTION void operator()(Ask, int i) const {
    bins(i) = Prepared::in_memory(binning, table)(in(i));
  }
};

TEST(EdgeTable, InMemory) {
  for (std::size_t const bins : {1u, 3u, 1000u, 70000u, (1u << 22) - (1u << 13)})
    for (int const kind : {0, 1, 2}) {
      constexpr char const* names[] = {" equal bins", " bins at random", " growing bins"};
      SCOPED_TRACE(std::to_string(bins) + names[kind]);
      std::vector<double> edges;
      for (std::size_t b = 0; b <= bins; ++b) {
        double const steps = std::exp2(40 * static_cast<double>(b) / static_cast<double>(bins));
        double const at[] = {static_cast<double>(b), 1e6 * random_unit(13, b), steps};
        edges.push_back(at[kind]);
      }
      std::sort(edges.begin(), edges.end());
      std::vector<double> values{edges.front(), edges.back(), -1.0, 1e9};
      for (std::size_t i = 0; i < 20000; ++i) {
        values.push_back(edges[static_cast<std::size_t>(random_unit(14, i) * bins)]);
        values.push_back(1.1 * edges.back() * random_unit(15, i));
      }
      GuardedArray<double> const packed(edges), in(values);
      using Kernel = TableInMemory<Kokkos::View<double const*, Memory>, double>;
      auto const shape = Kernel::Prepared::shape_in_memory(static_cast<int>(bins), bins + bins / 4);
      ASSERT_GE(shape.bits_in_bucket, 1);
      Kokkos::View<std::int32_t*, Memory> const entries("entries", shape.bytes() / 4);
      Kokkos::View<int*, Memory> const found("bins", values.size());
      Kernel const kernel{
          EdgeBins(packed.const_view()), {entries.data(), shape}, in.const_view(), found};
      Kokkos::parallel_for(
          "fill", Kokkos::RangePolicy<Exec, typename Kernel::Fill>(0, shape.buckets), kernel);
      Kokkos::parallel_for(
          "ask",
          Kokkos::RangePolicy<Exec, typename Kernel::Ask>(0, static_cast<int>(values.size())),
          kernel);
      auto const bin = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, found);
      EdgeBins const expected(
          Kokkos::View<double const*, Kokkos::HostSpace>(edges.data(), edges.size()));
      for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_EQ(bin(i), expected(values[i])) << "x = " << values[i] << ", index " << i;
    }
}

/// Edges in a GPU's memory are not checked: edges that do not ascend must still give valid bins.
template <class T>
void check_out_of_order(std::vector<T> const& edges, OutOfRange policy) {
  auto const values = telling_values<T>(edges);
  GuardedArray<T> const in(values), packed(edges);
  EdgeBins const binning(packed.const_view(), policy);
  auto const bins = static_cast<int>(binning.bins());
  using Kernel = AskPrepared<EdgeBins<Kokkos::View<T const*, Memory>>, T>;
  Kokkos::View<int**, Memory> const found("bins", 1, values.size());
  for (int const team : possible_team_sizes({1, 64}))
    for (std::size_t const room : {1u << 14, 1u << 10}) {
      Kernel const kernel{in.const_view(), binning, Kernel::Prepared::shape(binning, room, 1 << 20),
                          found};
      auto policy_of_team = Team(1, team, 1);
      policy_of_team.set_scratch_size(0, Kokkos::PerTeam(kernel.shape.bytes() + 16));
      Kokkos::parallel_for("team test", policy_of_team, kernel);
      auto const bin = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, found);
      for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_TRUE(bin(0, i) >= no_bin && bin(0, i) < bins) << bin(0, i) << " of " << +values[i];
    }
}
TEST(EdgeTable, OfEdgesOutOfOrder) {
  using Limits = std::numeric_limits<float>;
  std::vector<float> edges;
  std::vector<int> integers;
  for (std::size_t b = 0; b <= 100; ++b) {
    edges.push_back(static_cast<float>(random_unit(11, b)));
    integers.push_back(static_cast<int>(1e9 * random_unit(12, b)));
  }
  for (OutOfRange const policy : {OutOfRange::discard, OutOfRange::clamp}) {
    check_out_of_order(integers, policy);
    for (float const x : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()})
      for (std::size_t const at :
           {std::size_t(0), std::size_t(1), std::size_t(7), std::size_t(100)}) {
        auto spoiled = edges;
        spoiled[at] = x;
        check_out_of_order(spoiled, policy);
      }
  }
}

}  // namespace KokkosScanTest
