"""The library's pages and groups, against JSONDecoder and against Python's `requests`."""

import json
import pathlib
import sqlite3
import subprocess
import sys

from report import Report, milliseconds
from setup import STUDENT, TEACHER, Setup, has_requests

NOTIFICATIONS = 3_112
COURSE = "XI-BEZ.22"


def measure(setup: Setup, report: Report) -> None:
    report.section("The library: pages of notifications and a group of ten thousand")
    service = setup.service(students=10_000, change=fill)
    for username in [STUDENT, TEACHER]:
        token = service.ask(f"token {username}").split()[0]
        arguments = [service.address, token, username, COURSE]
        found = run(setup.binaries / "Library", *arguments)
        reference = {}
        if has_requests():
            script = pathlib.Path(__file__).with_name("pages.py")
            reference = run(sys.executable, script, *arguments)
        if username == STUDENT:
            compare(report, f"{found['notifications']} notifications, page by page", found, "pages",
                    reference.get("pages"), "Python")
        else:
            name = f"group of {found['students']} students"
            compare(report, name, found, "group", found["decoder"], "JSONDecoder")
            compare(report, name, found, "group", reference.get("group"), "Python")


def compare(report: Report, name: str, found: dict, key: str, other, what: str) -> None:
    if other is not None:
        report.add(
            name, milliseconds(found[key]), f"{what} {milliseconds(other)}", found[key] / other)


def run(*command) -> dict:
    result = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=True)
    return json.loads(result.stdout)


def fill(database: sqlite3.Connection) -> None:
    """Gives the student so many notifications."""
    (person,) = database.execute("SELECT id FROM person WHERE username = ?", [STUDENT]).fetchone()
    database.execute("DELETE FROM notification WHERE personId = ?", [person])
    database.executemany(
        "INSERT INTO notification (personId, courseCode, textCs, textEn, isRead) VALUES (?, ?, ?, ?, 0)",
        [
            (person, "XI-LOG.23", f"Úvod\n* Úloha {number}: 8\nKonec",
             f"Intro\n* Task {number}: 8\nEnd")
            for number in range(NOTIFICATIONS)
        ])
