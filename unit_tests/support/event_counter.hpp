// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Counts what Kokkos reports to its tools: allocations, fences, copies and launches.

#include <Kokkos_Core.hpp>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace KokkosScanTest {

/// Counts events during its lifetime. Only one counter may exist at a time, since the callbacks are
/// process-wide.
class EventCounter {
 public:
  EventCounter() {
    reset();
    namespace Tools = Kokkos::Tools::Experimental;
    Tools::set_allocate_data_callback(on_allocate);
    Tools::set_deallocate_data_callback(on_allocate);
    Tools::set_begin_fence_callback(on_begin);
    Tools::set_begin_deep_copy_callback(on_copy);
    Tools::set_begin_parallel_for_callback(on_launch);
    Tools::set_begin_parallel_scan_callback(on_launch);
    Tools::set_begin_parallel_reduce_callback(on_launch);
  }
  EventCounter(EventCounter const&) = delete;
  EventCounter& operator=(EventCounter const&) = delete;
  ~EventCounter() {
    namespace Tools = Kokkos::Tools::Experimental;
    Tools::set_allocate_data_callback(nullptr);
    Tools::set_deallocate_data_callback(nullptr);
    Tools::set_begin_fence_callback(nullptr);
    Tools::set_begin_deep_copy_callback(nullptr);
    Tools::set_begin_parallel_for_callback(nullptr);
    Tools::set_begin_parallel_scan_callback(nullptr);
    Tools::set_begin_parallel_reduce_callback(nullptr);
  }

  static void reset() {
    state().allocations = 0;
    state().fences = 0;
    state().copies = 0;
    std::lock_guard<std::mutex> const lock(state().mutex);
    state().kernels.clear();
    state().fence_names.clear();
  }

  static int allocations() { return state().allocations; }
  static int fences() { return state().fences; }
  static int copies() { return state().copies; }

  static std::vector<std::string> kernels() {
    std::lock_guard<std::mutex> const lock(state().mutex);
    return state().kernels;
  }

  /// The names of the fences, for the message of a failed test.
  static std::string fence_names() {
    std::lock_guard<std::mutex> const lock(state().mutex);
    return state().fence_names;
  }

 private:
  struct State {
    std::atomic<int> allocations{0}, fences{0}, copies{0};
    std::mutex mutex;
    std::vector<std::string> kernels;
    std::string fence_names;
  };
  static State& state() {
    static State instance;
    return instance;
  }

  /// Kokkos reports the empty level-1 scratch of a team launch as an allocation of 0 bytes.
  static void on_allocate(Kokkos_Profiling_SpaceHandle, char const*, void const*,
                          std::uint64_t bytes) {
    if (bytes > 0) ++state().allocations;
  }
  static void on_copy(Kokkos_Profiling_SpaceHandle, char const*, void const*,
                      Kokkos_Profiling_SpaceHandle, char const*, void const*, std::uint64_t) {
    ++state().copies;
  }
  static void on_begin(char const* name, std::uint32_t, std::uint64_t* id) {
    *id = 0;
    // Kokkos fences around the callbacks of a tool: this counter itself causes these fences.
    if (std::string(name).find("Kokkos Profile Tool Fence") != std::string::npos) return;
    ++state().fences;
    std::lock_guard<std::mutex> const lock(state().mutex);
    state().fence_names += std::string(name) + "; ";
  }
  static void on_launch(char const* name, std::uint32_t, std::uint64_t* id) {
    *id = 0;
    std::lock_guard<std::mutex> const lock(state().mutex);
    state().kernels.emplace_back(name);
  }
};

}  // namespace KokkosScanTest
