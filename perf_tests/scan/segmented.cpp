// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../support/verify.hpp"
#include "groups.hpp"
#include "run.hpp"
#include "segments.hpp"
#include "variants.hpp"

namespace perf {
namespace {

template <class T, std::size_t Length>
struct SegmentedProblem : Problem<T> {
  RandomSegments segments;
  Array<std::int64_t> offsets;

  explicit SegmentedProblem(std::size_t size)
      : Problem<T>(size),
        segments(make_segments(size, Length)),
        offsets(make_array<std::int64_t>(this->exec, "perf::offsets", segments.count() + 1)) {
    Kokkos::parallel_for("perf::fill_offsets", Range(this->exec, 0, segments.count() + 1),
                         FillOffsets{offsets, segments});
  }
};

template <DeviceScan V, class T, std::size_t Length>
void run_variant(benchmark::State& state, SegmentedProblem<T, Length>& p,
                 TimingOptions const& timing) {
  using Op = KokkosScan::Sum<T>;
  auto const options = KokkosScan::ScanOptions<V>{}.with(p.workspace);
  double const bytes = byte_model::segmented_scan<T, std::int64_t>(p.n, p.segments.count());
  verify_and_time(
      state, p, timing, bytes,
      [&] { KokkosScan::segmented_inclusive_scan(p.exec, p.in, p.offsets, p.out, Op{}, options); },
      [&] {
        return verify_scan(p.exec, p.n, Op{}, ReadEntry{p.in}, ReadEntry{p.out},
                           ScanMode::inclusive, p.segments);
      });
}

template <class T, std::size_t Length>
void add_length(Settings const& settings, std::size_t n) {
  using P = SegmentedProblem<T, Length>;
  std::string const form =
      "scan/segmented_inclusive/" + segments_name(Length) + "/sum/" + type_name<T> + "/";
  std::size_t const count = make_segments(n, Length).count();
  double const bytes = byte_model::segmented_scan<T, std::int64_t>(n, count);
  auto const add = [&]<DeviceScan V>(Variant<V>) {
    add_benchmark<P>(form + KokkosScan::name(V), settings, n, bytes, &run_variant<V, T, Length>);
  };
  for_each_fast_variant(add);
}

template <class T>
void add_type(Settings const& settings) {
  for (std::size_t const n : settings.sizes)
    for_each_segment_length(
        [&]<std::size_t Length>(Mean<Length>) { add_length<T, Length>(settings, n); });
}

}  // namespace

void add_segmented_scans(Settings const& settings) {
  add_type<std::int32_t>(settings);
  add_type<double>(settings);
}

}  // namespace perf
