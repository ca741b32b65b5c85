#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Unit tests of report.py; matplotlib may be missing."""

import contextlib
import importlib.util
import io
import json
import pathlib
import tempfile
import unittest

import report


def entry(name, seconds, rate, of_copy=0.5, **more):
    return {"name": name, "real_time": seconds * 1e6, "time_unit": "us", "bytes_per_second": rate,
            "fraction_of_copy": of_copy, **more}


RESULTS = {
    "context": {"device": "Some Card", "backend": "Cuda", "commit": "abc"},
    "benchmarks": [
        entry("copy/int32/device_copy/n:1024/iterations:1/manual_time", 1e-6, 8e9, 1.0),
        entry("scan/inclusive/sum/int32/look_back/n:1024/iterations:1/manual_time", 2e-6, 4e9),
        entry("scan/inclusive/sum/int32/cub/n:1024/iterations:1/manual_time", 3e-6, 2.7e9, 0.33),
        entry("scan/inclusive/sum/int32/look_back/n:1000/iterations:1/manual_time", 2e-6, 3e9),
        entry("scan/by_key/length_50/sum/double/automatic/n:4096", 1e-6, 1e9),
        entry("scan/inclusive/sum/int32/hierarchical/n:1024", 1e-6, 9e9, error_occurred=True,
              error_message="wrong result"),
    ],
}


class ReportTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.folder / "results.json"
        self.file.write_text(json.dumps(RESULTS), encoding="utf-8")

    def test_names_are_taken_apart(self):
        self.assertEqual(report.split_name("scan/inclusive/sum/int32/look_back/n:8/iterations:1/manual_time"),
                         ("scan/inclusive/sum", "int32", "look_back", 8))
        self.assertEqual(report.split_name("copy/float/device_copy/n:8"), ("copy", "float", "device_copy", 8))
        self.assertIsNone(report.split_name("something_else"))

    def test_sizes_are_named(self):
        self.assertEqual(report.size_name(1 << 28), "2^28")
        self.assertEqual(report.size_name(1000), "1000")

    def test_copies_and_failures_are_set_apart(self):
        context, groups, copies, failures = report.read([self.file])
        self.assertEqual(context["device"], "Some Card")
        self.assertEqual(sorted(groups), [("scan/by_key/length_50/sum", "double"), ("scan/inclusive/sum", "int32")])
        self.assertEqual(list(copies), ["int32"])
        self.assertEqual(len(failures), 1)
        group = groups["scan/inclusive/sum", "int32"]
        self.assertEqual(group.implementations(), ["look_back", "cub"])
        self.assertAlmostEqual(group.points["look_back"][1024].seconds, 2e-6)

    def test_report_is_written(self):
        output = self.folder / "out"
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual(report.main([str(self.file), "--output", str(output)]), 0)
        self.assertIn("2 tables", said.getvalue())
        text = (output / "report.md").read_text(encoding="utf-8")
        self.assertIn("| look_back | 2.0 | 4 | 0.50 |  |", text)
        self.assertIn("| cub | 3.0 | 2.7 | 0.33 | 1.50 x |", text)
        self.assertIn("takes as long as look_back |", text)
        self.assertIn("| 2^10 | **4** | 2.7 | 8 |", text)
        self.assertIn("wrong result", text)
        # Two sizes: a plot, if there is something to plot with.
        images = [path for path in output.iterdir() if path.suffix == ".svg" and path.stat().st_size > 1000]
        self.assertEqual(len(images), 1 if importlib.util.find_spec("matplotlib") else 0)

    def test_what_has_no_copy_beside_it_tells_its_floor(self):
        entries = [entry("partition/select/50%/int32/automatic/n:1024", 2e-6, 4e9, 0.5),
                   entry("partition/select/50%/int32/automatic/n:2048", 2e-6, 6e9, 0.8)]
        self.file.write_text(json.dumps({"context": {}, "benchmarks": entries}), encoding="utf-8")
        group = report.read([self.file])[1]["partition/select/50%", "int32"]
        self.assertEqual(group.floor_rates(), {1024: 8e9, 2048: 7.5e9})
        self.assertIn("| 2^10 | **4** | 8 |", report.describe_sizes(group, None))

    def test_others_are_compared_with_what_a_caller_gets(self):
        entries = [entry("scan/inclusive/sum/int32/automatic/n:1024", 4e-6, 2e9),
                   entry("scan/inclusive/sum/int32/look_back/n:1024", 2e-6, 4e9),
                   entry("scan/inclusive/sum/int32/cub/n:1024", 6e-6, 1.3e9)]
        self.file.write_text(json.dumps({"context": {}, "benchmarks": entries}), encoding="utf-8")
        group = report.read([self.file])[1]["scan/inclusive/sum", "int32"]
        self.assertEqual(group.at_largest()[2], "automatic")
        self.assertIn("| cub | 6.0 | 1.3 | 0.50 | 1.50 x |", report.describe_largest(group))
        self.assertIn("| cub | 1.50 x |", report.describe_all([group])[-2])

    def test_a_missing_file_is_an_error(self):
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(report.main([str(self.folder / "none.json")]), 1)
        self.assertIn("none.json", said.getvalue())


if __name__ == "__main__":
    unittest.main()
