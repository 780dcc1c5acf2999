"""The .deb."""

import gzip
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

import archive

CONTROL = """\
Package: grades
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: {depends}
Recommends: ca-certificates
Suggests: libnotify-bin, libsecret-tools, xdg-utils
Section: education
Priority: optional
Description: results and grading at FIT CTU in Prague, in the terminal
 Reads the Grades service of the Faculty of Information Technology, Czech
 Technical University in Prague, in Czech or English, also offline, and
 reports changes. Teachers edit values in a spreadsheet, from the shell or
 from files; every change is reviewed before it is sent.
 .
 This is not an official program of the faculty.
"""
CHANGES = """\
grades ({version}) stable; urgency=medium

  * See changelog.gz in this folder.

 -- {maintainer}  {date}
"""
COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: grades
Comment: The program contains software of others. Their licences are in NOTICE.gz
 in this folder.

Files: *
Copyright: 2026 The authors of grades
License: Apache-2.0
 On Debian and its relatives, the text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
"""
# Loaded on first use, and so not seen by dpkg-shlibdeps; the version is that of `CurlLibrary.open`.
LOADED = "libcurl4 (>= 7.68.0)"
# Newer than the symbols of SQLite alone need: a last ON CONFLICT without columns updates since then.
STATEMENTS = "libsqlite3-0 (>= 3.35.0)"
# Of the package itself: the first, and so far only, packing of a version.
REVISION = "1"


def is_possible() -> bool:
    return all(shutil.which(name) for name in ("dpkg-deb", "dpkg-shlibdeps"))


def write(tree: pathlib.Path, output: pathlib.Path, version: str, maintainer: str) -> pathlib.Path:
    """Makes the package from the tree, to which it adds what Debian wants."""
    version = f"{version}-{REVISION}"
    moment = int(os.environ["SOURCE_DATE_EPOCH"])
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(moment))
    rearrange(tree / "usr/share")
    documents = tree / "usr/share/doc/grades"
    (documents / "copyright").write_text(COPYRIGHT, "utf-8")
    changes = CHANGES.format(version=version, maintainer=maintainer, date=date).encode()
    (documents / "changelog.Debian.gz").write_bytes(gzip.compress(changes, 9, mtime=0))

    files = [path for path in sorted(tree.rglob("*")) if path.is_file()]
    # As dpkg counts: whole KiB for each file, one for each folder.
    size = sum(-(-path.stat().st_size // 1024) for path in files)
    size += sum(path.is_dir() for path in tree.rglob("*"))
    architecture = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
    control = tree / "DEBIAN"
    control.mkdir()
    sums = [f"{digest(path)}  {path.relative_to(tree)}\n" for path in files]
    (control / "md5sums").write_text("".join(sums))
    (control / "control").write_text(
        CONTROL.format(
            version=version, architecture=architecture, maintainer=maintainer, size=size,
            depends=", ".join(dependencies(tree / "usr/bin/grades"))))
    for path in [tree, *tree.rglob("*")]:
        path.chmod(archive.mode(path))
        os.utime(path, (moment, moment))
    made = output / f"grades_{version}_{architecture}.deb"
    # xz, because dpkg before 1.21.18 does not read what Ubuntu's takes by default.
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(made)],
        check=True, stdout=subprocess.DEVNULL)
    return made


def rearrange(share: pathlib.Path) -> None:
    """Gives files the places and names that Debian has for them."""
    documents = share / "doc/grades"
    (documents / "LICENSE").unlink()
    for name, debian_name in {"NOTICE": "NOTICE.gz", "CHANGELOG.md": "changelog.gz"}.items():
        page = documents / name
        (documents / debian_name).write_bytes(gzip.compress(page.read_bytes(), 9, mtime=0))
        page.unlink()
    (share / "zsh/site-functions").rename(share / "zsh/vendor-completions")
    completions = share / "bash-completion/completions/grades"
    # Debian wants no interpreter in a file that is only read by one.
    completions.write_text(completions.read_text("utf-8").removeprefix("#!/bin/bash\n"), "utf-8")


def dependencies(program: pathlib.Path) -> list[str]:
    """The packages that the program's libraries are in, with the oldest versions that will do."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "debian/control"
        source.parent.mkdir()
        source.write_text("Source: grades\n\nPackage: grades\nArchitecture: any\n")
        output = subprocess.check_output(
            ["dpkg-shlibdeps", "-O", str(program.resolve())], cwd=folder, text=True)
    listed = re.search(r"^shlibs:Depends=(.+)$", output, re.MULTILINE).group(1).split(", ")
    return newest([*listed, LOADED, STATEMENTS])


def newest(listed: list[str]) -> list[str]:
    """Each package once, with the newest of the versions that are asked for."""
    versions: dict[str, str] = {}
    for item in listed:
        name, _, version = item.removesuffix(")").partition(" (>= ")
        compared = ["dpkg", "--compare-versions", versions.get(name, ""), "lt", version]
        if name not in versions or subprocess.run(compared).returncode == 0:
            versions[name] = version
    return [f"{name} (>= {version})" if version else name for name, version in sorted(versions.items())]


def digest(path: pathlib.Path) -> str:
    return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
