// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file The oracle: the public functions as plain serial loops over std::vector.

#include <cstddef>
#include <vector>

namespace KokkosScanTest::reference {

template <class Op>
using Value = typename Op::value_type;

template <class Out, class In, class Op>
std::vector<Out> inclusive_scan_as(std::vector<In> const& in, Op const& op) {
  std::vector<Out> out;
  out.reserve(in.size());
  Value<Op> sum = op.identity();
  for (In const& x : in) {
    sum = op(sum, static_cast<Value<Op>>(x));
    out.push_back(static_cast<Out>(sum));
  }
  return out;
}

template <class In, class Op>
std::vector<Value<Op>> inclusive_scan(std::vector<In> const& in, Op const& op) {
  return inclusive_scan_as<Value<Op>>(in, op);
}

/// Returns n + 1 entries: the last one is the total, init included.
template <class In, class Op>
std::vector<Value<Op>> exclusive_scan_with_total(std::vector<In> const& in, Op const& op,
                                                 Value<Op> init) {
  std::vector<Value<Op>> out;
  out.reserve(in.size() + 1);
  for (In const& x : in) {
    out.push_back(init);
    init = op(init, static_cast<Value<Op>>(x));
  }
  out.push_back(init);
  return out;
}

template <class In, class Op>
std::vector<Value<Op>> exclusive_scan(std::vector<In> const& in, Op const& op,
                                      Value<Op> const& init) {
  auto out = exclusive_scan_with_total(in, op, init);
  out.pop_back();
  return out;
}

template <class In, class Op>
std::vector<Value<Op>> exclusive_scan(std::vector<In> const& in, Op const& op) {
  return exclusive_scan(in, op, op.identity());
}

template <class In, class Offset, class Op>
std::vector<Value<Op>> segmented_inclusive_scan(std::vector<In> const& in,
                                                std::vector<Offset> const& offsets, Op const& op) {
  std::vector<Value<Op>> out;
  out.reserve(in.size());
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    Value<Op> sum = op.identity();
    for (auto i = static_cast<std::size_t>(offsets[s]);
         i < static_cast<std::size_t>(offsets[s + 1]); ++i) {
      sum = op(sum, static_cast<Value<Op>>(in[i]));
      out.push_back(sum);
    }
  }
  return out;
}

template <class In, class Offset, class Op>
std::vector<Value<Op>> segmented_exclusive_scan(std::vector<In> const& in,
                                                std::vector<Offset> const& offsets, Op const& op,
                                                Value<Op> const& init) {
  std::vector<Value<Op>> out;
  out.reserve(in.size());
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    Value<Op> sum = init;
    for (auto i = static_cast<std::size_t>(offsets[s]);
         i < static_cast<std::size_t>(offsets[s + 1]); ++i) {
      out.push_back(sum);
      sum = op(sum, static_cast<Value<Op>>(in[i]));
    }
  }
  return out;
}

/// The offsets of the maximal runs of equal consecutive keys.
template <class Key>
std::vector<std::size_t> offsets_of_runs(std::vector<Key> const& keys) {
  std::vector<std::size_t> offsets{0};
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (!(keys[i] == keys[i - 1])) offsets.push_back(i);
  }
  if (!keys.empty()) offsets.push_back(keys.size());
  return offsets;
}

template <class Key, class In, class Op>
std::vector<Value<Op>> inclusive_scan_by_key(std::vector<Key> const& keys,
                                             std::vector<In> const& in, Op const& op) {
  return segmented_inclusive_scan(in, offsets_of_runs(keys), op);
}

template <class Key, class In, class Op>
std::vector<Value<Op>> exclusive_scan_by_key(std::vector<Key> const& keys,
                                             std::vector<In> const& in, Op const& op,
                                             Value<Op> const& init) {
  return segmented_exclusive_scan(in, offsets_of_runs(keys), op, init);
}

/// The index of entry `step` of line `line` in a row-by-row list of a rows x columns table.
inline std::size_t along_index(int axis, std::size_t line, std::size_t step, std::size_t columns) {
  return axis == 0 ? step * columns + line : line * columns + step;
}

/// `in` lists the table row by row. Axis 0 scans down every column, axis 1 along every row.
template <class In, class Op>
std::vector<Value<Op>> inclusive_scan_along(int axis, std::size_t rows, std::size_t columns,
                                            std::vector<In> const& in, Op const& op) {
  std::vector<Value<Op>> out(in.size());
  std::size_t const lines = axis == 0 ? columns : rows, steps = axis == 0 ? rows : columns;
  for (std::size_t line = 0; line < lines; ++line) {
    Value<Op> sum = op.identity();
    for (std::size_t step = 0; step < steps; ++step) {
      std::size_t const k = along_index(axis, line, step, columns);
      sum = op(sum, static_cast<Value<Op>>(in[k]));
      out[k] = sum;
    }
  }
  return out;
}

template <class In, class Op>
std::vector<Value<Op>> exclusive_scan_along(int axis, std::size_t rows, std::size_t columns,
                                            std::vector<In> const& in, Op const& op,
                                            Value<Op> const& init) {
  std::vector<Value<Op>> out(in.size());
  std::size_t const lines = axis == 0 ? columns : rows, steps = axis == 0 ? rows : columns;
  for (std::size_t line = 0; line < lines; ++line) {
    Value<Op> sum = init;
    for (std::size_t step = 0; step < steps; ++step) {
      std::size_t const k = along_index(axis, line, step, columns);
      out[k] = sum;
      sum = op(sum, static_cast<Value<Op>>(in[k]));
    }
  }
  return out;
}

}  // namespace KokkosScanTest::reference
