// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/device/bins/column_ranges.hpp>
#include <KokkosScan/device/detail/launch.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

/// \file
/// \brief Sums that do not depend on the order of addition: real weights as 64-bit multiples of a
/// quantum. The principle of Demmel and Nguyen, Parallel reproducible summation, IEEE Trans.
/// Computers 64 (2015), with a single bin.

namespace KokkosScan::detail {

inline constexpr double largest_finite = std::numeric_limits<double>::max();
inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// `scale` multiplies a weight before it is rounded, `quantum` multiplies a sum.
struct FixedPointScale {
  double scale, quantum;
};

/// Items whose weights are rounded to integers.
template <class Weighted>
struct FixedPointItems : Weighted {
  using weight_type = std::uint64_t;

  FixedPointScale const* scale;

  KOKKOS_FUNCTION auto column(int c) const
    requires HasColumns<Weighted>
  {
    auto const rounded = Weighted::column(c);
    return FixedPointItems<std::remove_const_t<decltype(rounded)>>{rounded, scale};
  }
  KOKKOS_FUNCTION std::uint64_t weight(typename Weighted::Item const& x) const {
    double const by = scale->scale;
    if (by == 0) return 0;  // some weight is not finite: its product has no integer value
    return static_cast<std::uint64_t>(
        static_cast<std::int64_t>(Kokkos::nearbyint(static_cast<double>(x.weight) * by)));
  }
};

/// Finds the largest magnitude of the weights; infinite if some weight is not finite.
template <class Items>
struct LargestWeight {
  Items items;
  KOKKOS_FUNCTION void operator()(std::size_t i, double& largest) const {
    if constexpr (Items::Size::is_on_device)
      if (i >= items.size()) return;
    double const x = Kokkos::fabs(static_cast<double>(items.weight_at(i)));
    if (!(x <= largest)) largest = x <= largest_finite ? x : infinity;
  }
  double of_all() const {
    double largest = 0;
    for (std::size_t i = 0; i < items.size.most; ++i) (*this)(i, largest);
    return largest;
  }
};

/// Finds the scale from the largest magnitude: n weights, scaled, sum to no more than 63 bits.
template <class Size>
struct FindScale {
  double const* largest;
  FixedPointScale* scale;
  Size size;

  KOKKOS_FUNCTION void operator()(int) const {
    std::size_t const n = size();
    if (!(*largest <= largest_finite)) {
      *scale = {0, not_a_number};
      return;
    }
    int exponent = 0;
    double power = 1;  // the smallest power of two that no magnitude exceeds
    for (; power < *largest; power *= 2) ++exponent;
    if (exponent == 0)
      for (; power / 2 >= *largest && exponent > -1000; power /= 2) --exponent;
    int bits = 0;
    while (bits < 62 && (std::size_t(1) << bits) < n) ++bits;
    int const wanted = 62 - bits - exponent;
    int const shift = wanted < 1023 ? wanted : 1023;  // larger powers are infinite
    *scale = {power_of_two(shift), power_of_two(-shift)};
  }

 private:
  KOKKOS_FUNCTION static double power_of_two(int e) {
    double x = 1;
    for (; e > 0; --e) x *= 2;
    for (; e < 0; ++e) x /= 2;
    return x;
  }
};

template <class Exec, class Items>
void find_scale(std::string const& label, Exec const& exec, Items const& items, double* largest,
                FixedPointScale* scale) {
  using Result =
      Kokkos::View<double, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  LargestWeight<Items> const weights{items};
  if (runs_on_caller<Exec>(items.size.most)) {
    CalledKernel const kernel(label + " largest weight", exec);
    *largest = weights.of_all();
  } else {
    Kokkos::parallel_reduce(label + " largest weight", range(exec, items.size.most), weights,
                            Kokkos::Max<double, typename Exec::memory_space>(Result(largest)));
  }
  detail::for_each_item(label + " scale", exec, 1,
                        FindScale<typename Items::Size>{largest, scale, items.size});
}

}  // namespace KokkosScan::detail
