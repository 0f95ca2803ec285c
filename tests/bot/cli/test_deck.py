"""`voidream deck`: check, convert and draw decks from files, codes and names."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from bot.cli import main
from cards.voidream.deck_codes import deck_code
from cards.voidream.deck_text import print_deck
from cards.voidream.decks import ready_made

ROOT = Path(__file__).parents[3]
READY = ready_made()[0]
CODE = deck_code(READY.list)
TEXT = print_deck(READY.name, READY.list)


def run(*arguments: str, standard_input: str | None = None) -> Result:
    return CliRunner().invoke(main, ["deck", *arguments], input=standard_input)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "deck.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_deck_can_be_named_in_several_ways(file: Path) -> None:
    toml = ROOT / "cards/voidream/decks/first-light.toml"
    for deck in (str(file), CODE, CODE.lower(), READY.name, READY.name.upper(), str(toml)):
        result = run("code", deck)
        assert (result.exit_code, result.output.strip()) == (0, CODE), deck
    assert run("code", "-", standard_input=TEXT).output.strip() == CODE
    assert run("text", "-", standard_input=f"`{CODE[:30]}\n{CODE[30:]}`\n").output == print_deck(
        "", READY.list
    )
    assert run("text", str(file)).output == TEXT


def test_a_missing_file_is_not_read_as_a_code(tmp_path: Path) -> None:
    for name in ("a-deck-that-nobody-has-written.toml", "a-deck-that-nobody-has-written.txt"):
        result = run("check", str(tmp_path / name))
        assert result.exit_code == 2
        assert "There is no file" in result.output
        assert "code" not in result.output


def test_a_legal_deck_is_confirmed(file: Path) -> None:
    result = run("check", str(file))
    assert (result.exit_code, result.output) == (0, f"{READY.name} can be played.\n")


def test_all_violations_are_listed_together(file: Path) -> None:
    file.write_text(
        TEXT.replace("Mind: ", "// ").replace("3 Lantern Page", "4 Lantern Page"), encoding="utf-8"
    )
    result = run("check", str(file))
    assert result.exit_code == 1
    for part in ("no mind card", "Lantern Page is in the deck 4 times", "41 Dream cards"):
        assert part in result.output


def test_an_unfinished_deck_has_a_code_and_a_picture(file: Path, tmp_path: Path) -> None:
    file.write_text("Hall of First Light\n2 Objection\n", encoding="utf-8")
    code = run("code", str(file)).output.strip()
    assert "2 Objection" in run("text", code).output
    result = run("picture", code, "--to", str(tmp_path / "it.png"))
    assert result.exit_code == 0 and "Bastion: Hall of First Light" in result.output
    with Image.open(tmp_path / "it.png") as picture:
        assert picture.width == 1100


@pytest.mark.parametrize(
    ("deck", "part"),
    [
        (CODE[:-5], "cut short"),
        (CODE[:-1] + ("0" if CODE[-1] != "0" else "1"), "damaged"),
        ("DW1" + CODE[3:], "Dreamweavers"),
        ("AAECAf0EHuEE7AXhrAKNrQ", "isn't a deck code of Voidream"),
        ("nonsense", "Ready-made are First Light"),
    ],
)
def test_an_invalid_deck_is_refused(deck: str, part: str) -> None:
    result = run("check", deck)
    assert result.exit_code == 2
    assert part in result.output
    assert "Traceback" not in result.output


def test_unreadable_files_are_refused_line_by_line(file: Path, tmp_path: Path) -> None:
    file.write_text(TEXT + "3 Chalk Centinel\nQqqq\n", encoding="utf-8")
    result = run("check", str(file))
    last = len(TEXT.splitlines())
    assert result.exit_code == 2
    assert f"{file}: Line {last + 1}, “3 Chalk Centinel”" in result.output
    assert f"Line {last + 2}, “Qqqq”" in result.output
    file.write_bytes(b"\xff\xfe")
    assert "not UTF-8 text" in run("check", str(file)).output
    bad = tmp_path / "bad.toml"
    bad.write_text("[deck]\nname = 3\n", encoding="utf-8")
    assert run("check", str(bad)).exit_code == 2
    missing = run("picture", CODE, "--to", str(tmp_path / "no" / "it.png"))
    assert missing.exit_code == 2 and "can't be written" in missing.output
