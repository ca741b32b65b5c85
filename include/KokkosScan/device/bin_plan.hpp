// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/detail/permute_bins.hpp>
#include <KokkosScan/device/extract_bins.hpp>
#include <KokkosScan/device/permute.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace KokkosScan {

namespace detail {

/// Copies a size that lives on the device: `permute` needs it later, when the caller's count may
/// have changed.
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
/// `update` recomputes permutation and offsets. Their memory and the workspace grow, by half at
/// least, and never shrink: once a plan has served the step with the most elements (the number of
/// bins being constant), later updates neither allocate nor fence. A plan belongs to one execution
/// space instance. The Views it returns are overwritten by the next `update`, or replaced if it
/// needs larger ones: ask for them after each update. They are constant: `permute` relies on the
/// order of their entries.
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
  using Indices = Kokkos::View<Index const*, typename Exec::memory_space>;

  /// \brief An empty plan; allocates nothing.
  /// \param exec  execution space instance that runs all calls of the plan
  explicit BinPlan(Exec const& exec = Exec()) : m_exec(exec), m_workspace(exec) {}
  // Copies would share memory: an update of one would change the results of the other.
  BinPlan(BinPlan const&) = delete;
  BinPlan& operator=(BinPlan const&) = delete;
  /// \brief Leaves \p other empty, as a new plan.
  BinPlan(BinPlan&& other) : BinPlan(other.m_exec) { *this = std::move(other); }
  BinPlan& operator=(BinPlan&& other) {
    m_exec = other.m_exec;
    m_workspace = std::move(other.m_workspace);
    m_permutation = std::exchange(other.m_permutation, {});
    m_offsets = std::exchange(other.m_offsets, {});
    m_size = std::exchange(other.m_size, {});
    m_entries = std::exchange(other.m_entries, 0);
    m_kept = std::exchange(other.m_kept, {});
    return *this;
  }
  ~BinPlan() = default;

  /// \brief Sorts the elements by bin, as `bin_permutation`, into permutation() and offsets().
  ///
  /// \param label    optional first argument: the name of the kernels in tools
  /// \param in       rank-1 View of n elements; or n points, rows of a rank-2 View or
  ///                 `points(x, y, z)`; or the first ones of it (`counted`)
  /// \param binning  as for `bin_permutation`; must know its number of bins
  /// \throw std::invalid_argument  as `bin_permutation`; Index cannot hold n (for a `counted` input
  ///                 the extent of its View); or the count of in is an entry of the plan's own
  ///                 offsets(), which are written. Before any launch; the plan is then unchanged
  /// \note Asynchronous in the plan's instance. Allocates, and may fence, only where memory must
  ///       grow. Work as `bin_permutation`; a `counted` input takes one more launch.
  template <BinnedInput In, class B>
  void update(std::string const& label, In const& in, B const& binning) {
    static_assert(SizedBinning<B>,
                  "binning must have bins(): a plan has no argument that says how many bins a "
                  "callable has (OverflowBin(callable, n) has n and one for the rest)");
    if constexpr (SizedBinning<B>) sort(label, in, binning);
  }
  /// \brief The same without a label.
  template <BinnedInput In, class B>
  void update(In const& in, B const& binning) {
    update("KokkosScan::BinPlan", in, binning);
  }

  /// \brief The indices of the elements in the order of their bins, elements in no bin last: n
  /// entries, or none before the first `update`. For a `counted` input only the first `count`
  /// entries are valid: `permute` below takes care of that, other functions must be given
  /// `counted(plan.permutation(), count)`.
  Indices permutation() const { return first(m_permutation, m_size.most); }
  /// \brief Where each bin begins, and where the last one ends: bins + 1 entries, or none before
  /// the first `update`.
  Indices offsets() const { return first(m_offsets, m_entries); }

  /// \brief dst(i, …) = src(permutation(i), …) for every element that `update` sorted, for any
  /// number of pairs src, dst.
  ///
  /// \param label  optional first argument: the name of the kernels in tools
  /// \param src    View of any rank; at least as many rows as the input of `update` had
  /// \param[out] dst  as for `permute`
  /// \param more   further pairs src, dst
  /// \throw std::invalid_argument  as `permute`, a src has too few rows, or there was no `update`
  /// \note Asynchrony and work as `permute`, but on CPUs large arrays are moved with a place for
  ///       each bin in scratch of each thread, which Kokkos allocates when it is first needed.
  template <class Src, class Dst, class... More>
    requires(Kokkos::is_view_v<Src> && Kokkos::is_view_v<Dst>)
  void permute(std::string const& label, Src const& src, Dst const& dst,
               More const&... more) const {
    if constexpr (detail::check_pair_types<Exec, Src, Dst, More...>()) {
      check_sources(src, dst, more...);
      Indices const indices = permutation();
      detail::check_pairs<Exec>("BinPlan::permute", indices, src, dst, more...);
      if (m_size.most == 0) return;
      if constexpr (!tuning::capabilities<Exec>.lanes_are_threads)
        if (detail::permute_bins(label, m_exec, binned_rows(), src, dst, more...)) return;
      detail::permute_arrays(label, m_exec, indices, m_size, src, dst, more...);
    }
  }
  /// \brief The same without a label.
  template <class Src, class Dst, class... More>
    requires(Kokkos::is_view_v<Src> && Kokkos::is_view_v<Dst>)
  void permute(Src const& src, Dst const& dst, More const&... more) const {
    permute("KokkosScan::BinPlan permute", src, dst, more...);
  }

 private:
  using OwnIndices = Kokkos::View<Index*, typename Exec::memory_space>;
  using Kept = Kokkos::View<std::size_t*, typename Exec::memory_space>;

  template <class In, class B>
  void sort(std::string const& label, In const& in, B const& binning) {
    constexpr char const* function = "BinPlan::update";
    // Before anything is allocated for them.
    detail::check_binning<Exec>(function, binning);
    auto const entries = static_cast<std::size_t>(binning.bins()) + 1;
    detail::check_points<detail::view_type_of<In>, B>(function, detail::view_of(in));
    auto const size = detail::size_of(in);
    std::size_t const n = size.most;
    detail::check_holds(function, "offsets", m_offsets, n);
    OwnIndices const permutation = grown(m_permutation, "KokkosScan::BinPlan permutation", n);
    OwnIndices const offsets = grown(m_offsets, "KokkosScan::BinPlan offsets", entries);
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
  /// The plan knows how many rows its permutation may refer to; the free `permute` does not.
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
  auto binned_rows() const {
    return detail::BinnedRows<Index>{m_permutation.data(), m_offsets.data(), m_entries - 1, m_size};
  }
  static OwnIndices first(OwnIndices const& view, std::size_t n) {
    return Kokkos::subview(view, std::pair<std::size_t, std::size_t>(0, n));
  }
  OwnIndices grown(OwnIndices const& view, std::string const& label, std::size_t n) const {
    std::size_t const held = view.extent(0);
    return n <= held ? view
                     : detail::allocate_grown<OwnIndices>(m_exec, label, held, n,
                                                          Kokkos::WithoutInitializing);
  }

  Exec m_exec;
  Workspace<Exec> m_workspace;
  OwnIndices m_permutation, m_offsets;
  detail::EitherSize m_size;
  std::size_t m_entries = 0;
  Kept m_kept;
};

}  // namespace KokkosScan
