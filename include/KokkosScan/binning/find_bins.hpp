// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>

#include <concepts>
#include <type_traits>

namespace KokkosScan::detail {

/// Binnings of this library that find the bins of several elements faster than one by one, on a
/// CPU: `find_batch(x, none, bin)` stores those of x[0], x[1] …, `none` for elements in no bin.
template <class B, class X>
concept FindsBatches =
    requires { requires std::same_as<typename B::find_of, B>; } &&
    requires(B const& binning, X const (&x)[16], int (&bin)[16]) { binning.find_batch(x, 0, bin); };

/// Finds the bins of N elements; \p none for those in no bin, at least \p bins. Inlined, since g++
/// does not vectorize what it leaves outside a loop.
/// \param element  element(k), the k-th one
template <int N, class B, class ElementAt>
KOKKOS_FORCEINLINE_FUNCTION void find_bins(B const& binning, ElementAt const& element, int bins,
                                           int none, int (&bin)[N]) {
  using Element = std::remove_cvref_t<decltype(element(0))>;
  if constexpr (FindsBatches<B, Element>) {
    Element x[N];
    for (int k = 0; k < N; ++k) x[k] = element(k);
    binning.find_batch(x, none, bin);
  } else {
    for (int k = 0; k < N; ++k) {
      int found = 0;
      bool const is_found = detail::find_bin(binning, element(k), bins, found);
      bin[k] = arch::bin_or(is_found, found, none);
    }
  }
}

}  // namespace KokkosScan::detail
