// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "extraction_drivers.hpp"

namespace KokkosScanTest {

/// The given number of words, all of which differ from element to element.
template <class Word, int Words>
struct Record {
  Word word[Words];
  bool operator==(Record const& other) const {
    for (int w = 0; w < Words; ++w)
      if (word[w] != other.word[w]) return false;
    return true;
  }
};
template <class Word, int Words>
void print(std::ostream& stream, Record<Word, Words> const& x) {
  stream << +x.word[0];
}

/// Bins in random order; some elements are in no bin.
struct BinOfRecord {
  int bins;
  template <class Word, int Words>
  KOKKOS_FUNCTION int operator()(Record<Word, Words> const& x) const {
    auto const key = static_cast<unsigned>(x.word[Words / 2]) * 2654435761u;
    return static_cast<int>(key >> 8) % (bins + 1);
  }
};

template <class Word, int Words, ExtractionPolicy P>
void check_records(std::size_t n, int bins) {
  SCOPED_TRACE(std::to_string(n) + " records of " + std::to_string(Words) + " words of " +
               std::to_string(sizeof(Word)) + " bytes, " + std::to_string(bins) + " bins");
  using T = Record<Word, Words>;
  std::vector<T> input(n);
  for (std::size_t i = 0; i < n; ++i)
    for (int w = 0; w < Words; ++w)
      input[i].word[w] = static_cast<Word>(i * 131 + static_cast<std::size_t>(w) * 17);
  BinOfRecord const binning{bins};
  auto const all_bins = static_cast<std::size_t>(bins);
  auto const expected = reference::extract(input, binning, all_bins);
  auto const in_bins = static_cast<std::size_t>(expected.offsets[all_bins]);
  GuardedArray<T> const in(input, 1, 3);
  GuardedArray<int> const offsets(all_bins + 1);
  for (bool const is_known : {false, true}) {
    GuardedArray<T> const out(n, 1, 2);
    auto const options =
        is_known ? ExtractionOptions<P>{}.with_known_offsets() : ExtractionOptions<P>{};
    KokkosScan::extract_bins(Exec(), in.strided_view(), binning, out.strided_view(), offsets.view(),
                             options);
    EXPECT_TRUE(offsets.holds(as<int>(expected.offsets)));
    auto elements = to_vector(out.strided_view());
    auto sorted = in_order_of(input, expected);
    elements.resize(in_bins);
    sorted.resize(in_bins);
    EXPECT_TRUE(equal_lists(elements, sorted)) << (is_known ? "known offsets" : "unknown offsets");
    EXPECT_TRUE(out.guards_hold());
  }
}
template <class Word, int Words>
void check_records() {
  for (std::size_t const n : {1u, 700u, 20011u})
    for (int const bins : {1, 8, 200, 256, 1000, 5000}) {
      check_records<Word, Words, ExtractionPolicy{}>(n, bins);
      check_records<Word, Words, one_looks>(n, bins);
    }
}

TEST(ExtractBins, RecordsOfBytes) { check_records<std::uint8_t, 23>(); }
TEST(ExtractBins, RecordsOfFloats) { check_records<float, 9>(); }
TEST(ExtractBins, RecordsOfDoubles) {
  check_records<double, 3>();
  check_records<double, 32>();
}

}  // namespace KokkosScanTest
