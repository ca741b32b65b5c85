// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functors as input and output: neither the loaded values nor the raw results are stored in arrays.
#include "../support/verify.hpp"
#include "groups.hpp"
#include "run.hpp"
#include "variants.hpp"

namespace perf {
namespace {

using T = std::int32_t;
using Op = KokkosScan::Sum<T>;

struct LoadTripled {
  Array<T> in;
  KOKKOS_FUNCTION T operator()(std::size_t i) const { return 3 * in(i); }
};
struct StoreShifted {
  Array<T> out;
  KOKKOS_FUNCTION void operator()(std::size_t i, T value) const { out(i) = value - 7; }
};
/// Undoes StoreShifted.
struct ReadShifted {
  Array<T> out;
  KOKKOS_FUNCTION T operator()(std::size_t i) const { return out(i) + 7; }
};

/// The same work fused into one Kokkos::parallel_scan, as a Kokkos user writes it today.
struct KokkosBody {
  LoadTripled load;
  StoreShifted store;
  KOKKOS_FUNCTION void operator()(std::size_t i, T& update, bool is_final) const {
    update += load(i);
    if (is_final) store(i, update);
  }
};

template <class Call>
void run(benchmark::State& state, Problem<T>& p, TimingOptions const& timing, Call const& call) {
  verify_and_time(state, p, timing, byte_model::scan<T>(p.n), call, [&] {
    return verify_scan(p.exec, p.n, Op{}, LoadTripled{p.in}, ReadShifted{p.out},
                       ScanMode::inclusive);
  });
}

template <DeviceScan V>
void run_variant(benchmark::State& state, Problem<T>& p, TimingOptions const& timing) {
  auto const options = KokkosScan::ScanOptions<V>{}.with(p.workspace);
  run(state, p, timing, [&] {
    KokkosScan::scan(p.exec, p.n, LoadTripled{p.in}, Op{}, StoreShifted{p.out}, ScanMode::inclusive,
                     options);
  });
}

void run_kokkos(benchmark::State& state, Problem<T>& p, TimingOptions const& timing) {
  run(state, p, timing, [&] {
    Kokkos::parallel_scan("perf::functor_scan", Range(p.exec, 0, p.n), KokkosBody{{p.in}, {p.out}});
  });
}

}  // namespace

void add_functor_scans(Settings const& settings) {
  std::string const form = "scan/functor_inclusive/sum/int32/";
  for (std::size_t const n : settings.sizes) {
    auto const add = [&](std::string const& name, auto body) {
      add_benchmark<Problem<T>>(form + name, settings, n, byte_model::scan<T>(n), body);
    };
    for_each_variant<Op>([&]<DeviceScan V>(Variant<V>) {
      if (n <= largest_size(V)) add(KokkosScan::name(V), &run_variant<V>);
    });
    add("kokkos_parallel_scan", &run_kokkos);
  }
}

}  // namespace perf
