// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "timing.hpp"
#include "types.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <vector>

/// \brief The baselines that the library is compared with.
///
/// Every baseline has a file of its own, baseline_*.cpp, and adds itself to a list when the program
/// starts. If its backend or library is missing, its file is not compiled, so neither this file nor
/// the benchmarks need to know which baselines exist.
namespace perf {

/// Temporary storage of a baseline; it grows and is kept, as a user would keep it in a time loop.
class Scratch {
 public:
  void* reserve(std::size_t bytes) {
    if (m_storage.extent(0) < bytes)
      m_storage = Kokkos::View<char*, Memory>();  // free first: both arrays together may not fit
    if (m_storage.extent(0) < bytes)
      m_storage = Kokkos::View<char*, Memory>(
          Kokkos::view_alloc(Kokkos::WithoutInitializing, "perf::scratch"), bytes);
    return m_storage.data();
  }

 private:
  Kokkos::View<char*, Memory> m_storage;
};

template <class T>
struct CopyBaseline {
  std::string name;
  std::function<void(Exec const&, Array<T> const& in, Array<T> const& out)> run;
};

template <class Op>
struct ScanBaseline {
  using T = typename Op::value_type;
  std::string name;
  std::function<void(Exec const&, Array<T> const& in, Array<T> const& out, KokkosScan::ScanMode,
                     Scratch&)>
      run;
};

/// Inclusive sums only, keys of 32 bits.
template <class T>
struct KeyBaseline {
  std::string name;
  std::function<void(Exec const&, Array<std::int32_t> const& keys, Array<T> const& in,
                     Array<T> const& out, Scratch&)>
      run;
};

template <class T>
std::vector<CopyBaseline<T>>& copy_baselines() {
  static std::vector<CopyBaseline<T>> list;
  return list;
}

/// \brief Seconds that the fastest copy of in to out takes.
template <class T>
double fastest_copy_seconds(Exec const& exec, Array<T> const& in, Array<T> const& out,
                            TimingOptions const& timing) {
  double fastest = std::numeric_limits<double>::infinity();
  for (auto const& copy : copy_baselines<T>())
    fastest = std::min(fastest, time_calls(exec, [&] { copy.run(exec, in, out); }, timing).seconds);
  return fastest;
}

template <class Op>
std::vector<ScanBaseline<Op>>& scan_baselines() {
  static std::vector<ScanBaseline<Op>> list;
  return list;
}

template <class T>
std::vector<KeyBaseline<T>>& key_baselines() {
  static std::vector<KeyBaseline<T>> list;
  return list;
}

/// True if plain host code can read and write the benchmarks' arrays.
inline constexpr bool arrays_are_on_host =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, Memory>::accessible;

/// A namespace-scope object of this type runs a function before main.
struct AtStart {
  explicit AtStart(void (*enter)()) { enter(); }
};

}  // namespace perf
