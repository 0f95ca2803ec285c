"""The container image, tested without a container engine: its Dockerfile, and its bill of materials."""

from __future__ import annotations

import json
import re
import runpy
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SBOM = runpy.run_path(str(ROOT / ".ci" / "sbom.py"))
*_, LAST_STAGE = DOCKERFILE.split("\nFROM ")


def test_the_image_and_make_take_the_interpreter_that_the_tests_run_on() -> None:
    """Both stages use the same release, by its digest."""
    assert re.search(r"^ARG PYTHON=python:3\.11\.\d+-slim-\w+@sha256:[0-9a-f]{64}$", DOCKERFILE, re.MULTILINE)
    assert re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE) == ["${PYTHON}", "${PYTHON}"]
    tried = re.search(r"for python in \$\(PYTHON\) (\S+)", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert tried is not None and tried[1] == "python3.11"


def test_nothing_that_installs_packages_is_left() -> None:
    """The environment has no pip. The last stage removes pip from the base image, and the means to restore it."""
    assert "venv --without-pip /opt/voidream" in DOCKERFILE
    assert "uninstall --yes setuptools" in DOCKERFILE.replace("--root-user-action=ignore ", "")
    first, *later = [line for line in LAST_STAGE.splitlines() if line.startswith(("RUN", "COPY"))]
    assert first.startswith("RUN pip uninstall --yes") and first.split()[-2:] == ["pip", "\\"]
    assert "ensurepip" in LAST_STAGE and not any("pip" in line for line in later)


def test_the_health_check_follows_the_settings_and_backups_are_made() -> None:
    assert 'CMD ["python", "-m", "bot.maintenance.health"]' in LAST_STAGE
    assert "BACKUP_FOLDER=/data/backups" in LAST_STAGE and "VOLUME /data" in LAST_STAGE


def test_copied_files_exist_and_are_not_ignored() -> None:
    let_in = {
        line[1:]
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line.startswith("!")
    }
    copied = {
        source.removeprefix("./")
        for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
        for source in line.split()[:-1]
    }
    assert copied == let_in and all((ROOT / one).exists() for one in copied)


def made(lock: str = LOCK, dockerfile: str = DOCKERFILE) -> dict[str, Any]:
    return SBOM["bill"](lock, dockerfile, PROJECT)


def test_the_bill_of_materials_names_every_package_with_its_hashes() -> None:
    bill = made()
    base, *packages = bill["components"]
    assert base["type"] == "container" and f"@sha256:{base['hashes'][0]['content']}" in DOCKERFILE
    named = {one["name"]: one for one in packages}
    assert "setuptools" not in named, "it builds, and is removed"
    for name, one in named.items():
        hashes = [each["content"] for each in one["externalReferences"][0]["hashes"]]
        assert f"{name}=={one['version']} " in LOCK and hashes
        assert all(f"--hash=sha256:{each}" in LOCK for each in hashes)
        assert distribution(name).version == one["version"]
    assert {"aiohttp", "discord-py", "pillow"} <= named.keys()
    refs = {bill["metadata"]["component"]["bom-ref"], *(one["bom-ref"] for one in bill["components"])}
    depends = {one["ref"]: one["dependsOn"] for one in bill["dependencies"]}
    assert depends.keys() | {base["bom-ref"]} == refs
    reached, waiting = set[str](), [bill["metadata"]["component"]["bom-ref"]]
    while waiting:
        if (ref := waiting.pop()) not in reached:
            reached.add(ref)
            waiting += depends.get(ref, [])
    assert reached == refs, "nothing is in the image that nothing needs"
    assert json.dumps(made()) == json.dumps(bill)


def test_a_bill_of_something_else_is_not_written() -> None:
    with pytest.raises(SystemExit, match="is locked"):
        made(lock=re.sub(r"^(aiohttp==)\S+", r"\g<1>0.1", LOCK, flags=re.MULTILINE))
    with pytest.raises(SystemExit, match="by version and digest"):
        made(dockerfile="FROM python:3.11-slim")
