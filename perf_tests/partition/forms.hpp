// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../scan/run.hpp"
#include "../scan/variants.hpp"
#include "problem.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>

namespace perf {

/// Calls the library once.
template <PartitionForm Form, DeviceScan V, class T>
void call_partition(PartitionProblem<T>& p) {
  auto const options = KokkosScan::ScanOptions<V>{}.with(p.workspace);
  auto const& a = p.arrays;
  using KokkosScan::RejectedOrder;
  if constexpr (Form == PartitionForm::select)
    KokkosScan::select(p.exec, a.in, a.out, p.pred, a.count, options);
  else if constexpr (Form == PartitionForm::flagged)
    KokkosScan::select_flagged(p.exec, a.in, a.flags, a.out, a.count, options);
  else if constexpr (Form == PartitionForm::unique)
    KokkosScan::select_unique(p.exec, a.in, a.out, a.count, options);
  else if constexpr (Form == PartitionForm::two_outputs)
    KokkosScan::partition_copy(p.exec, a.in, a.out, a.out_false, p.pred, a.count, options);
  else if constexpr (Form == PartitionForm::reversed)
    KokkosScan::partition<RejectedOrder::reversed>(p.exec, a.in, a.out, p.pred, a.count, options);
  else
    KokkosScan::partition(p.exec, a.in, a.out, p.pred, a.count, options);
}

/// The length of the runs in clustered data.
inline constexpr std::size_t cluster = 100000;

/// Adds the benchmarks of one pattern of data.
template <class T, int Percent, std::size_t Run>
class PatternBenchmarks {
 public:
  using P = PatternProblem<T, Percent, Run>;

  PatternBenchmarks(Settings const& settings, std::size_t n) : m_settings(settings), m_n(n) {}

  template <PartitionForm Form, DeviceScan V>
  void add_variant() const {
    add(Form, KokkosScan::name(V), [](P& p) { call_partition<Form, V, T>(p); });
  }
  void add_baselines(std::initializer_list<PartitionForm> const& forms) const {
    for (auto const& baseline : partition_baselines<T>())
      if (std::find(forms.begin(), forms.end(), baseline.form) != forms.end())
        add(baseline.form, baseline.name,
            [baseline](P& p) { baseline.run(p.exec, p.arrays, p.pred, p.scratch); });
  }
  /// Three classes: the kept elements in two halves, and the others. Two pivots and one scan of
  /// pairs; into one View, and into three Views, as CUB does.
  void add_three_way() const {
    auto const options_of = [](P& p) { return KokkosScan::ScanOptions<>{}.with(p.workspace); };
    add_three_way<Outputs::one>("automatic", [=](P& p, Below<T> const& first) {
      KokkosScan::three_way_partition(p.exec, p.in, p.out, first, p.pred, p.counts, options_of(p));
    });
    add_three_way<Outputs::three>("automatic", [=](P& p, Below<T> const& first) {
      Array<T> const rest(static_cast<T*>(p.scratch.reserve(p.n * sizeof(T))), p.n);
      KokkosScan::three_way_partition_copy(p.exec, p.in, p.out, p.arrays.out_false, rest, first,
                                           p.pred, p.counts, options_of(p));
    });
    for (auto const& baseline : three_way_baselines<T>())
      add_three_way<Outputs::three>(baseline.name, [baseline](P& p, Below<T> const& first) {
        baseline.run(p.exec, p.arrays, first, p.pred, p.counts, p.scratch);
      });
  }

 private:
  static std::string prefix(std::string const& form) {
    return "partition/" + form + "/" + std::to_string(Percent) + "%" +
           (Run == cluster ? "_clustered/" : "/") + type_name<T> + "/";
  }
  enum class Outputs { one, three };
  /// With three outputs, the third is not verified.
  template <Outputs Where, class Call>
  void add_three_way(std::string const& implementation, Call const& call) const {
    constexpr bool is_one = Where == Outputs::one;
    auto const body = [call](benchmark::State& state, P& p, TimingOptions const& timing) {
      Below<T> const first{pivot_at<T>(Percent / 2.)};
      auto const verify = [&]() -> std::string {
        ThreeClasses<T> const classes{first, p.pred};
        std::size_t const one = p.place(classes, 0, 0);
        std::size_t const two = p.place(classes, 1, one);
        p.place(classes, 2, one + two);
        auto const counts = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, p.counts);
        if (counts(0) != static_cast<std::int64_t>(one) ||
            counts(1) != static_cast<std::int64_t>(two))
          return "wrong counts: " + std::to_string(counts(0)) + " and " +
                 std::to_string(counts(1)) + ", not " + std::to_string(one) + " and " +
                 std::to_string(two);
        std::size_t wrong = p.misplaced(0, one, p.out, 0, false) +
                            (is_one ? p.misplaced(one, two, p.out, one, false)
                                    : p.misplaced(one, two, p.arrays.out_false, 0, false));
        if (is_one) wrong += p.misplaced(one + two, p.n - one - two, p.out, one + two, false);
        return complaint_about("result", wrong);
      };
      p.forget();
      double const bytes = p.bytes(is_one ? PartitionForm::in_order : PartitionForm::two_outputs);
      verify_and_time(state, p, timing, bytes, [&] { call(p, first); }, verify);
      ProblemCache::clear();  // `expected` no longer fits the other benchmarks
    };
    std::string const form = is_one ? "three_way_partition" : "three_way_partition_copy";
    add_benchmark<P>(prefix(form) + implementation, m_settings, m_n, memory(), body);
  }
  double memory() const { return (4.0 * sizeof(T) + 1) * static_cast<double>(m_n); }

  template <class Call>
  void add(PartitionForm form, std::string const& implementation, Call const& call) const {
    add_benchmark<P>(prefix(name(form)) + implementation, m_settings, m_n, memory(),
                     [form, call](benchmark::State& state, P& p, TimingOptions const& timing) {
                       p.forget();
                       verify_and_time(
                           state, p, timing, p.bytes(form), [&] { call(p); },
                           [&] { return p.verify(form); });
                     });
  }

  Settings m_settings;
  std::size_t m_n;
};

/// One pattern of data at one size: the default variant in every form, all fast variants in two
/// forms, and the baselines.
template <class T, int Percent, std::size_t Run>
void add_pattern(Settings const& settings, std::size_t n, bool has_variants) {
  PatternBenchmarks<T, Percent, Run> const add(settings, n);
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
  add.add_baselines({PartitionForm::two_outputs, PartitionForm::reversed, PartitionForm::in_order,
                     PartitionForm::select});
  add.add_three_way();
}

/// Selections by flags, and of the first element of every run of two.
template <class T>
void add_other_selections(Settings const& settings, std::size_t n) {
  PatternBenchmarks<T, 50, 1> const by_flags(settings, n);
  by_flags.template add_variant<PartitionForm::flagged, DeviceScan::automatic>();
  by_flags.add_baselines({PartitionForm::flagged});
  PatternBenchmarks<T, 50, 2> const by_runs(settings, n);
  by_runs.template add_variant<PartitionForm::unique, DeviceScan::automatic>();
  by_runs.add_baselines({PartitionForm::unique});
}

/// Half of the elements kept at every size; other fractions and clusters only at the largest size.
template <class T>
void add_partitions(Settings const& settings) {
  for (std::size_t const n : settings.sizes) add_pattern<T, 50, 1>(settings, n, true);
  if (settings.sizes.empty()) return;
  std::size_t const n = settings.sizes.back();
  add_pattern<T, 0, 1>(settings, n, false);
  add_pattern<T, 5, 1>(settings, n, false);
  add_pattern<T, 95, 1>(settings, n, false);
  add_pattern<T, 100, 1>(settings, n, false);
  add_pattern<T, 5, cluster>(settings, n, false);
  add_pattern<T, 50, cluster>(settings, n, false);
  add_pattern<T, 95, cluster>(settings, n, false);
}

}  // namespace perf
