"""What others wrote and is in the program, with versions and licences."""

import dataclasses
import json
import pathlib
import re
import subprocess
import sys

SWIFT = "Apache-2.0 WITH Swift-exception"
# The licence of each dependency, by its identity in Package.resolved.
LICENCES = {
    "grdb.swift": "MIT",
    "swift-argument-parser": SWIFT,
    "swift-log": "Apache-2.0",
    "swift-subprocess": "Apache-2.0",
    "swift-system": SWIFT,
    "yams": "MIT",
}
NOTICES = pathlib.Path(__file__).resolve().parent.parent / "notices"


class Missing(Exception):
    """Something that the packages need does not exist; the text says what."""


@dataclasses.dataclass(frozen=True)
class Component:
    name: str
    version: str
    licence: str
    """An expression of SPDX."""
    home: str
    texts: tuple[pathlib.Path, ...]
    """The licence as its authors wrote it, and their own notices."""
    revision: str = ""


def all(root: pathlib.Path, build: pathlib.Path) -> list[Component]:
    """Every part, each with at least one text of its licence."""
    parts = dependencies(root, build) + ([] if sys.platform == "darwin" else runtime())
    for part in parts:
        if not part.texts or not all_files(part.texts):
            raise Missing(f"the licence of {part.name} {part.version} was not found")
    return sorted(parts, key=lambda part: part.name.lower())


def all_files(texts: tuple[pathlib.Path, ...]) -> bool:
    return not [path for path in texts if not path.is_file()]


def dependencies(root: pathlib.Path, build: pathlib.Path) -> list[Component]:
    """The packages that Package.resolved names, and what they contain from elsewhere."""
    resolved = root / "Package.resolved"
    if not resolved.is_file():
        raise Missing(f"{resolved} is missing; build the program first")
    found = []
    for pin in json.loads(resolved.read_text())["pins"]:
        name = pin["identity"]
        if name not in LICENCES:
            raise Missing(f"the licence of {name} is not recorded in {pathlib.Path(__file__).name}")
        home = pin["location"].removesuffix(".git")
        folder = build / "checkouts" / home.rsplit("/", 1)[-1]
        state = pin["state"]
        found.append(
            Component(
                name=folder.name, version=state.get("version", ""), licence=LICENCES[name],
                home=home, texts=texts(folder), revision=state["revision"]))
        if name == "yams":
            found.append(
                Component(
                    name="libyaml", version="", licence="MIT",
                    home="https://github.com/yaml/libyaml", texts=(NOTICES / "libyaml.txt",)))
    return found


def texts(folder: pathlib.Path) -> tuple[pathlib.Path, ...]:
    """The licence of a checkout, then its notices."""
    return tuple(sorted(folder.glob("LICEN[CS]E*"))[:1] + sorted(folder.glob("NOTICE*")))


def runtime() -> list[Component]:
    """What a static program has from the Swift toolchain. On macOS it belongs to the system."""
    target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))
    library = pathlib.Path(target["paths"]["runtimeResourcePath"])
    version = re.search(r"[\d.]+", target["compilerVersion"]).group()
    licence = (library.parents[1] / "share/swift/LICENSE.txt",)
    header = library.with_name("swift_static") / "_foundation_unicode/uvernum.h"
    icu = re.search(r'U_ICU_VERSION "([\d.]+)"', header.read_text()) if header.is_file() else None
    if icu is None:
        raise Missing(f"the version of ICU was not found in {header}")
    swift = [
        Component(name, version, SWIFT, f"https://github.com/swiftlang/{name}", licence)
        for name in ("swift", "swift-corelibs-foundation", "swift-corelibs-libdispatch", "swift-foundation")
    ]
    return swift + [
        Component(
            "ICU", icu.group(1), "Unicode-3.0", "https://github.com/swiftlang/swift-foundation-icu",
            (NOTICES / "ICU.txt",))
    ]


def notice(parts: list[Component]) -> str:
    """One text with all licences; each text is in it once, below all the parts that have it."""
    owners: dict[str, list[Component]] = {}
    for part in parts:
        text = "\n\n".join(path.read_text(encoding="utf-8").strip("\n") for path in part.texts)
        owners.setdefault(text, []).append(part)
    line = "=" * 78
    written = ["grades contains the following software of others, each under its own licence.\n"]
    for text, group in owners.items():
        names = [f"{part.name} {part.version}".strip() + f" <{part.home}>" for part in group]
        written.append("\n".join([line, *names, f"Licence: {group[0].licence}", line, "", text, ""]))
    return "\n".join(written)
