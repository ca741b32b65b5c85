// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/configuration.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/extraction_selector.hpp>
#include <KokkosScan/tuning/histogram_selector.hpp>
#include <KokkosScan/tuning/partition_selector.hpp>
#include <KokkosScan/tuning/scan_selector.hpp>

#include <Kokkos_Core.hpp>
#include <ostream>

namespace KokkosScan {

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

void print_policy(std::ostream& out, DeviceScan variant, ScanPolicy const& policy) {
  out << name(variant) << " (tile of " << policy.tile() << " elements: " << policy.threads << " x "
      << policy.lanes << " lanes x " << policy.items << " items, in "
      << (policy.storage == TileStorage::scratch ? "scratch" : "cache");
  if (policy.slots > 0) out << ", " << policy.slots << " parked";
  out << ")\n";
}

/// Prints the variant that the automatic choice takes, one line for each size where it changes.
template <class T>
void print_choices(std::ostream& out, char const* type) {
  constexpr tuning::ItemSizes sizes{.stage_bytes = sizeof(T), .element_bytes = sizeof(T)};
  constexpr ScanPolicy first = tuning::scan_policy<Exec, T>(DeviceScan::hierarchical, sizes);
  DeviceScan last = DeviceScan::automatic;
  for (int log2 = 0; log2 <= 32; ++log2) {
    std::size_t const n = std::size_t(1) << log2;
    DeviceScan const variant =
        tuning::choose_scan<Exec>(n, sizes, (n + first.tile() - 1) / first.tile());
    if (variant == last) continue;
    out << "  " << type << " from 2^" << log2 << ": ";
    print_policy(out, variant, tuning::scan_policy<Exec, T>(variant, sizes));
    last = variant;
  }
}

void print_partition(std::ostream& out) {
  constexpr ScanPolicy policy = tuning::partition_policy<Exec>(
      DeviceScan::work_ahead,
      {.classes = 2, .element_bytes = sizeof(int), .given_bytes = sizeof(int)});
  out << "  partition of int32: tile of " << policy.tile() << " elements: " << policy.threads
      << " x " << policy.lanes << " lanes x " << policy.items << " items\n";
}

void print_bins(std::ostream& out) {
  constexpr HistogramPolicy histogram = tuning::histogram_policy<Exec>(false);
  out << "  histogram: teams of " << histogram.threads << ", " << histogram.loads << " x "
      << histogram.access_bytes << " bytes in flight, bins in ";
  if (histogram.scratch_bytes > 0)
    out << histogram.scratch_bytes << " bytes of scratch\n";
  else
    out << "cache\n";
  constexpr ExtractionPolicy looking = tuning::look_back_extraction_policy<Exec>(sizeof(int));
  constexpr ExtractionPolicy extraction =
      looking.looks_back ? looking : tuning::extraction_policy<Exec>(sizeof(int));
  out << "  extraction of int32: " << (extraction.looks_back ? "tiles" : "pieces") << ", "
      << extraction.threads << " x " << extraction.items << " items, digits of "
      << extraction.digit_bits << " bits\n";
}

}  // namespace

char const* version() { return KOKKOSSCAN_VERSION; }

void print_configuration(std::ostream& out) {
  out << "KokkosScan " << version() << " on Kokkos " << KOKKOS_VERSION_MAJOR << '.'
      << KOKKOS_VERSION_MINOR << '.' << KOKKOS_VERSION_PATCH << ", default execution space "
      << Exec::name() << "\n";
  constexpr tuning::Capabilities can = tuning::capabilities<Exec>;
  out << "  lanes are " << (can.lanes_are_threads ? "threads" : "SIMD lanes") << ", teams "
      << (can.forward_progress ? "may" : "must not") << " wait for each other\n";
  print_choices<int>(out, "int32 ");
  print_choices<double>(out, "double");
  print_partition(out);
  print_bins(out);
}

}  // namespace KokkosScan
