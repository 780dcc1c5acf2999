"""The table of figures."""

import dataclasses
import datetime
import os
import pathlib
import platform
import subprocess


@dataclasses.dataclass
class Row:
    """A figure, what it is compared with, and what was to be reached."""

    what: str
    figure: str
    reference: str = ""
    ratio: float | None = None
    goal: str = ""
    is_met: bool | None = None


class Report:
    def __init__(self) -> None:
        self.sections: list[tuple[str, list[Row]]] = []
        self.notes: list[str] = []
        self.load = os.getloadavg()

    def section(self, title: str) -> None:
        print(f"== {title}", flush=True)
        self.sections.append((title, []))

    def add(self, *arguments, **named) -> None:
        row = Row(*arguments, **named)
        self.sections[-1][1].append(row)
        print("   " + line(row), flush=True)

    def note(self, text: str) -> None:
        self.notes.append(text)

    def markdown(self) -> str:
        lines = ["# Benchmarks", "", *surroundings(self.load), ""]
        rows = [row for _, rows in self.sections for row in rows]
        missed = [row.what for row in rows if row.is_met is False]
        judged = sum(row.is_met is not None for row in rows)
        lines += [f"{judged - len(missed)} of {judged} goals are met.", ""]
        lines += [
            "| What | Figure | Reference of the same run | Ratio | To reach | |",
            "| --- | ---: | ---: | ---: | --- | --- |",
        ]
        for title, rows in self.sections:
            lines.append(f"| **{title}** | | | | | |")
            lines += [line(row) for row in rows]
        if self.notes:
            lines += ["", *(f"* {note}" for note in self.notes)]
        return "\n".join(lines) + "\n"


def line(row: Row) -> str:
    ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
    verdict = {None: "", True: "met", False: "**missed**"}[row.is_met]
    return f"| {row.what} | {row.figure} | {row.reference} | {ratio} | {row.goal} | {verdict} |"


def milliseconds(seconds: float) -> str:
    if seconds < 0.001:
        return f"{seconds * 1e6:.1f} µs"
    return f"{seconds * 1000:.2f} ms" if seconds < 0.01 else f"{seconds * 1000:.1f} ms"


def mebibytes(kibibytes: float) -> str:
    return f"{kibibytes / 1024:.1f} MiB"


def surroundings(load: tuple[float, float, float]) -> list[str]:
    """Where and when the figures were taken."""
    model = next(
        (
            text.split(":", 1)[1].strip()
            for text in _text("/proc/cpuinfo").splitlines()
            if text.startswith("model name")
        ),
        platform.machine(),
    )
    memory = next(
        (int(t.split()[1]) for t in _text("/proc/meminfo").splitlines() if t.startswith("MemTotal")),
        0,
    )
    swift = _output("swift", "--version").splitlines()[:1]
    commit = _output("git", "log", "-1", "--format=%h %s")
    now = datetime.datetime.now(datetime.timezone.utc)
    return [
        f"* Taken {now:%Y-%m-%d %H:%M} UTC at {commit or 'no commit'}",
        f"* {model}, {os.cpu_count()} cores, {memory / 1024 / 1024:.1f} GiB, "
        f"{platform.system()} {platform.release()}, {' '.join(swift)}",
        f"* Load (1, 5, 15 minutes): {_load(load)} at the start, {_load(os.getloadavg())} at the end",
    ]


def _load(load: tuple[float, float, float]) -> str:
    return " ".join(f"{value:.1f}" for value in load)


def _text(path: str) -> str:
    try:
        return pathlib.Path(path).read_text()
    except OSError:
        return ""


def _output(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""
