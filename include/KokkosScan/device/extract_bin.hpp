// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning.hpp>
#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/device/bins/check_bins.hpp>
#include <KokkosScan/device/run_scan.hpp>
#include <KokkosScan/operators.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

/// \file
/// \brief Device-level extraction of one bin.

namespace KokkosScan {

namespace detail {

/// An element on its way through a scan, and whether it is wanted.
template <class T>
struct MaybeElement {
  T element;
  bool is_wanted;
};

/// Counts the elements of one bin; the element travels along.
template <class Count, class Items, class B>
struct BinSource {
  using value_type = Count;
  using payload_type = MaybeElement<typename Items::element_type>;
  static constexpr bool is_rereadable = true;
  static constexpr bool has_vectors = false;
  static constexpr int element_bytes = Items::item_bytes;

  Items items;
  B binning;
  int bin;

  KOKKOS_FUNCTION Count load(std::size_t i, payload_type& payload) const {
    payload.element = items.load(i);
    return judge(payload);
  }
  template <int N>
  KOKKOS_FUNCTION bool has_packs() const {
    return N > 1 && items.template head<N>() == 0;
  }
  template <int N>
  KOKKOS_FUNCTION void load_pack(std::size_t i, Count (&x)[N], payload_type (&payload)[N]) const {
    typename Items::Item element[N];
    items.template load_pack<N>(i, element);
    KOKKOSSCAN_UNROLL
    for (int j = 0; j < N; ++j) {
      payload[j].element = element[j];
      x[j] = judge(payload[j]);
    }
  }

 private:
  KOKKOS_FUNCTION Count judge(payload_type& payload) const {
    payload.is_wanted = bin_of(binning, payload.element, std::numeric_limits<int>::max()) == bin;
    return payload.is_wanted ? Count(1) : Count(0);
  }
};

/// Puts a wanted element where the count of those before it says.
template <class T, class Count>
struct BinSink {
  static constexpr int element_bytes = sizeof(T);
  static constexpr bool has_vectors = false;

  T* out;
  std::ptrdiff_t stride;
  Count* count;

  template <class Before, class Payload>
  KOKKOS_FUNCTION void store(std::size_t, Before const& before, Payload const& payload) const {
    if (payload.is_wanted) out[static_cast<std::ptrdiff_t>(before) * stride] = payload.element;
  }
  template <class Total>
  KOKKOS_FUNCTION void store_total(Total const& total) const {
    *count = static_cast<Count>(total);
  }
  KOKKOS_FUNCTION bool wants_total() const { return true; }
  template <int N>
  KOKKOS_FUNCTION bool has_packs() const {
    return false;
  }
  template <int N, class Before, class Payload>
  KOKKOS_FUNCTION void store_pack(std::size_t, Before const (&)[N], Payload const (&)[N]) const {}
};

template <class Place, class Exec, class In, class B, class Out, class Count, class Options>
void run_extract_bin(std::string const& label, Exec const& exec, In const& in, B const& binning,
                     int bin, Out const& out, Count const& count, Options const& options) {
  auto const items = items_of(in);
  using Items = std::decay_t<decltype(items)>;
  using Source = BinSource<Place, Items, B>;
  using T = typename Out::non_const_value_type;
  using Sink = BinSink<T, typename Count::non_const_value_type>;
  run_scan("extract_bin", label, exec,
           ScanProblem<ScanMode::exclusive, Source, Sink, Sum<Place>>{
               in.extent(0),
               Source{items, binning, bin},
               Sink{out.data(), static_cast<std::ptrdiff_t>(out.stride(0)), count.data()},
               {},
               0},
           options);
}

}  // namespace detail

/// \brief out holds the elements of in that are in one bin, in their order; count says how many.
///
/// A scan whose items are "in the bin or not" and whose elements travel along: any variant of the
/// scan does it.
///
/// \param label    optional first argument: the name of the kernels in tools
/// \param exec     execution space instance; the call is asynchronous in it
/// \param in       rank-1 View of n elements, trivially copyable; any layout, const or not
/// \param binning  as for `histogram`
/// \param bin      the wanted bin
/// \param[out] out    rank-1 View of at least n elements; must not overlap in. Entries behind the
///                 last one packed are not written
/// \param[out] count  View of rank 0, or rank 1 and one entry, of an integer type
/// \param options  variant, shape, workspace (`ScanOptions`)
/// \throw std::invalid_argument  a binning without bins, a bin it does not have, out too small, or
///                 another instance's workspace; before anything is launched
/// \note Reads n elements, writes those of the bin. With a workspace that has grown enough nothing
///       is allocated or fenced. Binning is evaluated once or twice, as the variant reads.
template <ExecutionSpace Exec, View1D In, class B, View1D Out, class Count, ScanOptionsType Options>
  requires Kokkos::is_view_v<Count>
void extract_bin(std::string const& label, Exec const& exec, In const& in, B const& binning,
                 int bin, Out const& out, Count const& count, Options const& options) {
  static_assert(detail::reaches<Exec, Count>, "count must be accessible from the execution space");
  static_assert(std::is_integral_v<typename Count::value_type> && Count::rank() <= 1,
                "count must be a View of rank 0 or 1 of an integer that can be written");
  static_assert(std::is_trivially_copyable_v<typename In::non_const_value_type>,
                "in must hold trivially copyable elements");
  static_assert(Binning<B, typename In::non_const_value_type>,
                "binning must be callable with an element of in and give an integer");
  detail::check_space<Exec, In, Out>();
  constexpr char const* function = "extract_bin";
  if constexpr (requires { binning.check(function); }) binning.check(function);
  if constexpr (SizedBinning<B>) {
    if (bin < 0 || static_cast<std::size_t>(bin) >= binning.bins())
      detail::refuse(function, "bin is ", bin, ", needs to be in 0 … ", binning.bins() - 1);
  } else if (bin < 0) {
    detail::refuse(function, "bin is ", bin, ", needs to be at least 0");
  }
  if (count.size() != 1) detail::refuse(function, "count has ", count.size(), " entries, needs 1");
  std::size_t const n = in.extent(0);
  if (out.extent(0) < n)
    detail::refuse(function, "out has extent ", out.extent(0), ", needs at least ", n,
                   " (extent of in)");
  detail::check_disjoint(function, "in", in, "out", out);
  if (n < std::size_t(1) << 32)
    detail::run_extract_bin<std::uint32_t>(label, exec, in, binning, bin, out, count, options);
  else
    detail::run_extract_bin<std::uint64_t>(label, exec, in, binning, bin, out, count, options);
}
template <ExecutionSpace Exec, View1D In, class B, View1D Out, class Count>
  requires Kokkos::is_view_v<Count>
void extract_bin(std::string const& label, Exec const& exec, In const& in, B const& binning,
                 int bin, Out const& out, Count const& count) {
  extract_bin(label, exec, in, binning, bin, out, count, ScanOptions<>{});
}
template <ExecutionSpace Exec, View1D In, class B, class... What>
void extract_bin(Exec const& exec, In const& in, B const& binning, int bin, What const&... what) {
  extract_bin("KokkosScan::extract_bin", exec, in, binning, bin, what...);
}

}  // namespace KokkosScan
