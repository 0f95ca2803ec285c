"""`voidream analyse`: the review of a match from its record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from bot.cli import main
from bot.games.playable import Games
from engine.kernel.ai.game_search import PlayOuts, Thinking
from engine.kernel.records.writer import write_record
from tests.engine.kernel.ai.test_review import GIVEN_AWAY, given_away
from tests.games.lantern_search import LANTERN_THINKING
from tests.games.registry import lanterns, vigil

TITLE = "Win chance after each decision, from what each player knew at the time:"


def think_with(thinking: Thinking, monkeypatch: pytest.MonkeyPatch) -> None:
    games = Games.of(replace(lanterns(), thinking=thinking), vigil())
    monkeypatch.setattr("bot.games.registry.games", lambda: games)


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    think_with(LANTERN_THINKING, monkeypatch)
    file = tmp_path / "match.record"
    file.write_text(write_record(given_away(), ("Ada", "Bo"), lanterns().phrasing), encoding="utf-8")
    return file


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["analyse", *map(str, arguments)])


def test_a_match_is_reviewed(record: Path) -> None:
    result = run(record)
    assert result.exit_code == 0
    title, ada, bo, open_curve, *_ = result.output.splitlines()
    assert title == TITLE
    assert len({len(ada), len(bo), len(open_curve.removesuffix("  (Ada)"))}) == 1
    assert (ada[-1], bo[-1], open_curve.removesuffix("  (Ada)")[-1]) == ("▅", "█", "▁")
    assert f"  Answer {GIVEN_AWAY}: 0 – better: " in result.output
    assert "% → 62 %, mostly from: how the match ends." in result.output
    assert "Bo: Accuracy: not enough data, Luck +" in result.output


def test_programs_get_the_report(record: Path) -> None:
    data = json.loads(run(record, "--json").output)
    assert data["players"] == ["Ada", "Bo"]
    assert data["seats"][0]["mistakes"] == [GIVEN_AWAY]


def test_unconfirmed_mistakes_are_not_shown(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    think_with(replace(LANTERN_THINKING, play_outs=PlayOuts(50, 39)), monkeypatch)
    result = run(record)
    assert "better:" not in result.output
    assert "No mistakes are shown" in result.output


def test_an_unsuitable_record_is_refused_with_a_sentence(record: Path, tmp_path: Path) -> None:
    text = record.read_text(encoding="utf-8")
    short = tmp_path / "short.record"
    unfinished = text[: text.rindex("Bo wins")].replace('"Bo wins: light"', '"open"') + "open\n"
    sentences = {
        unfinished: "This match isn't over. Only finished matches can be reviewed.\n",
        text.replace("[Game", "[Gaem"): "There is no header “Gaem”",
        text.replace('[Seed "a"]', '[Seed "b"]'): "This record doesn't replay as recorded.",
        text.replace('[Game "lanterns"]', '[Game "whist"]'): "whist",
        text.replace('[Commitment "', '[Chance "x"]\n[Commitment "', 1): "This record is sealed",
    }
    for changed_text, sentence in sentences.items():
        short.write_text(changed_text, encoding="utf-8")
        result = run(short)
        assert result.exit_code in (1, 2), changed_text
        assert sentence in result.output
        assert "Traceback" not in result.output
    assert run(tmp_path / "missing.record").exit_code == 2


def test_a_game_without_a_search_is_refused(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.games.registry.games", lambda: Games.of(lanterns()))
    assert run(record).output.startswith("Lanterns has no computer player that searches yet")
