"""Decks as plain lists: read as people write them, with every wrong line named."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cards.i18n import Locale, title, translator
from cards.voidream.deck_codes import deck_code
from cards.voidream.deck_text import DeckTextError, print_deck, read_deck
from cards.voidream.decks import Deck, DeckList, ready_made
from cards.voidream.language.tree import Faction
from cards.voidream.library import library_of, the_set
from tests.cards.voidream.decklists import ANY_DECK

FIND = the_set().find
NAMES = st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=20)


@given(NAMES, ANY_DECK.filter(lambda deck: deck != DeckList()))
def test_a_printed_deck_reads_back_the_same(name: str, deck: DeckList) -> None:
    named = read_deck(print_deck(name, deck))
    assert (named.name, named.deck) == (" ".join(name.split()), deck)


@pytest.mark.parametrize("deck", ready_made(), ids=lambda deck: deck.name)
def test_ready_made_decks_are_read_again(deck: Deck) -> None:
    assert read_deck(print_deck(deck.name, deck.list)).deck == deck.list.ordered()


@settings(max_examples=50)
@given(st.randoms(use_true_random=False))
def test_order_capitals_and_decoration_make_no_difference(chance: object) -> None:
    deck = ready_made()[0].list
    lines = [line for line in print_deck("", deck).splitlines() if line]
    chance.shuffle(lines)  # type: ignore[attr-defined]
    decorated = [
        chance.choice(["{}", "- {}", "* {}", "  {}  ", "• {}", "{}\n\n", "\t{}"]).format(  # type: ignore[attr-defined]
            chance.choice([str.upper, str.lower, str])(line)  # type: ignore[attr-defined]
        )
        for line in lines
    ]
    assert read_deck("\n".join(decorated)).deck == deck.ordered()


@pytest.mark.parametrize(
    "line",
    [
        "3 Chalk Sentinel",
        "3x Chalk Sentinel",
        "3 x chalk sentinel",
        "3× CHALK SENTINEL",
        "x3 Chalk Sentinel",
        "Chalk Sentinel x3",
        "Chalk Sentinel ×3",
        "Chalk Sentinel (3)",
        "chalk   sentinel (x3)",
        "- 3 Chalk Sentinel",
        "* 3x **Chalk Sentinel**",
        "`3 Chalk Sentinel`",
        "> 3 Chalk Sentinel,",
        "1 Chalk Sentinel\n2 Chalk Sentinel",
        "Chalk Sentinel\nChalk Sentinel\nChalk Sentinel",
        "# Dream cards (3)\n3 Chalk Sentinel",
        "Entities:\n3 Chalk Sentinel",
        "// my favourite\n3 Chalk Sentinel\n-----",
        "\ufeff3\u00a0Chalk Sentinel\u200b",
    ],
)
def test_numbers_of_copies_can_be_written_in_many_ways(line: str) -> None:
    assert read_deck(line).deck.dream == (FIND("Chalk Sentinel"),) * 3


def test_a_list_as_a_person_would_paste_it() -> None:
    named = read_deck(
        """
        **The Long Corridor**
        hall of first light
        Mind card: innocence
        Guest faction: the maze

        ARCANA
        1. verdict at dawn
        2. Open Eyes

        DREAM DECK
        3 chalk sentinel
        moth chorus x2
        """
    )
    assert named.name == "The Long Corridor"
    deck = named.deck
    assert deck.bastion == FIND("Hall of First Light")
    assert deck.mind == FIND("Innocence")
    assert deck.guest is Faction.MAZE
    assert [card.title for card in deck.arcana] == ["Verdict at Dawn", "Open Eyes"]
    assert [card.title for card in deck.dream] == ["Chalk Sentinel"] * 3 + ["Moth Chorus"] * 2


def test_an_apostrophe_is_an_apostrophe() -> None:
    odd = replace(FIND("Objection"), title="The Judge's Half-moon Café")
    library = library_of([*the_set(), odd])
    for name in (odd.title, "the judge’s half–moon cafe", "THE JUDGE`S HALF-MOON CAFÉ"):
        assert read_deck(f"Name: x\n2 {name}", library).deck.dream == (odd, odd)


def test_the_guest_faction_is_inferred_unless_it_is_given() -> None:
    text = "Hall of First Light\n2 Moth Chorus"
    assert read_deck(text).deck.guest is Faction.MAZE
    assert read_deck(f"{text}\nGuest: none").deck.guest is None


def test_a_list_of_the_first_edition_is_read_and_names_removed_cards() -> None:
    """As in a list with codes, existing cards are found, in any language."""
    text = (
        "Old\nBastion: The Evening Signal Box\n3x Once Around Again\nclock with two backs\n2 Night Porter\n"
    )
    deck = read_deck(text).deck
    assert deck.lost == ("Clock With Two Backs", *["Once Around Again"] * 3)
    assert Counter(card.title for card in deck.dream) == {"Night Porter": 2}
    spanish = translator(Locale.SPANISH)(title("Once Around Again"))
    assert read_deck(f"1 {spanish}\n").deck.lost == ("Once Around Again",)
    with pytest.raises(DeckTextError, match="isn't a number of copies"):
        read_deck("2 Night Porter\n4000 Once Around Again\n")


def test_the_code_in_an_exported_text_is_not_a_card() -> None:
    code = deck_code(ready_made()[0].list)
    for line in (f"Code: {code}", code, f"`{code}`"):
        assert read_deck(f"Name: x\n3 Chalk Sentinel\n{line}").deck.dream == (FIND("Chalk Sentinel"),) * 3


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("A\n\n3 Chalk Centinel", ["Line 3, “3 Chalk Centinel”: I can't find a card with this title. Did you mean “Chalk Sentinel”?"]),
        ("Chalk Sentinell", ["Line 1, “Chalk Sentinell”: I can't find a card with this title. Did you mean “Chalk Sentinel”?"]),
        ("A\nqqqqq", ["Line 2, “qqqqq”: I can't find a card with this title."]),
        ("0 Objection", ["Line 1, “0 Objection”: 0 isn't a number of copies: write 1 to 3."]),
        ("4000 Objection", ["Line 1, “4000 Objection”: 4000 isn't a number of copies: write 1 to 3."]),
        ("Mind: Objection", ["Line 1, “Objection”: Objection isn't a mind card but a thought."]),
        ("Bastion: Open Eyes", ["Line 1, “Open Eyes”: Open Eyes isn't a bastion but an arcanum."]),
        ("2 Innocence", ["Line 1, “2 Innocence”: A deck has one mind card, and this one has Innocence."]),
        ("Guest: Mase", ["Line 1, “Guest: Mase”: I can't find a faction called “Mase”. Did you mean “Maze”?"]),
        (
            "Hall of First Light\nFaction: Maze",
            ["Line 2, “Faction: Maze”: The bastion Hall of First Light is Chimeric Court."],
        ),
        (
            "Hall of First Light\nThe Reading Room Below",
            ["Line 2, “The Reading Room Below”: A deck has one bastion, and this one has Hall of First Light."],
        ),
        ("Hello there", ['Line 1, “Hello there”: I found no cards in this text. Write each card on its own line, like "3 Chalk Sentinel".']),
        ("Name: x\n1 Opne Eyes\n3 Chalk Sentinal\n3 Objection", [
            "Line 2, “1 Opne Eyes”: I can't find a card with this title. Did you mean “Open Eyes”?",
            "Line 3, “3 Chalk Sentinal”: I can't find a card with this title. Did you mean “Chalk Sentinel”?",
        ]),
    ],
)  # fmt: skip
def test_every_bad_line_is_reported_with_its_text(text: str, problems: list[str]) -> None:
    with pytest.raises(DeckTextError) as caught:
        read_deck(text)
    assert [str(problem) for problem in caught.value.problems] == problems


@given(st.text(max_size=300))
def test_no_text_is_more_than_refused(text: str) -> None:
    try:
        named = read_deck(text)
    except DeckTextError as error:
        assert all(problem.line >= 1 for problem in error.problems)
    else:
        assert named.deck != DeckList()


def test_very_long_texts_are_refused() -> None:
    with pytest.raises(DeckTextError, match="fewer than 400 lines"):
        read_deck("3 Objection\n" * 500)
