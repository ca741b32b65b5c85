#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns the JSON of the benchmarks into a Markdown report and plots.

    perf_scan --benchmark_out=h200.json --benchmark_out_format=json
    report.py h200.json --output results/h200

writes results/h200/report.md, which begins with everything at its largest size, and, where matplotlib is installed,
a plot of bandwidth against size for every operation and type that was run at several sizes. Several files of one
machine are merged; where they overlap the later one counts.
"""

import argparse
import json
import pathlib
import re
import sys
from dataclasses import dataclass, field

VARIANTS = ["automatic", "work_ahead", "look_back", "fixed_look_back", "hierarchical", "parallel_scan", "hillis_steele",
            "kokkos_scan", "kokkos_scan_reproducible",  # histograms and extraction
            "lane_first", "lane_first_known", "raking", "raking_known", "blelloch", "double_buffer", "shuffle"]  # inside a kernel
CONTEXT = ["device", "toolkit", "host", "backend", "concurrency", "kokkos_version", "kokkos_view", "compiler", "flags", "commit", "date",
           "OMP_NUM_THREADS", "OMP_PROC_BIND"]

FASTEST = "the fastest there can be"


@dataclass
class Point:
    """One benchmark: seconds of a call, how much a second, and as a fraction of the fastest there can be."""

    seconds: float
    rate: float
    fraction: float


@dataclass
class Group:
    """One operation on one type: the points of each implementation by size."""

    operation: str
    type: str
    unit: str = "GB/s"  # or billions of elements
    points: dict = field(default_factory=dict)

    def sizes(self):
        return sorted({n for series in self.points.values() for n in series})

    def fastest_rates(self):
        """By size, the rate of the fastest there can be, where points tell which fraction of it theirs is."""
        return {n: point.rate / point.fraction
                for series in self.points.values() for n, point in series.items() if point.fraction}

    def implementations(self):
        """The library's variants first, then the baselines."""
        mine = [name for name in VARIANTS if name in self.points]
        return mine + sorted(name for name in self.points if name not in mine)


def split_name(name):
    """'scan/inclusive/sum/int32/look_back/n:1024/...' -> ('scan/inclusive/sum', 'int32', 'look_back', 1024)."""
    parts = name.split("/")
    at = next((i for i, part in enumerate(parts) if part.startswith("n:")), None)
    if at is None or at < 3:
        return None
    return "/".join(parts[: at - 2]), parts[at - 2], parts[at - 1], int(parts[at][2:])


def read(paths):
    """Returns the context of the last file and the groups of all, keyed by (operation, type), copies apart."""
    context, groups, failures = {}, {}, []
    for path in paths:
        document = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        context = document.get("context", {})
        for entry in document["benchmarks"]:
            parsed = split_name(entry["name"])
            if parsed is None:
                continue
            if entry.get("error_occurred") or entry.get("skipped"):
                failures.append(f"{entry['name']}: {entry.get('error_message') or entry.get('skip_message')}")
                continue
            if entry.get("aggregate_name", "median") != "median":
                continue
            operation, kind, implementation, n = parsed
            unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}[entry["time_unit"]]
            has_bytes = "bytes_per_second" in entry
            point = Point(entry["real_time"] * unit, entry["bytes_per_second" if has_bytes else "items_per_second"],
                          entry.get("fraction_of_copy", entry.get("fraction_of_floor", 0.0)))
            group = groups.setdefault((operation, kind), Group(operation, kind, "GB/s" if has_bytes else "G/s"))
            group.points.setdefault(implementation, {})[n] = point
    copies = {kind: groups.pop(("copy", kind)) for operation, kind in list(groups) if operation == "copy"}
    return context, groups, copies, failures


def size_name(n):
    power = n.bit_length() - 1
    return f"2^{power}" if n == 1 << power and n > 1 else str(n)


def billions(rate):
    return f"{1e-9 * rate:.3g}" if rate < 1e12 else f"{1e-9 * rate:.0f}"


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]


def describe_all(groups):
    """Everything at its largest size: the library's best beside the best of the others."""
    rows = []
    for group in groups:
        n = group.sizes()[-1]
        at_n = {name: series[n] for name, series in group.points.items() if n in series}
        mine = {name: point for name, point in at_n.items() if name in VARIANTS}
        if not mine:
            continue
        # What a caller gets without asking, where that was run.
        chosen = next((name for name in ("automatic", "kokkos_scan") if name in mine),
                      min(mine, key=lambda name: mine[name].seconds))
        others = {name: point for name, point in at_n.items() if name not in VARIANTS}
        best = min(others, key=lambda name: others[name].seconds, default=None)
        rows.append([group.operation, group.type, size_name(n), chosen, f"{1e6 * mine[chosen].seconds:.1f}",
                     f"{mine[chosen].fraction:.2f}" if mine[chosen].fraction else "", best or "",
                     f"{others[best].seconds / mine[chosen].seconds:.2f} x" if best else ""])
    return table(["operation", "type", "n", "KokkosScan", "microseconds", "of the fastest there can be", "best other",
                  "KokkosScan is faster by"], rows)


def describe_largest(group):
    """All implementations at the largest size, and how much faster the best variant of the library is."""
    n = group.sizes()[-1]
    at_n = {name: group.points[name][n] for name in group.implementations() if n in group.points[name]}
    mine = [point.seconds for name, point in at_n.items() if name in VARIANTS]
    rows = []
    for name, point in at_n.items():
        faster = "" if name in VARIANTS or not mine else f"{point.seconds / min(mine):.2f} x"
        fraction = f"{point.fraction:.2f}" if point.fraction else ""
        rows.append([name, f"{1e6 * point.seconds:.1f}", billions(point.rate), fraction, faster])
    return table([f"n = {size_name(n)}", "microseconds", group.unit, "of the fastest there can be",
                  "KokkosScan is faster by"], rows)


def describe_sizes(group, copy):
    """Bandwidth of everything at every size; the fastest scan of a row in bold."""
    names = group.implementations()
    copy_names = copy.implementations() if copy else []
    limits = {} if copy else group.fastest_rates()
    rows = []
    for n in group.sizes():
        rates = {name: group.points[name][n].rate for name in names if n in group.points[name]}
        best = max(rates.values())
        cells = [f"**{billions(rates[name])}**" if rates.get(name) == best else
                 billions(rates[name]) if name in rates else "" for name in names]
        for name in copy_names:
            cells.append(billions(copy.points[name][n].rate) if n in copy.points[name] else "")
        if limits:
            cells.append(billions(limits[n]) if n in limits else "")
        rows.append([size_name(n)] + cells)
    return table([group.unit] + names + copy_names + ([FASTEST] if limits else []), rows)


def plot(group, copy, context, path):
    """Bandwidth against n; copies dashed. Returns False where matplotlib is missing."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        return False
    figure, axes = pyplot.subplots(figsize=(9, 5), layout="constrained")

    def draw(source, name, style, **more):
        series = sorted(source.points[name].items())
        axes.plot([n for n, _ in series], [1e-9 * p.rate for _, p in series], style, marker=".", label=name, **more)

    for name in group.implementations():
        draw(group, name, "-" if name in VARIANTS else ":", linewidth=2.5 if name == "automatic" else 1.4)
    for name, style in zip(copy.implementations() if copy else [], ("--", "-.", ":")):
        draw(copy, name, style, color="black", linewidth=1.2)
    if not copy and (limits := sorted(group.fastest_rates().items())):
        axes.plot([n for n, _ in limits], [1e-9 * rate for _, rate in limits], "--", label=FASTEST, color="black",
                  linewidth=1.2)
    axes.set_xscale("log", base=2)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("elements")
    axes.set_ylabel(f"{group.unit}, the fewest bytes" if group.unit == "GB/s" else f"{group.unit}, elements")
    axes.set_title(f"{group.operation}, {group.type}: {context.get('device', '?')} ({context.get('backend', '?')})")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
    return True


def write_report(paths, output, image_format):
    context, groups, copies, failures = read(paths)
    output.mkdir(parents=True, exist_ok=True)
    lines = [f"# Benchmarks on {context.get('device', 'an unknown device')} ({context.get('backend', '?')})", ""]
    lines += table(["", ""], [[key, str(context[key])] for key in CONTEXT if context.get(key)])
    lines += ["Bandwidth counts the fewest bytes the operation can move, *the fastest there can be* is those bytes at the "
              "speed of a copy (histograms: of reading) of the same arrays in the same run. Times are medians.", ""]
    if failures:
        lines += ["**Failed:**", ""] + [f"- {failure}" for failure in failures] + [""]
    lines += describe_all(groups.values())
    plotted = 0
    for group in groups.values():
        copy = copies.get(group.type)
        lines += [f"## {group.operation}, {group.type}", ""] + describe_largest(group)
        if len(group.sizes()) == 1:
            continue
        image = re.sub(r"\W+", "_", f"{group.operation}_{group.type}") + f".{image_format}"
        if plot(group, copy, context, output / image):
            plotted += 1
            lines += [f"![{group.operation}, {group.type}]({image})", ""]
        lines += describe_sizes(group, copy)
    (output / "report.md").write_text("\n".join(lines), encoding="utf-8")
    could_be = sum(len(group.sizes()) > 1 for group in groups.values())
    return len(groups), plotted, could_be, failures


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("json", nargs="+", help="files written by perf_scan --benchmark_out")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("report"), help="folder to write to")
    parser.add_argument("--format", choices=["svg", "png"], default="svg", help="of the plots")
    options = parser.parse_args(arguments)
    try:
        tables, plots, could_be, failures = write_report(options.json, options.output, options.format)
    except (OSError, ValueError, KeyError) as error:
        print(f"report.py: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    note = " (no matplotlib: tables only)" if could_be > plots else ""
    print(f"{options.output / 'report.md'}: {tables} tables, {plots} plots{note}, {len(failures)} failed benchmarks")
    return 0


if __name__ == "__main__":
    sys.exit(main())
