// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/device/bin_plan.hpp>
#include <cstdint>

#include "binning_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::IndexBins;
using KokkosScan::OverflowBin;

/// The bin by \p definition, or bin \p bins for elements that are in no bin by \p definition.
template <class Definition>
auto with_rest(Definition const& definition, std::size_t bins) {
  return [=](auto const& x) {
    int const bin = definition(x);
    return bin == no_bin ? static_cast<int>(bins) : bin;
  };
}

TEST(OverflowOnTheDevice, HasTheRest) {
  auto const reals = spread_elements<float>(Spread::half_outside, 20011, 3);
  auto const bytes = spread_elements<std::uint8_t>(Spread::uniform, 20011, 255);
  for (std::size_t const bins : {1u, 7u, 200u, 5000u}) {
    UniformBins const uniform(-1.0f, 2.0f, bins);
    check_binning(reals, OverflowBin(uniform), with_rest(uniform, bins), bins + 1);
    IndexBins const index(bins);
    check_binning(bytes, OverflowBin(index), with_rest(index, bins), bins + 1);
  }
  auto const ascending = random_edges<float>(50, 1);
  GuardedArray<float> const edges(ascending);
  check_binning(reals, OverflowBin(EdgeBins(edges.const_view())),
                with_rest(LinearSearch<float>{ascending, false}, 50), 51);
}

struct EveryThird {
  KOKKOS_FUNCTION int operator()(float x) const {
    int const i = static_cast<int>(x);
    return i % 3 == 0 ? i / 3 : i;
  }
};

/// A callable without a number of bins, in a plan, which needs this number.
TEST(OverflowOnTheDevice, OfACallableInAPlan) {
  auto const input = spread_elements<float>(Spread::half_outside, 20011, 300);
  auto const definition = [](float x) {
    int const bin = EveryThird{}(x);
    return bin >= 0 && bin < 40 ? bin : 40;
  };
  auto const expected = reference::extract(input, definition, 41);
  GuardedArray<float> const in(input), sorted(input.size());
  KokkosScan::BinPlan<Exec> plan{Exec()};
  plan.update(in.const_view(), OverflowBin(EveryThird{}, 40));
  plan.permute(in.const_view(), sorted.view());
  EXPECT_TRUE(sorted.holds(in_order_of(input, expected)));
}

}  // namespace KokkosScanTest
