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
import zlib
from dataclasses import dataclass, field

# Of this library; the first of these that was run is what a caller gets without asking.
VARIANTS = ["automatic", "kokkos_scan",  # histograms and extraction have one
            "kokkos_scan_reproducible", "work_ahead", "look_back", "fixed_look_back", "hierarchical", "parallel_scan",
            "hillis_steele",
            "lane_first", "lane_first_known", "raking", "raking_known", "blelloch", "double_buffer", "shuffle"]  # inside a kernel
# In the order of their colors; a plot has few of them.
OTHERS = ["cub", "kokkos_experimental", "kokkos_parallel_scan", "std", "std_par", "rocprim", "cub_radix_pass", "kokkos_bin_sort",
          "cub_radix_pass_of_keys", "kokkos_atomics", "serial_loop", "serial_counting_sort", "cub_block_scan", "cub_warp_scan"]
SHOWN = {"automatic": "KokkosScan (automatic)", "kokkos_scan": "KokkosScan", "kokkos_scan_reproducible": "KokkosScan, reproducible"}
CONTEXT = ["device", "toolkit", "host", "backend", "concurrency", "kokkos_version", "kokkos_view", "compiler", "flags", "commit", "date",
           "OMP_NUM_THREADS", "OMP_PROC_BIND"]

FLOOR = "floor: the same bytes, copied or read"
OF_FLOOR = "of its floor"
# What n counts, where it is not elements.
AXES = {"team": "threads of the team", "lane": "lanes", "lane_range": "elements of a thread's range"}


@dataclass
class Point:
    """One benchmark: seconds of a call, how much a second, and as a fraction of what its floor would be."""

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

    def floor_rates(self):
        """By size, the rate of the floor, where points tell which fraction of it theirs is."""
        return {n: point.rate / point.fraction
                for series in self.points.values() for n, point in series.items() if point.fraction}

    def implementations(self):
        """The library's variants first, then the baselines."""
        mine = [name for name in VARIANTS if name in self.points]
        return mine + sorted(name for name in self.points if name not in mine)

    def at_largest(self):
        """The largest size, the points of all implementations there, and the name of the library's own: what a caller
        gets without asking if that was run, otherwise the fastest variant; None if there is none."""
        n = self.sizes()[-1]
        at_n = {name: self.points[name][n] for name in self.implementations() if n in self.points[name]}
        mine = [name for name in at_n if name in VARIANTS]
        own = mine[0] if mine and mine[0] in SHOWN else min(mine, key=lambda name: at_n[name].seconds, default=None)
        return n, at_n, own


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
        try:
            document = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        except ValueError as error:
            failures.append(f"{path} is cut off or damaged: {error}")
            continue
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
    return f"{1e-9 * rate:.3g}" if rate < 999.5e9 else f"{1e-9 * rate:.0f}"


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]


def shown(name):
    return SHOWN.get(name, name)


def describe_all(groups):
    """Everything at its largest size: the library's own beside the best of the others."""
    rows = []
    for group in groups:
        n, at_n, own = group.at_largest()
        if own is None:
            continue
        others = {name: point for name, point in at_n.items() if name not in VARIANTS}
        best = min(others, key=lambda name: others[name].seconds, default=None)
        rows.append([group.operation, group.type, size_name(n), shown(own), f"{1e6 * at_n[own].seconds:.1f}",
                     f"{at_n[own].fraction:.2f}" if at_n[own].fraction else "", best or "",
                     f"{others[best].seconds / at_n[own].seconds:.2f} x" if best else ""])
    return table(["operation", "type", "n", "of this library", "µs", OF_FLOOR, "fastest other", "takes as long"], rows)


def describe_largest(group):
    """All implementations at the largest size, and how long each takes beside the library's own."""
    n, at_n, own = group.at_largest()
    rows = []
    for name, point in at_n.items():
        as_long = "" if own in (None, name) else f"{point.seconds / at_n[own].seconds:.2f} x"
        fraction = f"{point.fraction:.2f}" if point.fraction else ""
        rows.append([shown(name), f"{1e6 * point.seconds:.1f}", billions(point.rate), fraction, as_long])
    return table([f"n = {size_name(n)}", "µs", group.unit, OF_FLOOR, f"takes as long as {shown(own)}" if own else ""], rows)


def describe_sizes(group, copy):
    """Bandwidth of everything at every size; the fastest scan of a row in bold."""
    names = group.implementations()
    copy_names = copy.implementations() if copy else []
    floors = {} if copy else group.floor_rates()
    rows = []
    for n in group.sizes():
        rates = {name: group.points[name][n].rate for name in names if n in group.points[name]}
        best = max(rates.values())
        cells = [f"**{billions(rates[name])}**" if rates.get(name) == best else
                 billions(rates[name]) if name in rates else "" for name in names]
        for name in copy_names:
            cells.append(billions(copy.points[name][n].rate) if n in copy.points[name] else "")
        if floors:
            cells.append(billions(floors[n]) if n in floors else "")
        rows.append([size_name(n)] + cells)
    return table([group.unit] + [shown(name) for name in names] + copy_names + ([FLOOR] if floors else []), rows)


def color_of(name, own_colors, other_colors):
    """The same color for a name in every plot."""
    if name in VARIANTS:
        return own_colors[0 if name == "kokkos_scan" else VARIANTS.index(name) % len(own_colors)]
    place = OTHERS.index(name) if name in OTHERS else zlib.crc32(name.encode())
    return other_colors[place % len(other_colors)]


def plot(group, copy, context, path):
    """Bandwidth against n, and time against n; copies are black. Returns False where matplotlib is missing."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        matplotlib.rcParams["svg.hashsalt"] = "KokkosScan"  # the same file from the same results
        from matplotlib import pyplot
    except ImportError:
        return False
    # Without the gray, which a copy has.
    own_colors = [color for i, color in enumerate(pyplot.get_cmap("tab10").colors) if i != 7]
    own_colors += pyplot.get_cmap("tab20b").colors[::3]
    other_colors = pyplot.get_cmap("Dark2").colors[:7]
    figure, (rates, times) = pyplot.subplots(1, 2, figsize=(12, 4.6), constrained_layout=True)

    def draw(source, name, style, label, **more):
        series = sorted(source.points[name].items())
        sizes = [n for n, _ in series]
        rates.plot(sizes, [1e-9 * p.rate for _, p in series], style, marker=".", label=label, **more)
        times.plot(sizes, [1e6 * p.seconds for _, p in series], style, marker=".", **more)

    for style, name in zip(("--", "-.", ":"), copy.implementations() if copy else []):
        draw(copy, name, style, name, color="black" if style == "--" else "gray", linewidth=1.2)
    if not copy and (floors := sorted(group.floor_rates().items())):
        rates.plot([n for n, _ in floors], [1e-9 * rate for _, rate in floors], "--", label=FLOOR, color="black", linewidth=1.2)
    # What a caller gets without asking is a broad band, so that the variant that it chose is seen on it.
    for name in group.implementations():
        own = name in ("automatic", "kokkos_scan")
        draw(group, name, "-" if name in VARIANTS else ":", shown(name), color=color_of(name, own_colors, other_colors),
             linewidth=5 if own else 1.5, alpha=0.5 if own else 1)
    for axes in (rates, times):
        axes.set_xscale("log", base=2)
        axes.set_xlabel(AXES.get(group.operation.split("/")[0], "elements"))
        axes.grid(alpha=0.3)
    rates.set_ylim(bottom=0)
    rates.set_ylabel("effective bandwidth, GB/s" if group.unit == "GB/s" else "10^9 elements / s")
    times.set_yscale("log")
    times.set_ylabel("time of a call, µs")
    figure.suptitle(f"{group.operation}, {group.type}: {context.get('device', '?')} ({context.get('backend', '?')})")
    handles, labels = rates.get_legend_handles_labels()
    copies = len(handles) - len(group.points)
    times.legend(handles[copies:] + handles[:copies], labels[copies:] + labels[:copies], fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    figure.savefig(path, dpi=120, metadata={"Date": None} if path.suffix == ".svg" else None)
    pyplot.close(figure)
    return True


def write_report(paths, output, image_format):
    context, groups, copies, failures = read(paths)
    output.mkdir(parents=True, exist_ok=True)
    lines = [f"# Benchmarks on {context.get('device', 'an unknown device')} ({context.get('backend', '?')})", ""]
    lines += table(["", ""], [[key, str(context[key])] for key in CONTEXT if context.get(key)])
    lines += ["Bandwidth is effective: the fewest bytes that the operation can move, divided by its time. The *floor* of an "
              "operation is the time of a copy (histograms: of reading) of as many bytes of the same arrays in the same run; "
              "*of its floor* is that divided by the time of the operation: 1 is the speed of memory. Times are medians.", ""]
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
