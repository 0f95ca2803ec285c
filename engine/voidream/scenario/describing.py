"""Writing a match's position as a scenario: `read_scenarios(describe(match))` lays the same position out again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cards.voidream.card_schema import print_proportions
from cards.voidream.language.printer import print_text
from cards.voidream.library import the_set
from cards.voidream.model import Card, Kind
from engine.kernel.match import Match
from engine.voidream.frames import (
    BeginningPhase,
    EnterNightmare,
    MainPhase,
    MayGather,
    NightmarePhase,
    PlayConflict,
    Rounds,
    TakeTurn,
)
from engine.voidream.position import DECK
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee
from engine.voidream.scenario.plain_cards import plain_cards, plain_value

WIDTH = 100
"""How long a line of cards may become before it goes on in another one."""

_BETWEEN = (Rounds, MainPhase, BeginningPhase, NightmarePhase, EnterNightmare, PlayConflict, TakeTurn)


class NotBetweenActions(ValueError):
    """The position is in the middle of something: only positions between two actions can be described."""


def describe(
    match: Match, names: Sequence[str], title: str = "", cards: Mapping[str, Card] | None = None
) -> str:
    """Return a scenario that lays out this position. It shows everything, secrets included.

    Cards that differ from `cards`, by default the whole set, are written down in it. Raises NotBetweenActions.
    """
    machine = match.machine
    assert isinstance(machine, Referee)
    _must_be_between_actions(match, machine)
    return _Writer(machine, names, the_set().cards if cards is None else cards).scenario(title)


def _must_be_between_actions(match: Match, ref: Referee) -> None:
    if match.outcome is not None:
        raise NotBetweenActions("The match is over.")
    topics = [question.topic for question in match.questions.values()]
    busy = any(
        (isinstance(frame, MayGather) and frame.after) or (frame.step and not isinstance(frame, _BETWEEN))
        for frame in ref.position.stack
    )
    if topics != [Topic.ACTION] or busy:
        raise NotBetweenActions(
            "A position can be described when somebody is about to take an action, not in the middle of one."
        )


class _Writer:
    def __init__(self, ref: Referee, names: Sequence[str], known: Mapping[str, Card]) -> None:
        self.ref = ref
        self.names = names
        self.known = known

    def scenario(self, title: str) -> str:
        position = self.ref.position
        lines = [f"scenario: {title or f'Round {position.round}'}"]
        for card in self.cards():
            lines += card_block(card)
        lines.append(f"players: {', '.join(self.names)}")
        lines.append(f"seed: {position.chance.seed}, {position.chance.drawn} drawn")
        lines.append(f"round: {position.round}")
        lines.append(f"phase: {position.phase}")
        lines.append(f"turn: {self.names[position.active]}")
        if position.passed:
            lines.append(f"passed: {', '.join(self.names[seat] for seat in position.passed)}")
        if position.faced >= 0:
            lines.append(f"faced Nightmare: {self.names[position.faced]}")
        conflict = position.conflict
        if conflict is not None and conflict.kind is not None:
            nightmare = ", in Nightmare" if conflict.nightmare else ""
            lines.append(
                f"conflict: {conflict.kind.value}, {self.names[conflict.attacker]} attacks{nightmare}"
            )
        lines.append(f"numbers: {position.tags}")
        for seat in (0, 1):
            lines += self.side(seat)
        lines += self.in_force()
        lines += self.this_round()
        return "\n".join(lines) + "\n"

    def cards(self) -> list[Card]:
        """The cards of the match that a reader would not know as they are here."""
        plain = plain_cards()
        titles = dict.fromkeys(
            [*(state.title for state in self.ref.cards), *(seat.mind_title for seat in self.ref.seats)]
        )
        printed = [self.ref.pool[title].card for title in sorted(titles)]
        return [card for card in printed if (plain | dict(self.known)).get(card.title) != card]

    def side(self, seat: int) -> list[str]:
        state = self.ref.seats[seat]
        lines = [f"{self.names[seat]}:"]
        lines.append(f"  mind: {state.mind_title} at {state.mind}")
        deck = [self.item(card, seat) for card in state.deck]
        if not any(self.ref.printed[card].kind is Kind.BASTION for card in state.deck):
            deck.append("no bastion")
        lines += _zone("deck", _runs(deck) or ["none"])
        for zone, pile in (
            ("hand", state.hand),
            ("arcana discard", state.arcana_discard),
            ("discard", state.discard),
            ("void", state.void),
            ("play", state.play),
        ):
            if pile:
                lines += _zone(zone, [self.item(card, seat) for card in pile])
        return lines

    def item(self, card: int, seat: int, *, charge: bool = False) -> str:
        state = self.ref.cards[card]
        value = plain_value(state.title)
        text = str(value) if value and state.title == f"Plain {value}" else _quoted(state.title)
        if state.tag:
            text += f"#{state.tag}"
        notes: list[str] = []
        if state.owner != seat:
            notes.append(f"owned by {self.names[state.owner]}")
        if state.controller != seat and state.zone not in (DECK,):
            notes.append(f"controlled by {self.names[state.controller]}")
        if state.zone == DECK and state.face_up and self.ref.printed[card].kind is not Kind.BASTION:
            notes.append("face up")
        notes += ["exhausted"] if state.exhausted else []
        notes += ["veiled"] if state.veiled else []
        notes += [state.role] if state.role else []
        notes += [f"{state.damage} damage"] if state.damage else []
        notes += ["as an offering"] if state.offering else []
        for under in state.attached:
            word = "with" if self.ref.cards[under].face_up else "charge"
            notes.append(f"{word} {self.item(under, state.controller)}")
        return f"{text} ({', '.join(notes)})" if notes else text

    def in_force(self) -> list[str]:
        position = self.ref.position
        lines: list[str] = []
        for effect in position.ongoing:
            if effect.phase == 0:
                until = "the round"
            elif position.conflict is not None and effect.phase == position.phases[-1]:
                until = "the conflict"
            else:
                until = "the phase"
            title = self.reference(effect.card) if effect.card >= 0 else _quoted(effect.title)
            on = ""
            if effect.locked is not None:
                on = f", on {' and '.join(self.reference(card) for card in effect.locked) or 'nothing'}"
            lines.append(
                f"in force: {title} of {self.names[effect.seat]}, {effect.side} {effect.index + 1}.{effect.pc + 1}"
                f"{on}, amount {effect.amount}, until the end of {until}, number {effect.stamp}"
            )
        return lines

    def this_round(self) -> list[str]:
        """What has been used, and what has happened, as far as any text asks for it."""
        position = self.ref.position
        lines: list[str] = []
        for one in position.used:
            card = one.card
            title = self.reference(card) if card >= 0 else _quoted(position.seats[one.seat].mind_title)
            lines.append(f"used: {title} of {self.names[one.seat]}, {one.side} {one.index + 1}")
        for key, by_seat in position.happened.items():
            for seat, cards in enumerate(by_seat):
                told = " and ".join("-" if card < 0 else self.reference(card) for card in cards)
                lines += [f"happened: {self.names[seat]}, {key}: {told}"] if cards else []
        return lines

    def reference(self, card: int) -> str:
        state = self.ref.cards[card]
        return f"{state.title}#{state.tag}" if state.tag else f"{state.title} off the table"


def _quoted(title: str) -> str:
    return f'"{title}"' if any(sign in title for sign in ",()#") or title[:1].isdigit() else title


def _runs(items: list[str]) -> list[str]:
    """Write equal neighbours once: `3 x2`."""
    out: list[str] = []
    at = 0
    while at < len(items):
        end = at
        while end < len(items) and items[end] == items[at] and "#" not in items[at]:
            end += 1
        count = max(1, end - at)
        out.append(items[at] if count == 1 else f"{items[at]} x{count}")
        at += count
    return out


def _zone(zone: str, items: list[str]) -> list[str]:
    lines = [f"  {zone}: {items[0]}"]
    for item in items[1:]:
        if len(lines[-1]) + len(item) + 2 > WIDTH:
            lines.append(f"  {zone}: {item}")
        else:
            lines[-1] += f", {item}"
    return lines


def card_block(card: Card) -> list[str]:
    """Return the lines in which a scenario brings a card along."""
    heading = [f'"{card.title}"' if "," in card.title else card.title, card.kind.value]
    if card.kind is not Kind.MIND:
        heading.append(f"value {card.value}")
    if card.kind is Kind.ENTITY:
        heading += [f"dawn {card.dawn}", f"stability {card.stability}", f"dusk {card.dusk}"]
    elif card.kind in (Kind.CONSTRUCT, Kind.BASTION):
        heading.append(f"stability {card.stability}")
    heading.append(f"faction {card.faction.value}")
    heading += [f"types {' '.join(card.types)}"] if card.types else []
    heading += ["major"] if card.major else []
    parts = [("", print_text(card.text))]
    if card.back is not None:
        heading.append(f"dream {print_proportions(card.back.dream)}")
        heading.append(f"arcana {card.back.major} + {print_proportions(card.back.arcana)}")
        parts.append(("back", print_text(card.back.text)))
    if card.kind is Kind.ARCANUM:
        parts.append(("inverted", print_text(card.inverted)))
    if card.mind is not None:
        names = ("spent", "1", "2", "3", "4")
        parts += [(name, print_text(side)) for name, side in zip(names, card.mind.sides, strict=True)]
    parts += [("flavour", card.flavour), ("art", card.art)]
    lines = [f"card: {', '.join(heading)}"]
    for name, text in parts:
        if text:
            lines += [f"  {name}:"] if name else []
            lines += [f"  {line}" for line in text.splitlines()]
    return lines
