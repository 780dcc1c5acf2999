"""Runs every benchmark and writes one table: `python3 bench FOLDER BINARIES TABLE`.

FOLDER is for homes and data, BINARIES where `grades`, `Floor`, `Service`, `Load`, `Library` and
`InProcess` are, TABLE the Markdown file. `make bench` builds what this needs and calls it.
"""

import argparse
import pathlib
import shutil
import sys

import inside
import library
import load
import network
import screen
import startup
from report import Report
from setup import Setup, has_requests

PARTS = {"startup": startup, "network": network, "screen": screen, "inside": inside, "load": load,
         "library": library}
# Parts that time whole processes, and those whose figures leave out the start-up of a process.
WHOLE = ["startup", "network", "screen"]
AFTER_STARTUP = {"network", "screen"}


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("binaries", type=pathlib.Path)
    parser.add_argument("table", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true", help="few runs of each, to try things out")
    parser.add_argument("--only", default=",".join(PARTS), help="the parts, with commas between")
    options = parser.parse_args()

    report = Report()
    wanted = options.only.split(",")
    if AFTER_STARTUP.intersection(wanted) and "startup" not in wanted:
        wanted.insert(0, "startup")
    missing = [name for name in ("hyperfine", "curl", "/usr/bin/time") if not shutil.which(name)]
    if missing:
        report.note(f"Whole processes were not measured: {', '.join(missing)} is not installed.")
        wanted = [name for name in wanted if name not in WHOLE]
    if not has_requests():
        report.note("Nothing was compared with Python: its `requests` is not installed.")
    shutil.rmtree(options.folder, ignore_errors=True)
    with Setup(options.folder, options.binaries, quick=options.quick) as setup:
        for name in wanted:
            PARTS[name].measure(setup, report)
    text = report.markdown()
    options.table.write_text(text)
    print(text)
    return 0


sys.exit(main())
