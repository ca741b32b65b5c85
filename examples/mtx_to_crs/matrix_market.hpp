// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

/// Reader for Matrix Market coordinate files. It knows nothing of Kokkos, so it can be copied into
/// any program.
namespace matrix_market {

enum class Field { real, integer, pattern, complex };
enum class Symmetry { general, symmetric, skew_symmetric, hermitian };

char const* name(Field field);
char const* name(Symmetry symmetry);

/// The contents of the file: one triplet for every stored entry, in the order of the file, with
/// indices counted from zero. A symmetric file stores only one triangle; the mirrored entries are
/// implied and not listed here.
struct Coordinates {
  Field field = Field::real;
  Symmetry symmetry = Symmetry::general;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int32_t> row;
  std::vector<std::int32_t> column;
  std::vector<double> real;       ///< 1 for every entry of a pattern file
  std::vector<double> imaginary;  ///< empty unless the field is complex

  std::size_t size() const { return row.size(); }
};

/// The text is `FILE:LINE: description of the error`; line 0 means the file as a whole.
struct Error : std::runtime_error {
  Error(std::string const& file, std::size_t line, std::string const& what)
      : std::runtime_error(file + ":" + std::to_string(line) + ": " + what) {}
};

/// \brief Reads a coordinate file of any field and symmetry.
/// The whole file is read at once and parsed with std::from_chars, which neither allocates nor
/// looks at the locale.
/// \throws Error for a file that is missing, malformed, truncated or longer than its size line
/// says.
Coordinates read(std::string const& file);

}  // namespace matrix_market
