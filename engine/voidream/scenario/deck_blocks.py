"""Decks of a scenario, to be checked against the rules of deck building (§8).

deck: Storm
  bastion: Keep
  guest: Fracta
  dream: Guard x3, any 8 of Fracta, any 28
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count

from cards.voidream.decks import DeckList
from cards.voidream.language.printer import FACTION_NAMES
from cards.voidream.language.tree import Faction
from cards.voidream.model import Back, Card, Kind
from engine.scenario.mistakes import Mistake, Row, TextPlace, unknown_card, unknown_word
from engine.voidream.scenario.items import Item, Items
from engine.voidream.scenario.plain_cards import PLAIN, PLAIN_MIND, plain_arcanum, plain_dream

PARTS = ("bastion", "mind", "guest", "hand", "dream")
"""The lines of a deck. All but the bastion are optional."""

_FACTIONS = {name.casefold(): faction for faction, name in FACTION_NAMES.items()}
_FILLING = re.compile(
    rf"(?:^|,)\s*any ([0-9]{{1,3}})(?: (?:of )?(?:the )?({'|'.join(_FACTIONS)}))?\s*+(?=,|\.?\s*$)",
    re.IGNORECASE,
)


def read_deck_block(rows: list[Row], heading: Row, cards: Mapping[str, Card]) -> DeckList:
    """Return the deck of a block. Raises Mistake, with the number of the line."""
    lines: dict[str, tuple[str, TextPlace]] = {}
    for number, line in rows:
        column = len(line) - len(line.lstrip()) + 1
        match = re.match(r"([A-Za-z]+)\s*:\s*", line.strip())
        key = "hand" if match and match[1].casefold() == "arcana" else match[1].casefold() if match else ""
        if match is None or key not in PARTS:
            mistake = unknown_word(
                column, line.strip().split()[0], [f"{part}:" for part in PARTS], "can't begin a line here"
            )
            mistake.line = number
            raise mistake
        lines[key] = (line.strip()[match.end() :], TextPlace(number, column + match.end()))
    if "bastion" not in lines:
        raise Mistake(1, "Which bastion has this deck?", ["bastion: CARD", "bastion: none"], line=heading[0])
    return _Deck(lines, cards).build()


class _Deck:
    def __init__(self, lines: Mapping[str, tuple[str, TextPlace]], cards: Mapping[str, Card]) -> None:
        self.lines = lines
        self.cards = cards
        self.numbers = count(1)

    def build(self) -> DeckList:
        bastion = self.leader("bastion")
        back = bastion.back if bastion else None
        mind = self.leader("mind") if "mind" in self.lines else self.cards[PLAIN_MIND]
        arcana = self.listed("hand", Kind.ARCANUM) if "hand" in self.lines else self.whole_hand(back)
        if "dream" in self.lines:
            dream = self.listed("dream", Kind.THOUGHT)
        else:
            dream = self.filling(Kind.THOUGHT, back.dream.total - 1) if back else []
        return DeckList(bastion, mind, tuple(arcana), tuple(dream), self.guest())

    def leader(self, part: str) -> Card | None:
        value, place = self.lines[part]
        if value.casefold() in ("none", "nothing", ""):
            return None
        (item, *others) = self.items(value, place)
        if others or item.count > 1:
            raise Mistake(place.column, f"A deck has one {part}.", line=place.line)
        return self.card(item, Kind.ARCANUM if part == "mind" else Kind.THOUGHT, 0)

    def guest(self) -> Faction | None:
        value, place = self.lines.get("guest", ("none", TextPlace(0, 0)))
        name = value.casefold().strip(". ").removeprefix("the ").replace("-", " ")
        if name == "none":
            return None
        if name not in _FACTIONS:
            mistake = unknown_word(place.column, value, FACTION_NAMES.values(), "is no faction")
            mistake.line = place.line
            raise mistake
        return _FACTIONS[name]

    def whole_hand(self, back: Back | None) -> list[Card]:
        if back is None:
            return []
        major = self.cards.get(back.major)
        return [*([major] if major else []), *self.filling(Kind.ARCANUM, back.arcana.total)]

    def listed(self, part: str, kind: Kind) -> list[Card]:
        value, place = self.lines[part]
        result: list[Card] = []
        for match in _FILLING.finditer(value):
            faction = _FACTIONS[match[2].casefold()] if match[2] else Faction.NEUTRAL
            result += self.filling(kind, int(match[1]), faction)
        with_fillers = _FILLING.sub(lambda match: "," + " " * (len(match[0]) - 1), value)
        with_fillers = re.sub(r"^[\s,]+", lambda match: " " * len(match[0]), with_fillers)
        with_fillers = re.sub(r",\s*+(?=,|\.?\s*$)", lambda match: " " * len(match[0]), with_fillers)
        if with_fillers.strip(" ."):
            for item in self.items(with_fillers, place):
                result += [self.card(item, kind, number) for number in range(item.count)]
        return result

    def items(self, text: str, place: TextPlace) -> list[Item]:
        try:
            return Items(text, place, self.cards, (), PLAIN).items()
        except Mistake as mistake:
            mistake.line = mistake.line or place.line
            raise

    def card(self, item: Item, kind: Kind, number: int) -> Card:
        title = item.title
        if not title:
            title = plain_arcanum(item.value, number) if kind is Kind.ARCANUM else plain_dream(item.value)
        if title not in self.cards:
            mistake = unknown_card(item.place.column, title, self.cards)
            mistake.line = item.place.line
            raise mistake
        return self.cards[title]

    def filling(self, kind: Kind, number: int, faction: Faction = Faction.NEUTRAL) -> list[Card]:
        """Return filler cards without a text, each with its own title."""
        return [
            Card(f"Any {FACTION_NAMES[faction]} {kind.value} {next(self.numbers)}", kind, faction, value=1)
            for _ in range(number)
        ]
