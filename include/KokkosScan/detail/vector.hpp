// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>

#include <type_traits>
#include <utility>

namespace KokkosScan::detail {

/// The operator has an `apply` for V, and says by `apply_of` that this is its own, not one of a
/// base class (`KokkosScan/operators.hpp`).
template <class Op, class V>
concept AppliesTo = requires(V const& v) {
  requires std::is_same_v<typename Op::apply_of, Op>;
  Op::apply(v, v);
};

/// \brief One element per lane on a CPU, where a lane is a SIMD lane.
///
/// A compiler vector if W elements of T fill exactly one register of the target, a plain array
/// otherwise: compilers keep wider vectors in memory, and do not vectorize a plain array.
template <class T, int W>
class Vector {
 public:
  static constexpr bool is_native = W > 1 && arch::vector_lanes<T> == W;

  Vector() = default;
  explicit Vector(T const& x) {
    if constexpr (is_native) {
      // Set lane by lane, g++ would keep the vector in memory in every loop that carries it.
      m_data = arch::vector_broadcast<0>(decltype(m_data){x}, std::make_integer_sequence<int, W>{});
    } else {
      for (int i = 0; i < W; ++i) set(i, x);
    }
  }

  static Vector load(T const* p) {
    Vector x;
    arch::copy_bytes(&x.m_data, p, W * sizeof(T));
    return x;
  }
  void store(T* p) const { arch::copy_bytes(p, &m_data, W * sizeof(T)); }

  /// As `store`, but bypasses the caches. For native vectors only; p must be aligned to a vector.
  void stream(T* p) const { arch::store_streaming(p, m_data); }

  T operator[](int i) const {
    if constexpr (is_native)
      return m_data[i];
    else
      return m_data.element[i];
  }
  void set(int i, T const& x) {
    if constexpr (is_native)
      m_data[i] = x;
    else
      m_data.element[i] = x;
  }

  /// Lane i holds op(a[i], b[i]): one instruction where the operator has an `apply` for vectors.
  template <class Op>
  static Vector map(Op const& op, Vector const& a, Vector const& b) {
    if constexpr (is_native) {
      return mapped(op, a, b, std::make_integer_sequence<int, W>{});
    } else {
      Vector c = a;
      for (int i = 0; i < W; ++i) c.set(i, op(a[i], b[i]));
      return c;
    }
  }

  /// Lane i gets the value of lane i - D; the first D lanes get those of fill.
  template <int D>
  Vector shifted_up(Vector const& fill) const {
    Vector y;
    if constexpr (is_native)
      y.m_data =
          arch::vector_shift_up<D>(m_data, fill.m_data, std::make_integer_sequence<int, W>{});
    else
      for (int i = 0; i < W; ++i) y.set(i, i < D ? fill[i] : (*this)[i - D]);
    return y;
  }

  /// Every lane gets the value of lane Index.
  template <int Index>
  Vector broadcast() const {
    if constexpr (is_native) {
      Vector y;
      y.m_data = arch::vector_broadcast<Index>(m_data, std::make_integer_sequence<int, W>{});
      return y;
    } else {
      return Vector((*this)[Index]);
    }
  }

 private:
  template <class Op, int... Index>
  static Vector mapped(Op const& op, Vector const& a, Vector const& b,
                       std::integer_sequence<int, Index...>) {
    Vector c;
    if constexpr (AppliesTo<Op, decltype(storage())>)
      c.m_data = Op::apply(a.m_data, b.m_data);
    else
      c.m_data = decltype(storage()){static_cast<T>(op(a[Index], b[Index]))...};
    return c;
  }
  struct Array {
    T element[W];
  };
  static auto storage() {
    if constexpr (is_native)
      return typename arch::NativeVector<T, W>::type{};
    else
      return Array{};
  }
  decltype(storage()) m_data;
};

}  // namespace KokkosScan::detail
