"""`voidream scenario`: run scenario files, and measure their coverage of the rulebook."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.chosen_game import game_option, part_of
from bot.cli.output import CHECK_FAILED, UNUSABLE, CannotRead, fail, first_of, read, say

if TYPE_CHECKING:
    from bot.games.author_tools import Scenarios
    from engine.scenario.coverage import Coverage
    from engine.scenario.model import Scenario
    from engine.scenario.runner import Failure

BESIDE = Path(__file__).parents[2]
"""The root of the repository. An installed program has no scenarios there."""


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--coverage", "as_coverage", is_flag=True, help="Count which rules the scenarios test instead.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@game_option
def scenario(files: Sequence[Path], as_coverage: bool, as_json: bool, game: str | None) -> None:
    """Run scenario FILES, or all scenario files in folders.

    With --coverage, print the number of scenarios for each section of the rulebook and each ruling. Without files, this
    counts the scenarios in the repository that test the rulebook.

    Exit codes: 0 all pass, 1 one fails or a rule is not tested, 2 a file can't be read.
    """
    if not files and not as_coverage:
        fail("Name scenario files or folders: voidream scenario FILE…")
    paths = list(_in_folders(files or [_rules(_scenario_tools(game).rulebook)]))
    games = [_game_of(file, game) for file in paths]
    scenarios: list[tuple[Scenarios, Scenario[Any]]] = []
    problems: list[str] = []
    for file, game_name in zip(paths, games, strict=True):
        scenarios += [
            (_scenario_tools(game_name), each)
            for each in _read_file(_scenario_tools(game_name), file, problems)
        ]
    if as_coverage:
        if len(set(games)) > 1:
            fail("Coverage is counted for one game at a time. Choose one with --game.")
        of_game = _scenario_tools(games[0])
        _report_coverage(
            of_game.coverage([each for _, each in scenarios]), len(scenarios), problems, as_json=as_json
        )
    else:
        _report([(each, tools.play(each)) for tools, each in scenarios], problems, as_json=as_json)


def _scenario_tools(game: str | None) -> Scenarios:
    return part_of(game, "scenarios", lambda tools: tools.scenarios)


def _game_of(file: Path, game: str | None) -> str | None:
    """Return the name of a file's game: the chosen one, or the one named in the file."""
    from engine.scenario.parser import game_of

    if game is not None:
        return game
    try:
        return game_of(read(file))
    except CannotRead:
        return None


def _rules(rulebook: Path) -> Path:
    existing = next((folder for folder in (rulebook, BESIDE / rulebook) if folder.is_dir()), None)
    if existing is None:
        fail(
            f"There is no folder {rulebook.as_posix()} here: it comes with a checkout, not with the installed "
            "program. Name files or folders: voidream scenario --coverage FILE…"
        )
    return existing


def _in_folders(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(path.rglob("*.scenario"))
        if not inside:
            fail(f"There is no file that ends in .scenario in {path}.")
        yield from inside


def _read_file(of_game: Scenarios, file: Path, problems: list[str]) -> Sequence[Scenario[Any]]:
    from engine.kernel.diagnostics import Unreadable

    try:
        return of_game.read(read(file), str(file))
    except Unreadable as error:
        problems += [str(problem) for problem in error.problems]
    except CannotRead as error:
        problems.append(str(error))
    return []


# ------------------------------------------------------------------------------------------------------------- results


def _report(
    results: list[tuple[Scenario[Any], list[Failure]]], problems: list[str], *, as_json: bool
) -> None:
    if as_json:
        click.echo(json.dumps(_as_data(results, problems), ensure_ascii=False, indent=2))
    else:
        _print_scenarios(results, problems)
    sys.exit(UNUSABLE if problems else CHECK_FAILED if any(failures for _, failures in results) else 0)


def _print_scenarios(results: list[tuple[Scenario[Any], list[Failure]]], problems: list[str]) -> None:
    for each, failures in results:
        say(f"{'✗' if failures else '✓'} {each.title}", "red" if failures else "green")
        for failure in failures:
            say(f"    {each.file}, line {failure.place.line}: {failure.expected}")
            say(f"        but {failure.found}")
    if problems:
        say(first_of(problems), "red")
    failed = sum(bool(failures) for _, failures in results)
    if results:
        say(f"{len(results) - failed} of {len(results)} scenarios hold.")


def _as_data(results: list[tuple[Scenario[Any], list[Failure]]], problems: list[str]) -> dict[str, object]:
    return {
        "scenarios": [
            {
                "file": each.file,
                "line": each.place.line,
                "title": each.title,
                "holds": not failures,
                "failures": [
                    {
                        "line": failure.place.line,
                        "column": failure.place.column,
                        "expected": failure.expected,
                        "found": failure.found,
                    }
                    for failure in failures
                ],
            }
            for each, failures in results
        ],
        "unreadable": problems,
    }


# ------------------------------------------------------------------------------------------------------------ coverage


def _report_coverage(coverage: Coverage, count: int, problems: list[str], *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(_coverage_as_data(coverage, problems), ensure_ascii=False, indent=2))
    else:
        _print_coverage(coverage, count)
        for problem in (*map(str, coverage.unknown), *problems):
            say(problem, "red")
    sys.exit(UNUSABLE if problems else CHECK_FAILED if coverage.empty or coverage.unknown else 0)


def _print_coverage(coverage: Coverage, count: int) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("Rule", "About", box=None, pad_edge=False)
    table.add_column("Scenarios", justify="right")
    table.add_column("Files", justify="right")
    previous_section = ""
    for entry in coverage.entries:
        section = entry.what.citation[:2]
        if previous_section and section != previous_section:
            table.add_section()
        previous_section = section
        style = "" if entry.scenarios else "red"
        table.add_row(
            entry.what.citation,
            entry.what.about,
            str(len(entry.scenarios)),
            str(len(entry.files)),
            style=style,
        )
    Console(highlight=False).print(table)
    citing = len({(each.file, each.place.line) for entry in coverage.entries for each in entry.scenarios})
    say(f"{count} scenarios, {citing} of which name what they test.")
    if coverage.empty:
        say(f"Nothing tests {', '.join(coverage.empty)}.", "red")
    else:
        say("Every section and every ruling is tested.", "green")


def _coverage_as_data(coverage: Coverage, problems: list[str]) -> dict[str, object]:
    return {
        "rules": [
            {
                "citation": entry.what.citation,
                "about": entry.what.about,
                "scenarios": len(entry.scenarios),
                "files": entry.files,
            }
            for entry in coverage.entries
        ],
        "empty": coverage.empty,
        "unknown": [
            {
                "file": problem.file,
                "line": problem.citation.place.line,
                "column": problem.citation.place.column,
                "citation": problem.citation.text,
                "why": problem.why,
            }
            for problem in coverage.unknown
        ],
        "unreadable": problems,
    }
