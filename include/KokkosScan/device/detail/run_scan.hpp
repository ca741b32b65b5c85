// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/view_source.hpp>
#include <KokkosScan/device/detail/copy_items.hpp>
#include <KokkosScan/device/detail/scan_problem.hpp>
#include <KokkosScan/device/detail/with_workspace.hpp>
#include <KokkosScan/device/scan_options.hpp>
#include <KokkosScan/device/variants/fixed_look_back.hpp>
#include <KokkosScan/device/variants/hierarchical.hpp>
#include <KokkosScan/device/variants/hillis_steele.hpp>
#include <KokkosScan/device/variants/look_back.hpp>
#include <KokkosScan/device/variants/one_tile.hpp>
#include <KokkosScan/device/variants/parallel_scan.hpp>
#include <KokkosScan/device/variants/work_ahead.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

/// \file
/// \brief From a checked problem to the variant that runs it. Every device scan ends here, except
/// `hillis_steele_step` and most tables (`scan_tables.hpp`).

namespace KokkosScan::detail {

/// The class that runs a variant. Each has: `check(function, n)`, which refuses n items if the
/// variant cannot scan them here; `need(n)`, the workspace for n items; and `run`, which uses the
/// bytes of the workspace from `place` on.
template <DeviceScan Variant, class Exec, ScanPolicy Wanted, class Problem>
struct VariantOf;
template <class Exec, ScanPolicy Wanted, class Problem>
struct VariantOf<DeviceScan::work_ahead, Exec, Wanted, Problem> : WorkAhead<Exec, Wanted, Problem> {
};
template <class Exec, ScanPolicy Wanted, class Problem>
struct VariantOf<DeviceScan::look_back, Exec, Wanted, Problem> : LookBack<Exec, Wanted, Problem> {};
template <class Exec, ScanPolicy Wanted, class Problem>
struct VariantOf<DeviceScan::fixed_look_back, Exec, Wanted, Problem>
    : FixedLookBack<Exec, Wanted, Problem> {};
template <class Exec, ScanPolicy Wanted, class Problem>
struct VariantOf<DeviceScan::hierarchical, Exec, Wanted, Problem>
    : Hierarchical<Exec, Wanted, Problem> {};
template <class Exec, ScanPolicy Wanted, class Problem>
struct VariantOf<DeviceScan::hillis_steele, Exec, Wanted, Problem> : HillisSteele<Exec, Problem> {};
template <class Exec, ScanPolicy Wanted, class Problem>
struct VariantOf<DeviceScan::parallel_scan, Exec, Wanted, Problem> : ParallelScan<Exec, Problem> {};

/// Runs a variant that reads items twice from a copy, as the source may be read only once.
template <DeviceScan Variant, class Exec, class Problem, class Options, class Prepare>
void run_staged(char const* function, std::string const& label, Exec const& exec,
                Problem const& problem, Options const& options, Prepare const& prepare) {
  using T = typename Problem::T;
  using Size = decltype(problem.size);
  using Staged = ScanProblem<Problem::mode, ViewSource<T, T, true>, typename Problem::Sink,
                             typename Problem::Op, Size>;
  using Scan = VariantOf<Variant, Exec, Options::policy, Staged>;
  Scan::check(function, problem.n);
  std::size_t const copy = part_bytes(problem.n * sizeof(T));
  WorkspaceNeed need = Scan::need(problem.n);
  need.bytes += copy;
  detail::with_workspace(exec, options, need, [&](Workspace<Exec> const& workspace) {
    prepare();
    T* const items = reinterpret_cast<T*>(workspace.bytes());
    detail::copy_items(label + " load", exec, problem.source, problem.size, items);
    Scan::run(label, exec, Staged{{items, 1}, problem.sink, problem.op, problem.init, problem.size},
              workspace, copy);
  });
}

/// Runs a variant without a copy: it reads no item twice, or the source may be read twice.
/// \param words  least number of words to reserve in the workspace
template <class Scan, class Exec, class Problem, class Options, class Prepare>
void run_unstaged(char const* function, std::string const& label, Exec const& exec,
                  Problem const& problem, Options const& options, Prepare const& prepare,
                  std::size_t words = 0) {
  Scan::check(function, problem.n);
  WorkspaceNeed need = Scan::need(problem.n);
  need.words = std::max(need.words, words);
  detail::with_workspace(exec, options, need, [&](Workspace<Exec> const& workspace) {
    prepare();
    Scan::run(label, exec, problem, workspace, 0);
  });
}

/// Runs one fixed variant.
/// \param words  least number of words to reserve in the workspace
template <DeviceScan Variant, class Exec, class Problem, class Options, class Prepare>
void run_variant(char const* function, std::string const& label, Exec const& exec,
                 Problem const& problem, Options const& options, Prepare const& prepare,
                 std::size_t words = 0) {
  constexpr bool is_single_pass = tuning::is_single_pass(Variant);
  static_assert(!is_single_pass || tuning::capabilities<Exec>.forward_progress,
                "look_back, fixed_look_back and work_ahead need forward progress of started teams, "
                "which this execution space does not promise; use hierarchical");
  static_assert(
      !Problem::is_sized_on_device || is_single_pass || Variant == DeviceScan::hierarchical,
      "a counted input needs a variant of tiles, not parallel_scan or hillis_steele");
  constexpr bool is_readable = is_single_pass || Problem::Source::is_rereadable;
  if constexpr (!is_readable) {
    constexpr ScanPolicy policy =
        policy_for<Exec, Options::policy, Problem>(DeviceScan::hierarchical);
    if (Variant != DeviceScan::hierarchical || tiles_of(problem.n, policy) > 1)
      return detail::run_staged<Variant>(function, label, exec, problem, options, prepare);
  }
  if constexpr (is_readable || Variant == DeviceScan::hierarchical)
    detail::run_unstaged<VariantOf<Variant, Exec, Options::policy, Problem>>(
        function, label, exec, problem, options, prepare, words);
}

/// Refuses options that ask for reproducible results and name a variant that has none.
template <class Problem, class Options>
void check_reproducible(char const* function, Options const& options) {
  if constexpr (Options::variant != DeviceScan::automatic)
    if (options.is_reproducible && !Problem::is_reproducible(Options::variant))
      refuse(function, "options ask for reproducible results of ", name(Options::variant),
             ", whose floating-point sums depend on timing; name another variant or none");
}

/// The total of an empty scan.
template <class Sink, class T>
struct StoreEmptyTotal {
  Sink sink;
  T init;
  KOKKOS_FUNCTION void operator()(std::size_t) const { sink.store_total(init); }
};

/// The `prepare` of a scan that nothing must precede.
struct Nothing {
  void operator()() const {}
};

/// The automatic choice for few items on GPUs.
template <class Exec, ScanPolicy Wanted, class Problem>
struct ForFew {
  static constexpr DeviceScan variant = Problem::for_few;
  /// The most items that are few; 0: no number is.
  static constexpr std::size_t most = [] {
    if constexpr (tuning::capabilities<Exec>.lanes_are_threads) {
      constexpr ScanPolicy policy = policy_for<Exec, Wanted, Problem>(variant);
      return std::min(Problem::max_few,
                      tuning::max_tiles_looking_back(policy.lanes) * policy.tile());
    } else {
      return std::size_t(0);
    }
  }();
  /// The most words of the workspace that few items need. Fewer items may have more tiles, so more
  /// items reserve for those too: then a workspace that has served n items serves any smaller
  /// number without growing.
  static std::size_t words() {
    if constexpr (most > 0)
      return VariantOf<variant, Exec, Wanted, Problem>::need(most).words;
    else
      return 0;
  }
};

/// Chooses the variant and runs it.
template <class Exec, class Problem, class Options, class Prepare>
void run_chosen(char const* function, std::string const& label, Exec const& exec,
                Problem const& problem, Options const& options, Prepare const& prepare) {
  constexpr ScanPolicy policy =
      policy_for<Exec, Options::policy, Problem>(DeviceScan::hierarchical);
  using Alone = OneTile<Exec, policy, Problem>;
  if constexpr (Alone::is_possible)
    if (problem.n <= Alone::most) {
      prepare();
      return Alone::run(label, exec, problem);
    }
  if constexpr (!tuning::capabilities<Exec>.forward_progress) {
    detail::run_variant<DeviceScan::hierarchical>(function, label, exec, problem, options, prepare);
  } else {
    DeviceScan const choice =
        Problem::template choose<Exec>(problem.n, tiles_of(problem.n, policy));
    // Chosen here only for one tile: the kernels for several need not be compiled.
    if (choice == DeviceScan::hierarchical)
      return detail::run_unstaged<OneTeam<Exec, Options::policy, Problem>>(
          function, label, exec, problem, options, prepare);
    using Few = ForFew<Exec, Options::policy, Problem>;
    if constexpr (Few::most > 0)
      if (choice == Few::variant && problem.n <= Few::most)
        return detail::run_variant<Few::variant>(function, label, exec, problem, options, prepare);
    detail::run_variant<DeviceScan::work_ahead>(function, label, exec, problem, options, prepare,
                                                Few::words());
  }
}

/// Checks the options, chooses the variant, runs it. An empty scan with a total still writes it.
/// \param prepare  launches what must precede the scan; called once all checks are passed, unless
///                 the scan is empty
template <class Exec, class Problem, class Options, class Prepare = Nothing>
void run_scan(char const* function, std::string const& label, Exec const& exec,
              Problem const& problem, Options const& options, Prepare const& prepare = {}) {
  check_operator<typename Problem::Op>();
  check_options_suit(function, exec, options);
  check_reproducible<Problem>(function, options);
  if (problem.n == 0) {
    using Store = StoreEmptyTotal<typename Problem::Sink, typename Problem::T>;
    if (problem.sink.wants_total())
      detail::for_each_item(label, exec, 1, Store{problem.sink, problem.init});
    return;
  }

  if constexpr (Options::variant != DeviceScan::automatic)
    detail::run_variant<Options::variant>(function, label, exec, problem, options, prepare);
  else
    detail::run_chosen(function, label, exec, problem, options, prepare);
}

}  // namespace KokkosScan::detail
