"""The tables for testing cards: each has everything they might need, in different places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from cards.voidream.language.reader import read_text
from cards.voidream.language.tree import Attach, Faction, KeywordName, Keywords, Line, This, Triggered, Zone
from cards.voidream.model import Card, Kind
from engine.scenario.mistakes import TextPlace
from engine.voidream.infinite_loops.resources import Resource
from engine.voidream.infinite_loops.steps import LoopStep
from engine.voidream.program import mind_side
from engine.voidream.scenario.items import Item
from engine.voidream.scenario.model import VoidreamScenario, VoidreamSide, VoidreamTable
from engine.voidream.scenario.plain_cards import plain_cards

_HERE = TextPlace(1, 1)
START = "Something begins"

_STARTS = (
    "Roll.", "Evoke.", "Ready an entity you control.", "Exhaust an entity you control.", "Inspire an entity you control.",
    "Charge an entity you control.", "Deal 1 damage to an entity.", "Deal 1 Dream damage to your opponent.",
    "Take 1 Dream damage.", "Destroy an entity.", "Sacrifice an entity.", "Discard an arcanum.", "Void an entity you control.",
    "Veil an entity you control.", "Shuffle your deck.", "Your opponent rolls.", "Initiate a dawn conflict.",
)  # fmt: skip
"""The actions that may start self-repeating cards, each with its own arcanum."""


def _starts() -> list[Card]:
    return [
        Card(f"{START} {n}", Kind.ARCANUM, Faction.NEUTRAL, value=4, text=read_text(text, Kind.ARCANUM), inverted=read_text(text, Kind.ARCANUM))
        for n, text in enumerate(_STARTS, 1)
    ]  # fmt: skip


def tables(assembly: Sequence[LoopStep]) -> Iterator[VoidreamScenario]:
    """Return positions in which these cards have everything they might need, in different places.

    A deep deck; the same, with arcana already in the Void that would go there when played inverted; for thoughts, a
    shallow deck.
    """
    cards = list({step.card.title: step.card for step in assembly}.values())
    pool = {**plain_cards(), **{card.title: card for card in cards}}
    starts = _starts() if all(step.waits_for for step in assembly) else []
    pool |= {card.title: card for card in starts}
    types = tuple(sorted({"Dreamer", *chain.from_iterable(card.types for card in cards)}))
    fodder = [
        Card(f"Friend of {faction.value}", Kind.ENTITY, faction, 1, types, dawn=1, stability=9, dusk=1)
        for faction in sorted({Faction.NEUTRAL, *(card.faction for card in cards)})
    ]
    pool |= {card.title: card for card in fodder}
    charged = any(step.change.get(Resource.CHARGES, 0) < 0 for step in assembly)
    thoughts = [card for card in cards if card.kind is Kind.THOUGHT]
    used_up = {step.card.title for step in assembly if step.change.get(Resource.ARCANA, 0) < 0}
    begins = [(_deep(cards), set[str]())]
    if used_up:
        begins.append((_deep(cards), used_up))
    if thoughts:
        begins.append((_shallow(cards), set[str]()))
    minds = [step for step in assembly if step.card.kind is Kind.MIND]
    for deck, in_void in begins:
        mine, theirs = VoidreamSide(), VoidreamSide()
        mine.zones = {
            "deck": deck,
            "hand": [_item(card.title) for card in cards if card.kind is Kind.ARCANUM and card.title not in in_void]
            + [_item(card.title) for card in starts] + [_plain(value) for value in (4, 3, 2, 1)],
            "arcana discard": [_plain(4)],
            "discard": [_plain(1, 3)]
            + [_item(card.title) for card in cards if card in thoughts or _works_in(card, Zone.DISCARD)],
            "void": [_item(card.title) for card in cards if card.title in in_void or _works_in(card, Zone.VOID)],
            "play": _in_play(cards, fodder, charged=charged),
        }  # fmt: skip
        mine.mind_count = 4
        if minds:
            mine.mind = minds[0].card.title
            mine.mind_count = next(n for n in range(5) if mind_side(n) == minds[0].side)
        theirs.zones = {
            "deck": [_plain(1, 60)],
            "hand": [_plain(4)],
            "play": [_item(card.title) for card in fodder for _ in range(3)],
        }
        yield VoidreamScenario(cards=pool, position=VoidreamTable(sides=[mine, theirs]))


_item = partial(Item, _HERE)


def _plain(value: int, count: int = 1) -> Item:
    return Item(_HERE, plain=str(value), count=count)


def _deep(cards: Sequence[Card]) -> list[Item]:
    """Return a deck as in the middle of a match, with thoughts on top and, for cards that fetch them, at the bottom."""
    thoughts = [_item(card.title) for card in cards if card.kind is Kind.THOUGHT]
    return [*thoughts, _plain(1, 9), *_constructs(cards), _plain(1, 3), *_bastion(cards), *thoughts]


def _shallow(cards: Sequence[Card]) -> list[Item]:
    """Return a deck of thoughts only, with one card between any two of them for rolls."""
    thoughts = [_item(card.title) for card in cards if card.kind is Kind.THOUGHT for _ in range(3)]
    constructs = [*_constructs(cards), *_bastion(cards)]
    if len(constructs) < 2:
        constructs.insert(0, _plain(1))
    between = [*constructs, *(_plain(1) for _ in range(len(thoughts) - 1 - len(constructs)))]
    return [thoughts[0], *chain.from_iterable(zip(between, thoughts[1:], strict=True))]


def _constructs(cards: Sequence[Card]) -> list[Item]:
    return [_item(card.title, face_up=True) for card in cards if card.kind is Kind.CONSTRUCT]


def _bastion(cards: Sequence[Card]) -> list[Item]:
    titles = [card.title for card in cards if card.kind is Kind.BASTION]
    return [_item(titles[0] if titles else "Plain bastion", face_up=True)]


def _works_in(card: Card, zone: Zone) -> bool:
    return any(isinstance(ability, Triggered) and ability.zone is zone for ability in card.text)


def _in_play(cards: Sequence[Card], fodder: Sequence[Card], *, charged: bool) -> list[Item]:
    """Return two copies of each card that stays in play, one if Unique, with attachments on each sort of host."""
    attached = [card for card in cards if card.kind is Kind.MEMORY and _attaches(card)]
    charges = (Item(_HERE, plain="1", charge=True),) * 3 if charged else ()
    result: list[Item] = []
    for card in cards:
        if card.kind is Kind.ENTITY or (card.kind is Kind.MEMORY and card not in attached):
            result += [_item(card.title, attached=charges)] * (1 if _is_unique(card) else 2)
    hosts = [_item(card.title, attached=charges) for card in fodder]
    attachments = tuple(_item(card.title) for card in attached)
    if attachments:
        hosts[0] = _item(fodder[0].title, attached=(*charges, *attachments))
        if result:
            result[0] = _item(result[0].title, attached=(*charges, *attachments))
    return [*result, *hosts, *([hosts[-1]] * 2), *([_item(fodder[-1].title, exhausted=True)] * 2)]


def _attaches(card: Card) -> bool:
    return any(
        isinstance(instruction, Attach) and isinstance(instruction.what, This)
        for ability in card.text
        if isinstance(ability, Line)
        for instruction in chain(*ability.effect)
    )


def _is_unique(card: Card) -> bool:
    return any(
        isinstance(ability, Keywords) and any(keyword.name is KeywordName.UNIQUE for keyword in ability.keywords)
        for ability in card.text
    )  # fmt: skip
