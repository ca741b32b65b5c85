// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of one type into another: ranks of flags, and row maps.
#include "../support/verify.hpp"
#include "groups.hpp"
#include "run.hpp"

#include <string>

namespace perf {
namespace {

/// Elements of type In, to be summed into `out`.
template <class In, class Out>
struct ConversionProblem : Problem<Out> {
  Array<In> from;

  explicit ConversionProblem(std::size_t size)
      : Problem<Out>(size), from(make_array<In>(this->exec, "perf::from", size)) {
    fill_random(this->exec, from);
  }
};

template <class In, class Out>
void add_conversion(Settings const& settings) {
  using P = ConversionProblem<In, Out>;
  std::string const name =
      std::string("scan/exclusive_from_") + type_name<In> + "/sum/" + type_name<Out> + "/automatic";
  for (std::size_t const n : settings.sizes) {
    double const bytes = static_cast<double>(sizeof(In) + sizeof(Out)) * static_cast<double>(n);
    add_benchmark<P>(name, settings, n, bytes,
                     [bytes](benchmark::State& state, P& p, TimingOptions const& timing) {
                       auto const options = KokkosScan::ScanOptions<>{}.with(p.workspace);
                       verify_and_time(
                           state, p, timing, bytes,
                           [&] { KokkosScan::exclusive_scan(p.exec, p.from, p.out, options); },
                           [&] {
                             return verify_scan(p.exec, p.n, KokkosScan::Sum<Out>{},
                                                ReadEntry{p.from}, ReadEntry{p.out},
                                                KokkosScan::ScanMode::exclusive);
                           });
                     });
  }
}

}  // namespace

void add_conversions(Settings const& settings) {
  add_conversion<std::uint8_t, std::int32_t>(settings);
  add_conversion<std::int32_t, std::int64_t>(settings);
}

}  // namespace perf
