"""The scenario format of Voidream, and the functions that read and play scenarios."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cards.voidream.decks import DeckList
from cards.voidream.library import the_set
from cards.voidream.model import Card, Kind
from engine.scenario.card_blocks import ScenarioBlock
from engine.scenario.format import Format
from engine.scenario.headings import each_into, number, one_of, player, players
from engine.scenario.mistakes import Mistake, TextPlace, unknown_card, unknown_word
from engine.scenario.parser import LineReader, parts
from engine.scenario.references import read_reference
from engine.voidream.referee import Referee
from engine.voidream.scenario.card_blocks import CARDS
from engine.voidream.scenario.deck_blocks import read_deck_block
from engine.voidream.scenario.forms import FORMS
from engine.voidream.scenario.layout import lay_out
from engine.voidream.scenario.model import HasHappened, InForce, UsedAbility, VoidreamScenario, VoidreamSide
from engine.voidream.scenario.plain_cards import plain_cards
from engine.voidream.scenario.situation import VoidreamSituation, VoidreamWords
from engine.voidream.scenario.tables import PHASES, TABLES
from engine.voidream.text.notation import VOIDREAM_PHRASING

AnyReader = LineReader[VoidreamScenario, VoidreamSituation]


def _conflict(reader: AnyReader, value: str, at: int) -> None:
    kind, *others = parts(value, at) or [("", at)]
    position = reader.now.position
    position.conflict = reader.one_of(kind[0], ("dawn", "dusk"), kind[1])
    for part, column in others:
        match = re.fullmatch(r"(.+) attacks", part, re.IGNORECASE)
        if match is not None:
            position.attacker = reader.seat(match[1], column)
        elif part.casefold() == "in nightmare":
            position.nightmare = True
        else:
            raise unknown_word(
                column, part, (*(f"{name} attacks" for name in reader.now.names), "in Nightmare")
            )
    if position.attacker < 0:
        raise Mistake(at + len(value), "Who attacks?", [f"{name} attacks" for name in reader.now.names])


def _in_force(reader: AnyReader, value: str, at: int) -> InForce:
    match = re.fullmatch(
        rf"(?P<title>.+) of (?P<who>{'|'.join(map(re.escape, reader.now.names))}), (?P<side>text|inverted|back|mind [0-4]) (?P<line>[0-9]{{1,6}})\.(?P<op>[0-9]{{1,6}})"
        r"(?:, on (?P<on>[^,]+))?(?:, amount (?P<amount>-?[0-9]{1,6}))?"
        r", until the end of (?P<until>the phase|the conflict|the round)(?:, number (?P<stamp>[0-9]{1,9}))?",
        value.strip().removesuffix("."),
    )
    if match is None:
        raise Mistake(
            at, f"“{value.strip()}” can't be read as an effect in force.",
            ["Hush of Ada, text 1.1, on Guard and Moth, amount 2, until the end of the phase"],
        )  # fmt: skip
    title, card = _printed_on(reader, match["title"], at)
    subject = match["on"]
    return InForce(
        TextPlace(reader.number, at), title, card, reader.seat(match["who"], at + match.start("who")),
        match["side"], int(match["line"]), int(match["op"]),
        None if subject is None else () if subject == "nothing" else tuple(subject.split(" and ")),
        int(match["amount"] or 0), match["until"], int(match["stamp"] or 0),
    )  # fmt: skip


def _printed_on(reader: AnyReader, text: str, at: int) -> tuple[str, str]:
    """Return the title of the card with a printed text, and the reference to it. Raises Mistake."""
    titles = {title.casefold(): title for title in reader.now.cards}
    card = text.strip('"')
    title = read_reference(card, ()).title.strip('"')
    if title.casefold() not in titles:
        raise unknown_card(at, title, titles.values())
    return titles[title.casefold()], card


def _used(reader: AnyReader, value: str, at: int) -> UsedAbility:
    ability, of, after_of = value.strip().removesuffix(".").rpartition(" of ")
    owner, _, printed = after_of.partition(", ")
    place = re.fullmatch(r"(text|inverted|back|mind [0-4]) ([0-9]{1,6})", printed)
    if place is None or owner not in reader.now.names:
        message = f"“{value.strip()}” can't be read as an ability that has been used."
        raise Mistake(at, message, ["Guard of Ada, text 1"])
    title, card = _printed_on(reader, ability, at)
    seat = reader.seat(owner, at + len(ability + of))
    return UsedAbility(TextPlace(reader.number, at), title, card, seat, place[1], int(place[2]))


def _happened(reader: AnyReader, value: str, at: int) -> HasHappened:
    player, _, event = value.strip().partition(", ")
    key, _, cards = event.rpartition(": ")
    if not key or player not in reader.now.names:
        problem = f"“{value.strip()}” can't be read as something that has happened."
        raise Mistake(at, problem, ["Ada, trigger_type(ROLL) who(YOU): -"])
    return HasHappened(
        TextPlace(reader.number, at), reader.seat(player, at), key, tuple(cards.split(" and "))
    )


def _mind(reader: AnyReader, side: VoidreamSide, value: str, at: int) -> None:
    match = re.fullmatch(
        r"(?:(?P<title>.+?)(?: at|,) )?(?P<n>[0-4]|spent)", " ".join(value.split()), re.IGNORECASE
    )
    title = value.strip() if match is None else (match["title"] or "")
    minds = [card.title for card in reader.now.cards.values() if card.kind is Kind.MIND]
    if title:
        mind_title = next(
            (other_title for other_title in minds if other_title.casefold() == title.casefold()), None
        )
        if mind_title is None and re.fullmatch(r"-?[0-9]+", title):
            raise Mistake(at, f"A mind shows no {title[:9]}.", ["4", "3", "2", "1", "spent"])
        if mind_title is None:
            raise unknown_card(at, title, minds)
        side.mind = mind_title
    if match is not None:
        side.mind_count = 0 if match["n"].casefold() == "spent" else int(match["n"])


def _deck(reader: AnyReader, block: ScenarioBlock) -> None:
    """Read a deck that is only checked against the rules of deck building (§8). Raises Mistake."""
    if not block.name:
        raise Mistake(block.column, "The name of the deck is missing here.", ["deck: Storm"])
    # It is registered first, so that expectations about it aren't reported for its own mistakes.
    reader.now.decks = {**reader.now.decks, block.name: DeckList()}
    deck = read_deck_block(block.rows, block.heading, reader.now.cards)
    reader.now.decks = {**reader.now.decks, block.name: deck}


def _deck_of_side(reader: AnyReader, side: VoidreamSide, value: str, at: int) -> None:
    """Read the deck of a side, which can end with "no bastion". Raises Mistake."""
    bare = value.rstrip().removesuffix(".").rstrip()
    if bare.casefold().endswith("no bastion"):
        side.no_bastion = True
        value = bare[: -len("no bastion")].rstrip().removesuffix(",")
    reader.put(side, "deck", value, at)


FORMAT = Format[VoidreamScenario, VoidreamSituation, Referee, VoidreamSide, AnyReader](
    game="Voidream",
    tables=TABLES,
    lay_out=lay_out,
    phrasing=VOIDREAM_PHRASING,
    situation=lambda scenario, match: VoidreamSituation(
        match, scenario.names, VOIDREAM_PHRASING, TABLES, decks=scenario.decks
    ),
    forms=tuple(FORMS),
    words=lambda now, text, column: VoidreamWords(now.names, text, column, now.cards, now.decks),
    headings={
        "round": number("round"),
        "phase": one_of("phase", PHASES),
        "passed": players("passed"),
        "faced Nightmare": player("faced"),
        "conflict": _conflict,
        "numbers": number("numbers"),
        "in force": each_into("in_force", _in_force),
        "used": each_into("used", _used),
        "happened": each_into("happened", _happened),
    },
    new_side=VoidreamSide,
    side={"deck": _deck_of_side, "mind": _mind},
    cards=CARDS,
    blocks={"deck": _deck},
)
play, coverage = FORMAT.play, FORMAT.coverage


def read_scenarios(
    text: str, file: str = "", cards: Mapping[str, Card] | None = None
) -> list[VoidreamScenario]:
    """Return the scenarios of a file. `cards` are available besides the file's own: by default the whole set.

    Raises Unreadable with all mistakes.
    """
    available = {**(the_set().cards if cards is None else cards), **plain_cards()}
    return LineReader(FORMAT, VoidreamScenario(file, cards=available)).read(text)
