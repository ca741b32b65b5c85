// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/configuration.hpp>
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

}  // namespace

char const* version() { return KOKKOSSCAN_VERSION; }

void print_configuration(std::ostream& out) {
  out << "KokkosScan " << version() << " on Kokkos " << KOKKOS_VERSION_MAJOR << '.'
      << KOKKOS_VERSION_MINOR << '.' << KOKKOS_VERSION_PATCH << ", default execution space "
      << Exec::name() << "\n";
  print_choices<int>(out, "int32 ");
  print_choices<double>(out, "double");
}

}  // namespace KokkosScan
