// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/counted.hpp>
#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/partition_sink.hpp>
#include <KokkosScan/detail/partition_source.hpp>
#include <KokkosScan/detail/view_ends.hpp>
#include <KokkosScan/device/detail/copy_items.hpp>
#include <KokkosScan/device/detail/count_classes.hpp>
#include <KokkosScan/device/detail/partition_problem.hpp>
#include <KokkosScan/device/detail/run_scan.hpp>
#include <KokkosScan/device/scan_options.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

/// \file
/// \brief From a rule and its targets to the scan that runs the partition. Every partition and
/// selection ends here.

namespace KokkosScan::detail {

template <class View>
auto forwards(View const& out) {
  return Forwards<typename View::non_const_value_type, is_contiguous<View>>{
      out.data(), detail::stride_of(out), out.extent(0)};
}
template <class View>
auto backwards(View const& out) {
  return Backwards<typename View::non_const_value_type, is_contiguous<View>>{
      out.data(), detail::stride_of(out)};
}
template <int Before, class View>
auto after(View const& out, std::uint64_t const* counts) {
  return After<typename View::non_const_value_type, is_contiguous<View>, Before>{
      out.data(), detail::stride_of(out), out.extent(0), counts};
}

/// At compile time: all Views are accessible and of the right kind.
template <class Exec, class In, class Out, class Count>
constexpr bool check_partition_types() {
  using Element = typename view_type_of<In>::non_const_value_type;
  constexpr bool is_const = std::is_const_v<typename Count::value_type>;
  static_assert(is_plain<Element>,
                "in must hold a trivially copyable type that can be made without arguments, and "
                "assigned");
  static_assert(is_accessible<Exec, Count>, "count must be accessible from the execution space");
  static_assert(!is_const, "count must not be const");
  return check_space<Exec, view_type_of<In>, Out>() && is_plain<Element> &&
         is_accessible<Exec, Count> && !is_const;
}

/// Whether flags and out seem to have changed places: out holds bool, which in does not.
template <class In, class Out, class Predicate>
inline constexpr bool has_flags_for_out =
    Kokkos::is_view_v<Predicate> && std::is_same_v<typename Out::value_type, bool> &&
    !std::is_same_v<typename view_type_of<In>::non_const_value_type, bool>;

/// count must have \p places entries of a type that holds the extent of in. It is written while the
/// call runs, so it must overlap neither in nor the count of a counted in.
template <class Exec, class In, class Count>
void check_count(char const* function, char const* argument, Count const& count, std::size_t places,
                 In const& in) {
  if (count.size() != places)
    refuse(function, argument, " has ", count.size(), " entries, needs ", places);
  detail::check_holds(function, argument, count, detail::view_of(in).extent(0), " (extent of in)");
  detail::check_disjoint(function, "in", detail::view_of(in), argument, count);
  detail::check_size<Exec>(function, in, argument, count);
}

/// An output must overlap neither the count nor the size of the input (`counted`).
template <class Exec, class In, class Out, class Count>
void check_output(char const* function, In const& in, char const* out_name, Out const& out,
                  char const* count_name, Count const& count) {
  detail::check_disjoint(function, count_name, count, out_name, out);
  detail::check_size<Exec>(function, in, out_name, out);
}

template <class In, class Predicate>
constexpr void check_callable() {
  using Element = typename In::non_const_value_type;
  static_assert(Gives<Predicate, bool, Element const&>,
                "pred must take an element of in and give a bool, called like a function; a kernel "
                "cannot hold a function by its name");
}

/// A callable must take elements; a View of flags must have one for every element and must not
/// overlap an output.
template <class Exec, class In, class Out, class Predicate, class Count>
void check_predicate(char const* function, In const& in, char const* out_name, Out const& out,
                     Predicate const& pred, Count const& count) {
  if constexpr (Kokkos::is_view_v<Predicate>) {
    static_assert(Predicate::rank() == 1, "flags must be a View of rank 1");
    static_assert(std::is_convertible_v<typename Predicate::value_type, bool>,
                  "flags must hold a type that converts to bool");
    static_assert(is_accessible<Exec, Predicate>,
                  "flags must be accessible from the execution space");
    check_extent(function, "flags", pred.extent(0), in.extent(0));
    detail::check_disjoint(function, "flags", pred, out_name, out);
    detail::check_disjoint(function, "flags", pred, "count", count);
  } else {
    detail::check_callable<In, Predicate>();
  }
}

/// Whether the variant that will run reads a tile before it publishes the counts of the tile: then
/// no team overwrites items still to be read, and the output may be the input.
template <class Exec, class Options>
inline constexpr bool may_write_over_input =
    tuning::capabilities<Exec>.forward_progress &&
    (Options::variant == DeviceScan::automatic || tuning::is_single_pass(Options::variant));

template <class A, class B>
bool is_same_array(A const& a, B const& b) {
  return a.extent(0) > 0 &&
         static_cast<void const*>(a.data()) == static_cast<void const*>(b.data());
}

/// Runs a partition of the items of \p source to \p targets.
/// \param count    where the counts of all classes except the last are stored
/// \param prepare  launches what must precede the scan, as in `run_scan`
template <class Exec, class Source, class Size, class Count, class Options, class... Targets,
          class Prepare = Nothing>
void run_partition(char const* function, std::string const& label, Exec const& exec,
                   Source const& source, Size const& size, Count* count,
                   std::ptrdiff_t count_stride, Options const& options,
                   DeviceList<Targets...> const& targets, Prepare const& prepare = {}) {
  using Sink = PartitionSink<Count, Targets...>;
  Sink const sink{targets, count, count_stride, size.most};
  auto const run = [&](auto zero) {
    using Problem = PartitionProblem<Source, Sink, decltype(zero), Size>;
    detail::run_scan(function, label, exec, Problem{size.most, source, sink, {}, {}, size}, options,
                     prepare);
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

/// The part of the workspace that scans leave alone, as the steps around a scan use it: counts of
/// classes, then plain memory.
class PartitionMemory {
 public:
  template <class Exec>
  PartitionMemory(Workspace<Exec>& workspace, std::size_t bytes) {
    workspace.reserve(WorkspaceNeed{.kept = counts_bytes + bytes});
    m_data = workspace.kept();
  }
  std::uint64_t* counts() const { return reinterpret_cast<std::uint64_t*>(m_data); }
  template <class T>
  T* elements() const {
    return reinterpret_cast<T*>(m_data + counts_bytes);
  }

 private:
  static constexpr std::size_t counts_bytes = 64;
  std::byte* m_data;
};

/// The source with its items read from \p memory, to which `copy_items` copies them.
template <class Source>
Source source_in(Source source, PartitionMemory const& memory) {
  source.items = {memory.elements<typename Source::Element>(), 1};
  return source;
}
template <class Exec, class Source, class Size>
void copy_items(std::string const& label, Exec const& exec, Source const& source, Size const& size,
                PartitionMemory const& memory) {
  auto* const copy = memory.elements<typename Source::Element>();
  for_each_item(label + " copy of in", exec, size.most,
                CopyItems<decltype(source.items), Size>{source.items, copy, size});
}

}  // namespace KokkosScan::detail
