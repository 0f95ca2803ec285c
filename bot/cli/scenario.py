"""`voidream scenario`: positions, answers and what must be so, as text."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.saying import HOLDS_NOT, UNUSABLE, CannotRead, read, say

if TYPE_CHECKING:
    from engine.voidream.scenario import Failure, Scenario


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def scenario(files: Sequence[Path], as_json: bool) -> None:
    """Play scenario files. Exit code 0: all hold; 1: one does not; 2: a file can't be read."""
    from engine.kernel.misreading import Unreadable
    from engine.voidream.scenario import play, read_scenarios

    results: list[tuple[Scenario, list[Failure]]] = []
    problems: list[str] = []
    for file in files:
        try:
            for each in read_scenarios(read(file), str(file)):
                results.append((each, play(each)))
        except Unreadable as error:
            problems += [str(problem) for problem in error.problems]
        except CannotRead as error:
            problems.append(str(error))
    code = UNUSABLE if problems else HOLDS_NOT if any(failures for _, failures in results) else 0
    if as_json:
        click.echo(json.dumps(_as_data(results, problems), ensure_ascii=False, indent=2))
    else:
        _print_scenarios(results, problems)
    sys.exit(code)


def _print_scenarios(results: list[tuple[Scenario, list[Failure]]], problems: list[str]) -> None:
    for each, failures in results:
        say(f"{'✗' if failures else '✓'} {each.title}", "red" if failures else "green")
        for failure in failures:
            say(f"    {each.file}, line {failure.place.line}: {failure.expected}")
            say(f"        but {failure.found}")
    for problem in problems:
        say(problem, "red")
    failed = sum(bool(failures) for _, failures in results)
    if results:
        say(f"{len(results) - failed} of {len(results)} scenarios hold.")


def _as_data(results: list[tuple[Scenario, list[Failure]]], problems: list[str]) -> dict[str, object]:
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
