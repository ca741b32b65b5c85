// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/bin_baselines.hpp"
#include "../support/data.hpp"
#include "../support/problem.hpp"
#include "../support/timing.hpp"

#include <KokkosScan.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace perf {

/// How the elements are spread over the bins; logarithmic elements go with logarithmic edges.
enum class Spread { uniform, normal, power_law, one_bin, logarithmic };
inline char const* spread_name(Spread spread) {
  constexpr char const* names[] = {"uniform", "normal", "power_law", "one_bin", "logarithmic"};
  return names[static_cast<int>(spread)];
}

/// The elements of a type are in [0, range); bytes take all their 256 values.
template <class T>
inline constexpr Level<T> range_of = sizeof(T) == 1                ? 256
                                     : std::is_floating_point_v<T> ? 1
                                                                   : 1000000000;

/// Logarithmic elements and edges go from 2^-20 to 1.
inline constexpr double octaves = 20;

template <class T>
struct FillSpread {
  Array<T> array;
  Spread spread;

  KOKKOS_FUNCTION static double unit(std::uint64_t bits) {
    return static_cast<double>(bits >> 11) * 0x1.0p-53;
  }
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    double x = unit(random_bits(i));
    if (spread == Spread::power_law) x = x * x * x * x;
    if (spread == Spread::one_bin) x = 0.3;
    if (spread == Spread::logarithmic) x = Kokkos::exp2(octaves * (x - 1));
    if (spread == Spread::normal)  // the mean of four uniform numbers: close enough
      x = (x + unit(random_bits(i, 2)) + unit(random_bits(i, 3)) + unit(random_bits(i, 4))) / 4;
    auto const value = static_cast<Level<T>>(x * static_cast<double>(range_of<T>));
    // A double below 1 may round to the float 1, which CUB leaves out.
    array(i) = static_cast<T>(value < range_of<T> ? value : Level<T>(0));
  }
};

/// Edges of equal bins over [0, 1), exactly those of UniformBins if the number of bins is a power
/// of two; or logarithmic edges.
struct FillEdges {
  Array<float> edges;
  Spread spread;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    float const part = static_cast<float>(i) / static_cast<float>(edges.extent(0) - 1);
    edges(i) = spread == Spread::logarithmic
                   ? static_cast<float>(Kokkos::exp2(octaves * (static_cast<double>(part) - 1)))
                   : part;
  }
};
inline Array<float> make_edges(Exec const& exec, std::size_t bins, Spread spread) {
  Array<float> const edges("perf::edges", bins + 1);
  Kokkos::parallel_for("perf::fill_edges", Range(exec, 0, bins + 1), FillEdges{edges, spread});
  exec.fence();  // where the host can read the edges, a call checks them
  return edges;
}

/// A reduction whose result depends on all bytes, so none of the reads can be left out.
struct OrPacks {
  KokkosScan::detail::Pack<std::uint64_t, 2> const* data;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& x) const {
    auto const pack = data[i];
    x |= pack.element[0] | pack.element[1];
  }
};

/// \brief Elements of one type, size and spread, and the speed of reading and of copying them.
template <class T, Spread S>
struct BinProblem : InOut<T> {
  using InOut<T>::exec, InOut<T>::n, InOut<T>::in;
  using value_type = T;
  static constexpr Spread spread = S;

  explicit BinProblem(std::size_t size) : InOut<T>(size) {
    Kokkos::parallel_for("perf::fill_spread", Range(exec, 0, n), FillSpread<T>{in, S});
  }

  std::size_t items() const { return n; }
  std::size_t in_bytes() const { return n * sizeof(T); }
  /// Seconds that it takes to read the elements once, in a reduction that depends on all of them.
  double read_seconds(TimingOptions const& timing) {
    if (m_read_seconds == 0) {
      Array<std::uint64_t> const result("perf::read", 1);
      // 16 bytes per access: measures what the memory allows, not loads of single elements.
      constexpr std::size_t each = 16 / sizeof(T);
      std::size_t const packs = n / each;
      auto const* const data =
          reinterpret_cast<KokkosScan::detail::Pack<std::uint64_t, 2> const*>(in.data());
      m_read_seconds =
          time_calls(
              exec,
              [&] {
                Kokkos::parallel_reduce(
                    "perf::read", Range(exec, 0, packs), OrPacks{data},
                    Kokkos::BOr<std::uint64_t, Memory>(
                        Kokkos::View<std::uint64_t, Memory,
                                     Kokkos::MemoryTraits<Kokkos::Unmanaged>>(result.data())));
              },
              timing)
              .seconds;
    }
    return m_read_seconds;
  }

 private:
  double m_read_seconds = 0;
};

/// The floor of an operation, as a number of copies and of reads of all elements.
struct Floor {
  double copies, reads;
};

}  // namespace perf
