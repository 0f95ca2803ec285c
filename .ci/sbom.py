"""Write the image's bill of materials (CycloneDX 1.6): `python .ci/sbom.py FILE`.

Packages and hashes come from `requirements.lock`, the base image from the Dockerfile. Platform, dependencies and
licences are read from the packages installed here. The same files give the same bill.
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
"""Packages in the lock file that the build removes from the image."""
_LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)((?:.*\\\n)*.*)$", re.MULTILINE)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\s*\[([^\]]*)\])?")
_EXTRA = re.compile(r"""extra == ['"]([^'"]+)""")
_IMAGE = re.compile(
    r"^ARG PYTHON=(?P<name>[^:@\s]+):(?P<tag>[^@\s]+)@sha256:(?P<digest>[0-9a-f]{64})$", re.MULTILINE
)


def normal(name: str) -> str:
    """Return a package's normalized name (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(lock: str) -> dict[str, tuple[str, list[str]]]:
    """Return the version and file hashes of each package in a lock file."""
    return {normal(name): (version, _HASH.findall(rest)) for name, version, rest in _LOCKED.findall(lock)}


def bill(lock: str, dockerfile: str, project: dict[str, Any]) -> dict[str, Any]:
    """Return the bill of materials as a CycloneDX document.

    Raises SystemExit if the Dockerfile doesn't pin its base image, or an installed package isn't the locked version.
    """
    packages = {name: package for name, package in locked(lock).items() if name not in ONLY_TO_BUILD}
    installed = {name: package for name in sorted(packages) if (package := _installed(name)) is not None}
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
            *(_component(name, *packages[name], package) for name, package in installed.items()),
        ],
        "dependencies": [
            {"ref": own, "dependsOn": [base, *_refs(project["dependencies"], packages, installed)]},
            *(
                {
                    "ref": _ref(name, packages),
                    "dependsOn": _refs(package.requires or [], packages, installed, extras.get(name)),
                }
                for name, package in installed.items()
            ),
        ],
    }


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _component(name: str, version: str, hashes: list[str], package: Distribution) -> dict[str, Any]:
    if package.version != version:
        raise SystemExit(f"{name} {package.version} is installed, and {version} is locked. Run: make sbom")
    purl = f"pkg:pypi/{name}@{version}"
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
        # The installed file has one of these hashes.
        "externalReferences": [
            {
                "type": "distribution",
                "url": f"https://pypi.org/project/{name}/{version}/",
                "hashes": [{"alg": "SHA-256", "content": digest} for digest in hashes],
            }
        ],
    }
    if expression := package.metadata.get("License-Expression"):
        component["licenses"] = [{"expression": expression}]
    elif license_name := package.metadata.get("License"):
        component["licenses"] = [{"license": {"name": license_name.strip().splitlines()[0][:100]}}]
    return component


def _ref(name: str, packages: dict[str, tuple[str, list[str]]]) -> str:
    return f"pkg:pypi/{name}@{packages[name][0]}"


def _extras(requirements: list[str]) -> dict[str, set[str]]:
    """Return the required extras of each package."""
    matches = filter(None, map(_REQUIREMENT.match, requirements))
    return {normal(match[1]): {extra.strip() for extra in (match[2] or "").split(",")} for match in matches}


def _refs(
    requirements: list[str],
    packages: dict[str, tuple[str, list[str]]],
    installed: dict[str, Distribution],
    extras: set[str] | None = None,
) -> list[str]:
    """Return references to the required packages, with these extras. Packages for other platforms are left out."""
    names = {
        normal(match[1])
        for requirement in requirements
        if (match := _REQUIREMENT.match(requirement)) and {*_EXTRA.findall(requirement)} <= (extras or set())
    }
    return [_ref(name, packages) for name in sorted(names & installed.keys())]


def main(file: str) -> None:
    """Write the bill of materials to a file."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    contents = bill(
        (ROOT / "requirements.lock").read_text(encoding="utf-8"),
        (ROOT / "Dockerfile").read_text(encoding="utf-8"),
        project,
    )
    Path(file).write_text(json.dumps(contents, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
