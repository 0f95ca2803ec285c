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
def test_the_exit_code_says_whether_scenarios_hold(files: Path, names: Sequence[str], code: int) -> None:
    assert run("scenario", *(files / f"{name}.scenario" for name in names)).exit_code == code


def test_a_scenario_says_which_game_it_is_of(files: Path) -> None:
    other = files / "other.scenario"
    other.write_text(
        "game: Dreamweavers\nscenario: An attack\nAda:\n  thoughts: 3\nAda attacks Ego with 3\n"
        "Then Bo has taken 1 damage\n",
        encoding="utf-8",
    )
    both = run("scenario", files / "holds.scenario", other)
    assert (both.exit_code, "2 of 2 scenarios hold." in both.output) == (0, True)
    assert "“Dreamweavers” can't stand here" in run("scenario", "--game", "voidream", other).output
    assert run("scenario", "--coverage", files / "holds.scenario", other).exit_code == 2


def test_of_very_many_mistakes_the_first_ones_are_said(tmp_path: Path) -> None:
    (tmp_path / "many.scenario").write_text("x\n" * 60, encoding="utf-8")
    (tmp_path / "many.toml").write_text("[[card]]\n" * 17, encoding="utf-8")
    for words, more in (
        (("scenario", tmp_path / "many.scenario"), 10),
        (("cards", "check", tmp_path / "many.toml"), 1),
        (("verify", tmp_path / "many.scenario"), 16),
    ):
        result = run(*words)
        assert result.exit_code == 2
        *said, last = result.output.splitlines()
        assert len(said) == 50
        assert last == f"And {more} more {'mistakes' if more > 1 else 'mistake'}."


def test_a_scenario_that_does_not_hold_is_explained(files: Path) -> None:
    output = run("scenario", files / "fails.scenario").output
    assert "✗ Something is wrong" in output
    assert "line 3: Then it is Ada's turn" in output
    assert "Bo is asked" in output
    assert "0 of 1 scenarios hold" in output


def test_what_cannot_be_read_has_its_place(files: Path) -> None:
    output = run("scenario", files / "unreadable.scenario").output
    assert "unreadable.scenario, line 3, column 9: There is no card called “Nohting”." in output
    assert "unreadable.scenario, line 4, column 1: “Thn” can't begin a line." in output
    assert "Did you mean “Then”?" in output
    assert "byte 11 is not UTF-8" in run("scenario", files / "bytes.scenario").output
    assert "No such file" in run("scenario", files / "missing.scenario").output


def test_results_can_be_read_by_programs(files: Path) -> None:
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


def test_simulation_prints_how_the_decks_fared() -> None:
    names = [deck.name for deck in ready_made()[:2]]
    result = run("simulate", "--matches", "4", "--jobs", "1", "--decks", ",".join(names))
    assert result.exit_code == 0
    assert "4 matches" in result.output
    assert "Wins in percent" in result.output
    assert "hand-offs" in result.output


@pytest.mark.slow
def test_simulation_counts_hand_offs_without_and_with_standing_orders() -> None:
    names = ",".join(deck.name for deck in ready_made()[:2])
    asked = ("simulate", "--matches", "2", "--jobs", "1", "--decks", names)
    greedy = run(*asked, "--player", "greedy")
    assert greedy.exit_code == 0
    assert "hand-offs between players" in greedy.output
    assert "hand-offs with standing orders" in greedy.output
    assert "forced answers" in greedy.output
    assert "standing orders" not in run(*asked, "--player", "greedy", "--no-orders").output
    assert "standing orders" not in run(*asked).output, "who draws lots gives none"
    assert "hand-offs with standing orders" in run(*asked, "--orders").output
    figures = json.loads(run(*asked, "--player", "greedy", "--json").output)["median"]
    assert 0 < figures["hand-offs with orders"] < figures["hand-offs"]


def test_simulation_names_matches_that_go_round_in_circles(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ",".join(deck.name for deck in ready_made()[:2])
    greedy = ("--player", "greedy", "--no-orders")
    asked = ("simulate", "--matches", "4", "--jobs", "1", "--decks", names, *greedy)
    lengths = json.loads(run(*asked, "--json").output)["most"]
    monkeypatch.setattr("bot.balance.simulation.IN_CIRCLES", lengths["answers"] - 1)
    most = run(*asked)
    assert most.exit_code == 0
    assert "1 match went round in circles" in most.output and "3 matches" in most.output
    assert len(json.loads(run(*asked, "--json").output)["in circles"]) == 1
    monkeypatch.setattr("bot.balance.simulation.IN_CIRCLES", 1)
    none = run(*asked)
    assert none.exit_code == 1
    assert "4 matches went round in circles" in none.output


def test_the_same_seed_gives_the_same_simulation() -> None:
    first = run("simulate", "--matches", "3", "--jobs", "1", "--seed", "twice")
    assert first.output == run("simulate", "--matches", "3", "--jobs", "1", "--seed", "twice").output
    assert first.output != run("simulate", "--matches", "3", "--jobs", "1", "--seed", "once").output


@pytest.mark.slow
def test_several_processes_come_to_the_same() -> None:
    one = run("simulate", "--matches", "12", "--jobs", "1")
    assert run("simulate", "--matches", "12", "--jobs", "2").output == one.output


def test_simulation_goes_on_where_a_portion_has_ended(tmp_path: Path) -> None:
    """What is kept is not played again, counts as if it had been played now, and damaged files are played again."""
    asked = ("simulate", "--jobs", "1", "--json", "--matches")
    kept = ("--keep", tmp_path / "kept")
    assert "no time" in run(*asked, "4", *kept, "--minutes", "0").output
    part = run(*asked, "2", *kept)
    assert run(*asked, "4", *kept, "--minutes", "0").output == part.output
    files = sorted((tmp_path / "kept").iterdir())
    assert len(files) == 2
    files[0].write_bytes(b"half")
    assert run(*asked, "4", *kept).output == run(*asked, "4", "--minutes", "9").output
    assert len(list((tmp_path / "kept").iterdir())) == 4
    assert "can't be used" in run(*asked, "4", "--keep", files[0] / "within").output


def test_to_name_no_deck_to_simulate_is_refused() -> None:
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
    kept = next(
        file
        for file in files_of("cards.voidream").joinpath("decks").iterdir()
        if file.name == "first-light.toml"
    )
    file.write_text(kept.read_text(encoding="utf-8").replace('"First Light"', '"My Light"'), encoding="utf-8")
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


def test_a_deck_file_that_is_no_deck_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[deck]\n", encoding="utf-8")
    result = run("simulate", "--decks", file)
    assert result.exit_code == 2
    assert "mine.toml" in result.output


def test_one_kind_of_player_meets_another() -> None:
    result = run(
        "simulate", "--player", "greedy", "--against", "random", "--matches", "8", "--jobs", "1", "--json"
    )
    data = json.loads(result.output)
    assert sum(data["players"].values()) == 8
    assert data["players"]["greedy"] >= 5
    printed = run("simulate", "--player", "greedy", "--against", "random", "--matches", "2", "--jobs", "1")
    assert "Wins of greedy against random play" in " ".join(printed.output.split())


def test_targets_that_are_missed_are_named_and_change_the_exit_code() -> None:
    arguments = ("simulate", "--matches", "1", "--jobs", "1")
    result = run(*arguments)
    assert result.exit_code == 0
    assert "is never played, by" in result.output
    assert run(*arguments, "--targets").exit_code == 1


@pytest.fixture
def over() -> Match:
    match = Match.new(VOIDREAM, ready_made()[:2], "cli")
    chance = Chance("cli choices")
    while match.outcome is None:
        seat = chance.pick(sorted(match.questions))
        match.answer(seat, match.questions[seat].id, random_choice(match.questions[seat], chance))
    return match


@pytest.fixture
def record(over: Match, tmp_path: Path) -> Path:
    file = tmp_path / "match.txt"
    file.write_text(write_record(over, ("Ada", "Bo"), VOIDREAM_PHRASING), encoding="utf-8")
    return file


@pytest.fixture
def sealed_record(over: Match, tmp_path: Path) -> Path:
    """What is told of a match whose players keep their hands to themselves."""
    file = tmp_path / "sealed.txt"
    text = write_sealed(over, ("Ada", "Bo"), (0, 1), date="2026-11-22")
    file.write_text(text, encoding="utf-8")
    return file


def test_a_true_record_is_verified(record: Path) -> None:
    result = run("verify", record)
    assert result.exit_code == 0
    assert "every shuffle is the one that was promised" in result.output


def test_a_false_record_is_found_out(record: Path) -> None:
    record.write_text(record.read_text().replace('[Seed "cli"]', '[Seed "other"]'))
    result = run("verify", record)
    assert result.exit_code == 1
    assert "isn't the promised deal" in result.output


def test_a_true_sealed_record_is_verified(over: Match, sealed_record: Path) -> None:
    result = run("verify", sealed_record)
    assert result.exit_code == 0
    assert "The deal of Ada and Bo is the one that was promised" in result.output
    assert f"commitment with the one that was posted when the match began: {over.commitment}" in " ".join(
        result.output.split()
    )


def test_a_false_sealed_record_is_found_out(sealed_record: Path) -> None:
    text = sealed_record.read_text(encoding="utf-8")
    place = next(line for line in text.splitlines() if line.startswith("[Place") and line.count(" · ") == 2)
    _, title, salt = place.split(" · ")
    sealed_record.write_text(text.replace(f"{title} · {salt}", f"Somebody Else · {salt}"), encoding="utf-8")
    result = run("verify", sealed_record)
    assert result.exit_code == 1
    assert "The sealed record of Ada and Bo does not hold." in result.output
    assert "isn't the promised deal" in result.output


def test_a_damaged_sealed_record_has_its_place(sealed_record: Path) -> None:
    text = sealed_record.read_text(encoding="utf-8")
    sealed_record.write_text(text.replace('[Chance "', '[Chnace "'), encoding="utf-8")
    result = run("verify", sealed_record)
    assert result.exit_code == 2
    assert "sealed.txt, line " in result.output


def test_a_damaged_record_has_its_place(record: Path) -> None:
    record.write_text(record.read_text().replace("[Game ", "[Gaem "))
    result = run("verify", record)
    assert result.exit_code == 2
    assert "match.txt, line 1, column 2: There is no header “Gaem”." in result.output


def test_a_file_that_is_far_too_large_for_a_record_is_not_read(tmp_path: Path) -> None:
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


def test_a_mistake_in_a_file_of_the_set_itself_is_explained(tmp_path: Path) -> None:
    """Run apart, beside a copy of the set: here it has been read already."""
    house = Path(cards.__file__).parent
    shutil.copytree(house, tmp_path / "cards", ignore=shutil.ignore_patterns("__pycache__", "i18n"))
    (tmp_path / "cards" / "i18n").symlink_to(house / "i18n")
    file = tmp_path / "cards" / "voidream" / "data" / "neutral.toml"
    file.write_text(
        file.read_text(encoding="utf-8").replace('text = "Evoke."', 'text = "Evoek."', 1), encoding="utf-8"
    )
    told = subprocess.run(
        [sys.executable, "-m", "bot", "cards", "check"], cwd=house.parent, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONSAFEPATH": "1"},
    )  # fmt: skip
    assert told.returncode == 2
    assert told.stderr.startswith("neutral.toml, line ")
    assert '"Open Eyes": "Evoek" can\'t stand here. Did you mean "evoke"?' in told.stderr
    assert "Traceback" not in told.stderr


def test_a_picture_that_nobody_can_draw_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    card = '[[card]]\ntitle = "Odd"\nkind = "thought"\nfaction = "neutral"\nvalue = 2\ntext = "Evoke."\n'
    file.write_text(f'{card}art = "whale under bed, in rom"\n')
    result = run("cards", "check", file)
    assert result.exit_code == 2
    assert 'mine.toml, line 7, column 28, "Odd" (art): "rom" is no place; places: ' in result.output
    file.write_text(f'{card}art = "whale under bed, in room"\n')
    assert run("cards", "check", file).exit_code == 0


def test_loops_are_looked_for_in_card_files_beside_the_set(tmp_path: Path) -> None:
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
    """With more of them, the search itself looks for them where it is tested."""
    result = run("cards", "loops", "--most", "1")
    assert result.exit_code == 0
    assert "no infinite loops" in result.output


def test_a_file_that_is_no_card_file_is_not_searched_for_loops(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[[card]]\n", encoding="utf-8")
    assert run("cards", "loops", file).exit_code == 2
