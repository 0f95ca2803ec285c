"""Cards, decks, matches and positions for tests, built by hand from the texts of cards."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from cards.voidream.language.reader import read_text
from cards.voidream.model import Card, Faction, Kind, MindTexts
from engine.kernel.events.event import Event, F, seen
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.kernel.question import Question
from engine.voidream.facts.actions import AbilityTriggered
from engine.voidream.frames import MainPhase, Rounds, SetUp
from engine.voidream.game import VOIDREAM
from engine.voidream.position import (
    ARCANA_DISCARD,
    ATTACHED,
    DECK,
    DISCARD,
    HAND,
    MAIN,
    PLAY,
    VOID,
    Conflict,
    VoidreamPosition,
)
from engine.voidream.program import CardPool
from engine.voidream.referee import Referee
from engine.voidream.turns.setup import lay_out
from engine.voidream.views.types import VoidreamView

NAMES = ("Ada", "Bo")


def card(title: str, kind: Kind, value: int = 2, text: str = "", *, inverted: str = "", **more: Any) -> Card:
    """Return a neutral card with these texts."""
    more.setdefault("faction", Faction.NEUTRAL)
    return Card(
        title=title,
        kind=kind,
        value=value,
        text=read_text(text, kind),
        inverted=read_text(inverted, kind),
        **more,
    )


def entity(title: str, dawn: int, stability: int, dusk: int, text: str = "", **more: Any) -> Card:
    """Return a neutral entity with these numbers."""
    return card(title, Kind.ENTITY, text=text, dawn=dawn, stability=stability, dusk=dusk, **more)


def mind(title: str, *sides: str) -> Card:
    """Return a mind card. The spent side comes first."""
    texts = [read_text(side, Kind.MIND) for side in [*sides, *[""] * (5 - len(sides))]]
    return Card(title=title, kind=Kind.MIND, faction=Faction.NEUTRAL, mind=MindTexts(tuple(texts)))  # type: ignore[arg-type]


BLANK = card("Blank", Kind.THOUGHT)
KEEP = card("Keep", Kind.BASTION, stability=6)
CALM = mind("Calm")


def with_cards(pool: CardPool) -> Game[Referee, VoidreamView]:
    """Voidream with these cards in memory: a setup contains only the titles of each deck (`deal`).

    The commitment covers only the deal: the card texts aren't in this setup.
    """
    return replace(
        VOIDREAM,
        promises_setup=lambda setup: False,
        begin=lambda setup, seed: Referee(lay_out([tuple(deck) for deck in json.loads(setup)], seed), pool),
        resume=lambda setup, position: Referee(msgspec.msgpack.decode(position, type=VoidreamPosition), pool),
    )


def deal(decks: Sequence[tuple[str, str, list[str], list[str]]]) -> bytes:
    """Return the setup for two decks: titles of bastion, mind, arcana and Dream cards."""
    return json.dumps(decks).encode()


class Stage:
    """A match in the main phase of its first round, built by hand.

    Each seat is a dict of titles: `deck` (from the top; the bastion is added at the bottom), `hand`, `play`, `veiled`,
    `discard`, `arcana`, `void`, and `mind`, the upright number.
    """

    def __init__(
        self, cards: Iterable[Card], ada: dict[str, Any], bo: dict[str, Any] | None = None, active: int = 0
    ) -> None:
        self.pool = CardPool({c.title: c for c in (BLANK, KEEP, CALM, *cards)}.values())
        self.game = with_cards(self.pool)
        sides = [ada, bo or {}]
        for side in sides:
            side.setdefault("deck", ["Blank"] * 6)
        laid: list[tuple[str, str, list[str], list[str]]] = []
        for side in sides:
            arcana = [*side.get("hand", []), *side.get("arcana", [])]
            piles = ("deck", "play", "veiled", "discard", "void")
            dream = [title for pile in piles for title in side.get(pile, [])]
            laid.append((side.get("bastion", "Keep"), side.get("mind_card", "Calm"), arcana, dream))
        position = lay_out(laid, "stage")
        position.stack = [
            SetUp(after=[]),
            Rounds(step="nightmare_phase"),
            MainPhase(step="players_alternate"),
        ]
        position.round, position.phase, position.phases, position.phase_count = 1, MAIN, [1], 1
        position.active, position.shuffled = active, True
        for seat, side in enumerate(sides):
            self._lay(position, seat, side)
        self.match = Match(
            self.game, "stage", b"[]", self.game.resume(b"[]", msgspec.msgpack.encode(position)), [], "1"
        )
        self.events: list[Event] = []
        self.ref.run()
        self.events += self.match._collect()

    def _lay(self, position: VoidreamPosition, seat: int, side: dict[str, Any]) -> None:
        state = position.seats[seat]
        state.mind = side.get("mind", 4)
        mine = [n for n, c in enumerate(position.cards) if c.owner == seat]
        bastion, rest = mine[0], mine[1:]
        for pile in (state.deck, state.hand):
            pile.clear()

        def take(title: str) -> int:
            number = next(n for n in rest if position.cards[n].title == title)
            rest.remove(number)
            return number

        for name, zone, pile in (
            ("deck", DECK, state.deck),
            ("hand", HAND, state.hand),
            ("arcana", ARCANA_DISCARD, state.arcana_discard),
            ("discard", DISCARD, state.discard),
            ("void", VOID, state.void),
            ("play", PLAY, state.play),
            ("veiled", PLAY, state.play),
        ):
            for title in side.get(name, []):
                number = take(title)
                held = position.cards[number]
                held.zone = zone
                pile.append(number)
                if zone == PLAY:
                    position.tags += 1
                    held.tag, held.veiled = position.tags, name == "veiled"
                if zone == DECK and self.pool[title].is_construct:
                    position.tags += 1
                    held.tag, held.face_up = position.tags, True
        held = position.cards[bastion]
        position.tags += 1
        held.zone, held.face_up, held.tag = DECK, True, position.tags
        state.deck.append(bastion)
        for host, titles in side.get("attached", {}).items():
            under = next(n for n in state.play if position.cards[n].title == host)
            for title in titles:
                number = next(n for n in state.deck if position.cards[n].title == title)
                state.deck.remove(number)
                held = position.cards[number]
                position.tags += 1
                held.zone, held.host, held.tag = ATTACHED, under, position.tags
                held.face_up = self.pool[title].kind is Kind.MEMORY
                position.cards[under].attached.append(number)
        for title in side.get("exhausted", []):
            position.cards[next(n for n in state.play if position.cards[n].title == title)].exhausted = True

    # -- playing

    @property
    def ref(self) -> Referee:
        """The referee of the match."""
        machine = self.match._machine
        assert isinstance(machine, Referee)
        return machine

    @property
    def asked(self) -> Question:
        """The only open question."""
        (question,) = self.match.questions.values()
        return question

    def answer(self, *keys: str) -> None:
        """Answer the open question. A unique prefix of a key is enough."""
        question = self.asked
        known = [option.key for option in question.options]

        def whole(key: str) -> str:
            if key in known or not known:
                return key
            found = [k for k in known if k.startswith(key)]
            return found[0] if found else key

        self.events += self.match.answer(question.seat, question.id, tuple(whole(key) for key in keys))

    def can(self, key: str) -> bool:
        """Return whether the open question has an option with this prefix."""
        return any(option.key.startswith(key) for option in self.asked.options)

    def both_pass(self) -> None:
        """Pass as both players in succession."""
        self.answer("pass")
        self.answer("pass")

    # -- reading

    def find(self, title: str, seat: int | None = None) -> int:
        """Return the first card with a title (of an owner)."""
        return next(n for n, c in enumerate(self.ref.cards) if c.title == title and seat in (None, c.owner))

    def zone(self, title: str, seat: int | None = None) -> str:
        """Return the place of the first card with a title."""
        return self.ref.cards[self.find(title, seat)].zone

    def count(self, title: str, zone: str) -> int:
        """Return the number of cards with a title in a zone, of either player."""
        return sum(c.title == title and c.zone == zone for c in self.ref.cards)

    def deck(self, seat: int) -> list[str]:
        """Return the titles of a deck from the top."""
        return [self.ref.title(number) for number in self.ref.seats[seat].deck]

    def told(self, kind: type[F]) -> list[F]:
        """Return the public facts of all events of a kind."""
        return [event.fact for event in self.events if isinstance(event.fact, kind)]

    def triggered(self, title: str) -> int:
        """Return the number of times a card's abilities have triggered."""
        return sum(facts.card == title for facts in self.told(AbilityTriggered))

    def story(self) -> list[str]:
        """Return the log as a spectator reads it."""
        return [self.game.words(seen(event, None), NAMES) for event in self.events]


def arcanum(text: str, title: str = "Act", *, inverted: str = "", value: int = 4) -> Card:
    """Return an arcanum that can always be played."""
    return card(title, Kind.ARCANUM, value, text, inverted=inverted)


def stage(
    text: str, *cards: Card, ada: dict[str, Any] | None = None, bo: dict[str, Any] | None = None
) -> Stage:
    """Return a match in which Ada has just played an arcanum with this text."""
    ada = dict(ada or {})
    ada["hand"] = ["Act", *ada.get("hand", [])]
    out = Stage([arcanum(text), *cards], ada, bo)
    out.answer("play Act")
    return out


__all__ = [
    "BLANK",
    "CALM",
    "KEEP",
    "NAMES",
    "Conflict",
    "Stage",
    "arcanum",
    "card",
    "deal",
    "entity",
    "mind",
    "stage",
    "with_cards",
]
