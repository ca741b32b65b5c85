// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// perf_histogram: histograms compared with every baseline, on this machine, for elements spread
// over the bins in four ways. Names have the form
// histogram/TYPE/SPREAD/bins:B/IMPLEMENTATION/n:SIZE; histogram_by_edges/… finds the same bins, and
// logarithmic bins, by their edges. The floor is one read of the elements (and of the weights).
// Every benchmark first checks its result.
#include "bins/problem.hpp"
#include "bins/run.hpp"
#include "bins/verify.hpp"
#include "program.hpp"

#include <benchmark/benchmark.h>

#include <string>

namespace perf {
namespace {

template <class T, Spread S>
void add_histograms(Settings const& settings, std::vector<std::size_t> const& bin_counts) {
  using P = BinProblem<T, S>;
  for (std::size_t const n : settings.sizes)
    for (std::size_t const bins : bin_counts) {
      auto const add = [&](std::string const& who, auto const& run) {
        add_benchmark<P>(
            bins_name<P>("histogram", bins, who), settings, n, byte_model::scan<T>(n),
            [=](benchmark::State& state, P& p, TimingOptions const& timing) {
              Array<int> const counts("perf::counts", bins);
              KokkosScan::UniformBins<Level<T>> const binning(Level<T>(0), range_of<T>, bins);
              verify_and_time_bins(
                  state, p, timing, {0, 1}, [&] { run(p, binning, counts); },
                  [&] { return verify_histogram(p.exec, p.in, binning, counts); }, counts);
            });
      };
      add("kokkos_scan", [](P& p, auto const& binning, Array<int> const& counts) {
        KokkosScan::histogram(p.exec, p.in, binning, counts,
                              KokkosScan::HistogramOptions<>{}.with(p.workspace));
      });
      for (auto const& baseline : histogram_baselines<T>())
        add(baseline.name, [baseline](P& p, auto const& binning, Array<int> const& counts) {
          baseline.run(p.exec, p.in, binning.lo(), binning.hi(), counts, p.scratch);
        });
    }
}

template <class T>
void add_type(Settings const& settings, std::vector<std::size_t> const& bins) {
  add_histograms<T, Spread::uniform>(settings, bins);
  add_histograms<T, Spread::normal>(settings, bins);
  add_histograms<T, Spread::power_law>(settings, bins);
  add_histograms<T, Spread::one_bin>(settings, bins);
}

/// Weights of the same size as the elements, stored in `out`. They are around zero, so that their
/// sums are exact in any order.
template <class T, Spread S>
void add_weighted(Settings const& settings) {
  using P = BinProblem<T, S>;
  for (std::size_t const n : settings.sizes)
    for (std::size_t const bins : {8u, 256u, 4096u, 16384u, 65536u})
      for (bool const reproducible : {false, true})
        add_benchmark<P>(
            bins_name<P>("weighted_histogram", bins,
                         reproducible ? "kokkos_scan_reproducible" : "kokkos_scan"),
            settings, n, byte_model::scan<T>(n),
            [=](benchmark::State& state, P& p, TimingOptions const& timing) {
              Array<T> const sums("perf::sums", bins);
              KokkosScan::UniformBins<Level<T>> const binning(Level<T>(0), range_of<T>, bins);
              fill_random(p.exec, p.out);
              auto options = KokkosScan::HistogramOptions<>{};
              if (reproducible) options = options.reproducible();
              verify_and_time_bins(
                  state, p, timing, {0, reproducible ? 3.0 : 2.0},
                  [&] {
                    KokkosScan::histogram(p.exec, p.in, binning, sums, p.out,
                                          options.with(p.workspace));
                  },
                  [&] { return verify_histogram(p.exec, p.in, binning, sums, ReadEntry{p.out}); },
                  sums);
            });
}

template <class T>
void add_weighted_type(Settings const& settings) {
  add_weighted<T, Spread::uniform>(settings);
  add_weighted<T, Spread::normal>(settings);
  add_weighted<T, Spread::power_law>(settings);
  add_weighted<T, Spread::one_bin>(settings);
}

/// Bins given by their edges: equal bins, or logarithmic ones.
template <Spread S>
void add_by_edges(Settings const& settings) {
  using P = BinProblem<float, S>;
  for (std::size_t const n : settings.sizes)
    for (std::size_t const bins : {8u, 256u, 4096u}) {
      auto const add = [&](std::string const& who, auto const& run) {
        add_benchmark<P>(
            bins_name<P>("histogram_by_edges", bins, who), settings, n, byte_model::scan<float>(n),
            [=](benchmark::State& state, P& p, TimingOptions const& timing) {
              Array<float> const edges = make_edges(p.exec, bins, S);
              Array<int> const counts("perf::counts", bins);
              auto const verify = [&] {
                if constexpr (S == Spread::uniform) {
                  KokkosScan::UniformBins<float> const binning(0.0f, 1.0f, bins);
                  return verify_histogram(p.exec, p.in, binning, counts);
                } else {
                  KokkosScan::EdgeBins const binning(edges);
                  return verify_histogram(p.exec, p.in, binning, counts);
                }
              };
              verify_and_time_bins(
                  state, p, timing, {0, 1}, [&] { run(p, edges, counts); }, verify, counts);
            });
      };
      add("kokkos_scan", [](P& p, Array<float> const& edges, Array<int> const& counts) {
        KokkosScan::histogram(p.exec, p.in, KokkosScan::EdgeBins(edges), counts,
                              KokkosScan::HistogramOptions<>{}.with(p.workspace));
      });
      for (auto const& baseline : edge_histogram_baselines())
        add(baseline.name, [baseline](P& p, Array<float> const& edges, Array<int> const& counts) {
          baseline.run(p.exec, p.in, edges, counts, p.scratch);
        });
    }
}

/// Points of two floats, 8 bytes each: the array of doubles reinterpreted as points.
void add_grid(Settings const& settings) {
  using P = BinProblem<double, Spread::uniform>;
  using Points = Array<Kokkos::Array<float, 2>>;
  for (std::size_t const n : settings.sizes)
    add_benchmark<P>(
        bins_name<P>("grid_histogram", 4096, "kokkos_scan"), settings, n,
        byte_model::scan<double>(n),
        [](benchmark::State& state, P& p, TimingOptions const& timing) {
          Points const points(reinterpret_cast<Kokkos::Array<float, 2>*>(p.out.data()), p.n);
          Kokkos::parallel_for(
              "perf::fill_points", Range(p.exec, 0, 2 * p.n),
              FillSpread<float>{Array<float>(reinterpret_cast<float*>(p.out.data()), 2 * p.n),
                                Spread::uniform});
          Array<int> const counts("perf::counts", 4096);
          KokkosScan::GridBins<2, float> const grid({0, 0}, {1, 1}, {64, 64});
          verify_and_time_bins(
              state, p, timing, {0, 1},
              [&] {
                KokkosScan::histogram(p.exec, points, grid, counts,
                                      KokkosScan::HistogramOptions<>{}.with(p.workspace));
              },
              [&] { return verify_histogram(p.exec, points, grid, counts); }, counts);
        });
}

/// Adds the entries of a table up element by element.
template <class Table>
struct AddToColumnBin {
  Table table;
  KokkosScan::UniformBins<float> binning;
  Array<int> counts;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    for (int c = 0; c < static_cast<int>(table.extent(1)); ++c)
      if (int const b = binning(table(i, c)); b >= 0)
        Kokkos::atomic_inc(&counts(c * static_cast<int>(binning.bins()) + b));
  }
};

/// The columns of a table, which are contiguous or interleave.
template <int C, class Layout>
void add_columns(Settings const& settings, std::string const& name) {
  using P = BinProblem<float, Spread::uniform>;
  using Table = Kokkos::View<float**, Layout, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  constexpr std::size_t bins = 64;
  for (std::size_t const n : settings.sizes)
    add_benchmark<P>(
        bins_name<P>((name + std::to_string(C) + "_columns").c_str(), bins, "kokkos_scan"),
        settings, n, byte_model::scan<float>(n),
        [](benchmark::State& state, P& p, TimingOptions const& timing) {
          Table const table(p.in.data(), p.n / C, C);
          KokkosScan::UniformBins<float> const binning(0.0f, 1.0f, bins);
          Kokkos::Array<KokkosScan::UniformBins<float>, C> binnings;
          for (int c = 0; c < C; ++c) binnings[c] = binning;
          Array<int> const counts("perf::counts", C * bins), expected("perf::expected", C * bins);
          Kokkos::parallel_for("perf::add_to_bins", Range(p.exec, 0, table.extent(0)),
                               AddToColumnBin<Table>{table, binning, expected});
          verify_and_time_bins(
              state, p, timing, {0, 1},
              [&] {
                KokkosScan::histogram_columns(p.exec, table, binnings, counts,
                                              KokkosScan::HistogramOptions<>{}.with(p.workspace));
              },
              [&] { return verify_equal(p.exec, expected, counts, "histogram"); }, counts);
        });
}

}  // namespace
}  // namespace perf

int main(int argc, char* argv[]) {
  return perf::run_program("perf_histogram", argc, argv, [](perf::Settings const& settings) {
    perf::add_type<float>(settings, {8, 64, 256, 1024, 4096, 65536, 1 << 20});
    perf::add_type<std::int32_t>(settings, {8, 64, 256, 1024, 4096, 65536, 1 << 20});
    perf::add_type<double>(settings, {8, 64, 256, 1024, 4096, 65536, 1 << 20});
    perf::add_type<std::uint8_t>(settings, {8, 256});
    perf::add_weighted_type<float>(settings);
    perf::add_weighted_type<double>(settings);
    perf::add_by_edges<perf::Spread::uniform>(settings);
    perf::add_by_edges<perf::Spread::logarithmic>(settings);
    perf::add_grid(settings);
    perf::add_columns<3, Kokkos::LayoutRight>(settings, "interleaved_");
    perf::add_columns<32, Kokkos::LayoutRight>(settings, "interleaved_");
    perf::add_columns<32, Kokkos::LayoutLeft>(settings, "contiguous_");
  });
}
