// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "baselines.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace perf {

/// The element types of partitions and selections. The baselines add themselves to a list, as those
/// of the scans do.
using PartitionTypes = TypeList<std::int32_t, float, std::int64_t, double, Particle>;

/// x < pivot, as a plain functor that every library accepts.
template <class T>
struct Below {
  T pivot;
  KOKKOS_FUNCTION bool operator()(T const& x) const { return x < pivot; }
};

template <class T>
struct PartitionArrays {
  Array<T> in, out, out_false;
  Array<std::uint8_t> flags;  // set for the elements below the pivot
  Kokkos::View<std::int64_t, Memory> count;
};

/// The operation and where its results are.
enum class PartitionForm {
  select,       ///< the selected elements in out
  flagged,      ///< the same, selected by flags
  unique,       ///< the first of every run of equal neighbors in out
  two_outputs,  ///< the selected elements in out, the rejected ones in out_false
  reversed,     ///< both in out, the rejected ones in reverse order from the end
  in_order      ///< both in out, in order
};

constexpr char const* name(PartitionForm form) {
  switch (form) {
    case PartitionForm::select:
      return "select";
    case PartitionForm::flagged:
      return "select_flagged";
    case PartitionForm::unique:
      return "select_unique";
    case PartitionForm::two_outputs:
      return "partition_copy";
    case PartitionForm::reversed:
      return "partition_reversed";
    case PartitionForm::in_order:
      return "partition";
  }
  return "unknown";
}

template <class T>
struct PartitionBaseline {
  std::string name;
  PartitionForm form;
  std::function<void(Exec const&, PartitionArrays<T> const&, Below<T> const&, Scratch&)> run;
};

/// Elements below \p first go to out, others below \p second to out_false, the rest to scratch.
template <class T>
struct ThreeWayBaseline {
  std::string name;
  std::function<void(Exec const&, PartitionArrays<T> const&, Below<T> const& first,
                     Below<T> const& second, Array<std::int64_t> const& counts, Scratch&)>
      run;
};

template <class T>
std::vector<ThreeWayBaseline<T>>& three_way_baselines() {
  static std::vector<ThreeWayBaseline<T>> list;
  return list;
}
template <class T>
std::vector<PartitionBaseline<T>>& partition_baselines() {
  static std::vector<PartitionBaseline<T>> list;
  return list;
}

}  // namespace perf
