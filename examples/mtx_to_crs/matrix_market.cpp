// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "matrix_market.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <string_view>

namespace matrix_market {
namespace {

constexpr std::array fields{"real", "integer", "pattern", "complex"};
constexpr std::array symmetries{"general", "symmetric", "skew-symmetric", "hermitian"};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::string quoted(std::string_view word) { return "'" + std::string(word.substr(0, 40)) + "'"; }

/// Parses the text in one pass, line by line; every error carries the current line number.
class Parser {
 public:
  Parser(std::string const& file, std::string_view text) : m_file(file), m_rest(text) {}

  Coordinates parse() {
    Coordinates matrix;
    parse_banner(matrix);
    std::int64_t const entries = parse_size(matrix);
    parse_entries(matrix, entries);
    if (next_content_line()) fail("data after the last of " + std::to_string(entries) + " entries");
    return matrix;
  }

 private:
  [[noreturn]] void fail(std::string const& what) const { throw Error(m_file, m_number, what); }

  bool next_line() {
    if (m_rest.empty()) return false;
    std::size_t const end = m_rest.find('\n');
    m_line = m_rest.substr(0, end);
    m_rest = end == std::string_view::npos ? std::string_view{} : m_rest.substr(end + 1);
    ++m_number;
    return true;
  }

  void skip_blanks() {
    std::size_t i = 0;
    while (i < m_line.size() && is_blank(m_line[i])) ++i;
    m_line.remove_prefix(i);
  }

  /// Moves to the next line that is neither empty nor a comment; false at the end of the file.
  bool next_content_line() {
    while (next_line()) {
      skip_blanks();
      if (!m_line.empty() && m_line.front() != '%') return true;
    }
    return false;
  }

  std::string_view next_word() {
    skip_blanks();
    std::size_t i = 0;
    while (i < m_line.size() && !is_blank(m_line[i])) ++i;
    std::string_view const word = m_line.substr(0, i);
    m_line.remove_prefix(i);
    return word;
  }

  /// \param what names the number in an error
  template <class Number>
  Number next_number(char const* what) {
    std::string_view const word = next_word();
    if (word.empty()) fail(std::string(what) + " is missing");
    std::string_view digits = word;
    if (digits.size() > 1 && digits.front() == '+' && digits[1] != '-') digits.remove_prefix(1);
    Number number{};
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error == std::errc::result_out_of_range)
      fail(std::string(what) + " is out of range: " + quoted(word));
    if (error != std::errc{} || end != digits.data() + digits.size())
      fail(std::string(what) + " is not a number: " + quoted(word));
    return number;
  }

  void expect_end_of_line() {
    std::string_view const word = next_word();
    if (!word.empty()) fail("unexpected " + quoted(word) + " at the end of the line");
  }

  template <class Names>
  int choose(Names const& names, char const* what) {
    std::string const word = lower_case(next_word());
    auto const found = std::find(names.begin(), names.end(), word);
    if (found == names.end())
      fail(std::string("unknown ") + what + " " + quoted(word) + " in the header");
    return static_cast<int>(found - names.begin());
  }

  void parse_banner(Coordinates& matrix) {
    if (!next_line()) fail("the file is empty");
    if (lower_case(next_word()) != "%%matrixmarket")
      fail("the header does not start with %%MatrixMarket");
    if (lower_case(next_word()) != "matrix") fail("the header does not say 'matrix'");
    if (std::string const format = lower_case(next_word()); format != "coordinate")
      fail("format " + quoted(format) + " is not supported, only 'coordinate' is");
    matrix.field = static_cast<Field>(choose(fields, "field"));
    matrix.symmetry = static_cast<Symmetry>(choose(symmetries, "symmetry"));
    expect_end_of_line();
    if (matrix.symmetry == Symmetry::hermitian && matrix.field != Field::complex)
      fail("a hermitian matrix must be complex");
    if (matrix.symmetry == Symmetry::skew_symmetric && matrix.field == Field::pattern)
      fail("a pattern cannot be skew-symmetric");
  }

  std::int64_t parse_size(Coordinates& matrix) {
    if (!next_content_line()) fail("the file ends before the line with rows, columns and entries");
    matrix.rows = next_number<std::int64_t>("the number of rows");
    matrix.columns = next_number<std::int64_t>("the number of columns");
    auto const entries = next_number<std::int64_t>("the number of entries");
    expect_end_of_line();
    if (matrix.rows < 0 || matrix.columns < 0 || entries < 0) fail("a size is negative");
    constexpr std::int64_t limit = std::numeric_limits<std::int32_t>::max();
    if (matrix.rows > limit || matrix.columns > limit) fail("more than 2147483647 rows or columns");
    if (matrix.symmetry != Symmetry::general && matrix.rows != matrix.columns)
      fail(std::string("a ") + name(matrix.symmetry) + " matrix must be square, this one is " +
           std::to_string(matrix.rows) + " x " + std::to_string(matrix.columns));
    return entries;
  }

  std::int32_t next_index(char const* what, std::int64_t extent) {
    auto const index = next_number<std::int64_t>(what);
    if (index < 1 || index > extent)
      fail(std::string(what) + " " + std::to_string(index) + " is not in 1.." +
           std::to_string(extent));
    return static_cast<std::int32_t>(index - 1);
  }

  void parse_entries(Coordinates& matrix, std::int64_t entries) {
    // The size line may announce more entries than the file holds: reserve at most as many as the
    // rest of the text has room for (the shortest entry is "1 1\n").
    auto const room =
        static_cast<std::size_t>(std::min<std::uint64_t>(entries, m_rest.size() / 4 + 1));
    matrix.row.reserve(room);
    matrix.column.reserve(room);
    matrix.real.reserve(room);
    if (matrix.field == Field::complex) matrix.imaginary.reserve(room);

    for (std::int64_t entry = 0; entry < entries; ++entry) {
      if (!next_content_line())
        fail("the file ends after " + std::to_string(entry) + " of " + std::to_string(entries) +
             " entries");
      std::int32_t const row = next_index("row", matrix.rows);
      std::int32_t const column = next_index("column", matrix.columns);
      if (matrix.symmetry == Symmetry::skew_symmetric && row == column)
        fail("a skew-symmetric matrix stores no diagonal");
      matrix.row.push_back(row);
      matrix.column.push_back(column);
      parse_value(matrix);
      expect_end_of_line();
    }
  }

  void parse_value(Coordinates& matrix) {
    switch (matrix.field) {
      case Field::pattern:
        matrix.real.push_back(1.0);
        break;
      case Field::integer:
        matrix.real.push_back(static_cast<double>(next_number<std::int64_t>("the value")));
        break;
      case Field::real:
        matrix.real.push_back(next_number<double>("the value"));
        break;
      case Field::complex:
        matrix.real.push_back(next_number<double>("the real part"));
        matrix.imaginary.push_back(next_number<double>("the imaginary part"));
        break;
    }
  }

  std::string const& m_file;
  std::string_view m_rest;
  std::string_view m_line;
  std::size_t m_number = 0;
};

std::string read_whole(std::string const& file) {
  using Handle = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  Handle const handle(std::fopen(file.c_str(), "rb"), &std::fclose);
  if (!handle) throw Error(file, 0, std::string("cannot open: ") + std::strerror(errno));
  std::string text;
  std::size_t filled = 0;
  // The size of the file is only a first guess: pipes have none, and a directory opens but does not
  // read.
  std::size_t guess = std::size_t(1) << 16;
  if (std::fseek(handle.get(), 0, SEEK_END) == 0) {
    if (long const end = std::ftell(handle.get());
        end > 0 && end < std::numeric_limits<long>::max())
      guess = static_cast<std::size_t>(end) + 1;
    std::rewind(handle.get());
  }
  for (std::size_t got = 1; got > 0;) {
    if (filled == text.size()) text.resize(filled == 0 ? guess : 2 * filled);
    got = std::fread(text.data() + filled, 1, text.size() - filled, handle.get());
    filled += got;
  }
  if (std::ferror(handle.get()))
    throw Error(file, 0, std::string("cannot read: ") + std::strerror(errno));
  text.resize(filled);
  return text;
}

}  // namespace

char const* name(Field field) { return fields[static_cast<int>(field)]; }
char const* name(Symmetry symmetry) { return symmetries[static_cast<int>(symmetry)]; }

Coordinates read(std::string const& file) {
  std::string const text = read_whole(file);
  return Parser(file, text).parse();
}

}  // namespace matrix_market
