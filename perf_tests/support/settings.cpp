// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settings.hpp"

#include "baselines.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

namespace perf {
namespace {

constexpr char const* usage =
    "sizes and sampling of this program:\n"
    "  --min_log2=10 --max_log2=28 --step_log2=2   sizes are powers of two in this range\n"
    "  --size=N                                    this size instead; may be repeated\n"
    "  --samples=11                                the median is taken over this many samples\n"
    "  --batch_ms=2                                a sample is a batch of calls that lasts at "
    "least this long\n"
    "  --memory_gib=G                              leave out sizes whose arrays need more\n"
    "                                              (default: half of what is free on a host, no "
    "limit on a GPU)\n\n";

/// \param value  receives the number after `--name=`
/// \return true if the argument is this flag
bool read_flag(std::string_view argument, std::string const& name, double& value) {
  std::string const prefix = "--" + name + "=";
  if (argument.substr(0, prefix.size()) != prefix) return false;
  std::string const text(argument.substr(prefix.size()));
  char* end = nullptr;
  value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value >= 0)) {
    std::fprintf(stderr, "--%s: '%s' is not a number of zero or more\n", name.c_str(),
                 text.c_str());
    std::exit(2);
  }
  return true;
}

/// What the control groups of this process, such as those of a job or a container, may hold.
double memory_of_groups() {
  double least = std::numeric_limits<double>::infinity();
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    bool const is_unified = line.rfind("0::", 0) == 0;
    std::size_t const memory = line.find(":memory:");
    if (!is_unified && memory == std::string::npos) continue;
    std::string path = line.substr(is_unified ? 3 : memory + 8);
    std::string const root = is_unified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    char const* const name = is_unified ? "/memory.max" : "/memory.limit_in_bytes";
    for (;;) {  // the groups around it limit it too
      double bytes = 0;
      if (std::ifstream file(root + path + name); file >> bytes) least = std::min(least, bytes);
      std::size_t const last = path.rfind('/');
      if (path.empty() || last == std::string::npos) break;
      path.erase(last);
    }
  }
  return least;
}

/// A program that takes all of a host's memory is killed; on a GPU the allocation just fails.
double default_memory_bytes() {
  double most = std::numeric_limits<double>::infinity();
  if (!arrays_are_on_host) return most;
  std::ifstream file("/proc/meminfo");
  for (std::string word; file >> word;)
    if (double kib = 0; word == "MemAvailable:" && file >> kib) most = 1024.0 * kib;
  return std::min(most, memory_of_groups()) / 2;
}

}  // namespace

Settings parse_settings(int& argc, char** argv) {
  Settings settings;
  settings.memory_bytes = default_memory_bytes();
  double min_log2 = 10, max_log2 = 28, step_log2 = 2;

  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    std::string_view const argument = argv[i];
    double value = 0;
    if (read_flag(argument, "min_log2", value)) {
      min_log2 = value;
    } else if (read_flag(argument, "max_log2", value)) {
      max_log2 = value;
    } else if (read_flag(argument, "step_log2", value)) {
      step_log2 = std::max(value, 1.0);
    } else if (read_flag(argument, "size", value)) {
      settings.sizes.push_back(static_cast<std::size_t>(value));
    } else if (read_flag(argument, "samples", value)) {
      settings.timing.samples = static_cast<int>(std::clamp(value, 1.0, 1e6));
    } else if (read_flag(argument, "batch_ms", value)) {
      settings.timing.batch_seconds = 1e-3 * value;
    } else if (read_flag(argument, "memory_gib", value)) {
      settings.memory_bytes = value * 1024 * 1024 * 1024;
    } else {
      if (argument == "--help") std::fputs(usage, stdout);
      argv[kept++] = argv[i];
    }
  }
  argc = kept;
  argv[argc] = nullptr;

  if (settings.sizes.empty())
    for (double log2 = min_log2; log2 <= std::min(max_log2, 40.0); log2 += step_log2)
      settings.sizes.push_back(std::size_t(1) << static_cast<int>(log2));
  std::sort(settings.sizes.begin(), settings.sizes.end());
  return settings;
}

}  // namespace perf
