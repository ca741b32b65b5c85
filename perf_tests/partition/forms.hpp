// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../scan/run.hpp"
#include "../scan/variants.hpp"
#include "problem.hpp"

#include <string>
#include <type_traits>

namespace perf {

/// One call of the library.
template <PartitionForm Form, DeviceScan V, class T>
void call_partition(PartitionProblem<T>& p) {
  auto const options = KokkosScan::ScanOptions<V>{}.with(p.workspace);
  auto const& a = p.arrays;
  using KokkosScan::RejectedOrder;
  if constexpr (Form == PartitionForm::select)
    KokkosScan::select(p.exec, a.in, a.out, p.pred, a.count, options);
  else if constexpr (Form == PartitionForm::two_outputs)
    KokkosScan::partition_copy(p.exec, a.in, a.out, a.out_false, p.pred, a.count, options);
  else if constexpr (Form == PartitionForm::reversed)
    KokkosScan::partition<RejectedOrder::reversed>(p.exec, a.in, a.out, p.pred, a.count, options);
  else
    KokkosScan::partition(p.exec, a.in, a.out, p.pred, a.count, options);
}

/// Adds benchmarks of problems of one pattern.
template <class T, int Percent, bool IsClustered>
class PatternBenchmarks {
 public:
  using P = PatternProblem<T, Percent, IsClustered>;

  PatternBenchmarks(Settings const& settings, std::size_t n) : m_settings(settings), m_n(n) {}

  template <PartitionForm Form, DeviceScan V>
  void add_variant() const {
    add(Form, KokkosScan::name(V), [](P& p) { call_partition<Form, V, T>(p); });
  }
  void add_baselines() const {
    for (auto const& baseline : partition_baselines<T>())
      add(baseline.form, baseline.name,
          [baseline](P& p) { baseline.run(p.exec, p.arrays, p.pred, p.scratch); });
  }
  /// Thirds of the kept elements and of the others: two pivots, one scan of pairs.
  void add_three_way() const {
    auto const body = [timing = m_settings.timing](benchmark::State& state, P& p) {
      Below<T> const first{static_cast<T>(p.pred.pivot / 2)};
      auto const options = KokkosScan::ScanOptions<>{}.with(p.workspace);
      auto const verify = [&]() -> std::string {
        ThreeClasses<T> const classes{first, p.pred};
        std::size_t const one = p.place(classes, 0, 0);
        std::size_t const two = p.place(classes, 1, one);
        p.place(classes, 2, one + two);
        std::size_t const wrong = p.misplaced(0, p.n, p.out, 0, false);
        return wrong == 0 ? "" : "wrong result: " + std::to_string(wrong) + " entries";
      };
      verify_and_time(
          state, p, timing, p.bytes(PartitionForm::in_order),
          [&] {
            KokkosScan::three_way_partition(p.exec, p.in, p.out, first, p.pred, p.counts, options);
          },
          verify);
      ProblemCache::clear();  // `expected` is another one's now
    };
    add_benchmark<P>(prefix("three_way_partition") + "automatic", m_settings, m_n, memory(), body);
  }

 private:
  static std::string prefix(std::string const& form) {
    return "partition/" + form + "/" + std::to_string(Percent) + "%" +
           (IsClustered ? "_clustered/" : "/") + type_name<T> + "/";
  }
  double memory() const { return 4.0 * sizeof(T) * static_cast<double>(m_n); }

  template <class Call>
  void add(PartitionForm form, std::string const& implementation, Call const& call) const {
    add_benchmark<P>(prefix(name(form)) + implementation, m_settings, m_n, memory(),
                     [form, call, timing = m_settings.timing](benchmark::State& state, P& p) {
                       verify_and_time(
                           state, p, timing, p.bytes(form), [&] { call(p); },
                           [&] { return p.verify(form); });
                     });
  }

  Settings m_settings;
  std::size_t m_n;
};

/// One pattern of data at one size: the default in every form, all fast variants of two, baselines.
template <class T, int Percent, bool IsClustered>
void add_pattern(Settings const& settings, std::size_t n, bool has_variants) {
  PatternBenchmarks<T, Percent, IsClustered> const add(settings, n);
  add.template add_variant<PartitionForm::two_outputs, DeviceScan::automatic>();
  add.template add_variant<PartitionForm::reversed, DeviceScan::automatic>();
  add.template add_variant<PartitionForm::in_order, DeviceScan::automatic>();
  add.template add_variant<PartitionForm::select, DeviceScan::automatic>();
  if (has_variants)
    for_each_fast_variant([&]<DeviceScan V>(Variant<V>) {
      if constexpr (V != DeviceScan::automatic) {
        add.template add_variant<PartitionForm::two_outputs, V>();
        add.template add_variant<PartitionForm::select, V>();
      }
    });
  add.add_baselines();
  add.add_three_way();
}

/// Half kept at every size; other fractions, and clusters, at the largest one.
template <class T>
void add_partitions(Settings const& settings) {
  for (std::size_t const n : settings.sizes) add_pattern<T, 50, false>(settings, n, true);
  if (settings.sizes.empty()) return;
  std::size_t const n = settings.sizes.back();
  add_pattern<T, 0, false>(settings, n, false);
  add_pattern<T, 5, false>(settings, n, false);
  add_pattern<T, 95, false>(settings, n, false);
  add_pattern<T, 100, false>(settings, n, false);
  add_pattern<T, 5, true>(settings, n, false);
  add_pattern<T, 50, true>(settings, n, false);
  add_pattern<T, 95, true>(settings, n, false);
}

}  // namespace perf
