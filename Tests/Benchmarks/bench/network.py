"""Commands that ask the service: round trips, groups, imports, publishing, and waiting."""

import os
import pathlib
import sqlite3
import time

from report import Report, mebibytes, milliseconds
from setup import STUDENT, TEACHER, Home, Service, Setup

LIMIT = 120 * 1024


def measure(setup: Setup, report: Report) -> None:
    small = setup.service(students=1_000, change=enlarge)
    large = setup.service(students=10_000)
    round_trips(setup, report, small)
    groups(setup, report, small, large)
    changes(setup, report, large)
    idle(setup, report, small)


def enlarge(database: sqlite3.Connection) -> None:
    """Makes 300 students of the course with more than forty items."""
    (course,) = database.execute(
        "SELECT id FROM course WHERE code = 'XI-DAT.23' AND semester = 'B261'"
    ).fetchone()
    enrolled = [
        person for (person,) in database.execute(
            "SELECT personId FROM enrolment WHERE courseId = ?", [course])
    ]
    others = database.execute(
        "SELECT personId FROM enrolment JOIN course ON course.id = courseId"
        " WHERE code = 'XI-BEZ.22' AND semester = 'B261' AND personId NOT IN"
        " (SELECT personId FROM enrolment WHERE courseId = ?) LIMIT ?",
        [course, 300 - len(enrolled)],
    ).fetchall()
    for index, (person,) in enumerate(others):
        model = enrolled[index % len(enrolled)]
        database.execute(
            "INSERT INTO enrolment SELECT courseId, ?, inRoles, inOverview, lectureId, tutorialId,"
            " laboratoryId FROM enrolment WHERE courseId = ? AND personId = ?",
            [person, course, model])
        database.execute(
            "INSERT INTO result (courseId, personId, itemId, value, note, changedAt, author)"
            " SELECT courseId, ?, itemId, value, note, changedAt, author FROM result"
            " WHERE courseId = ? AND personId = ?",
            [person, course, model])


def round_trips(setup: Setup, report: Report, service: Service) -> None:
    report.section("Round trips: what 0, 25 and 100 ms more for every answer make of a command")
    cases = [
        ("courses", STUDENT, ["courses"], True, 3, "nothing stored but the token"),
        ("courses", STUDENT, ["courses"], False, 2, "names stored"),
        ("group", TEACHER, ["group", "XI-ZPT.23"], True, None, "nothing stored but the token"),
        ("group", TEACHER, ["group", "XI-ZPT.23"], False, None, "used before"),
    ]
    for index, (name, user, arguments, is_fresh, goal, state) in enumerate(cases):
        home = setup.home(f"trips-{index}", service, user)
        prepare = f"rm -rf {home.cache.parent}" if is_fresh else None
        setup.run(home, *arguments)
        medians = []
        for delay in [0, 25, 100]:
            service.delay(delay)
            [found] = setup.times(
                home, [[setup.grades, *arguments]], runs=20, prepare=prepare, rounds=1)
            medians.append(found.median)
        service.delay(0)
        if is_fresh:
            home.cache.unlink()
        service.ask("forget")
        setup.run(home, *arguments)
        count = len(service.requests())
        trips = (medians[2] - medians[0]) / 0.1
        report.add(
            f"`grades {name}`, {state}: time at 0, 25, 100 ms",
            ", ".join(milliseconds(median) for median in medians),
            f"{count} requests", trips,
            f"≤ {goal} round trips" if goal else "", trips < goal + 0.5 if goal else None)


def groups(setup: Setup, report: Report, small: Service, large: Service) -> None:
    report.section("Groups: curl and Python ask for the same; the ratio leaves start-up out")
    cases = [
        ("1,000 students x 1 item", small, ["group", "XI-BEZ.22", "ALL", "test"]),
        ("300 x 46", small, ["group", "XI-DAT.23", "ALL"]),
        ("10,000 x 1", large, ["group", "XI-BEZ.22", "ALL", "test"]),
        ("10,000 x 5", large, ["group", "XI-BEZ.22", "ALL"]),
    ]
    work = {}
    for index, (name, service, arguments) in enumerate(cases):
        home = setup.home(f"group-{index}", service, TEACHER)
        setup.run(home, *arguments)
        curl, *python = setup.downloads(home, service, arguments)
        call = [setup.grades, *arguments]
        found, download, *scripted = setup.times(home, [call, curl, *python], runs=30)
        work[name] = found.median - setup.startup
        report.add(
            f"`grades group`, {name}", milliseconds(found.median),
            f"curl {milliseconds(download.median)}", work[name] / download.median,
            "≤ 1.3 x curl, plus start-up and 60 ms",
            work[name] <= 1.3 * download.median + 0.06)
        for script in scripted:
            report.add(
                f"`grades group`, {name}", milliseconds(found.median),
                f"Python {milliseconds(script.median)}", found.median / script.median)
        memory = setup.memory(home, call)
        report.add(
            f"`grades group`, {name}, most memory", mebibytes(memory),
            goal="< 120 MiB", is_met=memory < LIMIT)
        if name == "10,000 x 1":
            written(setup, report, home, call)
    growth = work["10,000 x 1"] / work["1,000 students x 1 item"]
    report.add(
        "`grades group`, 10,000 to 1,000 students", f"{growth:.1f} times the work", "10 times",
        growth / 10, "linear", growth < 13)


def written(setup: Setup, report: Report, home: Home, call: list[str]) -> None:
    json, csv = setup.times(home, [[*call, "--json"], [*call, "--csv"]], runs=30)
    report.add(
        "`grades group --json`, 10,000 x 1", milliseconds(json.median),
        f"--csv {milliseconds(csv.median)}", json.median / csv.median, "≤ 2 x --csv",
        json.median <= 2 * csv.median)


def changes(setup: Setup, report: Report, service: Service) -> None:
    report.section("Ten thousand students: import and publishing")
    home = setup.home("changes", service, TEACHER)
    exported = setup.run(home, "export", "XI-BEZ.22", "--item", "test").stdout
    files = [table(home, exported, turn) for turn in range(2)]
    arguments = ["import", "XI-BEZ.22", str(files[0]), "--dry-run"]
    curl, *python = setup.downloads(home, service, arguments)
    call = [setup.grades, *arguments]
    found, download, *scripted = setup.times(home, [call, curl, *python], runs=15)
    beyond = found.median - download.median
    report.add(
        "`grades import --dry-run`, 10,000 rows", milliseconds(found.median),
        f"curl {milliseconds(download.median)}", found.median / download.median,
        "< 1 s beyond the network", beyond < 1)
    for script in scripted:
        report.add(
            "`grades import --dry-run`, 10,000 rows", milliseconds(found.median),
            f"Python {milliseconds(script.median)}", found.median / script.median)
    memory = setup.memory(home, call)
    report.add(
        "`grades import --dry-run`, most memory", mebibytes(memory),
        goal="< 120 MiB", is_met=memory < LIMIT)

    times, peaks = [], []
    for turn in range(2 if setup.quick else 4):
        setup.run(home, "import", "XI-BEZ.22", str(files[turn % 2]), "--draft")
        begin = time.monotonic()
        peaks.append(
            setup.once(home, [setup.grades, "publish", "XI-BEZ.22", "--yes", "--no-notify"]))
        times.append(time.monotonic() - begin)
    report.add("`grades publish --yes` of 10,000 changes", milliseconds(min(times)))
    report.add(
        "`grades publish --yes` of 10,000 changes, most memory", mebibytes(max(peaks)),
        goal="< 120 MiB", is_met=max(peaks) < LIMIT)


def table(home: Home, exported: str, turn: int) -> pathlib.Path:
    """The exported table with another value for each student."""
    head, *rows = exported.splitlines()
    separator = ";" if ";" in head else ","
    column = head.split(separator).index("test")
    lines = [head]
    for number, row in enumerate(rows):
        fields = row.split(separator)
        fields[column] = str((number + turn * 7) % 20 + 1)
        lines.append(separator.join(fields))
    file = home.folder / f"table-{turn}.csv"
    file.write_text("\n".join(lines) + "\n")
    return file


def idle(setup: Setup, report: Report, service: Service) -> None:
    report.section("Waiting")
    home = setup.home("watch", service, STUDENT)
    seconds = 5 if setup.quick else 30
    with setup.running(home, ["watch", "--interval", "60"]) as process:
        time.sleep(3)
        before, begin = cpu(process.pid), time.monotonic()
        service.ask("forget")
        time.sleep(seconds)
        share = (cpu(process.pid) - before) / (time.monotonic() - begin)
        count = len(service.requests())
    report.add(
        f"`grades watch`, {seconds} s between two polls", f"{share * 100:.2f} % CPU",
        f"{count} requests", goal="0 % CPU", is_met=share < 0.0005)


def cpu(process: int) -> float:
    """The CPU time of a process so far, in seconds."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
