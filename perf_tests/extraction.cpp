// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// perf_extraction: extraction of all bins compared with every baseline, on this machine. Names have
// the form extract_bins/TYPE/SPREAD/bins:B/IMPLEMENTATION/n:SIZE, bin_permutation/… and
// bin_ranks/…. The floor is a copy and one more read; for extract_bins_known_offsets/… it is a
// copy. extract_bins_by_edges/… finds the same bins by their edges. Every benchmark first checks
// its result.
#include "bins/problem.hpp"
#include "bins/run.hpp"
#include "bins/verify.hpp"
#include "program.hpp"

#include <benchmark/benchmark.h>

namespace perf {
namespace {

using KokkosScan::ExtractionOptions;
using KokkosScan::UniformBins;

/// Counts elements that are not sorted by bin or, if stable, not where the permutation puts them or
/// not in the order of the input.
template <class T>
struct CountMisplaced {
  Array<T> in, out;
  Array<std::uint32_t> permutation;
  UniformBins<T> binning;
  bool is_stable;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const {
    int const here = binning(out(i));
    int const before = i > 0 ? binning(out(i - 1)) : here;
    if (before > here) ++wrong;
    if (!is_stable) return;
    if (permutation(i) >= in.extent(0) || in(permutation(i)) != out(i)) ++wrong;
    if (i > 0 && before == here && permutation(i - 1) >= permutation(i)) ++wrong;
  }
};

template <class T, Spread S>
std::string verify_order(BinProblem<T, S>& p, UniformBins<T> const& binning, bool is_stable,
                         Array<std::uint32_t> const& permutation) {
  std::size_t wrong = 0;
  Kokkos::parallel_reduce("perf::verify_extraction", Range(p.exec, 0, p.n),
                          CountMisplaced<T>{p.in, p.out, permutation, binning, is_stable}, wrong);
  return wrong == 0 ? "" : "wrong order: " + std::to_string(wrong) + " entries";
}

/// Adds up a hash of every element.
template <class T>
struct AddHashes {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  Array<T> array;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& sum) const {
    sum += random_bits(Kokkos::bit_cast<Bits>(array(i)), 5);
  }
};

/// Verifies that the elements are sorted by bin, in any order inside a bin.
template <class T, Spread S>
std::string verify_unstable(BinProblem<T, S>& p, UniformBins<T> const& binning) {
  std::uint64_t before = 0, after = 0;
  Kokkos::parallel_reduce("perf::add_hashes", Range(p.exec, 0, p.n), AddHashes<T>{p.in}, before);
  Kokkos::parallel_reduce("perf::add_hashes", Range(p.exec, 0, p.n), AddHashes<T>{p.out}, after);
  return before == after ? verify_order(p, binning, false, {}) : "wrong elements";
}

/// Counts bins whose offsets are not the running sum of the counts.
struct CountWrongOffsets {
  Array<std::size_t> offsets, counts;
  KOKKOS_FUNCTION void operator()(std::size_t b, std::size_t& wrong) const {
    if (offsets(b + 1) - offsets(b) != counts(b) || (b == 0 && offsets(0) != 0)) ++wrong;
  }
};

template <class T, Spread S>
std::string verify_stable(BinProblem<T, S>& p, UniformBins<T> const& binning,
                          Array<std::uint32_t> const& permutation,
                          Array<std::size_t> const& offsets) {
  std::string const complaint = verify_order(p, binning, true, permutation);
  if (!complaint.empty()) return complaint;
  std::size_t const bins = offsets.extent(0) - 1;
  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      "perf::verify_offsets", Range(p.exec, 0, bins),
      CountWrongOffsets{offsets, add_to_bins<std::size_t>(p.exec, p.in, binning, bins)}, wrong);
  return wrong == 0 ? "" : "wrong offsets: " + std::to_string(wrong) + " bins";
}

/// Gathers the elements in the order of the permutation.
template <class T>
struct Permute {
  Array<T> in, out;
  Array<std::uint32_t> permutation;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    if (permutation(i) < in.extent(0)) out(i) = in(permutation(i));
  }
};

template <class T, Spread S>
std::string verify_permutation(BinProblem<T, S>& p, UniformBins<T> const& binning,
                               Array<std::uint32_t> const& permutation,
                               Array<std::size_t> const& offsets) {
  Kokkos::parallel_for("perf::permute", Range(p.exec, 0, p.n),
                       Permute<T>{p.in, p.out, permutation});
  return verify_stable(p, binning, permutation, offsets);
}

/// Counts elements whose offset plus rank is not their place in the permutation.
template <class T>
struct CountMisranked {
  Array<T> in;
  Array<std::size_t> offsets;
  Array<std::uint32_t> ranks, permutation;
  UniformBins<T> binning;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const {
    std::size_t const place = offsets(binning(in(i))) + ranks(i);
    if (place >= in.extent(0) || permutation(place) != i) ++wrong;
  }
};

template <class T, Spread S>
std::string verify_ranks(BinProblem<T, S>& p, CountMisranked<T> const& count) {
  std::size_t wrong = 0;
  Kokkos::parallel_reduce("perf::verify_ranks", Range(p.exec, 0, p.n), count, wrong);
  if (wrong > 0) return "wrong ranks: " + std::to_string(wrong);
  return verify_permutation(p, count.binning, count.permutation, count.offsets);
}

template <class T, Spread S>
void add_extractions(Settings const& settings, std::vector<int> const& bin_counts) {
  using P = BinProblem<T, S>;
  for (std::size_t const n : settings.sizes)
    for (int const bins : bin_counts) {
      UniformBins<T> const binning(T(0), range_of<T>, bins);
      auto const b = static_cast<std::size_t>(bins);
      double const bytes = (2.0 * sizeof(T) + 4) * static_cast<double>(n);
      add_benchmark<P>(
          bins_name<T>("extract_bins", S, b, "kokkos_scan"), settings, n, bytes,
          [=, timing = settings.timing](benchmark::State& state, P& p) {
            Array<std::size_t> const offsets("perf::offsets", b + 1);
            Array<std::uint32_t> const permutation("perf::permutation", p.n);
            auto const options = ExtractionOptions<>{}.with(p.workspace);
            KokkosScan::bin_permutation(p.exec, p.in, binning, permutation, offsets, options);
            poison(p.exec, p.out);
            poison(p.exec, offsets);
            verify_and_time_bins(
                state, p, timing, {1, 1},
                [&] { KokkosScan::extract_bins(p.exec, p.in, binning, p.out, offsets, options); },
                [&] { return verify_stable(p, binning, permutation, offsets); });
          });
      add_benchmark<P>(
          bins_name<T>("extract_bins_known_offsets", S, b, "kokkos_scan"), settings, n,
          2.0 * sizeof(T) * static_cast<double>(n),
          [=, timing = settings.timing](benchmark::State& state, P& p) {
            Array<std::size_t> const offsets("perf::offsets", b + 1);
            Array<std::uint32_t> const permutation("perf::permutation", p.n);
            auto const options = ExtractionOptions<>{}.with(p.workspace);
            KokkosScan::bin_permutation(p.exec, p.in, binning, permutation, offsets, options);
            auto const known = options.with_known_offsets();
            poison(p.exec, p.out);
            verify_and_time_bins(
                state, p, timing, {1, 0},
                [&] { KokkosScan::extract_bins(p.exec, p.in, binning, p.out, offsets, known); },
                [&] { return verify_stable(p, binning, permutation, offsets); });
          });
      add_benchmark<P>(bins_name<T>("bin_permutation", S, b, "kokkos_scan"), settings, n, bytes,
                       [=, timing = settings.timing](benchmark::State& state, P& p) {
                         Array<std::size_t> const offsets("perf::offsets", b + 1);
                         Array<std::uint32_t> const permutation("perf::permutation", p.n);
                         auto const options = ExtractionOptions<>{}.with(p.workspace);
                         poison(p.exec, permutation);
                         poison(p.exec, offsets);
                         verify_and_time_bins(
                             state, p, timing, {1, 1},
                             [&] {
                               KokkosScan::bin_permutation(p.exec, p.in, binning, permutation,
                                                           offsets, options);
                             },
                             [&] { return verify_permutation(p, binning, permutation, offsets); });
                       });
      add_benchmark<P>(
          bins_name<T>("bin_ranks", S, b, "kokkos_scan"), settings, n, bytes,
          [=, timing = settings.timing](benchmark::State& state, P& p) {
            Array<std::size_t> const offsets("perf::offsets", b + 1);
            Array<std::uint32_t> const ranks("perf::ranks", p.n), permutation("perf::order", p.n);
            auto const options = ExtractionOptions<>{}.with(p.workspace);
            KokkosScan::bin_permutation(p.exec, p.in, binning, permutation, offsets, options);
            poison(p.exec, ranks);
            poison(p.exec, offsets);
            verify_and_time_bins(
                state, p, timing, {1, 1},
                [&] { KokkosScan::bin_ranks(p.exec, p.in, binning, ranks, offsets, options); },
                [&] {
                  return verify_ranks(
                      p, CountMisranked<T>{p.in, offsets, ranks, permutation, binning});
                });
          });
      for (auto const& baseline : extraction_baselines<T>())
        if (n <= baseline.largest)
          add_benchmark<P>(
              bins_name<T>("extract_bins", S, b, baseline.name), settings, n, bytes,
              [=, timing = settings.timing](benchmark::State& state, P& p) {
                if (baseline.prepare)
                  baseline.prepare(p.exec, p.in, T(0), range_of<T>, bins, p.out, p.scratch);
                poison(p.exec, p.out);
                verify_and_time_bins(
                    state, p, timing, {1, 1},
                    [&] { baseline.run(p.exec, p.in, T(0), range_of<T>, bins, p.out, p.scratch); },
                    [&] { return verify_unstable(p, binning); });
              });
    }
}

/// The same bins, given by their edges.
void add_by_edges(Settings const& settings) {
  using P = BinProblem<float, Spread::uniform>;
  for (std::size_t const n : settings.sizes)
    for (int const bins : {8, 256, 1 << 16}) {
      auto const b = static_cast<std::size_t>(bins);
      add_benchmark<P>(bins_name<float>("extract_bins_by_edges", Spread::uniform, b, "kokkos_scan"),
                       settings, n, (2.0 * sizeof(float) + 4) * static_cast<double>(n),
                       [=, timing = settings.timing](benchmark::State& state, P& p) {
                         UniformBins<float> const binning(0.0f, 1.0f, bins);
                         Array<float> const edges = make_edges(p.exec, b, Spread::uniform);
                         Array<std::size_t> const offsets("perf::offsets", b + 1);
                         Array<std::uint32_t> const permutation("perf::permutation", p.n);
                         auto const options = ExtractionOptions<>{}.with(p.workspace);
                         KokkosScan::bin_permutation(p.exec, p.in, binning, permutation, offsets,
                                                     options);
                         poison(p.exec, p.out);
                         poison(p.exec, offsets);
                         verify_and_time_bins(
                             state, p, timing, {1, 1},
                             [&] {
                               KokkosScan::extract_bins(p.exec, p.in, KokkosScan::EdgeBins(edges),
                                                        p.out, offsets, options);
                             },
                             [&] { return verify_stable(p, binning, permutation, offsets); });
                       });
    }
}

template <class T>
void add_type(Settings const& settings, std::vector<int> const& bins) {
  add_extractions<T, Spread::uniform>(settings, bins);
  add_extractions<T, Spread::normal>(settings, bins);
  add_extractions<T, Spread::power_law>(settings, bins);
  add_extractions<T, Spread::one_bin>(settings, bins);
}

}  // namespace
}  // namespace perf

int main(int argc, char* argv[]) {
  return perf::run_program("perf_extraction", argc, argv, [](perf::Settings const& settings) {
    perf::add_type<float>(settings, {8, 64, 256, 1 << 16});
    perf::add_type<std::int32_t>(settings, {8, 256});
    perf::add_type<double>(settings, {8, 256});
    perf::add_by_edges(settings);
  });
}
