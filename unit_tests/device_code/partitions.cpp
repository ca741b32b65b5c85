// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"

namespace KokkosScanCalls {

void of_structs(Exec const& exec, Array<Body> const& in, Array<Body> const& out,
                Array<Body> const& rejected, Array<int> const& count) {
  ks::partition(exec, in, out, IsFast{}, Kokkos::subview(count, 0));
  ks::partition<ks::RejectedOrder::reversed>(exec, in, out, IsFast{}, Kokkos::subview(count, 0));
  ks::partition_copy(exec, in, out, rejected, IsFast{}, Kokkos::subview(count, 0));
}

void permutations(Exec const& exec, Array<int> const& permutation, Array<Body> const& bodies,
                  Array<Body> const& moved_bodies, Rows<double> const& rows,
                  Rows<double> const& moved_rows, Array<float> const& numbers,
                  Array<float> const& moved_numbers) {
  ks::permute(exec, permutation, bodies, moved_bodies, rows, moved_rows, numbers, moved_numbers);
}

void uniques_by_hierarchical(Exec const& exec, Array<int> const& in, Array<int> const& out,
                             Array<int> const& count) {
  ks::select_unique(exec, in, out, Kokkos::subview(count, 0),
                    ks::ScanOptions<ks::DeviceScan::hierarchical>{});
}

/// Ranges of a team, of lanes that are not the default.
struct SelectInTeams {
  Array<int> in, out;
  KOKKOS_FUNCTION void operator()(Kokkos::TeamPolicy<Exec>::member_type const& member) const {
    auto const is_positive = [](int x) { return x > 0; };
    ks::team::select<8>(member, in, out, is_positive);
    ks::team::partition<8>(member, in, out, is_positive);
  }
};
void ranges_of_teams(Exec const& exec, Array<int> const& in, Array<int> const& out) {
  Kokkos::TeamPolicy<Exec> policy(exec, 1, 4, 8);
  policy.set_scratch_size(0, Kokkos::PerTeam(ks::team::partition_scratch_bytes(4)));
  Kokkos::parallel_for(policy, SelectInTeams{in, out});
}

}  // namespace KokkosScanCalls
