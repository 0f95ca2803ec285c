"""The command line: its output, and the exit code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.resources import files as files_of
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import cards
from bot.cli import main
from cards.voidream.decks import ready_made
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.kernel.records.sealed_writer import write_sealed
from engine.kernel.records.writer import write_record
from engine.voidream.game import VOIDREAM
from engine.voidream.text.notation import VOIDREAM_PHRASING

HOLDS = 'scenario: Nothing happens\nAda passes\nThen the log says "Ada passes"\n'
FAILS = "scenario: Something is wrong\nAda passes\nThen it is Ada's turn\n"
UNREADABLE = "scenario: Unreadable\nAda:\n  hand: Nohting\nThn\n"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in (("holds", HOLDS), ("fails", FAILS), ("unreadable", UNREADABLE)):
        (tmp_path / f"{name}.scenario").write_text(text, encoding="utf-8")
    (tmp_path / "bytes.scenario").write_bytes(b"scenario: \xff\n")
    return tmp_path


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["holds"], 0),
        (["fails"], 1),
        (["holds", "fails"], 1),
        (["unreadable"], 2),
        (["fails", "unreadable"], 2),
        (["bytes"], 2),
        (["missing"], 2),
    ],
)
def test_the_exit_code_depends_on_the_scenarios(files: Path, names: Sequence[str], code: int) -> None:
    assert run("scenario", *(files / f"{name}.scenario" for name in names)).exit_code == code


def test_a_scenario_names_its_game(files: Path) -> None:
    other_file = files / "other.scenario"
    other_file.write_text(
        "game: Dreamweavers\nscenario: An attack\nAda:\n  thoughts: 3\nAda attacks Ego with 3\n"
        "Then Bo has taken 1 damage\n",
        encoding="utf-8",
    )
    both = run("scenario", files / "holds.scenario", other_file)
    assert (both.exit_code, "2 of 2 scenarios hold." in both.output) == (0, True)
    assert "“Dreamweavers” can't stand here" in run("scenario", "--game", "voidream", other_file).output
    assert run("scenario", "--coverage", files / "holds.scenario", other_file).exit_code == 2


def test_only_the_first_mistakes_are_listed(tmp_path: Path) -> None:
    (tmp_path / "many.scenario").write_text("x\n" * 60, encoding="utf-8")
    (tmp_path / "many.toml").write_text("[[card]]\n" * 17, encoding="utf-8")
    for arguments, more in (
        (("scenario", tmp_path / "many.scenario"), 10),
        (("cards", "check", tmp_path / "many.toml"), 1),
        (("verify", tmp_path / "many.scenario"), 16),
    ):
        result = run(*arguments)
        assert result.exit_code == 2
        *lines, last_line = result.output.splitlines()
        assert len(lines) == 50
        assert last_line == f"And {more} more {'mistakes' if more > 1 else 'mistake'}."


def test_a_failing_scenario_is_explained(files: Path) -> None:
    output = run("scenario", files / "fails.scenario").output
    assert "✗ Something is wrong" in output
    assert "line 3: Then it is Ada's turn" in output
    assert "Bo is asked" in output
    assert "0 of 1 scenarios hold" in output


def test_an_unreadable_place_is_located(files: Path) -> None:
    output = run("scenario", files / "unreadable.scenario").output
    assert "unreadable.scenario, line 3, column 9: There is no card called “Nohting”." in output
    assert "unreadable.scenario, line 4, column 1: “Thn” can't begin a line." in output
    assert "Did you mean “Then”?" in output
    assert "byte 11 is not UTF-8" in run("scenario", files / "bytes.scenario").output
    assert "No such file" in run("scenario", files / "missing.scenario").output


def test_results_are_available_as_json(files: Path) -> None:
    result = run(
        "scenario", "--json", files / "holds.scenario", files / "fails.scenario", files / "bytes.scenario"
    )
    data = json.loads(result.output)
    assert result.exit_code == 2
    assert [(each["title"], each["holds"]) for each in data["scenarios"]] == [
        ("Nothing happens", True),
        ("Something is wrong", False),
    ]
    (failure,) = data["scenarios"][1]["failures"]
    assert (failure["line"], failure["column"], failure["expected"]) == (3, 6, "Then it is Ada's turn")
    assert len(data["unreadable"]) == 1


def test_simulation_prints_results_by_deck() -> None:
    names = [deck.name for deck in ready_made()[:2]]
    result = run("simulate", "--matches", "4", "--jobs", "1", "--decks", ",".join(names))
    assert result.exit_code == 0
    assert "4 matches" in result.output
    assert "Wins in percent" in result.output
    assert "hand-offs" in result.output


@pytest.mark.slow
def test_simulation_counts_hand_offs_without_and_with_standing_orders() -> None:
    names = ",".join(deck.name for deck in ready_made()[:2])
    arguments = ("simulate", "--matches", "2", "--jobs", "1", "--decks", names)
    greedy = run(*arguments, "--player", "greedy")
    assert greedy.exit_code == 0
    assert "hand-offs between players" in greedy.output
    assert "hand-offs with standing orders" in greedy.output
    assert "forced answers" in greedy.output
    assert "standing orders" not in run(*arguments, "--player", "greedy", "--no-orders").output
    assert "standing orders" not in run(*arguments).output, "random players give no orders"
    assert "hand-offs with standing orders" in run(*arguments, "--orders").output
    figures = json.loads(run(*arguments, "--player", "greedy", "--json").output)["median"]
    assert 0 < figures["hand-offs with orders"] < figures["hand-offs"]


def test_simulation_reports_endless_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ",".join(deck.name for deck in ready_made()[:2])
    greedy = ("--player", "greedy", "--no-orders")
    arguments = ("simulate", "--matches", "4", "--jobs", "1", "--decks", names, *greedy)
    lengths = json.loads(run(*arguments, "--json").output)["most"]
    monkeypatch.setattr("bot.balance.simulation.IN_CIRCLES", lengths["answers"] - 1)
    one_endless = run(*arguments)
    assert one_endless.exit_code == 0
    assert "1 match went round in circles" in one_endless.output and "3 matches" in one_endless.output
    assert len(json.loads(run(*arguments, "--json").output)["in circles"]) == 1
    monkeypatch.setattr("bot.balance.simulation.IN_CIRCLES", 1)
    all_endless = run(*arguments)
    assert all_endless.exit_code == 1
    assert "4 matches went round in circles" in all_endless.output


def test_the_same_seed_gives_the_same_simulation() -> None:
    first = run("simulate", "--matches", "3", "--jobs", "1", "--seed", "twice")
    assert first.output == run("simulate", "--matches", "3", "--jobs", "1", "--seed", "twice").output
    assert first.output != run("simulate", "--matches", "3", "--jobs", "1", "--seed", "once").output


@pytest.mark.slow
def test_several_processes_give_the_same_result() -> None:
    single = run("simulate", "--matches", "4", "--jobs", "1")
    assert run("simulate", "--matches", "4", "--jobs", "2").output == single.output


def test_simulation_continues_from_stored_matches(tmp_path: Path) -> None:
    """Stored matches aren't played again but count, and damaged files are replaced."""
    arguments = ("simulate", "--jobs", "1", "--json", "--matches")
    folder_option = ("--keep", tmp_path / "kept")
    assert "no time" in run(*arguments, "4", *folder_option, "--minutes", "0").output
    first_part = run(*arguments, "2", *folder_option)
    assert run(*arguments, "4", *folder_option, "--minutes", "0").output == first_part.output
    files = sorted((tmp_path / "kept").iterdir())
    assert len(files) == 2
    files[0].write_bytes(b"half")
    assert run(*arguments, "4", *folder_option).output == run(*arguments, "4", "--minutes", "9").output
    assert len(list((tmp_path / "kept").iterdir())) == 4
    assert "can't be used" in run(*arguments, "4", "--keep", files[0] / "within").output


def test_an_empty_list_of_decks_is_refused() -> None:
    for names in ("", " , ,"):
        result = run("simulate", "--decks", names)
        assert result.exit_code == 2
        assert "Name decks" in result.output
        assert "First Light" in result.output


def test_an_unknown_deck_is_named() -> None:
    name = ready_made()[0].name
    result = run("simulate", "--decks", name[:-1])
    assert result.exit_code == 2
    assert f"Did you mean “{name}”?" in result.output


def test_greedy_players_play_the_decks_of_a_file(tmp_path: Path) -> None:
    ready = ready_made()
    file = tmp_path / "mine.toml"
    original = next(
        file
        for file in files_of("cards.voidream").joinpath("decks").iterdir()
        if file.name == "first-light.toml"
    )
    file.write_text(
        original.read_text(encoding="utf-8").replace('"First Light"', '"My Light"'), encoding="utf-8"
    )
    result = run(
        "simulate",
        "--player",
        "greedy",
        "--matches",
        "4",
        "--jobs",
        "1",
        "--decks",
        f"{file},{ready[1].name}",
        "--json",
    )
    data = json.loads(result.output)
    assert data["matches"] == 4
    assert set(data["decks"]) == {"My Light", ready[1].name}
    assert sum(deck["all"] for deck in data["decks"].values()) == 100
    assert sum(data["endings"].values()) == sum(data["figures"]["rounds"].values()) == 4
    assert {"Summons", "Chalk Sentinel"} <= set(data["cards"])


def test_an_invalid_deck_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[deck]\n", encoding="utf-8")
    result = run("simulate", "--decks", file)
    assert result.exit_code == 2
    assert "mine.toml" in result.output


def test_one_kind_of_player_plays_against_another() -> None:
    result = run(
        "simulate", "--player", "greedy", "--against", "random", "--matches", "8", "--jobs", "1", "--json"
    )
    data = json.loads(result.output)
    assert sum(data["players"].values()) == 8
    assert data["players"]["greedy"] >= 5
    printed = run("simulate", "--player", "greedy", "--against", "random", "--matches", "2", "--jobs", "1")
    assert "Wins of greedy against random play" in " ".join(printed.output.split())


def test_missed_targets_are_named_and_change_the_exit_code() -> None:
    arguments = ("simulate", "--matches", "1", "--jobs", "1")
    result = run(*arguments)
    assert result.exit_code == 0
    assert "is never played, by" in result.output
    assert run(*arguments, "--targets").exit_code == 1


@pytest.fixture
def finished_match() -> Match:
    match = Match.new(VOIDREAM, ready_made()[:2], "cli")
    chance = Chance("cli choices")
    while match.outcome is None:
        seat = chance.pick(sorted(match.questions))
        match.answer(seat, match.questions[seat].id, random_choice(match.questions[seat], chance))
    return match


@pytest.fixture
def record(finished_match: Match, tmp_path: Path) -> Path:
    file = tmp_path / "match.txt"
    file.write_text(write_record(finished_match, ("Ada", "Bo"), VOIDREAM_PHRASING), encoding="utf-8")
    return file


@pytest.fixture
def sealed_record(finished_match: Match, tmp_path: Path) -> Path:
    """Return the sealed record of a match in which both players keep their hands private."""
    file = tmp_path / "sealed.txt"
    text = write_sealed(finished_match, ("Ada", "Bo"), (0, 1), date="2026-11-22")
    file.write_text(text, encoding="utf-8")
    return file


def test_a_genuine_record_is_verified(record: Path) -> None:
    result = run("verify", record)
    assert result.exit_code == 0
    assert "every shuffle is the one that was promised" in result.output


def test_a_forged_record_is_detected(record: Path) -> None:
    record.write_text(record.read_text().replace('[Seed "cli"]', '[Seed "other"]'))
    result = run("verify", record)
    assert result.exit_code == 1
    assert "isn't the promised deal" in result.output


def test_a_genuine_sealed_record_is_verified(finished_match: Match, sealed_record: Path) -> None:
    result = run("verify", sealed_record)
    assert result.exit_code == 0
    assert "The deal of Ada and Bo is the one that was promised" in result.output
    assert (
        f"commitment with the one that was posted when the match began: {finished_match.commitment}"
        in " ".join(result.output.split())
    )


def test_a_forged_sealed_record_is_detected(sealed_record: Path) -> None:
    text = sealed_record.read_text(encoding="utf-8")
    place = next(line for line in text.splitlines() if line.startswith("[Place") and line.count(" · ") == 2)
    _, title, salt = place.split(" · ")
    sealed_record.write_text(text.replace(f"{title} · {salt}", f"Somebody Else · {salt}"), encoding="utf-8")
    result = run("verify", sealed_record)
    assert result.exit_code == 1
    assert "The sealed record of Ada and Bo does not hold." in result.output
    assert "isn't the promised deal" in result.output


def test_damage_of_a_sealed_record_is_located(sealed_record: Path) -> None:
    text = sealed_record.read_text(encoding="utf-8")
    sealed_record.write_text(text.replace('[Chance "', '[Chnace "'), encoding="utf-8")
    result = run("verify", sealed_record)
    assert result.exit_code == 2
    assert "sealed.txt, line " in result.output


def test_damage_of_a_record_is_located(record: Path) -> None:
    record.write_text(record.read_text().replace("[Game ", "[Gaem "))
    result = run("verify", record)
    assert result.exit_code == 2
    assert "match.txt, line 1, column 2: There is no header “Gaem”." in result.output


def test_a_deck_is_not_read_as_a_record(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(run("deck", "text", "First Light").output)
    result = run("verify", file)
    assert result.exit_code == 2
    assert result.output.startswith(f"{file} is a deck of Voidream, not a match record.")


def test_a_far_too_large_file_is_not_read_as_a_record(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_bytes(b"[" * 5_000_001)
    result = run("verify", file)
    assert result.exit_code == 2
    assert "isn't a match record: it is larger than 5 MB." in result.output


def test_the_cards_of_the_game_can_be_read() -> None:
    result = run("cards", "check")
    assert result.exit_code == 0
    assert "everything can be read" in result.output


def test_a_wrong_card_file_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[card]]\ntitle = "Odd"\nkind = "thought"\nfaction = "neutral"\nvalue = 2\ntext = "Evoek."\n'
    )
    result = run("cards", "check", file)
    assert result.exit_code == 2
    assert "mine.toml, line 6, column 9" in result.output
    assert 'Did you mean "evoke"?' in result.output


def test_a_mistake_in_a_card_file_of_the_game_is_explained(tmp_path: Path) -> None:
    """In a separate process with a changed copy of the set, because this process has already read the set."""
    package = Path(cards.__file__).parent
    shutil.copytree(package, tmp_path / "cards", ignore=shutil.ignore_patterns("__pycache__", "i18n"))
    (tmp_path / "cards" / "i18n").symlink_to(package / "i18n")
    file = tmp_path / "cards" / "voidream" / "data" / "neutral.toml"
    file.write_text(
        file.read_text(encoding="utf-8").replace('text = "Evoke."', 'text = "Evoek."', 1), encoding="utf-8"
    )
    process = subprocess.run(
        [sys.executable, "-m", "bot", "cards", "check"], cwd=package.parent, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONSAFEPATH": "1"},
    )  # fmt: skip
    assert process.returncode == 2
    assert process.stderr.startswith("neutral.toml, line ")
    assert '"Open Eyes": "Evoek" can\'t stand here. Did you mean "evoke"?' in process.stderr
    assert "Traceback" not in process.stderr


def test_an_invalid_picture_recipe_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    card = '[[card]]\ntitle = "Odd"\nkind = "thought"\nfaction = "neutral"\nvalue = 2\ntext = "Evoke."\n'
    file.write_text(f'{card}art = "whale under bed, in rom"\n')
    result = run("cards", "check", file)
    assert result.exit_code == 2
    assert 'mine.toml, line 7, column 28, "Odd" (art): "rom" is no place; places: ' in result.output
    file.write_text(f'{card}art = "whale under bed, in room"\n')
    assert run("cards", "check", file).exit_code == 0


def test_card_files_are_searched_for_loops_together_with_the_set(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[card]]\ntitle = "Whirligig"\nkind = "memory"\nfaction = "neutral"\nvalue = 2\n'
        'text = "(A) Exhaust an entity you control: Ready an entity you control, then roll."\n',
        encoding="utf-8",
    )
    result = run("cards", "loops", "--most", "1", file)
    assert result.exit_code == 1
    assert "Whirligig: activate Whirligig" in result.output
    assert "1 way to go round for ever." in result.output


def test_no_loops_are_found_in_the_set_with_one_ability() -> None:
    """The tests of the search cover loops with more abilities."""
    result = run("cards", "loops", "--most", "1")
    assert result.exit_code == 0
    assert "no infinite loops" in result.output


def test_an_invalid_card_file_is_not_searched_for_loops(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[[card]]\n", encoding="utf-8")
    assert run("cards", "loops", file).exit_code == 2
