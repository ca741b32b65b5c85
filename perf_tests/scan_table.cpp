// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// perf_scan_table: compares, in a few seconds and a short table, this library's scan with a copy
// and with existing scans on this machine. perf_scan measures everything.
#include "scan/problem.hpp"
#include "scan/variants.hpp"
#include "support/context.hpp"
#include "support/verify.hpp"

#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace perf;

struct Row {
  std::string name;
  std::function<void()> call;
  bool correct = true;
  std::vector<double> seconds;

  double fastest() const { return *std::min_element(seconds.begin(), seconds.end()); }
};

/// The variant that the automatic choice takes for a sum of n elements of type T.
template <class T>
DeviceScan automatic_choice(std::size_t n) {
  namespace tuning = KokkosScan::tuning;
  constexpr tuning::ItemSizes sizes{.stage_bytes = sizeof(T), .element_bytes = sizeof(T)};
  constexpr auto policy = tuning::scan_policy<Exec, T>(DeviceScan::hierarchical, sizes);
  std::size_t const tile = static_cast<std::size_t>(policy.tile());
  return tuning::choose_scan<Exec>(n, sizes, (n + tile - 1) / tile);
}

template <class T>
class Table {
 public:
  explicit Table(std::size_t n) : m_problem(n) {
    auto& p = m_problem;
    for (auto const& copy : copy_baselines<T>())
      add(
          copy.name, [&p, copy] { copy.run(p.exec, p.in, p.out); },
          [&p] { return verify_equal(p.exec, p.in, p.out, "copy"); });
    for (auto const& baseline : scan_baselines<Op>())
      add_scan(baseline.name, [&p, baseline] {
        baseline.run(p.exec, p.in, p.out, ScanMode::inclusive, p.scratch);
      });
    for_each_fast_variant([this]<DeviceScan V>(Variant<V>) { this->template add_variant<V>(); });
  }

  /// \return true if all results were right
  bool measure_and_print() {
    measure();
    std::printf("\n%s, n = %zu: automatic takes %s\n", type_name<T>, m_problem.n,
                KokkosScan::name(automatic_choice<T>(m_problem.n)));
    std::printf("  %-26s %12s %8s %14s %16s\n", "", "microseconds", "GB/s", "of copy speed",
                "x parallel_scan");
    double copy = 0, kokkos = 0;
    for (Row const& row : m_rows) {
      bool const is_copy = row.name.find("copy") != std::string::npos;
      double const seconds = median(row.seconds);
      if (is_copy && (copy == 0 || seconds < copy)) copy = seconds;
      if (row.name == "kokkos_parallel_scan") kokkos = seconds;
    }
    bool all_correct = true, quiet = true;
    for (Row const& row : m_rows) {
      double const seconds = median(row.seconds);
      std::printf("  %-26s %12.1f %8.1f %14.2f %16.2f%s\n", row.name.c_str(), 1e6 * seconds,
                  1e-9 * byte_model::scan<T>(m_problem.n) / seconds, copy / seconds,
                  kokkos / seconds, row.correct ? "" : "  WRONG RESULT");
      all_correct = all_correct && row.correct;
      quiet = quiet && seconds < 2 * row.fastest();
    }
    if (!quiet) std::printf("  (times vary by more than 2: the machine is busy with other work)\n");
    return all_correct;
  }

 private:
  using Op = KokkosScan::Sum<T>;

  template <DeviceScan V>
  void add_variant() {
    auto& p = m_problem;
    auto const options = KokkosScan::ScanOptions<V>{}.with(p.workspace);
    add_scan(std::string("KokkosScan ") + KokkosScan::name(V),
             [&p, options] { KokkosScan::inclusive_scan(p.exec, p.in, p.out, Op{}, options); });
  }

  void add_scan(std::string const& name, std::function<void()> call) {
    auto const& p = m_problem;
    add(name, std::move(call), [&p] {
      return verify_scan(p.exec, p.n, Op{}, ReadEntry{p.in}, ReadEntry{p.out}, ScanMode::inclusive);
    });
  }

  template <class Verify>
  void add(std::string const& name, std::function<void()> call, Verify const& verify) {
    bool const correct = check_call(m_problem.exec, call, verify, m_problem.out).empty();
    m_rows.push_back({name, std::move(call), correct, {}});
  }

  /// Measures all rows in every round, so that other load on the machine affects all rows alike.
  void measure() {
    constexpr int rounds = 5;
    TimingOptions options;
    options.samples = 1;
    for (int round = 0; round < rounds; ++round)
      for (Row& row : m_rows)
        row.seconds.push_back(time_calls(m_problem.exec, row.call, options).seconds);
  }

  Problem<T> m_problem;
  std::vector<Row> m_rows;
};

template <class T>
bool print_tables(std::vector<int> const& log2_sizes) {
  bool all_correct = true;
  for (int const log2 : log2_sizes)
    all_correct = Table<T>(std::size_t(1) << log2).measure_and_print() && all_correct;
  return all_correct;
}

}  // namespace

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const guard(argc, argv);
  bool const brief = argc == 2 && std::string(argv[1]) == "--brief";
  if (argc > 1 && !brief) {
    std::fprintf(stderr, "usage: perf_scan_table [--brief]\n");
    return 2;
  }
  std::printf(
      "Inclusive sum; bandwidth counts every element read once and written once. Median times.\n");
  for (auto const& [key, value] : run_context())
    if (key == "device" || key == "backend" || key == "kokkos_version" || key == "compiler")
      std::printf("  %-15s %s\n", key.c_str(), value.c_str());

  int const large = arrays_are_on_host ? 24 : 28;
  std::vector<int> const sizes = brief ? std::vector<int>{10, 16} : std::vector<int>{16, 20, large};
  return print_tables<std::int32_t>(sizes) && print_tables<double>({sizes.back()}) ? 0 : 1;
}
