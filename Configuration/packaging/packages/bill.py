"""The bill of materials in SPDX 2.3."""

import hashlib
import json
import pathlib
import re
import subprocess
import time

from components import Component


def of(
    program: pathlib.Path, version: str, parts: list[Component], made: list[pathlib.Path],
    moment: int, commit: str,
) -> str:
    """The packages that were made, the program in them, what is built into it and what it loads."""
    content = program.read_bytes()
    date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))
    main = package("Program", "grades", version, "Apache-2.0")
    main["primaryPackagePurpose"] = "APPLICATION"
    main["checksums"] = [checksum(content)]
    if commit:
        main["sourceInfo"] = f"Built from commit {commit}."
    packages, relations = [main], []
    for path in made:
        packed = package(path.name, "grades", version, "Apache-2.0")
        packed |= {
            "packageFileName": path.name, "primaryPackagePurpose": "ARCHIVE",
            "checksums": [checksum(path.read_bytes())],
        }
        packages.append(packed)
        relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", packed["SPDXID"]))
        relations.append((packed["SPDXID"], "CONTAINS", main["SPDXID"]))
    for part in parts:
        packages.append(component(part))
        relations.append((main["SPDXID"], "STATIC_LINK", packages[-1]["SPDXID"]))
    for library in libraries(program):
        packages.append(package(library, library, "", "NOASSERTION"))
        relations.append((main["SPDXID"], "DYNAMIC_LINK", packages[-1]["SPDXID"]))
    return json.dumps(
        {
            "spdxVersion": "SPDX-2.3",
            "dataLicense": "CC0-1.0",
            "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"grades-{version}",
            "documentNamespace":
                f"https://spdx.org/spdxdocs/grades-{version}-{hashlib.sha256(content).hexdigest()}",
            "creationInfo": {"created": date, "creators": ["Tool: grades-make-package"]},
            "packages": packages,
            "relationships": [
                {"spdxElementId": left, "relationshipType": kind, "relatedSpdxElement": right}
                for left, kind, right in relations
            ],
        },
        indent=2, ensure_ascii=False) + "\n"


def component(part: Component) -> dict:
    described = package(part.name, part.name, part.version, part.licence)
    described["homepage"] = part.home
    if part.revision:
        described["downloadLocation"] = f"git+{part.home}@{part.revision}"
    if part.version:
        place = part.home.removeprefix("https://")
        purl = f"pkg:swift/{place}@{part.version}" if part.revision else f"pkg:generic/{part.name}@{part.version}"
        described["externalRefs"] = [
            {
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                "referenceLocator": purl,
            }
        ]
    return described


def package(identifier: str, name: str, version: str, licence: str) -> dict:
    described = {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", identifier),
        "name": name,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
    }
    return described | ({"versionInfo": version} if version else {})


def checksum(content: bytes) -> dict:
    return {"algorithm": "SHA256", "checksumValue": hashlib.sha256(content).hexdigest()}


def libraries(program: pathlib.Path) -> list[str]:
    """The system's libraries that the program needs or loads, where readelf can say it."""
    try:
        output = subprocess.check_output(["readelf", "--dynamic", "--wide", str(program)], text=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    return sorted(re.findall(r"\(NEEDED\).*\[(.+)\]", output)) + ["libcurl.so.4"]
