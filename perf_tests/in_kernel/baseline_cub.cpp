// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cub::BlockScan and cub::WarpScan, called in the same way as the library's team and lane scans.
#include "baselines.hpp"

#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_scan.cuh>

namespace perf {
namespace {

template <int Size>
__global__ void block_rounds(std::uint32_t* out, int count) {
  using Scan = cub::BlockScan<std::uint32_t, Size>;
  __shared__ typename Scan::TempStorage scratch;
  auto const rank = static_cast<int>(threadIdx.x), group = static_cast<int>(blockIdx.x);
  std::uint32_t x = Rounds::start(group, rank);
  for (int r = 0; r < count; ++r) {
    Scan(scratch).InclusiveSum(x, x);
    __syncthreads();
  }
  out[group * Size + rank] = x;
}

template <int Lanes>
__global__ void warp_rounds(std::uint32_t* out, int count) {
  using Scan = cub::WarpScan<std::uint32_t, Lanes>;
  constexpr int warps = 128 / Lanes;
  __shared__ typename Scan::TempStorage scratch[warps];
  int const place = static_cast<int>(blockIdx.x * 128 + threadIdx.x);
  std::uint32_t x = Rounds::start(place / Lanes, place % Lanes);
  for (int r = 0; r < count; ++r) {
    Scan(scratch[threadIdx.x / Lanes]).InclusiveSum(x, x);
    __syncwarp();
  }
  out[place] = x;
}

template <int Size>
void add_block() {
  team_baselines().push_back({"cub_block_scan", [](int size) { return size == Size; },
                              [](Exec const& exec, Rounds const& r) {
                                block_rounds<Size><<<r.groups(), Size, 0, exec.cuda_stream()>>>(
                                    r.out.data(), r.count);
                              }});
}
template <int Lanes>
void add_warp() {
  lane_baselines().push_back({"cub_warp_scan", [](int size) { return size == Lanes; },
                              [](Exec const& exec, Rounds const& r) {
                                auto const blocks = static_cast<unsigned>(r.out.extent(0) / 128);
                                warp_rounds<Lanes>
                                    <<<blocks, 128, 0, exec.cuda_stream()>>>(r.out.data(), r.count);
                              }});
}

bool const is_listed = [] {
  add_block<32>();
  add_block<64>();
  add_block<128>();
  add_block<256>();
  add_block<512>();
  add_block<1024>();
  add_warp<4>();
  add_warp<8>();
  add_warp<16>();
  add_warp<32>();
  return true;
}();

}  // namespace
}  // namespace perf
