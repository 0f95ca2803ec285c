"""`voidream scenario --coverage`: the rules that scenarios test, as a table and as JSON."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest

from tests.bot.cli.test_commands import run

SCENARIO = "tests: R25\nscenario: Heroes first (§6 Heroic)\nThen it is Ada's turn\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "one.scenario").write_text(SCENARIO, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_the_whole_rulebook_is_tested() -> None:
    result = run("scenario", "--coverage")
    assert "Every section and every ruling is tested." in result.output
    assert result.exit_code == 0


def test_untested_rules_are_named_and_change_the_exit_code(folder: Path) -> None:
    result = run("scenario", "--coverage", folder)
    assert result.exit_code == 1
    assert "1 scenarios, 1 of which name what they test." in result.output
    (missing,) = [line for line in result.output.splitlines() if line.startswith("Nothing tests")]
    assert "§6 Deep" in missing
    assert "§6 Heroic" not in missing


def test_the_coverage_is_available_as_json(folder: Path) -> None:
    data = json.loads(run("scenario", "--coverage", "--json", folder).output)
    tested = {rule["citation"]: rule for rule in data["rules"] if rule["scenarios"]}
    assert [*tested] == ["§6 Heroic", "R25"]
    assert tested["R25"]["files"] == [str(folder / "deep" / "one.scenario")]
    assert "R1" in data["empty"]


def test_an_unknown_citation_is_located(folder: Path) -> None:
    (folder / "two.scenario").write_text(SCENARIO.replace("Heroic", "Herioc"), encoding="utf-8")
    result = run("scenario", "--coverage", folder)
    assert "two.scenario, line 2, column 25: “§6 Herioc” is no section" in result.output
    assert result.exit_code == 1


def test_an_unreadable_file_is_not_counted(folder: Path) -> None:
    (folder / "two.scenario").write_text("nonsense", encoding="utf-8")
    result = run("scenario", "--coverage", folder)
    assert "two.scenario, line 1, column 1" in result.output
    assert result.exit_code == 2


def test_all_scenarios_of_a_folder_are_run(folder: Path) -> None:
    assert "1 of 1 scenarios hold." in run("scenario", folder).output


def test_a_folder_without_scenarios_is_reported(tmp_path: Path) -> None:
    result = run("scenario", tmp_path)
    assert "There is no file that ends in .scenario" in result.output
    assert result.exit_code == 2


def test_without_files_it_asks_for_them() -> None:
    result = run("scenario")
    assert "Name scenario files" in result.output
    assert result.exit_code == 2


def test_an_installed_program_names_the_missing_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(importlib.import_module("bot.cli.scenario"), "BESIDE", tmp_path / "installed")
    result = run("scenario", "--coverage")
    assert "comes with a checkout" in result.output
    assert result.exit_code == 2
