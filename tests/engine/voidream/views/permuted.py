"""Positions that a viewer can't distinguish: everything that they can't see is exchanged.

Hidden cards keep their visible backs: an opponent's arcana, veiled cards and charges are replaced by others of the same
value. Decks below the top, except cards that the viewer has seen, get another order, and other cards unless the list
is the viewer's own. The seed differs, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from cards.voidream.model import Card, Kind
from engine.kernel.cards.state import BACK_SEEN, bits_of
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question, QuestionKind
from engine.voidream.facts.actions import Played, Unveiled
from engine.voidream.facts.cards import Charged, ChargesReturned, Discarded, PutIntoDeck, Veiled, Voided
from engine.voidream.facts.deck import DreamDamageDiscards, Evoking, Looked, ReturnedToDeck, Revealed, Rolled
from engine.voidream.facts.rounds import Cut, Guessed, Shuffled
from engine.voidream.position import ATTACHED, HAND, PLAY, VoidreamPosition
from engine.voidream.program import CardPool
from engine.voidream.queries.loops import digest, taken_here
from engine.voidream.referee import Referee

DREAM = {Kind.THOUGHT, Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT}

MAKE_KNOWN = {
    Cut,
    Evoking,
    Rolled,
    Looked,
    Revealed,
    DreamDamageDiscards,
    Guessed,
    Shuffled,
    ChargesReturned,
}
"""Events that show something hidden, even for a moment."""

SHOW = MAKE_KNOWN | {
    Discarded,
    Voided,
    Played,
    Unveiled,
    Veiled,
    Charged,
    ReturnedToDeck,
    PutIntoDeck,
}
"""Events that may show something hidden."""

Known = dict[int, tuple[str, int]]
"""By card: its title and value as far as a viewer knows them, else "" and 0."""


def machine_of(match: Match) -> Referee:
    machine = match._machine
    assert isinstance(machine, Referee)
    return machine


@dataclass(frozen=True)
class Exchanging:
    """Replaces cards of a game with those in `cards`, by title. `pool` contains all of them."""

    game: Game
    cards: Mapping[str, Card]
    pool: CardPool

    def exchange(self, match: Match, viewer: int | None, chance: Chance, keep: str = "") -> Match:
        """Return a match that a viewer can't distinguish, with everything else exchanged except an arcanum to `keep`."""
        position = msgspec.msgpack.decode(
            msgspec.msgpack.encode(machine_of(match).position), type=VoidreamPosition
        )
        position.chance = Chance(f"another {chance.below(1000)}", position.chance.drawn + 5)
        for seat, state in enumerate(position.seats):
            own = viewer == seat
            held, bits = position.cards, bits_of([] if viewer is None else [viewer])
            hidden = [card for card in state.deck if not held[card].face_up and not held[card].known & bits]
            backs = {state.deck[0], *state.deck[state.lifted : state.lifted + 1]} & set(hidden)
            backs |= {card for card in hidden if held[card].known & BACK_SEEN}
            if own:
                self._reorder(position, hidden, backs, chance)
            else:
                for card in hidden:
                    value = self.cards[position.cards[card].title].value if card in backs else None
                    position.cards[card].title = chance.pick(self._others("", value, DREAM))
                chance.shuffle(state.hand)
                self._other_hand(position, state.hand, chance, keep)
        for state in position.cards:
            face_down = state.veiled or (state.zone == ATTACHED and not state.face_up)
            if face_down and state.zone in (PLAY, ATTACHED) and state.controller != viewer:
                value = self.cards[state.title].value
                state.title = chance.pick(self._others(state.title, value, DREAM - {Kind.CONSTRUCT}))
        twin = Referee(position, self.pool)
        # Actions taken in this position count as taken in the exchanged one (§7).
        position.history += [(digest(twin), what) for what in sorted(taken_here(machine_of(match)))]
        return Match(self.game, position.chance.seed, match.setup, twin, [], match.version)

    def _others(self, title: str, value: int | None, kinds: set[Kind]) -> list[str]:
        """Return the possible titles for a card whose visible back shows this value."""
        return [t for t, c in self.cards.items() if c.kind in kinds and value in (None, c.value)] or [title]

    def _reorder(
        self, position: VoidreamPosition, hidden: list[int], backs: set[int], chance: Chance
    ) -> None:
        for card in hidden:
            other = chance.pick(hidden)
            first, second = position.cards[card].title, position.cards[other].title
            if (card in backs or other in backs) and self.cards[first].value != self.cards[second].value:
                continue
            position.cards[card].title, position.cards[other].title = second, first

    def _other_hand(self, position: VoidreamPosition, hand: list[int], chance: Chance, keep: str) -> None:
        taken = {keep}
        arcana = [c for c in position.cards if self.cards[c.title].kind is Kind.ARCANUM]
        gone = {c.title for c in arcana if c.zone != HAND}
        for card in hand:
            held = position.cards[card]
            if held.title == keep:
                continue
            others = self._others(held.title, self.cards[held.title].value, {Kind.ARCANUM})
            free = [t for t in others if t not in taken | gone]
            held.title = chance.pick(free) if free else held.title
            taken.add(held.title)


def knowledge(match: Match, viewer: int | None) -> Known:
    """Return a viewer's knowledge of each card from its place."""
    ref = machine_of(match)
    out: Known = {}
    for seat, state in enumerate(ref.seats):
        looking = viewer is not None and state.looker == viewer
        for card in state.deck:
            out[card] = ("", 0)
        for card in state.deck[state.lifted : state.lifted + 1]:
            out[card] = ("", ref.printed[card].value)
        for card in state.deck[: state.lifted if looking else 0]:
            out[card] = (ref.title(card), 0)
        for card in state.hand:
            out[card] = (ref.title(card) if viewer == seat else "", ref.printed[card].value)
    for card, held in enumerate(ref.cards):
        hidden = held.veiled or (held.zone == ATTACHED and not held.face_up)
        if hidden and held.controller != viewer:
            out[card] = ("", ref.printed[card].value)
        elif card not in out or held.face_up:
            out[card] = (ref.title(card), ref.printed[card].value)
    return out


def shows_nothing(events: tuple[Event, ...]) -> bool:
    """Return whether these events reveal nothing hidden."""
    return not any(type(event.fact) in MAKE_KNOWN for event in events)


def played(choice: Choice) -> str:
    """Return the title of the arcanum that an answer plays."""
    verb, _, title = choice[0].partition(" ") if choice else ("", "", "")
    return title if verb in ("play", "invert") else ""


def is_open(match: Match, question: Question, choice: Choice) -> bool:
    """Return whether an answer names only public things, so that it is possible after an exchange too."""
    shown = {f"{held.title}#{held.tag}" for held in machine_of(match).cards if held.tag and not held.veiled}
    plain = {"pass", "yes", "no", "return", "veil", "dawn", "dusk", "numbered", "spent"}
    if question.kind is QuestionKind.NUMBER:
        return True
    if played(choice):
        return True
    parts = [
        key.removeprefix("activate ").rpartition("=")[0] or key.removeprefix("activate ") for key in choice
    ]
    return all(part in plain | shown for part in parts)
