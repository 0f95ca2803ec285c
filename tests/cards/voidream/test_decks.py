"""The deck rules of §8: all problems of a deck at once, with numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from cards.language.errors import CardError
from cards.voidream.deck_rules import violations
from cards.voidream.decks import Deck, read_deck, ready_made
from cards.voidream.language.tree import Faction
from cards.voidream.library import the_set

FIND = the_set().find
FIRST = next(deck for deck in ready_made() if deck.name == "First Light")


def sentences(deck: Deck) -> list[str]:
    return [str(violation) for violation in violations(deck)]


def with_dream(*titles: str) -> Deck:
    return replace(FIRST, dream=(*FIRST.dream[: len(FIRST.dream) - len(titles)], *map(FIND, titles)))


def with_arcana(*titles: str) -> Deck:
    return replace(FIRST, arcana=(*FIRST.arcana[: len(FIRST.arcana) - len(titles)], *map(FIND, titles)))


@pytest.mark.parametrize(
    ("deck", "violation"),
    [
        (
            replace(FIRST, dream=FIRST.dream[:-2]),
            "The deck has 38 Dream cards with its bastion: it must be 40.",
        ),
        (with_dream("Lantern Page"), "Lantern Page is in the deck 4 times: 3 copies is the limit."),
        (with_dream("Moth Chorus"), "Moth Chorus is Maze: it must be Chimeric Court or neutral."),
        (with_dream("Open Eyes"), "Open Eyes is no Dream card that goes into a deck."),
        (
            replace(FIRST, arcana=FIRST.arcana[:-1]),
            "Your hand has 6 arcana besides Verdict at Dawn: it must be 7.",
        ),
        (
            replace(FIRST, arcana=FIRST.arcana[:2]),
            "Your hand has 1 arcanum besides Verdict at Dawn: it must be 7.",
        ),
        (with_arcana("Summons"), "Summons is in your hand 2 times: arcana must all be different."),
        (with_arcana("Redaction"), "Redaction is Maze: it must be Chimeric Court or neutral."),
        (with_arcana("The Dreamliner"), "The Dreamliner is the major arcanum of another bastion."),
        (with_arcana("Moth Chorus"), "Moth Chorus isn't an arcanum."),
        (
            replace(FIRST, arcana=(*FIRST.arcana[1:], FIND("Pinch"))),
            "Your hand needs Verdict at Dawn, the major arcanum of Hall of First Light.",
        ),
        (
            replace(FIRST, mind=FIND("Obsession")),
            "The mind card Obsession is Maze: it must be Chimeric Court or neutral.",
        ),
        (replace(FIRST, mind=FIND("Pinch")), "Pinch isn't a mind card."),
        (replace(FIRST, bastion=FIND("Barrier Gate")), "Barrier Gate isn't a bastion."),
        (
            replace(FIRST, guest=Faction.CHIMERIC_COURT),
            "The guest faction must be another one than the main faction, and not neutral.",
        ),
    ],
)
def test_a_broken_rule_is_named(deck: Deck, violation: str) -> None:
    assert violation in sentences(deck)


def test_everything_that_is_wrong_is_named_at_once() -> None:
    deck = replace(with_arcana("Redaction"), dream=FIRST.dream[1:], mind=FIND("Obsession"))
    assert len(violations(deck)) == 3


def guests(dream: int, arcana: int) -> Deck:
    """Return the recommended deck with this number of guests from the Maze."""
    titles = ["Moth Chorus"] * 3 + ["Void Intern"] * 3 + ["Ghostwriter"] * 3
    hand = ["Open Margin", "Field Notes", "Redaction"]
    deck = replace(with_dream(*titles[:dream]), guest=Faction.MAZE)
    return replace(deck, arcana=(*deck.arcana[: 8 - arcana], *map(FIND, hand[:arcana])))


def test_guests_are_welcome_up_to_the_limit() -> None:
    assert sentences(guests(dream=8, arcana=2)) == []
    assert sentences(guests(dream=9, arcana=2)) == ["9 Dream cards are Maze, your guest: 8 is the limit."]
    assert sentences(guests(dream=8, arcana=3)) == ["3 arcana are Maze, your guest: 2 is the limit."]


def test_a_guest_may_bring_the_mind() -> None:
    assert violations(replace(FIRST, guest=Faction.MAZE, mind=FIND("Obsession"))) == []


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda text: text.replace("Chalk Sentinel", "Chalk Centinel"), 'Did you mean "Chalk Sentinel"?'),
        (lambda text: text.replace("blurb", "blurp"), "blurp"),
        (lambda text: text + "=", "can't be read"),
        (lambda text: text.replace('mind = "Innocence"', 'mind = "Innocence"\nguest = "mars"'), "mars"),
        (
            lambda text: text.replace('mind = "Innocence"', 'mind = "Innocence"\nguest = "fractal"'),
            'There is no faction called "fractal". Here could stand: "chimeric-court", "fracta", "subter-venellam", '
            '"maze" or "neutral". Did you mean "fracta"?',
        ),
        (
            lambda text: text.replace("blurb", "blurp"),
            'Every deck needs "blurb".',
        ),
        (
            lambda text: text.replace("blurb", "blurp"),
            'No deck has "blurp". Here could stand: "name", "blurb", "bastion", "mind", "guest", "arcana", "dream" or '
            '"recommended". Did you mean "blurb"?',
        ),
        (lambda text: text.replace("deck", "dek"), "A deck file holds one table: [deck]."),
        (lambda text: f"extra = 1\n{text}", 'one table, [deck], and no "extra" beside it'),
        (lambda text: text.replace('"Innocence"', "3"), '"mind" must be text in quotation marks.'),
        (
            lambda text: text.replace('["Open Eyes"]', '["Open Eyes", 3]'),
            'In "arcana", number 2 must be text',
        ),
        (lambda text: text.replace('["Open Eyes"]', '"Open Eyes"'), '"arcana" must be a list in brackets.'),
        (
            lambda text: text.replace("= 3", "= 30000000"),
            'How many copies of "Chalk Sentinel" there are must be 1 to 99',
        ),
        (lambda text: text.replace("= 3", "= 0"), "must be 1 to 99"),
        (lambda text: text.replace("= 3", f"= {'9' * 5000}"), "a number has too many digits"),
        (lambda text: f"a = {'[' * 5000}\n{text}", "brackets are nested too deep"),
        (lambda text: text.replace('"N"', '"N'), "it is not TOML"),
    ],
)
def test_a_deck_file_with_a_mistake_is_refused(
    tmp_path: Path, change: Callable[[str], str], part: str
) -> None:
    text = '[deck]\nname = "N"\nblurb = "B."\nbastion = "Hall of First Light"\nmind = "Innocence"\n'
    text += 'arcana = ["Open Eyes"]\n[deck.dream]\n"Chalk Sentinel" = 3\n'
    path = tmp_path / "deck.toml"
    path.write_text(text, encoding="utf-8")
    assert read_deck(path, the_set()).dream == (FIND("Chalk Sentinel"),) * 3
    path.write_text(change(text), encoding="utf-8")
    with pytest.raises(CardError) as caught:
        read_deck(path, the_set())
    assert part in str(caught.value)


def test_a_deck_file_with_a_card_of_an_earlier_edition_names_it_as_such(tmp_path: Path) -> None:
    first_light = Path("cards/voidream/decks/first-light.toml").read_text(encoding="utf-8")
    path = tmp_path / "deck.toml"
    path.write_text(first_light.replace('"Roll Call"', '"Clock With Two Backs"'), encoding="utf-8")
    with pytest.raises(CardError) as caught:
        read_deck(path, the_set())
    assert str(caught.value) == 'deck.toml: "Clock With Two Backs" is no longer in the set.'


def test_a_deck_file_may_begin_with_a_byte_order_mark_and_is_utf_8(tmp_path: Path) -> None:
    text = Path("cards/voidream/decks/first-light.toml").read_bytes()
    path = tmp_path / "deck.toml"
    path.write_bytes(b"\xef\xbb\xbf" + text)
    assert read_deck(path, the_set()).list == FIRST.list
    path.write_bytes(b"# \xe4\n" + text)
    with pytest.raises(CardError, match="byte 3 is not UTF-8 text"):
        read_deck(path, the_set())
    with pytest.raises(CardError, match="can't be read: No such file"):
        read_deck(tmp_path / "nowhere.toml", the_set())
