# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every public header, once: they are installed and checked one by one from this list.
set(KokkosScan_HEADERS
    KokkosScan.hpp
    KokkosScan/concepts.hpp
    KokkosScan/configuration.hpp
    KokkosScan/operators.hpp
    KokkosScan/options.hpp
    KokkosScan/variants.hpp
    KokkosScan/detail/arch.hpp
    KokkosScan/detail/checks.hpp
    KokkosScan/detail/pack.hpp
    KokkosScan/detail/prefix_scanner.hpp
    KokkosScan/detail/reducer_of.hpp
    KokkosScan/detail/segmented.hpp
    KokkosScan/detail/source.hpp
    KokkosScan/detail/table.hpp
    KokkosScan/detail/tile_counter.hpp
    KokkosScan/detail/tile_state.hpp
    KokkosScan/detail/view_ends.hpp
    KokkosScan/device/run_scan.hpp
    KokkosScan/device/scan.hpp
    KokkosScan/device/scan_along.hpp
    KokkosScan/device/scan_by_key.hpp
    KokkosScan/device/scan_problem.hpp
    KokkosScan/device/segmented_scan.hpp
    KokkosScan/device/variants/hierarchical.hpp
    KokkosScan/device/variants/hillis_steele.hpp
    KokkosScan/device/variants/look_back.hpp
    KokkosScan/device/variants/parallel_scan.hpp
    KokkosScan/device/variants/single_pass.hpp
    KokkosScan/device/variants/work_ahead.hpp
    KokkosScan/device/workspace.hpp
    KokkosScan/lane/group.hpp
    KokkosScan/lane/scan.hpp
    KokkosScan/lane/thread_group.hpp
    KokkosScan/lane/vector.hpp
    KokkosScan/team/cached_tile.hpp
    KokkosScan/team/register_tile.hpp
    KokkosScan/team/scan.hpp
    KokkosScan/team/scratch.hpp
    KokkosScan/team/variants/blelloch.hpp
    KokkosScan/team/variants/hillis_steele.hpp
    KokkosScan/team/variants/lane_first.hpp
    KokkosScan/team/variants/parallel_scan.hpp
    KokkosScan/tuning/backends/cuda.hpp
    KokkosScan/tuning/backends/hip.hpp
    KokkosScan/tuning/backends/host.hpp
    KokkosScan/tuning/capabilities.hpp
    KokkosScan/tuning/scan_policy.hpp
    KokkosScan/tuning/selector.hpp
)

# The compiled part of the library; paths in src/.
set(KokkosScan_SOURCES print_configuration.cpp)
