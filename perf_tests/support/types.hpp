// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>

#include <cstdint>

/// Element types and operators of the benchmarks, and their names in the results.
namespace perf {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

template <class T>
using Array = Kokkos::View<T*, Memory>;

/// 24 bytes, three components: larger than any word the hardware can publish at once.
struct Triple {
  double x, y, z;
  KOKKOS_FUNCTION friend Triple operator+(Triple const& a, Triple const& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  KOKKOS_FUNCTION friend bool operator==(Triple const& a, Triple const& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
  }
};

/// 32 bytes of floats, like a particle; compared by the first float.
struct Particle {
  float x = 0, rest[7] = {};
  Particle() = default;
  KOKKOS_FUNCTION explicit Particle(std::int64_t number) : x(static_cast<float>(number)) {
    for (int k = 0; k < 7; ++k) rest[k] = x + static_cast<float>(k);
  }
  KOKKOS_FUNCTION friend bool operator<(Particle const& a, Particle const& b) { return a.x < b.x; }
  KOKKOS_FUNCTION friend bool operator==(Particle const& a, Particle const& b) {
    bool is_same = a.x == b.x;
    for (int k = 0; k < 7; ++k) is_same = is_same && a.rest[k] == b.rest[k];
    return is_same;
  }
};

/// x -> a * x + b modulo 2^32.
struct Affine {
  std::uint32_t a, b;
  KOKKOS_FUNCTION friend bool operator==(Affine const& f, Affine const& g) {
    return f.a == g.a && f.b == g.b;
  }
};

/// "First left, then right": associative and not commutative; every bit of the input affects the
/// result.
struct Compose {
  using value_type = Affine;
  static constexpr bool is_commutative = false;
  KOKKOS_FUNCTION Affine identity() const { return {1, 0}; }
  KOKKOS_FUNCTION Affine operator()(Affine const& left, Affine const& right) const {
    return {left.a * right.a, left.b * right.a + right.b};
  }
};

template <class T>
struct Type {};

template <class... Types>
struct TypeList {};

template <class Visitor, class... Types>
void for_each_type(TypeList<Types...>, Visitor const& visit) {
  (visit(Type<Types>{}), ...);
}

/// The operators that every baseline should provide; sums come first.
using SumTypes = TypeList<std::int8_t, std::int16_t, std::int32_t, std::int64_t, float, double,
                          Kokkos::complex<double>, Triple>;
using CopyTypes =
    TypeList<std::int8_t, std::uint8_t, std::int16_t, std::int32_t, std::int64_t, float, double,
             Kokkos::complex<double>, Triple, std::uint32_t, Affine, Particle>;
using SumOperators = TypeList<KokkosScan::Sum<std::int8_t>, KokkosScan::Sum<std::int16_t>,
                              KokkosScan::Sum<std::int32_t>, KokkosScan::Sum<std::int64_t>,
                              KokkosScan::Sum<float>, KokkosScan::Sum<double>,
                              KokkosScan::Sum<Kokkos::complex<double>>, KokkosScan::Sum<Triple>>;
using OtherOperators = TypeList<KokkosScan::Max<std::int32_t>, Compose>;

template <class T>
inline constexpr char const* type_name = nullptr;
template <>
inline constexpr char const* type_name<std::int8_t> = "int8";
template <>
inline constexpr char const* type_name<std::uint8_t> = "uint8";
template <>
inline constexpr char const* type_name<std::int16_t> = "int16";
template <>
inline constexpr char const* type_name<std::int32_t> = "int32";
template <>
inline constexpr char const* type_name<std::uint32_t> = "uint32";
template <>
inline constexpr char const* type_name<std::int64_t> = "int64";
template <>
inline constexpr char const* type_name<float> = "float";
template <>
inline constexpr char const* type_name<double> = "double";
template <>
inline constexpr char const* type_name<Kokkos::complex<double>> = "complex_double";
template <>
inline constexpr char const* type_name<Triple> = "struct24";
template <>
inline constexpr char const* type_name<Particle> = "struct32";
template <>
inline constexpr char const* type_name<Affine> = "affine8";

template <class Op>
inline constexpr char const* operator_name = nullptr;
template <class T>
inline constexpr char const* operator_name<KokkosScan::Sum<T>> = "sum";
template <class T>
inline constexpr char const* operator_name<KokkosScan::Max<T>> = "max";
template <>
inline constexpr char const* operator_name<Compose> = "compose";

}  // namespace perf
