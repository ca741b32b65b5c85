// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/device_list.hpp>
#include <KokkosScan/device/detail/partition_problem.hpp>
#include <KokkosScan/device/detail/partition_sink.hpp>
#include <KokkosScan/device/detail/run_scan.hpp>
#include <KokkosScan/device/scan_options.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/scan_selector.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

/// \file
/// \brief From a rule and its targets to the scan that runs the partition. Every partition and
/// selection ends here.

namespace KokkosScan::detail {

/// Whether the variant that will run reads a tile before it publishes the counts of the tile: then
/// no team overwrites items still to be read, and the output may be the input.
template <class Exec, class Options>
inline constexpr bool may_write_over_input =
    tuning::capabilities<Exec>.forward_progress &&
    (Options::variant == DeviceScan::automatic || tuning::is_single_pass(Options::variant));

/// Runs a partition of the items of \p source to \p targets.
/// \param count    where the counts of all classes except the last are stored
/// \param prepare  launches what must precede the scan, as in `run_scan`
template <class Exec, class Source, class Size, class Count, class Options, class... Targets,
          class Prepare = Nothing>
void run_partition(char const* function, std::string const& label, Exec const& exec,
                   Source const& source, Size const& size, Count* count,
                   std::ptrdiff_t count_stride, Options const& options,
                   DeviceList<Targets...> const& targets, Prepare const& prepare = {}) {
  static_assert((Targets::template takes<typename Source::Given> && ...),
                "out must hold a type that the elements of in convert to");
  using Sink = PartitionSink<Count, Targets...>;
  Sink const sink{targets, count, count_stride, size.most};
  auto const run = [&](auto zero) {
    using Problem = PartitionProblem<Source, Sink, decltype(zero), Size>;
    detail::run_scan(function, label, exec, Problem{source, sink, {}, {}, size}, options, prepare);
  };
  if constexpr (!tuning::capabilities<Exec>.lanes_are_threads)
    run(std::uint64_t(0));
  else if constexpr (sizeof(Count) <= 4)  // holds as many as there are items
    run(std::uint32_t(0));
  else if (size.most <= std::numeric_limits<std::uint32_t>::max())
    run(std::uint32_t(0));
  else
    run(std::uint64_t(0));
}

/// Whether `hierarchical` will run, with one tile that holds all items.
/// \tparam Targets  the targets of all classes, or stand-ins of the same kind
template <class Exec, class Source, class Options, class... Targets, class Size>
bool is_one_tile(Size const& size) {
  if (Options::variant != DeviceScan::automatic && Options::variant != DeviceScan::hierarchical)
    return false;
  using Sink = PartitionSink<std::uint64_t, Targets...>;
  using Problem = PartitionProblem<Source, Sink, std::uint32_t, Size>;
  constexpr ScanPolicy policy =
      policy_for<Exec, Options::policy, Problem>(DeviceScan::hierarchical);
  return tiles_of(size.most, policy) <= 1;
}

}  // namespace KokkosScan::detail
