// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/source.hpp>
#include <KokkosScan/device/detail/scan_problem.hpp>
#include <KokkosScan/device/scan_options.hpp>
#include <KokkosScan/device/variants/hierarchical.hpp>
#include <KokkosScan/device/variants/hillis_steele.hpp>
#include <KokkosScan/device/variants/look_back.hpp>
#include <KokkosScan/device/variants/one_tile.hpp>
#include <KokkosScan/device/variants/parallel_scan.hpp>
#include <KokkosScan/device/variants/work_ahead.hpp>
#include <KokkosScan/device/workspace.hpp>

#include <string>
#include <type_traits>

/// \file
/// \brief From a checked problem to the variant that runs it. Every device scan ends here.

namespace KokkosScan::detail {

template <class Exec, class Options>
void check_workspace(char const* function, Exec const& exec, Options const& options) {
  if constexpr (requires { options.workspace; }) {
    using Space = std::decay_t<decltype(options.workspace->execution_space())>;
    static_assert(std::is_same_v<Space, Exec>, "workspace must be a Workspace of exec's space");
    if (!(options.workspace->execution_space() == exec))
      refuse(function,
             "workspace belongs to another execution space instance, needs to be made with exec");
  }
}

/// Copies the items of a source: one that may be asked only once, for the variants that ask again,
/// or one that will be written over.
template <class Source, class Size>
struct CopyItems {
  Source source;
  typename Source::value_type* copy;
  Size size;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    NoPayload none;
    if (i < size()) copy[i] = source.load(i, none);
  }
};

/// Calls f(workspace) with the caller's workspace or a temporary one. That cannot go before the
/// kernels that use its memory have ended: a fence.
template <class Exec, class Options, class F>
void with_workspace(Exec const& exec, Options const& options, F const& f) {
  if constexpr (requires { options.workspace; }) {
    f(*options.workspace);
  } else {
    Workspace<Exec> temporary(exec);
    f(temporary);
    if (temporary.capacity() > 0) exec.fence("KokkosScan: the temporary workspace is given back");
  }
}
/// The same, grown to the need.
template <class Exec, class Options, class F>
void with_workspace(Exec const& exec, Options const& options, WorkspaceNeed need, F const& f) {
  with_workspace(exec, options, [&](Workspace<Exec>& workspace) {
    workspace.reserve(need);
    f(workspace);
  });
}
/// Calls f(options) with options that name a workspace, for the scans of several steps.
template <class Exec, class Options, class F>
void with_shared_workspace(char const* function, Exec const& exec, Options const& options,
                           F const& f) {
  check_workspace(function, exec, options);
  with_workspace(exec, options, [&](Workspace<Exec>& workspace) { f(options.with(workspace)); });
}

/// Runs one fixed variant.
template <DeviceScan Variant, class Exec, class Problem, class Options>
void run_variant(std::string const& label, Exec const& exec, Problem const& problem,
                 Options const& options) {
  constexpr bool is_single_pass =
      Variant == DeviceScan::look_back || Variant == DeviceScan::work_ahead;
  static_assert(!is_single_pass || tuning::capabilities<Exec>.forward_progress,
                "look_back and work_ahead need forward progress of started teams, which this "
                "execution space does not promise; use hierarchical");
  static_assert(
      !Problem::is_sized_on_device || is_single_pass || Variant == DeviceScan::hierarchical,
      "a counted input needs a variant of tiles, not parallel_scan or hillis_steele");
  if constexpr (is_single_pass) {
    using Chosen = std::conditional_t<Variant == DeviceScan::look_back,
                                      LookBack<Options::policy, Exec, Problem>,
                                      WorkAhead<Options::policy, Exec, Problem>>;
    using Scan = typename Chosen::Scan;
    with_workspace(exec, options, Scan::need(problem.n),
                   [&](Workspace<Exec> const& w) { Scan::run(label, exec, problem, w); });
  } else {
    auto const run = [&](auto const& readable, std::byte* memory) {
      using Readable = std::decay_t<decltype(readable)>;
      if constexpr (Variant == DeviceScan::hierarchical)
        Hierarchical<Options::policy, Exec, Readable>::run(label, exec, readable, memory);
      else if constexpr (Variant == DeviceScan::hillis_steele)
        HillisSteele<Exec, Readable>::run(label, exec, readable, memory);
      else
        ParallelScan<Exec, Readable>::run(label, exec, readable);
    };
    auto const need = [&]<class P>(P const&) -> WorkspaceNeed {
      if constexpr (Variant == DeviceScan::hierarchical)
        return Hierarchical<Options::policy, Exec, P>::need(problem.n);
      else if constexpr (Variant == DeviceScan::hillis_steele)
        return HillisSteele<Exec, P>::need(problem.n);
      else
        return {};
    };
    using Source = typename Problem::Source;
    if constexpr (Source::is_rereadable) {
      with_workspace(exec, options, need(problem),
                     [&](Workspace<Exec> const& w) { run(problem, w.bytes()); });
    } else {
      using T = typename Problem::T;
      using Staged = ScanProblem<Problem::mode, ViewSource<T, T, true>, typename Problem::Sink,
                                 typename Problem::Op, decltype(problem.size)>;
      constexpr ScanPolicy policy =
          policy_for<Exec, Problem, Options::policy>(DeviceScan::hierarchical);
      if (Variant == DeviceScan::hierarchical && tiles_of(problem.n, policy) <= 1) {
        Hierarchical<Options::policy, Exec, Problem>::run(label, exec, problem, nullptr);
        return;
      }
      if constexpr (Variant == DeviceScan::hierarchical)
        TeamTile<Exec, policy_for<Exec, Staged, Options::policy>(Variant), Staged>::check_scratch();
      Staged staged{problem.n, {nullptr, 1}, problem.sink, problem.op, problem.init, problem.size};
      WorkspaceNeed total = need(staged);
      std::size_t const items = round_up(problem.n * sizeof(T));
      total.bytes += items;
      with_workspace(exec, options, total, [&](Workspace<Exec> const& w) {
        T* const memory = reinterpret_cast<T*>(w.bytes());
        Kokkos::parallel_for(
            label + " load", range(exec, problem.n),
            CopyItems<Source, HostSize>{problem.source, memory, HostSize{problem.n}});
        staged.source.data = memory;
        run(staged, w.bytes() + items);
      });
    }
  }
}

/// Options that ask for reproducible results do not name a variant that has none.
template <class Problem, class Options>
void check_reproducible(char const* function, Options const& options) {
  if constexpr (Options::variant != DeviceScan::automatic)
    if (options.is_reproducible && !Problem::is_reproducible(Options::variant))
      refuse(function, "options ask for reproducible results of ", name(Options::variant),
             ", whose floating-point sums depend on timing; name another variant or none");
}

/// Checks the options, chooses the variant, runs it. An empty scan with a total still writes it.
template <class Exec, class Problem, class Options>
void run_scan(char const* function, std::string const& label, Exec const& exec,
              Problem const& problem, Options const& options) {
  check_operator<typename Problem::Op>();
  check_workspace(function, exec, options);
  if (problem.n == 0 && !problem.sink.wants_total()) return;
  check_reproducible<Problem>(function, options);

  if constexpr (Options::variant != DeviceScan::automatic) {
    if (problem.n == 0)
      run_variant<DeviceScan::hierarchical>(label, exec, problem, options);
    else
      run_variant<Options::variant>(label, exec, problem, options);
  } else {
    constexpr ScanPolicy policy =
        policy_for<Exec, Problem, Options::policy>(DeviceScan::hierarchical);
    using Alone = OneTile<policy, Exec, Problem>;
    if constexpr (Alone::is_possible)
      if (tiles_of(problem.n, policy) <= 1) return Alone::run(label, exec, problem);
    DeviceScan const choice = Problem::template choose<Exec>(problem.n, tiles_of(problem.n, policy),
                                                             options.is_reproducible);
    if constexpr (tuning::capabilities<Exec>.forward_progress) {
      if (choice == DeviceScan::work_ahead)
        return run_variant<DeviceScan::work_ahead>(label, exec, problem, options);
      if constexpr (tuning::capabilities<Exec>.lanes_are_threads && Problem::may_look_back)
        if (choice == DeviceScan::look_back)
          return run_variant<DeviceScan::look_back>(label, exec, problem, options);
    }
    run_variant<DeviceScan::hierarchical>(label, exec, problem, options);
  }
}

}  // namespace KokkosScan::detail
