"""Many clients of one embedded service: 500 of its 10,000 students."""

import json
import os
import pathlib
import resource
import subprocess
import urllib.request

from report import Report, mebibytes, milliseconds
from setup import TEACHER, Setup

TICKS = os.sysconf("SC_CLK_TCK")


def measure(setup: Setup, report: Report) -> None:
    report.section("Load: clients of the library, a connection each, against the embedded service")
    # A socket for each client, on both sides.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = 8192 if most == resource.RLIM_INFINITY else min(8192, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (enough, most))
    service = setup.service(students=10_000)
    clients = 50 if setup.quick else 500
    users = students(service, clients)
    pid = service.process.pid
    for name, seconds, interval in [("as often as they can", 10, 0.0), ("every two seconds", 20, 2.0)]:
        before = cpu(pid)
        run = subprocess.run(
            [setup.binaries / "Load", service.address, str(seconds), str(interval)],
            input="".join(f"{user} {token}\n" for user, token in users),
            capture_output=True, text=True, check=True)
        phases = [json.loads(line) for line in run.stdout.splitlines()]
        used = cpu(pid) - before
        total = sum(phase["seconds"] for phase in phases)
        for phase in phases:
            what = (
                "all open the list of courses at once" if phase["phase"] == "opening"
                else f"polls {name}")
            errors = sum(phase["errors"].values())
            report.add(
                f"{phase['clients']} clients: {what}",
                f"{phase['requests'] / phase['seconds']:.0f} requests a second",
                f"median {milliseconds(phase['median'])}, 99 % {milliseconds(phase['slow'])}, "
                f"slowest {milliseconds(phase['slowest'])}",
                None, "no errors", errors == 0)
        report.add(
            f"the service during that (polls {name})", f"{100 * used / total:.0f} % of a processor",
            f"{mebibytes(memory(pid))} resident")
    service.ask("forget")


def students(service, count: int) -> list[tuple[str, str]]:
    """Usernames with tokens."""
    token = service.ask(f"token {TEACHER}").split()[0]
    call = urllib.request.Request(
        service.address + "/public/courses/XI-BEZ.22/group/ALL/student-classifications?semester=B261",
        headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(call) as answer:
        rows = json.load(answer)
    names = [row["username"] for row in rows][:: max(1, len(rows) // count)][:count]
    return [(name, service.ask(f"token {name}").split()[0]) for name in names]


def cpu(pid: int) -> float:
    """Seconds of processor time so far."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int) -> float:
    """Resident memory in KiB."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return float(line.split()[1])
    return 0.0
