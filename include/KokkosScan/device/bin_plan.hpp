// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/extract_bins.hpp>
#include <KokkosScan/device/permute.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace KokkosScan {

/// \brief Sorting by bin in a time loop: the permutation, the offsets and the workspace, kept from
/// step to step.
///
/// `update` finds them anew; nothing is allocated or fenced once the largest number of elements and
/// of bins has been seen, and where they grow, they grow by half. Belongs to one execution space
/// instance, and what it gives is overwritten by the next `update`.
/// \code
/// BinPlan<Exec> plan(exec);
/// while (…) {
///   plan.update(positions, cells);
///   plan.permute(positions, sorted_positions, charges, sorted_charges);
///   … plan.offsets()(cell) …
/// }
/// \endcode
template <ExecutionSpace Exec, class Index = int>
class BinPlan {
 public:
  using Indices = Kokkos::View<Index*, typename Exec::memory_space>;

  explicit BinPlan(Exec const& exec = Exec()) : m_exec(exec), m_workspace(exec) {}

  /// \brief Bins the elements; as `bin_permutation`, whose errors it throws; a refused call
  /// leaves the plan what it was. `Index` must hold the number of elements.
  template <BinnedView In, SizedBinning B>
  void update(std::string const& label, In const& in, B const& binning) {
    detail::check_number_of_bins("bin_permutation", "binning", binning.bins());
    std::size_t const n = in.extent(0), entries = binning.bins() + 1;
    Indices const permutation = grown(m_permutation, "KokkosScan::BinPlan permutation", n);
    Indices const offsets = grown(m_offsets, "KokkosScan::BinPlan offsets", entries);
    bin_permutation(label, m_exec, in, binning, first(permutation, n), first(offsets, entries),
                    ExtractionOptions<>{}.with(m_workspace));
    m_permutation = permutation;
    m_offsets = offsets;
    m_n = n;
    m_entries = entries;
  }
  template <BinnedView In, SizedBinning B>
  void update(In const& in, B const& binning) {
    update("KokkosScan::BinPlan", in, binning);
  }

  /// \brief The elements in the order of their bins, those in none last: n indices; none before
  /// the first `update`.
  Indices permutation() const { return first(m_permutation, m_n); }
  /// \brief Where each bin begins, and where the last one ends: bins + 1 entries; none before the
  /// first `update`.
  Indices offsets() const { return first(m_offsets, m_entries); }

  /// \brief dst(i, …) = src(permutation(i), …), for any number of pairs src, dst.
  template <class... Pairs>
  void permute(Pairs const&... pairs) const {
    KokkosScan::permute("KokkosScan::BinPlan permute", m_exec, permutation(), pairs...);
  }

 private:
  static Indices first(Indices const& view, std::size_t n) {
    return Kokkos::subview(view, std::pair<std::size_t, std::size_t>(0, n));
  }
  Indices grown(Indices const& view, std::string const& label, std::size_t n) const {
    std::size_t const held = view.extent(0);
    return n <= held ? view : detail::allocate_grown<Indices>(m_exec, label, held, n);
  }

  Exec m_exec;
  Workspace<Exec> m_workspace;
  Indices m_permutation, m_offsets;
  std::size_t m_n = 0, m_entries = 0;
};

}  // namespace KokkosScan
