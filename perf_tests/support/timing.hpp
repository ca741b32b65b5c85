// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <vector>

namespace perf {

struct TimingOptions {
  int samples = 11;             ///< the number of batches that the median is taken over
  double batch_seconds = 2e-3;  ///< a batch lasts at least this long
  double budget = 2.0;          ///< seconds after which three samples are enough
};

struct Timing {
  double seconds = 0;  ///< median over the samples, of one call
  double fastest = 0;
  double slowest = 0;
  int samples = 0;
  int calls = 0;  ///< calls in one sample
};

/// The middle one of the values, or the mean of the two in the middle.
inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::size_t const middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

/// \brief Time of one call, by the host's clock between two fences.
///
/// A fence and a launch cost five to ten microseconds on a GPU, as much as a small scan takes. So a
/// sample is a batch of calls long enough for the fence to be negligible, and the reported time is
/// the cost of one call among others in a time loop: launches overlap with earlier kernels, and
/// arrays that fit in a cache are found there.
template <class Exec, class Call>
Timing time_calls(Exec const& exec, Call const& call, TimingOptions const& options = {}) {
  using Clock = std::chrono::steady_clock;

  auto const batch = [&](int calls) {
    exec.fence("perf: before a batch");
    auto const start = Clock::now();
    for (int i = 0; i < calls; ++i) call();
    exec.fence("perf: after a batch");
    return std::chrono::duration<double>(Clock::now() - start).count();
  };

  constexpr int max_calls = 100000;
  auto const begin = Clock::now();
  batch(1);  // warm up: first touch, code loading, growth of workspaces
  int calls = 1;
  double last = batch(calls);
  // A single call appears slower than one in a batch, so the batch grows in steps, by the time of
  // the last one, until it is long enough.
  while (last < options.batch_seconds && calls < max_calls) {
    double const factor = 1.1 * options.batch_seconds / std::max(last, 1e-7);
    calls = static_cast<int>(
        std::clamp(std::ceil(calls * std::min(factor, 100.0)), calls + 1.0, 1.0 * max_calls));
    last = batch(calls);
  }

  std::vector<double> seconds;
  for (int sample = 0; sample < std::max(options.samples, 1); ++sample) {
    double const spent = std::chrono::duration<double>(Clock::now() - begin).count();
    if (sample >= 3 && spent > options.budget) break;
    seconds.push_back(batch(calls) / calls);
  }
  auto const [fastest, slowest] = std::minmax_element(seconds.begin(), seconds.end());
  return {median(seconds), *fastest, *slowest, static_cast<int>(seconds.size()), calls};
}

}  // namespace perf
