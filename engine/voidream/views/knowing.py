"""What some of the seats know of a match, and nothing else: the one place from which a sampled position is made.

Knowing is more than seeing: what was shown once is known as long as nobody has moved it out of sight (`CardState.known`).
What is hidden does not enter into it, not even by a number, an order or a digest: whatever is exchanged that these seats
don't know, the bytes stay the same.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any

import msgspec
from msgspec.structs import replace

from cards.voidream.card_schema import source
from cards.voidream.library import the_set
from cards.voidream.model import Card
from engine.kernel.card_ids import mentioned, renumber
from engine.kernel.chance import Chance
from engine.kernel.decoding import msgpack_reader
from engine.kernel.position import Frame
from engine.voidream.frames import (
    AnyFrame,
    Asking,
    EnterNightmare,
    EvokeCard,
    GuessMind,
    NightmarePhase,
    OfferCut,
    PlayCard,
    PlayConflict,
    ResolveLine,
    SetUp,
    TakeTurn,
    UnveilCards,
)
from engine.voidream.mutations.who_knows import sees
from engine.voidream.position import DECK, HAND, VALUE, WATCHERS, VoidreamPosition, packed, unpacked
from engine.voidream.program import Pool
from engine.voidream.queries.loops import taken_here
from engine.voidream.queries.nouns import is_face_down, is_open
from engine.voidream.referee import Referee

UNKNOWN = "?"
"""Stands where somebody has chosen in secret."""

ASKS_AGAIN: dict[tuple[type[Frame], str], str] = {
    (TakeTurn, "perform_action"): "choose_action",
    (EvokeCard, "decide"): "look",
    (ResolveLine, "instructions"): "instructions",
    (UnveilCards, "turn_mind_to_unveil"): "choose_veiled",
    (UnveilCards, "discard_payment"): "pay_for_next",
    (NightmarePhase, "nightmare_comes"): "dreamer_faces_it",
    (EnterNightmare, "arcanum_goes"): "one_is_voided",
    (PlayCard, "additional_costs"): "additional_costs",
}
"""The steps that ask what only the asked seat may read, by procedure and the step that comes next.

They can be taken again, and ask the same. What other steps ask, everybody could.
"""


class Knowledge(msgspec.Struct, array_like=True):
    """What some seats know together. A hidden card has no title; what is not said of it is as it is for everybody."""

    seats: list[int]
    position: VoidreamPosition
    """Without titles that are hidden, without chance, digests, and secrets; its cards are numbered by where they lie. In
    decks, -1 is a card of which nothing is known: it can be any of those that are `free`."""
    values: dict[int, int]
    """The values on the backs of hidden cards, as far as they are known, by id."""
    free: list[list[int]]
    """By owner: the cards in the deck that could lie at any of the places -1."""
    titles: list[list[str]]
    """By owner: titles that are known to be among the hidden cards, but not which of them they are."""
    taken: list[str]
    """The actions that have been taken in this very position, of the seats that are asked (R33)."""
    asked_again: list[int]
    """The seats whose questions only they may read."""
    cards: list[dict[str, Any]]
    """Those of the known cards that are not printed as in the set of today."""


_ENCODER = msgspec.msgpack.Encoder()

_READER = msgpack_reader(Knowledge)


def read_knowledge(data: bytes) -> Knowledge:
    """Return what `know` has written."""
    return _READER.read(data)


def bits_of(seats: Collection[int]) -> int:
    """Return the bits of these seats in `CardState.known` and `CardState.seen`; of none: of those who watch."""
    return sum(1 << seat for seat in seats) or WATCHERS


def know(ref: Referee, seats: Collection[int]) -> bytes:
    """Return what these seats know together of a position; of none: what everybody knows. It is not changed."""
    position = unpacked(packed(ref.position))
    position.chance = Chance("")
    position.history = []
    if position.conflict is not None:
        position.conflict.marks = []
    asked_again = _hide_questions(position, seats)
    for frame in position.stack:
        _hide_secrets(frame, seats)
    their_bits = bits_of(seats)
    bits = their_bits | WATCHERS
    hidden = {
        card
        for card, state in enumerate(position.cards)
        if not (state.known & bits or is_open(ref, card) or any(sees(ref, card, seat) for seat in seats))
    }
    named = {state.title for card, state in enumerate(position.cards) if card not in hidden}
    titles: list[list[str]] = []
    for owner in range(len(position.seats)):
        theirs = [card for card in hidden if position.cards[card].owner == owner]
        known = [card for card in theirs if owner in seats or position.cards[card].seen & their_bits]
        titles.append(sorted(position.cards[card].title for card in known))
    named.update(*titles, (state.mind_title for state in position.seats))
    asked = ref.pool.asked_by(named)  # That anything else is counted would tell of cards that are hidden.
    position.happened = {key: cards for key, cards in position.happened.items() if key in asked}
    values = {card: ref.printed[card].value for card in hidden if _shows_its_back(ref, card)}
    for frame in position.stack:
        if isinstance(frame, ResolveLine):
            _hide_places(position, frame, hidden)
    for card, state in enumerate(position.cards):
        state.title = "" if card in hidden else state.title
        state.seen = 0  # Of hidden ones it would tell which they are; the titles stand by themselves.
    free = [_take_out(ref, position, owner) for owner in range(len(position.seats))]
    new = _number_anew(position, values, free)
    taken = sorted(
        done
        for done in taken_here(ref)
        if any(done.startswith(f"{seat} ") for seat in seats if seat in position.questions)
    )
    strange = _strange(ref.pool)
    return _ENCODER.encode(
        Knowledge(
            sorted(seats),
            position,
            {new[card]: value for card, value in sorted(values.items(), key=lambda one: new[one[0]])},
            [sorted(new[card] for card in cards) for cards in free],
            titles,
            taken,
            asked_again,
            [strange[title] for title in sorted(named & strange.keys())],
        )
    )


def _shows_its_back(ref: Referee, card: int) -> bool:
    state = ref.cards[card]
    if state.zone == DECK:
        return bool(state.known & VALUE) or ref.top(state.owner) == card
    return state.zone == HAND or is_face_down(ref, card)


def _hide_questions(position: VoidreamPosition, seats: Collection[int]) -> list[int]:
    """Take away what others are asked, unless everybody could be told; return whom it was."""
    top = position.stack[-1] if position.stack else None
    if top is None or (type(top), top.step) not in ASKS_AGAIN:
        return []
    others = [seat for seat in position.questions if seat not in seats]
    for seat in others:
        one = position.questions[seat]
        position.questions[seat] = replace(one, purpose="", options=(), minimum=1, maximum=1, ordered=False)
        if isinstance(top, Asking):
            top.keys = {}
    return others


def _hide_secrets(frame: AnyFrame, seats: Collection[int]) -> None:
    """Take away what has been chosen in secret, and digests of the whole table."""
    match frame:
        case ResolveLine():
            frame.mark = None
        case PlayConflict():
            frame.marks = []
        case GuessMind() if frame.hidden and 1 not in seats:
            frame.hidden = UNKNOWN
        case SetUp() | OfferCut():
            if frame.cut_0 is not None and 1 not in seats:
                frame.cut_0 = [UNKNOWN]
            if frame.cut_1 is not None and 0 not in seats:
                frame.cut_1 = [UNKNOWN]
        case _:
            pass


def _hide_places(position: VoidreamPosition, frame: ResolveLine, hidden: Collection[int]) -> None:
    """Put what a line speaks of into an order that does not tell who has not seen it which card lay where."""
    places = {card: place for state in position.seats for place, card in enumerate(state.deck)}

    def laid(cards: list[int]) -> list[int]:
        if not any(card in hidden for card in cards):
            return cards
        return sorted(
            cards,
            key=lambda card: (card not in hidden, places.get(card, -1), position.cards[card].title),
        )

    frame.it, frame.them = laid(frame.it), laid(frame.them)
    cuts = [0, *(count for count, _, _ in frame.before), len(frame.named)]
    frame.named = [card for start, end in pairwise(cuts) for card in laid(frame.named[start:end])]


def _take_out(ref: Referee, position: VoidreamPosition, owner: int) -> list[int]:
    """Take the cards out of a deck that could lie anywhere in it, as far as anybody can tell; return them."""
    cards, state = position.cards, position.seats[owner]
    followed = {*state.deck[: state.lifted], ref.top(owner)}
    loose = [card for card in state.deck if card not in followed and not cards[card].known]
    state.deck = [-1 if card in loose else card for card in state.deck]
    return loose


def _number_anew(position: VoidreamPosition, values: dict[int, int], free: list[list[int]]) -> dict[int, int]:
    """Number all cards by where they lie, as everybody could; return the new number of each.

    The old ones would tell where a card has gone that somebody has lost sight of.
    """
    cards = position.cards
    mentioned: dict[int, int] = {}
    for card in _mentioned(position):
        mentioned.setdefault(card, len(mentioned))
    order: dict[int, int] = {}
    for owner, state in enumerate(position.seats):
        theirs = [card for card, held in enumerate(cards) if held.owner == owner]
        state.hand.sort(
            key=lambda card: (
                values.get(card, 0),
                cards[card].title,
                mentioned.get(card, -1),
                cards[card].known,
            )
        )
        elsewhere = sorted(
            theirs,
            key=lambda card: (
                cards[card].zone == DECK, cards[card].zone, cards[card].tag, cards[card].title, mentioned.get(card, -1),
            ),
        )  # fmt: skip
        bastion = theirs[:1]  # It is the first of them (`setup`).
        followed = (card for card in state.deck if card >= 0)
        piles = (state.hand, state.arcana_discard, state.discard, state.void)
        for card in (*bastion, *chain(*piles), *followed, *elsewhere):
            order.setdefault(card, len(order))
    position.cards = [cards[card] for card in order]
    renumber(position, lambda card, tag: (order.get(card, card), tag))
    return order


def _mentioned(position: VoidreamPosition) -> list[int]:
    """Return the cards of which something in progress speaks, in the order in which it does."""
    out: list[int] = []
    for part in (*position.stack, *position.ongoing):
        out += [card for card, _ in mentioned(part)]
    return [*out, *position.left]


@lru_cache(maxsize=64)
def _strange(pool: Pool) -> dict[str, dict[str, Any]]:
    """Return the cards of a match that are not printed as in the set of today, as they are kept."""
    printed = {title: one.card for title, one in pool.cards.items()}
    return {title: source(card) for title, card in printed.items() if _today(title) != card}


def _today(title: str) -> Card | None:
    return the_set().cards.get(title)
