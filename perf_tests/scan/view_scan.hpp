// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/verify.hpp"
#include "run.hpp"
#include "variants.hpp"

#include <string>

namespace perf {

/// Copies of the problem's arrays: the floor, listed so that reports can plot it.
template <class T>
void add_copies(Settings const& settings, std::size_t n) {
  for (auto const& copy : copy_baselines<T>())
    add_benchmark<Problem<T>>(
        std::string("copy/") + type_name<T> + "/" + copy.name, settings, n, byte_model::scan<T>(n),
        [copy](benchmark::State& state, Problem<T>& p, TimingOptions const& timing) {
          verify_and_time(
              state, p, timing, byte_model::scan<T>(p.n), [&] { copy.run(p.exec, p.in, p.out); },
              [&] { return verify_equal(p.exec, p.in, p.out, "copy"); });
        });
}

template <class Op, class Call>
void verify_and_time_scan(benchmark::State& state, Problem<typename Op::value_type>& p,
                          TimingOptions const& timing, ScanMode mode, Call const& call) {
  using T = typename Op::value_type;
  verify_and_time(state, p, timing, byte_model::scan<T>(p.n), call, [&] {
    return verify_scan(p.exec, p.n, Op{}, ReadEntry{p.in}, ReadEntry{p.out}, mode);
  });
}

template <class Op, DeviceScan V, ScanMode Mode>
void run_variant(benchmark::State& state, Problem<typename Op::value_type>& p,
                 TimingOptions const& timing) {
  auto const options = KokkosScan::ScanOptions<V>{}.with(p.workspace);
  verify_and_time_scan<Op>(state, p, timing, Mode, [&] {
    if constexpr (Mode == ScanMode::inclusive)
      KokkosScan::inclusive_scan(p.exec, p.in, p.out, Op{}, options);
    else
      KokkosScan::exclusive_scan(p.exec, p.in, p.out, Op{}, Op{}.identity(), options);
  });
}

/// All variants and all baselines of one operator, inclusive and exclusive, from one View into
/// another.
template <class Op>
void add_view_scans(Settings const& settings) {
  using T = typename Op::value_type;
  for (std::size_t const n : settings.sizes) {
    double const bytes = byte_model::scan<T>(n);
    add_copies<T>(settings, n);
    auto const add_mode = [&]<ScanMode Mode>(std::integral_constant<ScanMode, Mode>) {
      std::string const form = std::string("scan/") + KokkosScan::name(Mode) + "/" +
                               operator_name<Op> + "/" + type_name<T> + "/";
      for_each_variant<Op>([&]<DeviceScan V>(Variant<V>) {
        if (n > largest_size(V)) return;
        add_benchmark<Problem<T>>(form + KokkosScan::name(V), settings, n, bytes,
                                  &run_variant<Op, V, Mode>);
      });
      for (auto const& baseline : scan_baselines<Op>())
        add_benchmark<Problem<T>>(
            form + baseline.name, settings, n, bytes,
            [baseline](benchmark::State& state, Problem<T>& p, TimingOptions const& timing) {
              verify_and_time_scan<Op>(state, p, timing, Mode,
                                       [&] { baseline.run(p.exec, p.in, p.out, Mode, p.scratch); });
            });
    };
    add_mode(std::integral_constant<ScanMode, ScanMode::inclusive>{});
    add_mode(std::integral_constant<ScanMode, ScanMode::exclusive>{});
  }
}

}  // namespace perf
