// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/extract_bins.hpp>
#include <KokkosScan/device/permute.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace KokkosScan {

namespace detail {

/// Keeps a size that lives on the device: `permute` needs it later, when the count may have
/// changed.
template <class Size>
struct KeepSize {
  Size size;
  std::size_t* kept;
  KOKKOS_FUNCTION void operator()(std::size_t) const { *kept = size(); }
};

}  // namespace detail

/// \brief Sorting by bin in a time loop: the permutation, the offsets and the workspace, kept from
/// step to step.
///
/// `update` finds them anew. Its memory grows, by half at least, until it holds what every step
/// needs, with as many bins the one with most elements; then nothing is allocated or fenced.
/// Belongs to one execution space instance, and what it gives is overwritten by the next `update`.
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
  // A copy would share its memory: an update of one would change what the other gives. A plan that
  // was moved from can only be assigned to.
  BinPlan(BinPlan const&) = delete;
  BinPlan& operator=(BinPlan const&) = delete;
  BinPlan(BinPlan&&) = default;
  BinPlan& operator=(BinPlan&&) = default;

  /// \brief Bins the elements; as `bin_permutation`, with its errors; a refused call leaves the
  /// plan what it was. `Index` must hold the number of elements, for a `counted` input the extent
  /// of its View. The count is not an entry of the plan's own offsets(): these are written.
  template <BinnedInput In, SizedBinning B>
  void update(std::string const& label, In const& in, B const& binning) {
    constexpr char const* function = "BinPlan::update";
    detail::check_number_of_bins(function, "binning", binning.bins());
    auto const size = detail::size_of(in);
    std::size_t const n = size.most, entries = binning.bins() + 1;
    Indices const permutation = grown(m_permutation, "KokkosScan::BinPlan permutation", n);
    Indices const offsets = grown(m_offsets, "KokkosScan::BinPlan offsets", entries);
    if (m_kept.extent(0) == 0)
      m_kept = detail::allocate_grown<Kept>(m_exec, "KokkosScan::BinPlan size", 0, 1,
                                            Kokkos::WithoutInitializing);
    detail::extract<detail::Extracted::indices>(function, "permutation", label, m_exec, in, binning,
                                                first(permutation, n), first(offsets, entries),
                                                ExtractionOptions<>{}.with(m_workspace));
    m_permutation = permutation;
    m_offsets = offsets;
    m_size = {n};
    m_entries = entries;
    if constexpr (decltype(size)::is_on_device) {
      m_size.count = m_kept.data();
      detail::for_each_item(
          label + " size", m_exec, 1,
          detail::KeepSize<std::remove_const_t<decltype(size)>>{size, m_kept.data()});
    }
  }
  template <BinnedInput In, SizedBinning B>
  void update(In const& in, B const& binning) {
    update("KokkosScan::BinPlan", in, binning);
  }

  /// \brief The elements in the order of their bins, those in none last: n indices; none before
  /// the first `update`. Behind the number of a `counted` input they mean nothing: `permute` below
  /// knows, any other call wants `counted(plan.permutation(), count)`.
  Indices permutation() const { return first(m_permutation, m_size.most); }
  /// \brief Where each bin begins, and where the last one ends: bins + 1 entries; none before the
  /// first `update`.
  Indices offsets() const { return first(m_offsets, m_entries); }

  /// \brief dst(i, …) = src(permutation(i), …), behind an optional label for tools, for any number
  /// of pairs src, dst, and as many i as elements were sorted. Every src has as many rows at least
  /// as `update` was given. Errors as `permute`, and before the first `update`.
  template <class Src, class Dst, class... More>
    requires(Kokkos::is_view_v<Src> && Kokkos::is_view_v<Dst>)
  void permute(std::string const& label, Src const& src, Dst const& dst,
               More const&... more) const {
    check_sources(src, dst, more...);
    Indices const indices = permutation();
    detail::check_pairs<Exec>("BinPlan::permute", indices, src, dst, more...);
    if (m_size.most > 0)
      detail::permute_arrays(label, m_exec, indices, m_size, detail::MovedArrays<>{}, src, dst,
                             more...);
  }
  /// \brief The same without a label.
  template <class Src, class Dst, class... More>
    requires(Kokkos::is_view_v<Src> && Kokkos::is_view_v<Dst>)
  void permute(Src const& src, Dst const& dst, More const&... more) const {
    permute("KokkosScan::BinPlan permute", src, dst, more...);
  }

 private:
  using Kept = Kokkos::View<std::size_t*, typename Exec::memory_space>;

  /// The plan knows how many rows its permutation indexes; `permute` cannot.
  template <class... Views>
  void check_sources(Views const&... views) const {
    constexpr char const* function = "BinPlan::permute";
    if (m_entries == 0) detail::refuse(function, "plan holds nothing, needs an update first");
    std::size_t v = 0;
    auto const check = [&](auto const& view) {
      if (v % 2 == 0 && view.extent(0) < m_size.most)
        detail::refuse(function, sizeof...(Views) == 2 ? "src" : "src " + std::to_string(v / 2 + 1),
                       " has extent ", view.extent(0), ", needs at least ", m_size.most,
                       " (elements of the plan)");
      ++v;
    };
    (check(views), ...);
  }
  static Indices first(Indices const& view, std::size_t n) {
    return Kokkos::subview(view, std::pair<std::size_t, std::size_t>(0, n));
  }
  Indices grown(Indices const& view, std::string const& label, std::size_t n) const {
    std::size_t const held = view.extent(0);
    return n <= held ? view
                     : detail::allocate_grown<Indices>(m_exec, label, held, n,
                                                       Kokkos::WithoutInitializing);
  }

  Exec m_exec;
  Workspace<Exec> m_workspace;
  Indices m_permutation, m_offsets;
  detail::EitherSize m_size;
  std::size_t m_entries = 0;
  Kept m_kept;
};

}  // namespace KokkosScan
