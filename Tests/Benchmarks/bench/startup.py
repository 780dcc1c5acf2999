"""Commands that need no network, next to the floor."""

import os
import subprocess

from report import Report, mebibytes, milliseconds
from setup import STUDENT, Home, Setup

GOAL = 1.5


def measure(setup: Setup, report: Report) -> None:
    report.section("Start-up: the floor starts Foundation and opens the same SQLite file")
    service = setup.service(students=150)
    home = setup.home("startup", service, STUDENT)
    setup.run(home, "courses")
    floor = [str(setup.binaries / "Floor"), str(home.cache)]
    commands = {"--help": ["--help"], "courses --offline": ["courses", "--offline"]}
    calls = [[setup.grades, *arguments] for arguments in commands.values()]
    bare, *times = setup.times(home, [floor, *calls], runs=120)
    report.add(
        "the floor", milliseconds(bare.median), f"CPU {milliseconds(bare.cpu)}, "
        f"best {milliseconds(bare.best)}",
    )
    for name, time in zip(commands, times):
        report.add(
            f"`grades {name}`, time", milliseconds(time.median), milliseconds(bare.median),
            time.median / bare.median, f"≤ {GOAL} x the floor", time.median <= GOAL * bare.median,
        )
        report.add(
            f"`grades {name}`, CPU time", milliseconds(time.cpu), milliseconds(bare.cpu),
            time.cpu / bare.cpu,
        )
    ground = setup.memory(home, floor)
    for name, call in zip(commands, calls):
        memory = setup.memory(home, call)
        report.add(
            f"`grades {name}`, most memory", mebibytes(memory), mebibytes(ground),
            memory / ground, f"≤ {GOAL} x the floor", memory <= GOAL * ground,
        )
    libraries = loaded(home, calls[1])
    uses_network = any(name.startswith(("libcurl", "libssl")) for name in libraries)
    report.add(
        "`grades courses --offline`, libraries", f"{len(libraries)}",
        f"{len(loaded(home, floor))}", goal="none for networking", is_met=not uses_network,
    )
    setup.startup = times[1].median


def loaded(home: Home, command: list[str]) -> set[str]:
    """The names of the shared libraries that a command loads."""
    environment = {**home.environment, "LD_DEBUG": "files"}
    result = subprocess.run(command, env=environment, capture_output=True, text=True)
    lines = (line for line in result.stderr.splitlines() if "calling init:" in line)
    return {os.path.basename(line.split("calling init:")[1].strip()) for line in lines}
