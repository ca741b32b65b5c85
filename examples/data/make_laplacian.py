#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the 5-point Laplacian of an m x m grid as a symmetric Matrix Market file: make_laplacian.py M > FILE.mtx"""

import sys

m = int(sys.argv[1])
lines = []
for y in range(m):
    for x in range(m):
        i = y * m + x + 1
        lines.append(f"{i} {i} 4")  # lower triangle only: itself, the neighbor to the right, the one below
        if x + 1 < m:
            lines.append(f"{i + 1} {i} -1")
        if y + 1 < m:
            lines.append(f"{i + m} {i} -1")

print("%%MatrixMarket matrix coordinate real symmetric")
print(f"% 5-point Laplacian of a {m} x {m} grid, written by make_laplacian.py")
print(m * m, m * m, len(lines))
print("\n".join(lines))
