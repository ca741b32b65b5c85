// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/counts.hpp>
#include <KokkosScan/device/range.hpp>
#include <KokkosScan/tuning/capabilities.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace KokkosScan::detail {

/// How many items there are of every class but the last: the pass before a partition in order into
/// one output. Each iteration takes a block of neighbours.
template <class Source, class Size, int Block>
struct CountClasses {
  static constexpr int classes = Source::classes;
  using value_type = Counts<std::uint64_t, classes - 1>;
  using Element = typename Source::Element;
  using Extra = typename Source::Extra;

  Source source;
  Size size;

  KOKKOS_FUNCTION void operator()(std::size_t block, value_type& sum) const {
    std::size_t const first = block * Block, n = size();
    Element x[Block];
    Extra extra[Block];
    Counts<unsigned, classes - 1> count{};
    if (first + Block <= n && source.template has_packs<Block>()) {
      source.template load_pack<Block>(first, x, extra);
      add(first, Block, x, extra, count);
    } else {
      int const left = first >= n ? 0 : static_cast<int>(n - first < Block ? n - first : Block);
      for (int j = 0; j < left; ++j) source.load(first + j, x[j], extra[j]);
      add(first, left, x, extra, count);
    }
    sum += count;
  }
  KOKKOS_FUNCTION void init(value_type& x) const { x = {}; }
  KOKKOS_FUNCTION void join(value_type& x, value_type const& y) const { x += y; }

 private:
  KOKKOS_FUNCTION void add(std::size_t first, int number, Element const* x, Extra const* extra,
                           Counts<unsigned, classes - 1>& count) const {
    Element before{};
    if constexpr (Source::needs_previous)
      if (number > 0) before = source.load_previous(first);
    for (int j = 0; j < number; ++j) {
      count += Counts<unsigned, classes - 1>::one(
          source.class_of(first + j, x[j], extra[j], before));
      if constexpr (Source::needs_previous) before = x[j];
    }
  }
};

/// Counts the classes of all items into \p counts, asynchronously.
template <class Exec, class Source, class Size>
void count_classes(std::string const& label, Exec const& exec, Source const& source,
                   Size const& size, std::uint64_t* counts) {
  // 16 bytes are one access of a GPU's lane; a CPU's compiler makes vectors of what it sees at once.
  constexpr int bytes = tuning::capabilities<Exec>.lanes_are_threads ? 16 : 256;
  constexpr int fitting = bytes / static_cast<int>(sizeof(typename Source::Element));
  constexpr int block = fitting > 1 ? fitting : 1;
  using Count = CountClasses<Source, Size, block>;
  using Total = Kokkos::View<typename Count::value_type, typename Exec::memory_space,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Kokkos::parallel_reduce(label + " count", range(exec, (size.most + block - 1) / block),
                          Count{source, size},
                          Total(reinterpret_cast<typename Count::value_type*>(counts)));
}

}  // namespace KokkosScan::detail
