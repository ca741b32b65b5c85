// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../support/verify.hpp"
#include "groups.hpp"
#include "run.hpp"
#include "segments.hpp"
#include "variants.hpp"

namespace perf {
namespace {

using Key = std::int32_t;

template <class T, std::size_t Length>
struct KeyProblem : Problem<T> {
  RandomSegments segments;
  Array<Key> keys;

  explicit KeyProblem(std::size_t size)
      : Problem<T>(size),
        segments(make_segments(size, Length)),
        keys(make_array<Key>(this->exec, "perf::keys", size)) {
    Kokkos::parallel_for("perf::fill_keys", Range(this->exec, 0, size), FillKeys{keys, segments});
  }
};

template <class T, std::size_t Length, class Call>
void run(benchmark::State& state, KeyProblem<T, Length>& p, TimingOptions const& timing,
         Call const& call) {
  verify_and_time(state, p, timing, byte_model::scan_by_key<T, Key>(p.n), call, [&] {
    return verify_scan(p.exec, p.n, KokkosScan::Sum<T>{}, ReadEntry{p.in}, ReadEntry{p.out},
                       ScanMode::inclusive, p.segments);
  });
}

template <DeviceScan V, class T, std::size_t Length>
void run_variant(benchmark::State& state, KeyProblem<T, Length>& p, TimingOptions const& timing) {
  auto const options = KokkosScan::ScanOptions<V>{}.with(p.workspace);
  run(state, p, timing, [&] {
    KokkosScan::inclusive_scan_by_key(p.exec, p.keys, p.in, p.out, KokkosScan::Sum<T>{}, options);
  });
}

template <class T, std::size_t Length>
void add_length(Settings const& settings, std::size_t n) {
  using P = KeyProblem<T, Length>;
  std::string const form =
      "scan/by_key_inclusive/" + segments_name(Length) + "/sum/" + type_name<T> + "/";
  double const bytes = byte_model::scan_by_key<T, Key>(n);
  auto const add = [&]<DeviceScan V>(Variant<V>) {
    add_benchmark<P>(form + KokkosScan::name(V), settings, n, bytes, &run_variant<V, T, Length>);
  };
  for_each_fast_variant(add);
  for (auto const& baseline : key_baselines<T>())
    add_benchmark<P>(form + baseline.name, settings, n, bytes,
                     [baseline](benchmark::State& state, P& p, TimingOptions const& timing) {
                       run(state, p, timing,
                           [&] { baseline.run(p.exec, p.keys, p.in, p.out, p.scratch); });
                     });
}

template <class T>
void add_type(Settings const& settings) {
  for (std::size_t const n : settings.sizes)
    for_each_segment_length(
        [&]<std::size_t Length>(Mean<Length>) { add_length<T, Length>(settings, n); });
}

}  // namespace

void add_scans_by_key(Settings const& settings) {
  add_type<std::int32_t>(settings);
  add_type<double>(settings);
}

}  // namespace perf
