"""Write what the image consists of as a bill of materials (CycloneDX 1.6): `python .ci/sbom.py FILE`.

The packages are those of `requirements.lock`, with the hashes that are checked when they are installed; which of them are
for this platform, what they depend on and under which licence they stand is read from what is installed here. The base
image is that of the Dockerfile. The same files give the same bill.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
ONLY_TO_BUILD = frozenset({"setuptools"})
"""Packages of the lock that are removed from the image when it is built."""
_LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)((?:.*\\\n)*.*)$", re.MULTILINE)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\s*\[([^\]]*)\])?")
_EXTRA = re.compile(r"""extra == ['"]([^'"]+)""")
_IMAGE = re.compile(
    r"^ARG PYTHON=(?P<name>[^:@\s]+):(?P<tag>[^@\s]+)@sha256:(?P<digest>[0-9a-f]{64})$", re.MULTILINE
)


def normal(name: str) -> str:
    """Return a package's name as the index has it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(lock: str) -> dict[str, tuple[str, list[str]]]:
    """Return the packages of a lock file: their versions, and the hashes of their files."""
    return {normal(name): (version, _HASH.findall(rest)) for name, version, rest in _LOCKED.findall(lock)}


def bill(lock: str, dockerfile: str, project: dict[str, Any]) -> dict[str, Any]:
    """Return the bill of materials."""
    packages = {name: one for name, one in locked(lock).items() if name not in ONLY_TO_BUILD}
    found = {name: here for name in sorted(packages) if (here := _installed(name)) is not None}
    image = _IMAGE.search(dockerfile)
    if image is None:
        raise SystemExit("The Dockerfile does not name its base image by version and digest.")
    base = f"pkg:oci/{image['name']}@sha256%3A{image['digest']}?tag={image['tag']}"
    own = f"pkg:pypi/{project['name']}@{project['version']}"
    extras = _extras(project["dependencies"])
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": project["name"],
                "version": project["version"],
                "licenses": [{"license": {"id": project["license"]}}],
            }
        },
        "components": [
            {
                "type": "container",
                "bom-ref": base,
                "name": image["name"],
                "version": image["tag"],
                "purl": base,
                "hashes": [{"alg": "SHA-256", "content": image["digest"]}],
            },
            *(_component(name, *packages[name], here) for name, here in found.items()),
        ],
        "dependencies": [
            {"ref": own, "dependsOn": [base, *_refs(project["dependencies"], packages, found)]},
            *(
                {
                    "ref": _ref(name, packages),
                    "dependsOn": _refs(here.requires or [], packages, found, extras.get(name)),
                }
                for name, here in found.items()
            ),
        ],
    }


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _component(name: str, version: str, hashes: list[str], here: Distribution) -> dict[str, Any]:
    if here.version != version:
        raise SystemExit(f"{name} {here.version} is installed, and {version} is locked. Run: make sbom")
    purl = f"pkg:pypi/{name}@{version}"
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
        # One of these is that of the file which was installed.
        "externalReferences": [
            {
                "type": "distribution",
                "url": f"https://pypi.org/project/{name}/{version}/",
                "hashes": [{"alg": "SHA-256", "content": one} for one in hashes],
            }
        ],
    }
    if expression := here.metadata.get("License-Expression"):
        component["licenses"] = [{"expression": expression}]
    elif license_name := here.metadata.get("License"):
        component["licenses"] = [{"license": {"name": license_name.strip().splitlines()[0][:100]}}]
    return component


def _ref(name: str, packages: dict[str, tuple[str, list[str]]]) -> str:
    return f"pkg:pypi/{name}@{packages[name][0]}"


def _extras(requirements: list[str]) -> dict[str, set[str]]:
    """Return the extras that are asked of each package."""
    matches = filter(None, map(_REQUIREMENT.match, requirements))
    return {normal(one[1]): {extra.strip() for extra in (one[2] or "").split(",")} for one in matches}


def _refs(
    requirements: list[str],
    packages: dict[str, tuple[str, list[str]]],
    found: dict[str, Distribution],
    extras: set[str] | None = None,
) -> list[str]:
    """Return which of the packages are required, with these extras; what other platforms require is not here."""
    names = {
        normal(one[1])
        for each in requirements
        if (one := _REQUIREMENT.match(each)) and {*_EXTRA.findall(each)} <= (extras or set())
    }
    return [_ref(name, packages) for name in sorted(names & found.keys())]


def main(file: str) -> None:
    """Write the bill of materials into a file."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    made = bill(
        (ROOT / "requirements.lock").read_text(encoding="utf-8"),
        (ROOT / "Dockerfile").read_text(encoding="utf-8"),
        project,
    )
    Path(file).write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
