"""Deck codes: they describe the deck exactly, survive copying, and report their mistakes."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cards.codes import LETTERS, Bits, CodeError, CodeFault, Envelope, looks_like_code, squeezed
from cards.voidream.card_ids import Numbers, the_numbers, unnumbered, written
from cards.voidream.deck_codes import ENVELOPE, Unnumbered, deck_code, read_code
from cards.voidream.deck_text import read_deck
from cards.voidream.decks import DeckList, ready_made
from cards.voidream.library import library_of, the_set
from tests.cards.voidream.decklists import ANY_DECK, EVERY, LEGAL_DECK

FIRST = ready_made()[0].list.ordered()
CODE = deck_code(FIRST)


def refused(text: str, fault: CodeFault, *parts: str, **given: object) -> None:
    with pytest.raises(CodeError) as caught:
        read_code(text, **given)  # type: ignore[arg-type]
    assert caught.value.fault is fault
    for part in parts:
        assert part in str(caught.value)


@given(ANY_DECK)
def test_a_code_represents_any_deck(deck: DeckList) -> None:
    code = deck_code(deck)
    assert read_code(code) == deck
    assert deck_code(read_code(code)) == code
    assert re.fullmatch(r"VD1[0-9A-HJKMNP-TV-Z]+", code)


@settings(max_examples=25)
@given(LEGAL_DECK)
def test_codes_of_legal_decks_are_short(deck: DeckList) -> None:
    code = deck_code(deck)
    assert read_code(code) == deck
    assert len(code) <= 75


def test_the_code_is_independent_of_the_order_of_cards() -> None:
    turned = replace(FIRST, arcana=FIRST.arcana[::-1], dream=FIRST.dream[::-1])
    assert deck_code(turned) == CODE


@pytest.mark.parametrize(
    "change",
    [
        str.lower,
        lambda code: f"  `{code}`  ",
        lambda code: f"```\n{code}\n```",
        lambda code: "\n".join(code[k : k + 7] for k in range(0, len(code), 7)),
        lambda code: "\r\n> ".join(["", code[:20], code[20:]]),
        lambda code: "-".join(code[k : k + 5] for k in range(0, len(code), 5)),
        lambda code: " ".join(code),
        lambda code: f"Code: {code}",
        lambda code: f"**Deck code:** {code}".replace("**Deck code:**", "Deck code:"),
        lambda code: code.replace("0", "O").replace("1", "l"),
        lambda code: code.replace("1", "I").replace("0", "o"),
        lambda code: code[:9] + "\u200b" + code[9:] + "\ufeff",
    ],
)
def test_copying_does_no_harm(change: object) -> None:
    assert read_code(change(CODE)) == FIRST  # type: ignore[operator]


def test_every_wrong_letter_is_noticed() -> None:
    for at in range(3, len(CODE)):
        for letter in LETTERS:
            if letter != CODE[at]:
                with pytest.raises(CodeError) as caught:
                    read_code(CODE[:at] + letter + CODE[at + 1 :])
                assert caught.value.fault in (CodeFault.DAMAGED, CodeFault.CUT_SHORT)


def test_two_letters_in_the_wrong_order_are_noticed() -> None:
    for at in range(3, len(CODE) - 1):
        if CODE[at] != CODE[at + 1]:
            with pytest.raises(CodeError):
                read_code(CODE[:at] + CODE[at + 1] + CODE[at] + CODE[at + 2 :])


@pytest.mark.parametrize("end", range(3, len(CODE)))
def test_a_truncated_code_is_reported(end: int) -> None:
    refused(CODE[:end], CodeFault.CUT_SHORT, "cut short")


def test_the_missing_amount_is_reported() -> None:
    refused(CODE[:-4], CodeFault.CUT_SHORT, f"only {len(CODE) - 4} of its {len(CODE)} letters")


@pytest.mark.parametrize(
    ("text", "fault", "part"),
    [
        ("AAECAf0EHuEE7AXhrAKNrQKMrwLmwQLYxwI", CodeFault.NOT_OURS, "those begin with VD1"),
        ("3 Chalk Sentinel", CodeFault.NOT_OURS, "isn't a deck code of Voidream"),
        ("", CodeFault.NOT_OURS, "isn't a deck code"),
        ("DW1" + CODE[3:], CodeFault.WRONG_GAME, "a code of Dreamweavers, not of Voidream"),
        ("VD2" + CODE[3:], CodeFault.NEWER_FORMAT, "newer version of the program"),
        ("VDX" + CODE[3:], CodeFault.DAMAGED, "it begins with VDX"),
        (CODE + "7", CodeFault.DAMAGED, "it should end before “7”"),
        (CODE[:10] + "!" + CODE[11:], CodeFault.DAMAGED, "“!” is in no code"),
        (CODE[:10] + "U" + CODE[11:], CodeFault.DAMAGED, "“U” is in no code"),
    ],
)
def test_different_mistakes_have_different_messages(text: str, fault: CodeFault, part: str) -> None:
    refused(text, fault, part)


@given(st.text(max_size=200))
def test_no_text_is_more_than_refused(text: str) -> None:
    with pytest.raises(CodeError):
        read_code(text)


@given(st.text(alphabet=LETTERS, max_size=80))
def test_sealed_nonsense_is_refused_or_means_something(letters: str) -> None:
    bits = Bits()
    for letter in letters:
        bits.fixed(LETTERS.index(letter), 5)
    try:
        deck = read_code(ENVELOPE.seal(bits))
    except CodeError as error:
        assert error.fault in (CodeFault.DAMAGED, CodeFault.OTHER_SET)
    else:
        assert read_code(deck_code(deck)) == deck


# -- another version of the set


def grown(*titles: str) -> Numbers:
    return Numbers((*the_numbers().titles, *titles))


def test_cards_that_are_added_later_change_no_code() -> None:
    later = grown("A Card of Next Year", "Another One")
    assert deck_code(FIRST, later) == CODE
    assert read_code(CODE, numbers=later) == FIRST


def test_a_code_of_a_newer_set_is_reported_with_the_number_of_unknown_cards() -> None:
    new = replace(EVERY[0], title="A Card of Next Year", kind=FIRST.dream[0].kind)
    deck = replace(FIRST, dream=(*FIRST.dream[1:], new)).ordered()
    code = deck_code(deck, grown(new.title))
    count = len(the_numbers().titles)
    refused(
        code,
        CodeFault.OTHER_SET,
        "another version of the card set",
        f"card number {count + 1}",
        "1 card of the deck",
    )
    assert read_code(code, library_of([*EVERY, new]), grown(new.title)) == deck


def test_a_code_with_other_card_numbers_is_recognised() -> None:
    titles = list(the_numbers().titles)
    other = Numbers(tuple(titles[1::-1] + titles[2:]))
    refused(deck_code(FIRST, other), CodeFault.OTHER_SET, "stand for other cards")


def test_a_card_that_has_left_the_set_is_lost_and_named() -> None:
    removed = FIRST.dream[0].title
    library = library_of(card for card in the_set() if card.title != removed)
    deck = read_code(CODE, library)
    assert set(deck.lost) == {removed}
    assert len(deck.dream) + len(deck.lost) == len(FIRST.dream)
    assert read_code(deck_code(deck), library) == deck


@pytest.mark.parametrize(
    ("code", "lost"),
    [
        ("VD11EP938085DJ2EPE664EV2VBC71RE6BGM5DRE2GM518AWCV98G3A08AZ8", {}),
        (
            "VD11KHD7E26TDTH2VJSHQ4KK372X3HAK4X8VSRA5EW51TRAE3MWWN1TRG3K8BM2G",
            {"Clock With Two Backs": 1, "Once Around Again": 3},
        ),
        (
            "VD11GTJP10MH9RH2SRRRTRRJKSD26RJ2JMQ1RATGM71BRE63GWWAX028T0D1Z",
            {"Observatory Facing Down": 1, "Sealed Exhibit": 2},
        ),
    ],
    ids=["First Light", "Sunset on Request", "Under Seal"],
)
def test_codes_of_the_first_edition_name_removed_cards(code: str, lost: dict[str, int]) -> None:
    """The codes of ready-made decks at that time: existing cards are found, and removed ones are kept."""
    deck = read_code(code)
    assert dict(Counter(deck.lost)) == lost
    assert len(deck.dream) + len(deck.lost) == 39
    assert read_code(deck_code(deck)) == deck


def test_a_card_without_a_number_has_no_code() -> None:
    with pytest.raises(Unnumbered, match="Home Brew"):
        deck_code(replace(FIRST, mind=replace(FIRST.mind, title="Home Brew")))  # type: ignore[type-var]


# -- the numbers


def test_every_card_of_the_set_has_a_number() -> None:
    """If this fails: `python -m cards.voidream.card_ids` gives numbers to new titles."""
    assert unnumbered(the_set().cards, the_numbers().titles) == []


def test_card_numbers_are_unique_and_their_file_is_formatted() -> None:
    titles = the_numbers().titles
    assert len(set(titles)) == len(titles)
    assert the_numbers().by_title[titles[0]] == 1
    assert f'    "{titles[-1]}",\n]\n' in written(titles)


def test_the_first_numbers_never_change() -> None:
    """Codes that people keep depend on them: a line of the file is never moved or removed."""
    assert the_numbers().fingerprint(142) == FINGERPRINT_OF_THE_FIRST


FINGERPRINT_OF_THE_FIRST = 8407


# -- shared by all games


@given(st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 8))))
def test_numbers_of_any_size_are_read_as_they_were_written(numbers: list[tuple[int, int]]) -> None:
    envelope = Envelope("DW", 3)
    bits = Bits()
    for number, order in numbers[:40]:
        bits.number(number, order)
    reader = envelope.open(envelope.seal(bits))
    assert [reader.number(order) for _, order in numbers[:40]] == [number for number, _ in numbers[:40]]
    reader.finish()


def test_words_are_not_taken_for_codes() -> None:
    for text in ("First Light\n3 Chalk Sentinel", "3 Chalk Sentinel", "Chalk", ""):
        assert not looks_like_code(text), text
    for text in (
        CODE,
        CODE[:12],
        CODE.lower(),
        f"code: {CODE}",
        "AAECAf0EHuEE7AXhrAKNrQ",
        "\n".join([CODE[:30], CODE[30:]]),
    ):
        assert looks_like_code(text), text
    assert squeezed(f"`{CODE.lower()}`\n") == CODE


def test_the_documented_examples_are_read() -> None:
    document = (Path(__file__).parents[3] / "docs" / "decks.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"`(VD1\w{20,})`", document)
    (text,) = re.findall(r"```text\n(.*?)```", document, re.DOTALL)
    assert read_code(code).bastion == read_deck(text).deck.bastion
    assert len(read_code(code).dream) == 39
