"""The figures that the suite takes inside a process."""

import re
import subprocess

from report import Report, milliseconds
from setup import Setup


def measure(setup: Setup, report: Report) -> None:
    report.section("Inside a process: the median, and the slowest but one of a hundred")
    filters = ["--filter", "(answer: semester|key.*)"] if setup.quick else []
    result = subprocess.run(
        [setup.binaries / "InProcess", "--quiet", "true", *filters],
        capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError(result.stderr)
    found = percentiles(result.stdout)
    for name, (median, slow) in found.items():
        goal = ("< 16 ms, 99 of 100", slow < 0.016) if name.startswith("key") else ("", None)
        report.add(name, milliseconds(median), f"99 %: {milliseconds(slow)}", None, *goal)
    parts = [found.get(name) for name in ("CSV: read 10,000 rows", "review of 10,000 changes")]
    if all(parts):
        total = sum(median for median, _ in parts)
        report.add(
            "read and review 10,000 rows", milliseconds(total), goal="< 1 s", is_met=total < 1)


def percentiles(output: str) -> dict[str, tuple[float, float]]:
    """The median and the 99th percentile of each benchmark, in seconds."""
    found = {}
    for part in output.split("Debug results for ")[1:]:
        name = part.splitlines()[0].rstrip(":")
        steps = [
            (float(share), float(value) / 1e9)
            for value, share in re.findall(r"^\s*([\d.]+) ([01]\.\d+) +\d+", part, re.MULTILINE)
        ]
        found[name] = tuple(
            next(value for share, value in steps if share >= wanted) for wanted in (0.5, 0.99))
    return found
