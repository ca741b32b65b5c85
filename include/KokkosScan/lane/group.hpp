// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/vector.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/tuning/capabilities.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosScan::lane {

/// \brief The first argument of every lane-level function: a `Group`, not the team's member.
template <class G>
concept LaneGroup = requires { requires G::size >= 1; };

namespace detail {

using KokkosScan::detail::Vector;

/// Lanes that are hardware threads: a value is a scalar, the element of the calling lane.
template <int W>
class ThreadLanes {
 public:
  static constexpr int size = W;
  static constexpr bool lanes_are_threads = true;

  KOKKOS_FUNCTION int rank() const {
    KOKKOS_IF_ON_DEVICE((return arch::vector_lane();))
    KOKKOS_IF_ON_HOST((return 0;))
  }
  KOKKOS_FUNCTION bool is_first() const { return rank() == 0; }

  template <class F>
  KOKKOS_FUNCTION auto generate(F const& f) const {
    return f(rank());
  }
  template <class T, class F>
  KOKKOS_FUNCTION void for_each(T const& x, F const& f) const {
    f(rank(), x);
  }
  template <class T, class F>
  KOKKOS_FUNCTION auto map(T const& x, F const& f) const {
    return f(x);
  }
  template <class T, class U, class F>
  KOKKOS_FUNCTION auto map(T const& x, U const& y, F const& f) const {
    return f(x, y);
  }
  /// Bit i of the result is the vote of lane i.
  KOKKOS_FUNCTION std::uint64_t ballot([[maybe_unused]] bool vote) const {
    KOKKOS_IF_ON_DEVICE(
        (return static_cast<std::uint64_t>(arch::ballot(mask(), vote)) >> first_hardware_lane();))
    KOKKOS_IF_ON_HOST((return 0;))
  }
  /// Each lane gets x of lane `from`, which may differ from lane to lane.
  template <class T>
  KOKKOS_FUNCTION T gather(T const& x, int from) const {
    return get(x, from);
  }
  template <class T>
  KOKKOS_FUNCTION T get(T const& x, [[maybe_unused]] int lane) const {
    KOKKOS_IF_ON_DEVICE((return W == 1 ? x : arch::shuffle(mask(), x, lane, W);))
    KOKKOS_IF_ON_HOST((return x;))
  }
  template <int D, class T>
  KOKKOS_FUNCTION T shift_up([[maybe_unused]] T const& x, T const& fill) const {
    KOKKOS_IF_ON_DEVICE(
        (T const y = arch::shuffle_up(mask(), x, D, W); return rank() >= D ? y : fill;))
    KOKKOS_IF_ON_HOST((return fill;))
  }
  /// x[i] = op(x[i - D], x[i]) on every lane i >= D.
  template <int D, class Op, class T>
  KOKKOS_FUNCTION void combine_up([[maybe_unused]] Op const& op, [[maybe_unused]] T& x) const {
    KOKKOS_IF_ON_DEVICE(
        (x = arch::combine_up<KokkosScan::detail::is_sum<Op>>(mask(), op, x, D, W);))
  }
  /// x[i] = op(x[i - D], x[i]) on every lane i that asks for it; lanes i < D must not.
  template <int D, class Op, class T>
  KOKKOS_FUNCTION void combine_up_if([[maybe_unused]] bool asked, [[maybe_unused]] Op const& op,
                                     [[maybe_unused]] T& x) const {
    KOKKOS_IF_ON_DEVICE((T const y = arch::shuffle_up(mask(), x, D, W); if (asked) x = op(y, x);))
  }
  /// Pairs of lanes that differ in bit D combine in lane order; both get the result.
  template <int D, class Op, class T>
  KOKKOS_FUNCTION void combine_across([[maybe_unused]] Op const& op, [[maybe_unused]] T& x) const {
    KOKKOS_IF_ON_DEVICE((T const y = arch::shuffle_xor(mask(), x, D, rank(), W);
                         x = (rank() & D) ? op(y, x) : op(x, y);))
  }
  /// Whether op is a sum that `sum` computes over all lanes by one instruction.
  template <class Op>
  static constexpr bool has_sum = W == arch::warp_size && KokkosScan::detail::is_sum<Op> &&
                                  arch::has_warp_sum<typename Op::value_type>;
  template <class T>
  KOKKOS_FUNCTION T sum(T const& x) const {
    return arch::warp_sum(x);
  }
  /// A barrier of the lanes: after it all of them see what each wrote to memory before it.
  KOKKOS_FUNCTION void sync() const { KOKKOS_IF_ON_DEVICE((arch::sync_lanes(mask());)) }
  /// The lowest lane whose vote is true, -1 if there is none.
  KOKKOS_FUNCTION int first_where([[maybe_unused]] bool vote) const {
    KOKKOS_IF_ON_DEVICE((auto const m = arch::ballot(mask(), vote);
                         return m == 0 ? -1 : arch::first_set(m) - first_hardware_lane();))
    KOKKOS_IF_ON_HOST((return -1;))
  }
  /// The highest lane whose vote is true, -1 if there is none.
  KOKKOS_FUNCTION int last_where([[maybe_unused]] bool vote) const {
    KOKKOS_IF_ON_DEVICE((auto const m = arch::ballot(mask(), vote);
                         return m == 0 ? -1 : arch::last_set(m) - first_hardware_lane();))
    KOKKOS_IF_ON_HOST((return -1;))
  }

 private:
  KOKKOS_FUNCTION int first_hardware_lane() const {
    KOKKOS_IF_ON_DEVICE(
        (return W == arch::warp_size ? 0 : arch::thread_in_team() % arch::warp_size / W * W;))
    KOKKOS_IF_ON_HOST((return 0;))
  }
  KOKKOS_FUNCTION auto mask() const {
    KOKKOS_IF_ON_DEVICE((return arch::lane_mask(first_hardware_lane(), W);))
    KOKKOS_IF_ON_HOST((return 0;))
  }
};

/// Lanes that are SIMD lanes of one CPU thread: a value holds one element per lane.
template <int W>
class SimdLanes {
 public:
  static constexpr int size = W;
  static constexpr bool lanes_are_threads = false;

  bool is_first() const { return true; }
  void sync() const {}

  template <class F>
  auto generate(F const& f) const {
    Vector<std::decay_t<decltype(f(0))>, W> x;
    for (int i = 0; i < W; ++i) x.set(i, f(i));
    return x;
  }
  template <class T, class F>
  void for_each(Vector<T, W> const& x, F const& f) const {
    for (int i = 0; i < W; ++i) f(i, x[i]);
  }
  template <class T, class F>
  auto map(Vector<T, W> const& x, F const& f) const {
    return generate([&](int i) { return f(x[i]); });
  }
  template <class T, class U, class F>
  auto map(Vector<T, W> const& x, Vector<U, W> const& y, F const& f) const {
    return generate([&](int i) { return f(x[i], y[i]); });
  }
  std::uint64_t ballot(Vector<bool, W> const& votes) const {
    std::uint64_t mask = 0;
    for (int i = 0; i < W; ++i) mask |= static_cast<std::uint64_t>(votes[i]) << i;
    return mask;
  }
  template <class T>
  Vector<T, W> gather(Vector<T, W> const& x, Vector<int, W> const& from) const {
    return generate([&](int i) { return x[from[i]]; });
  }
  template <class T>
  T get(Vector<T, W> const& x, int lane) const {
    return x[lane];
  }
  template <int D, class T>
  Vector<T, W> shift_up(Vector<T, W> const& x, T const& fill) const {
    return x.template shifted_up<D>(Vector<T, W>(fill));
  }
  template <int D, class Op, class T>
  void combine_up(Op const& op, Vector<T, W>& x) const {
    if constexpr (Vector<T, W>::is_native) {
      x = Vector<T, W>::map(op, x.template shifted_up<D>(Vector<T, W>(op.identity())), x);
    } else {
      for (int i = W - 1; i >= D; --i) x.set(i, op(x[i - D], x[i]));
    }
  }
  template <int D, class Op, class T>
  void combine_across(Op const& op, Vector<T, W>& x) const {
    for (int i = 0; i < W; ++i)
      if ((i & D) == 0) {
        T const both = op(x[i], x[i | D]);
        x.set(i, both);
        x.set(i | D, both);
      }
  }
};

/// A single lane: a value is a scalar, on any hardware.
class OneLane {
 public:
  static constexpr int size = 1;
  static constexpr bool lanes_are_threads = false;

  KOKKOS_FUNCTION int rank() const { return 0; }
  KOKKOS_FUNCTION bool is_first() const { return true; }
  template <class F>
  KOKKOS_FUNCTION auto generate(F const& f) const {
    return f(0);
  }
  template <class T, class F>
  KOKKOS_FUNCTION void for_each(T const& x, F const& f) const {
    f(0, x);
  }
  template <class T, class F>
  KOKKOS_FUNCTION auto map(T const& x, F const& f) const {
    return f(x);
  }
  template <class T, class U, class F>
  KOKKOS_FUNCTION auto map(T const& x, U const& y, F const& f) const {
    return f(x, y);
  }
  KOKKOS_FUNCTION std::uint64_t ballot(bool vote) const { return vote ? 1 : 0; }
  template <class T>
  KOKKOS_FUNCTION T gather(T const& x, int) const {
    return x;
  }
  template <class T>
  KOKKOS_FUNCTION T get(T const& x, int) const {
    return x;
  }
  template <int D, class T>
  KOKKOS_FUNCTION T shift_up(T const&, T const& fill) const {
    return fill;
  }
  template <int D, class Op, class T>
  KOKKOS_FUNCTION void combine_up(Op const&, T&) const {}
  template <int D, class Op, class T>
  KOKKOS_FUNCTION void combine_across(Op const&, T&) const {}
  KOKKOS_FUNCTION void sync() const {}
  KOKKOS_FUNCTION int first_where(bool vote) const { return vote ? 0 : -1; }
  KOKKOS_FUNCTION int last_where(bool vote) const { return vote ? 0 : -1; }
};

/// The lanes of a group as they run over a range, each with one element at a time: a CPU thread
/// executes the code once, whatever its vector length, so it is one lane.
template <LaneGroup G>
using RangeLanes = std::conditional_t<G::lanes_are_threads, ThreadLanes<G::size>, OneLane>;

template <class Exec, int W>
using Lanes = std::conditional_t<tuning::capabilities<Exec>.lanes_are_threads, ThreadLanes<W>,
                                 std::conditional_t<W == 1, OneLane, SimdLanes<W>>>;

}  // namespace detail

/// \brief The vector lanes of one thread of a team, as a group that holds one element per lane.
///
/// \tparam W  number of lanes, a power of two: the vector length of the kernel's `TeamPolicy`; at
///            most 32 on CUDA, a wavefront on HIP, 64 on hosts
///
/// A value holds one element per lane: it is a scalar of type T where lanes are threads or there is
/// one lane, a SIMD vector (`Vector<T, W>`) otherwise. Values are made by `generate(f)` from
/// `f(lane)`, by `map(x, f)` from `f(element)`, and by `map(x, y, f)` from the elements of two
/// values. `for_each(x, f)` calls `f(lane, element)`, `get(x, lane)` gives one lane's element to
/// all, `gather(x, from)` gives lane i the element of lane from(i), and `ballot(votes)` returns a
/// mask with one bit per lane. After `sync()`, a barrier of the lanes, all of them see what each
/// has written to memory.
///
/// A group refers to the member it is constructed from, which must outlive it.
template <TeamMember Member, int W>
class Group : public detail::Lanes<typename Member::execution_space, W> {
 public:
  static_assert(W >= 1 && (W & (W - 1)) == 0, "W, the number of lanes, must be a power of two");
  static_assert(W <= tuning::capabilities<typename Member::execution_space>.max_lanes,
                "W is more lanes than a thread of this execution space has");
  KOKKOS_FUNCTION explicit Group(Member const& member) : m_member(member) {}
  KOKKOS_FUNCTION Member const& member() const { return m_member; }

 private:
  Member const& m_member;
};

namespace detail {

/// Whether a lane's element differs from that of the lane below. Lane 0 has none and asks itself.
/// \param equal  a `KeyEquality`
template <LaneGroup G, class V, class Equal>
KOKKOS_FUNCTION auto differs_from_below(G const& lanes, V const& x, Equal const& equal) {
  auto const before = lanes.template shift_up<1>(x, lanes.get(x, 0));
  return lanes.map(x, before,
                   [&](auto const& own, auto const& below) { return !equal(below, own); });
}

}  // namespace detail

}  // namespace KokkosScan::lane
