"""Packs an installed tree: `python3 packages TREE BUILD OUTPUT`.

TREE is what `make install PREFIX=/usr` wrote, BUILD the build folder with the checkouts of the
dependencies, OUTPUT the folder for the packages. `make package` calls it. The same program gives the
same bytes: every time stamp is SOURCE_DATE_EPOCH, or that of the last commit.
"""

import argparse
import gzip
import hashlib
import os
import pathlib
import platform
import shutil
import subprocess
import sys

import archive
import bill
import components
import debian
from components import Missing

ROOT = pathlib.Path(__file__).resolve().parents[3]


def main() -> int:
    parser = argparse.ArgumentParser(prog="packages", description=__doc__.splitlines()[0])
    parser.add_argument("tree", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--maintainer", required=True, help="of the Debian package")
    options = parser.parse_args()
    try:
        for package in make(options):
            print(f"{package.stat().st_size / 1e6:6.1f} MB  {package}")
    except Missing as problem:
        print(f"make package: {problem}", file=sys.stderr)
        return 1
    return 0


def make(options: argparse.Namespace) -> list[pathlib.Path]:
    """Writes all packages, the bill of materials and the checksums, and gives their paths."""
    usr, output = options.tree / "usr", options.output
    program = usr / "bin/grades"
    version = said([str(program), "--version"])
    os.environ["SOURCE_DATE_EPOCH"] = str(moment())
    parts = components.all(ROOT, options.build)
    documents = usr / "share/doc/grades"
    shutil.copy(ROOT / ".github/CHANGELOG.md", documents)
    (documents / "NOTICE").write_text(components.notice(parts), encoding="utf-8")
    for page in usr.glob("share/man/**/*.1"):
        page.with_name(page.name + ".gz").write_bytes(gzip.compress(page.read_bytes(), 9, mtime=0))
        page.unlink()
    made = [archive.write(usr, output, version, system())]
    if debian.is_possible():
        made.append(debian.write(options.tree, output, version, options.maintainer))
    else:
        print("No .deb is made: dpkg-deb and dpkg-shlibdeps are missing.", file=sys.stderr)
    about = output / f"grades-{version}-{system()}.spdx.json"
    about.write_text(bill.of(program, version, parts, made, moment(), commit()), encoding="utf-8")
    made.append(about)
    sums = output / "SHA256SUMS"
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made]
    sums.write_text("".join(sorted(lines, key=lambda line: line.split()[1])))
    return made + [sums]


def system() -> str:
    """The name of this system and machine in file names, such as linux-x86_64."""
    name = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    return f"{name}-{platform.machine()}"


def moment() -> int:
    """The time stamp of everything in the packages, in seconds."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return int(given or said(["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]))


def commit() -> str:
    """What the packages are made from; empty outside of a clone."""
    try:
        return said(["git", "-C", str(ROOT), "rev-parse", "HEAD"])
    except Missing:
        return ""


def said(command: list[str]) -> str:
    """What a command prints, without the end of the line."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as problem:
        output = getattr(problem, "stderr", "")
        raise Missing(f"{' '.join(command)} failed: {output.strip() or problem}") from problem
    return run.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
