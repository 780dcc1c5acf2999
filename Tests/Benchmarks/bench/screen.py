"""The app in a terminal of its own: from its start to the first frame with content."""

import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import time
import fcntl
import termios

from report import Report, milliseconds
from setup import STUDENT, TEACHER, Home, Setup


def measure(setup: Setup, report: Report) -> None:
    report.section("The app: from its start to the first frame with content, everything stored")
    small = setup.service(students=150)
    large = setup.service(students=10_000)
    cases = [
        ("courses", small, STUDENT, ["courses"], [], b"XI-LOG.23"),
        ("courses, offline", small, STUDENT, ["courses"], ["--offline"], b"XI-LOG.23"),
        (
            "a group of 10,000 x 5, offline", large, TEACHER, None,
            ["--offline", "--open", "group", "XI-BEZ.22", "ALL"], b"Training",
        ),
    ]
    for index, (name, service, user, first, arguments, content) in enumerate(cases):
        home = setup.home(f"screen-{index}", service, user)
        if first:
            setup.run(home, *first)
        else:
            setup.run(home, "courses")
            setup.run(home, "group", "XI-BEZ.22", "ALL", "--json")
        command = [setup.grades, *arguments]
        times = [
            first_frame(home, command, content) for _ in range(3 if setup.quick else 25)
        ]
        report.add(
            f"`grades`: {name}", milliseconds(statistics.median(times)),
            f"`courses --offline` {milliseconds(setup.startup)}",
            statistics.median(times) / setup.startup)


def first_frame(home: Home, command: list[str], content: bytes) -> float:
    """Seconds from the start until the content was written to the terminal."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    begin = time.monotonic()
    process = subprocess.Popen(
        command, env=home.environment, stdin=slave, stdout=slave, stderr=slave,
        start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
    os.close(slave)
    seen = b""
    try:
        while content not in seen:
            ready, _, _ = select.select([master], [], [], 30)
            if not ready:
                raise RuntimeError(f"No frame with {content!r}:\n{seen[-2000:]!r}")
            seen += os.read(master, 65536)
        return time.monotonic() - begin
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        os.close(master)
