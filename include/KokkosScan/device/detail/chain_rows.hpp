// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/stream_copy.hpp>
#include <KokkosScan/tuning/backends/host_limits.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>
#include <type_traits>

/// \file
/// \brief Neighboring chains of a table, row by row, where lanes are SIMD lanes.

namespace KokkosScan::detail {

/// Rows of neighboring chains: a row has one element of each. The sums of the chains are in an
/// array that should stay in the nearest cache beside a row, to which row after row is added, lane
/// by lane. `step` is the stride from row to row, `across` the one from chain to chain.
template <ScanMode Mode, class In, class Out, class Op>
struct ChainRows {
  using T = typename Op::value_type;
  static constexpr bool can_stream = std::is_arithmetic_v<Out>;

  In const* in;
  Out* out;
  std::ptrdiff_t in_step, in_across, out_step, out_across;
  std::size_t rows, chains;
  Op op;

  /// Whether neighboring chains lie closer together than rows.
  bool interleaves() const { return in_across < in_step && out_across < out_step; }
  bool is_in_place() const {
    return static_cast<void const*>(in) == out && in_step == out_step && in_across == out_across;
  }
  /// Whether all rows are more than the caches hold.
  bool is_large() const {
    return tuning::goes_around_caches(rows * chains * (sizeof(In) + sizeof(Out)));
  }
  /// Whether the output is best stored around the caches, in runs of \p run neighbors.
  bool suits_streaming(std::size_t run) const {
    return can_stream && is_large() && !is_in_place() && out_across == 1 &&
           run * sizeof(Out) >= 256;
  }
  /// Rows from \p first on, at most \p count of them.
  KOKKOS_FUNCTION ChainRows rows_from(std::size_t first, std::size_t count) const {
    ChainRows some = *this;
    some.in += static_cast<std::ptrdiff_t>(first) * in_step;
    some.out += static_cast<std::ptrdiff_t>(first) * out_step;
    some.rows = rows - first < count ? rows - first : count;
    return some;
  }
  /// Chains from \p first on, at most \p count of them.
  KOKKOS_FUNCTION ChainRows chains_from(std::size_t first, std::size_t count) const {
    ChainRows some = *this;
    some.in += static_cast<std::ptrdiff_t>(first) * in_across;
    some.out += static_cast<std::ptrdiff_t>(first) * out_across;
    some.chains = chains - first < count ? chains - first : count;
    return some;
  }
  /// f(across), of which the compiler knows if it is 1.
  template <class F>
  KOKKOS_FUNCTION static void with_across(std::ptrdiff_t across, F const& f) {
    if (across == 1)
      f(std::integral_constant<std::ptrdiff_t, 1>());
    else
      f(across);
  }

  /// sum[c] becomes the sum of chain c. At least one row.
  KOKKOS_FUNCTION void add_up(T* sum) const {
    with_across(in_across, [&](auto across) {
      for (std::size_t c = 0; c < chains; ++c)
        sum[c] = static_cast<T>(in[static_cast<std::ptrdiff_t>(c) * across]);
      In const* x = in;
      for (std::size_t i = 1; i < rows; ++i) {
        x += in_step;
        KOKKOSSCAN_IVDEP
        for (std::size_t c = 0; c < chains; ++c)
          sum[c] = static_cast<T>(
              op(sum[c], static_cast<T>(x[static_cast<std::ptrdiff_t>(c) * across])));
      }
    });
  }
  /// Writes the first row of an inclusive scan, which nothing precedes, and leaves the others.
  KOKKOS_FUNCTION void start(T* sum) {
    for (std::size_t c = 0; c < chains; ++c) {
      auto const at = static_cast<std::ptrdiff_t>(c);
      sum[c] = static_cast<T>(in[at * in_across]);
      out[at * out_across] = static_cast<Out>(sum[c]);
    }
    in += in_step, out += out_step, --rows;
  }
  /// Writes the rows. sum[c], which precedes chain c, becomes what precedes the rows after these.
  /// \param is_streamed  around the caches; the chains are neighbors in `out`
  KOKKOS_FUNCTION void write(T* sum, bool is_streamed) const {
    with_across(in_across, [&](auto across) {
      if constexpr (can_stream)
        if (is_streamed) return stream(sum, across);
      with_across(out_across, [&](auto to_across) {
        for (std::size_t i = 0; i < rows; ++i)
          write_row(row(i), across, sum, out_row(i), to_across, chains);
      });
    });
  }

 private:
  KOKKOS_FUNCTION In const* row(std::size_t i) const {
    return in + static_cast<std::ptrdiff_t>(i) * in_step;
  }
  KOKKOS_FUNCTION Out* out_row(std::size_t i) const {
    return out + static_cast<std::ptrdiff_t>(i) * out_step;
  }
  /// By way of a buffer in the nearest cache. Rows that follow each other without a gap are stored
  /// together.
  template <class Across>
  KOKKOS_FUNCTION void stream(T* sum, Across across) const {
    constexpr std::size_t buffer_size = 4096 / sizeof(Out);
    Out buffer[buffer_size];
    std::size_t filled = 0;
    Out* to = out;
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t c = 0; c < chains;) {
        if (filled == buffer_size || to + filled != out_row(i) + c) {
          KokkosScan::detail::stream_copy(to, buffer, filled);
          to = out_row(i) + c, filled = 0;
        }
        std::size_t const left = chains - c, space = buffer_size - filled;
        std::size_t const here = left < space ? left : space;
        write_row(row(i) + static_cast<std::ptrdiff_t>(c) * across, across, sum + c,
                  buffer + filled, std::integral_constant<std::ptrdiff_t, 1>(), here);
        c += here, filled += here;
      }
    KokkosScan::detail::stream_copy(to, buffer, filled);
  }
  template <class Across, class OutAcross>
  KOKKOS_FUNCTION void write_row(In const* x, Across across, T* sum, Out* y, OutAcross to_across,
                                 std::size_t count) const {
    // Where in and out are the same array, each entry is read before it is written.
    KOKKOSSCAN_IVDEP
    for (std::size_t c = 0; c < count; ++c) {
      auto const at = static_cast<std::ptrdiff_t>(c);
      T const next = static_cast<T>(op(sum[c], static_cast<T>(x[at * across])));
      y[at * to_across] = static_cast<Out>(Mode == ScanMode::inclusive ? next : sum[c]);
      sum[c] = next;
    }
  }
};

}  // namespace KokkosScan::detail
