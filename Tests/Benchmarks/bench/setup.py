"""Homes, services and the clock: what all measurements of whole processes share."""

import contextlib
import json
import os
import pathlib
import shlex
import sqlite3
import statistics
import subprocess
import sys
import typing

# Who signs in: accounts of the embedded service.
STUDENT, TEACHER = "zkusade1", "ucitezk1"


class Times(typing.NamedTuple):
    """A command's runs, in seconds."""

    median: float
    best: float
    cpu: float
    count: int


class Service:
    """The embedded service in a process of its own, with switches for delay and a log."""

    def __init__(self, program: pathlib.Path, data: pathlib.Path, students: int) -> None:
        self.process = subprocess.Popen(
            [program, data, str(students)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.address = self._line()

    def _line(self) -> str:
        line = self.process.stdout.readline().strip()
        if not line:
            raise RuntimeError("The service has ended.")
        return line

    def ask(self, command: str) -> str:
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self._line()

    def delay(self, milliseconds: int) -> None:
        self.ask(f"latency {milliseconds}")

    def requests(self) -> list[tuple[str, str]]:
        """Method and address of each request since the last call of `ask("forget")`."""
        count = int(self.ask("requests"))
        pairs = (self._line().split(" ", 1) for _ in range(count))
        root = self.address.split("/api/")[0]
        return [(method, root + path) for method, path in pairs]

    def stop(self) -> None:
        self.process.stdin.close()
        self.process.wait()


class Home:
    """A user's home folder, signed in at a service."""

    def __init__(self, folder: pathlib.Path, service: Service, username: str) -> None:
        self.folder = folder
        self.token, refresh = service.ask(f"token {username}").split()
        host = f"demo api={service.address}"
        state = folder / ".local/state/grades"
        state.mkdir(parents=True, mode=0o700)
        entry = {
            "accessToken": self.token, "refreshToken": refresh, "kind": "user",
            "username": username, "firstName": "Adéla", "lastName": "Zkušební", "scopes": [],
            "receivedAt": "2020-01-01T00:00:00Z", "expiresAt": "2099-01-01T00:00:00Z",
        }
        file = state / "credentials.json"
        file.touch(mode=0o600)
        file.write_text(json.dumps({"lastHost": host, "hosts": {host: entry}}))
        self.environment = {
            "HOME": str(folder), "PATH": os.environ["PATH"], "LANG": "en_GB.UTF-8",
            "TZ": "Europe/Prague", "TERM": "xterm-256color", "GRADES_HOST": "demo",
            "GRADES_API_URL": service.address,
        }

    @property
    def cache(self) -> pathlib.Path:
        return self.folder / ".cache/grades/cache.sqlite"


class Setup:
    def __init__(self, folder: pathlib.Path, binaries: pathlib.Path, quick: bool) -> None:
        self.folder = folder.absolute()
        self.binaries = binaries.absolute()
        self.grades = str(self.binaries / "grades")
        self.quick = quick
        self.services: list[Service] = []
        # Seconds; measured first, since other figures leave it out.
        self.startup = 0.0
        self.folder.mkdir(parents=True)

    def __enter__(self) -> "Setup":
        return self

    def __exit__(self, *_) -> None:
        for service in self.services:
            service.stop()

    def service(self, students: int, change=None) -> Service:
        """A service of so many students; `change` gets its database before the first request."""
        data = self.folder / f"service-{len(self.services)}.sqlite"
        program = self.binaries / "Service"
        if change:
            Service(program, data, students).stop()
            with sqlite3.connect(data) as database:
                change(database)
            database.close()
        service = Service(program, data, students)
        self.services.append(service)
        return service

    def home(self, name: str, service: Service, username: str) -> Home:
        return Home(self.folder / name, service, username)

    def run(self, home: Home, *arguments: str) -> subprocess.CompletedProcess:
        """Runs `grades` once; a failure ends the benchmark."""
        result = subprocess.run(
            [self.grades, *arguments], env=home.environment, capture_output=True, text=True
        )
        if result.returncode != 0:
            raise RuntimeError(f"grades {' '.join(arguments)}: {result.returncode}\n{result.stderr}")
        return result

    def times(
        self, home: Home, commands: list[list[str]], runs: int, prepare: str | None = None,
        rounds: int = 3, warmup: int = 2,
    ) -> list[Times]:
        """Times commands with hyperfine, in several rounds, so that what else the machine does
        meets all of them alike."""
        runs = max(2, runs // 8) if self.quick else runs
        rounds = 1 if self.quick else rounds
        wall: list[list[float]] = [[] for _ in commands]
        cpu: list[list[float]] = [[] for _ in commands]
        file = self.folder / "hyperfine.json"
        for _ in range(rounds):
            call = ["hyperfine", "-N", "--style", "none", "--warmup", str(warmup)]
            call += ["--runs", str(max(2, runs // rounds)), "--export-json", str(file)]
            if prepare:
                call += ["--prepare", prepare]
            call += [shlex.join(str(word) for word in command) for command in commands]
            result = subprocess.run(call, env=home.environment, capture_output=True, text=True)
            if result.returncode != 0:
                raise RuntimeError(result.stderr)
            for index, found in enumerate(json.loads(file.read_text())["results"]):
                wall[index] += found["times"]
                cpu[index].append(found["user"] + found["system"])
        return [
            Times(statistics.median(w), min(w), statistics.median(c), len(w))
            for w, c in zip(wall, cpu)
        ]

    def memory(self, home: Home, command: list[str]) -> int:
        """The most memory that a command had at once, in KiB: the median of five runs."""
        return int(
            statistics.median(self.once(home, command) for _ in range(1 if self.quick else 5)))

    def once(self, home: Home, command: list[str]) -> int:
        """Runs a command once and gives the most memory that it had, in KiB.

        A child of this program would begin with this program's own memory as its most.
        """
        file = self.folder / "memory"
        result = subprocess.run(
            ["/usr/bin/time", "--format", "%M", "--output", file, *command],
            env=home.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )
        if result.returncode != 0:
            raise RuntimeError(f"{command}: {result.returncode}\n{result.stderr}")
        return int(file.read_text())

    @contextlib.contextmanager
    def running(self, home: Home, arguments: list[str]):
        """A run of `grades` that goes on while something is measured."""
        process = subprocess.Popen(
            [self.grades, *arguments], env=home.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        try:
            yield process
        finally:
            process.terminate()
            process.wait()

    def downloads(self, home: Home, service: Service, arguments: list[str]) -> list[list[str]]:
        """Commands that ask the service what a run of `grades` asks it: curl, and Python with
        `requests` where that is installed."""
        service.ask("forget")
        self.run(home, *arguments)
        addresses = [address for method, address in service.requests() if method == "GET"]
        name = self.folder / f"download-{abs(hash(tuple(arguments)))}"
        text = f'header = "Authorization: Bearer {home.token}"\nfail\nsilent\n'
        for address in addresses:
            text += f'url = "{address}"\noutput = "{os.devnull}"\n'
        name.with_suffix(".curl").write_text(text)
        name.with_suffix(".urls").write_text("\n".join([home.token, *addresses]))
        commands = [["curl", "--config", str(name.with_suffix(".curl"))]]
        if has_requests():
            script = pathlib.Path(__file__).with_name("reference.py")
            commands.append([sys.executable, str(script), str(name.with_suffix(".urls"))])
        return commands


def has_requests() -> bool:
    call = [sys.executable, "-c", "import requests"]
    return subprocess.run(call, capture_output=True).returncode == 0
