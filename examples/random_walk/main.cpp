// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random walks on a weighted graph: scans that restart in every row.
//
// A walker leaves a node along one of its edges, with a probability that is the edge's share of the
// row's weight. One segmented scan turns the weights of a CRS matrix into cumulative weights; a
// step is then a binary search in a row. The scan by key, for graphs in coordinate form, must give
// the same result. The weights are symmetric, so walkers that start distributed in proportion to
// the weights of the rows keep this distribution: the final check compares with it.
#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>

using Exec = Kokkos::DefaultExecutionSpace;

constexpr int nodes = 1000, walkers = 1 << 20, steps = 100;

/// A ring on which every node has edges to its 2 to 8 nearest nodes.
struct Graph {
  Kokkos::View<int*, Exec> row_map{"row map", nodes + 1};
  Kokkos::View<int*, Exec> row, column, weight;
};

/// Nodes a and b are joined if their distance on the ring is within the reach of both.
KOKKOS_INLINE_FUNCTION int reach(int node) { return 1 + node / 250; }
KOKKOS_INLINE_FUNCTION int weight_between(int a, int b) {
  int const d = a < b ? b - a : a - b, distance = d < nodes - d ? d : nodes - d;
  int const shorter = reach(a) < reach(b) ? reach(a) : reach(b);
  return distance == 0 || distance > shorter ? 0 : 1 + (a + b) % 5;
}

struct CountEdges {
  Kokkos::View<int*, Exec> count;
  KOKKOS_FUNCTION void operator()(int a) const {
    int edges = 0;
    for (int b = 0; b < nodes; ++b) edges += weight_between(a, b) > 0 ? 1 : 0;
    count(a) = edges;
  }
};
struct FillEdges {
  Graph graph;
  KOKKOS_FUNCTION void operator()(int a) const {
    int k = graph.row_map(a);
    for (int b = 0; b < nodes; ++b) {
      int const w = weight_between(a, b);
      if (w == 0) continue;
      graph.row(k) = a;
      graph.column(k) = b;
      graph.weight(k++) = w;
    }
  }
};

Graph make_graph(Exec const& exec) {
  Graph graph;
  Kokkos::View<int*, Exec> const edges("edges per node", nodes);
  Kokkos::parallel_for("count edges", Kokkos::RangePolicy<Exec>(exec, 0, nodes), CountEdges{edges});
  KokkosScan::exclusive_scan(exec, edges, graph.row_map);  // the last entry receives the total
  int all = 0;
  Kokkos::deep_copy(exec, all, Kokkos::subview(graph.row_map, nodes));
  exec.fence();
  for (auto* view : {&graph.row, &graph.column, &graph.weight})
    *view = Kokkos::View<int*, Exec>("edges", all);
  Kokkos::parallel_for("fill edges", Kokkos::RangePolicy<Exec>(exec, 0, nodes), FillEdges{graph});
  return graph;
}

/// The weight of a node's row: the last of its cumulative weights.
struct RowWeight {
  Graph graph;
  Kokkos::View<int*, Exec> cumulative, weight;
  KOKKOS_FUNCTION void operator()(int a) const { weight(a) = cumulative(graph.row_map(a + 1) - 1); }
};

struct Walk {
  Graph graph;
  Kokkos::View<int*, Exec> cumulative, cumulative_rows, place;

  /// Draws an index in [first, last] with a probability proportional to its weight.
  KOKKOS_FUNCTION static int draw(Kokkos::View<int*, Exec> const& sums, int first, int last,
                                  std::uint64_t& state) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    int const number = static_cast<int>((state >> 33) % static_cast<unsigned>(sums(last)));
    while (first < last) {  // finds the first index whose cumulative weight is above the number
      int const middle = (first + last) / 2;
      if (sums(middle) > number)
        last = middle;
      else
        first = middle + 1;
    }
    return first;
  }
  KOKKOS_FUNCTION void operator()(int walker) const {
    std::uint64_t state = 0x9E3779B97F4A7C15u * static_cast<std::uint64_t>(walker + 1);
    int at = draw(cumulative_rows, 0, nodes - 1, state);
    for (int step = 0; step < steps; ++step)
      at = graph.column(draw(cumulative, graph.row_map(at), graph.row_map(at + 1) - 1, state));
    place(walker) = at;
  }
};

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const guard(argc, argv);
  Exec const exec;
  Graph const graph = make_graph(exec);
  std::size_t const edges = graph.weight.extent(0);
  Kokkos::View<int*, Exec> const cumulative("cumulative", edges), by_key("by key", edges);

  KokkosScan::segmented_inclusive_scan(exec, graph.weight, graph.row_map, cumulative);
  KokkosScan::inclusive_scan_by_key(exec, graph.row, graph.weight, by_key);

  Kokkos::View<int*, Exec> const row_weight("row weight", nodes), rows("cumulative rows", nodes),
      place("place", walkers), found("walkers per node", nodes);
  Kokkos::parallel_for("row weight", Kokkos::RangePolicy<Exec>(exec, 0, nodes),
                       RowWeight{graph, cumulative, row_weight});
  KokkosScan::inclusive_scan(exec, row_weight, rows);
  Kokkos::parallel_for("walk", Kokkos::RangePolicy<Exec>(exec, 0, walkers),
                       Walk{graph, cumulative, rows, place});
  KokkosScan::histogram(exec, place, KokkosScan::IndexBins(nodes), found);

  auto const host = [](auto const& view) {
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  };
  auto const by_offsets = host(cumulative), other = host(by_key), weight = host(row_weight),
             sums = host(rows), number = host(found);
  int differences = 0;
  for (std::size_t k = 0; k < edges; ++k) differences += by_offsets(k) != other(k);
  double worst = 0;
  for (int a = 0; a < nodes; ++a) {
    double const expected = walkers * (1.0 * weight(a) / sums(nodes - 1));
    worst = std::fmax(worst, std::fabs(number(a) - expected) / std::sqrt(expected));
  }
  std::printf("%d nodes, %zu edges, %d walkers, %d steps\n", nodes, edges, walkers, steps);
  std::printf("scans by offsets and by key differ in %d places\n", differences);
  std::printf("the number at a node is up to %.1f standard deviations from its share\n", worst);
  return differences == 0 && worst < 6 ? 0 : 1;
}
