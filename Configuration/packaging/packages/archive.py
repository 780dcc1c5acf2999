"""The .tar.gz, to be unpacked into any folder of programs, such as ~/.local."""

import gzip
import io
import os
import pathlib
import tarfile

# In `ExecStart=`, systemd replaces %h with the user's home.
INSTALLED, UNPACKED = b"ExecStart=/usr/bin/grades", b"ExecStart=%h/.local/bin/grades"


def write(usr: pathlib.Path, output: pathlib.Path, version: str, system: str) -> pathlib.Path:
    """Packs `bin` and `share` below a folder with the package's name."""
    name = f"grades-{version}-{system}"
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path in [usr, *sorted(usr.rglob("*"))]:
            add(archive, path, str(pathlib.PurePosixPath(name) / path.relative_to(usr).as_posix()))
    made = output / f"{name}.tar.gz"
    made.write_bytes(gzip.compress(packed.getvalue(), 9, mtime=0))
    return made


def add(archive: tarfile.TarFile, path: pathlib.Path, name: str) -> None:
    entry = tarfile.TarInfo(name)
    entry.mtime = int(os.environ["SOURCE_DATE_EPOCH"])
    entry.mode = mode(path)
    if path.is_dir():
        entry.type = tarfile.DIRTYPE
        archive.addfile(entry)
        return
    content = path.read_bytes()
    if path.suffix == ".service":
        content = content.replace(INSTALLED, UNPACKED)
    entry.size = len(content)
    archive.addfile(entry, io.BytesIO(content))


def mode(path: pathlib.Path) -> int:
    """The permissions in packages, whatever those of the build folder are."""
    return 0o755 if path.is_dir() or path.parent.name == "bin" else 0o644
