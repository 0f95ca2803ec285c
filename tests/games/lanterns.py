"""Lanterns: a small game for two to four seats with hidden hands, orders and decks, which Vigil doesn't have.

Each player has three hidden lanterns and five coins. Three times all bid coins secretly at the same time. The highest
bidder (a tie is broken at random) puts their lanterns in order, lights the first of them, and distributes its light
between two windows, at most three each. The most light at the end wins.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from cards.i18n import ENGLISH, Message, Translator, msg
from engine.kernel.chance import Chance
from engine.kernel.decoder import refusing_position
from engine.kernel.game import Game, PlayerEntry, named_plainly
from engine.kernel.orders.book import OrderBook
from engine.kernel.orders.kind import Offer, OrderKind, Span, Stop, fact_seen, whole_match
from engine.kernel.orders.order import OrderMoment, OrderOutcome, Parameters
from engine.kernel.question import Choice, PendingOption, PendingQuestion, QuestionKind
from tests.games.lantern_rules import (
    ENDINGS,
    EVENTS,
    HAND,
    NAMES,
    PARTS,
    TOPICS,
    Bids,
    LanternMachine,
    LanternPosition,
    LanternSide,
    LanternView,
    Player,
    PlayMatch,
    PlayRound,
    idle,
)

_SETUP = msgspec.msgpack.Decoder(list[list[str]])
_POSITION = msgspec.msgpack.Decoder(LanternPosition)


def setup(entries: Sequence[Sequence[str]]) -> bytes:
    if not 2 <= len(entries) <= 4:
        raise ValueError("Two to four people can play.")
    for deck in entries:
        if len(deck) < HAND:
            raise ValueError(f"The deck has only {len(deck)} of the {HAND} lanterns that are needed.")
    return msgspec.msgpack.encode([list(deck) for deck in entries])


def leave(machine: LanternMachine, seats: Sequence[int], ending: str) -> None:
    """The default answer of the winner changes nothing: the next round begins."""
    machine.leave(seats, ending)
    machine.drop(lambda frame: isinstance(frame, PlayRound) and frame.winner in seats)


def begin(setup: bytes, seed: str, before_light: Callable[[], None] = idle) -> LanternMachine:
    players = [Player(hand=deck) for deck in _SETUP.decode(setup)]
    machine = LanternMachine(LanternPosition(chance=Chance(seed), players=players), before_light)
    machine.push(PlayMatch())
    return machine


def resume(setup: bytes, position: bytes, before_light: Callable[[], None] = idle) -> LanternMachine:
    with refusing_position():
        return LanternMachine(_POSITION.decode(position), before_light)


def view(machine: LanternMachine, seat: int | None, translator: Translator = ENGLISH) -> LanternView:
    position = machine.position
    sides = tuple(
        LanternSide(
            at,
            player.coins,
            len(player.hand),
            tuple(sorted(player.hand)) if at == seat else (),
            player.left,
            player.right,
            tuple(player.lit),
        )
        for at, player in enumerate(position.players)
    )
    awaited = tuple(
        (at, translator(TOPICS[question.topic].awaited))
        for at, question in sorted(position.questions.items())
    )
    outcome = position.outcome
    return LanternView(
        seat,
        position.round,
        sides,
        awaited,
        outcome.winners if outcome else (),
        outcome.ending if outcome else "",
    )


def why_not(machine: LanternMachine, seat: int, wish: str) -> tuple[Message, str] | None:
    coins = machine.position.players[seat].coins
    verb, _, amount = wish.partition(" ")
    if verb == "bid" and amount.isdecimal() and int(amount) > coins:
        return msg("You have only {coins} coins.", coins=coins), "Lanterns 2"
    return None


def exchange(machine: LanternMachine, seats: Collection[int], chance: Chance) -> LanternMachine:
    """Return the position with other lanterns in the others' hands, and other hidden bids."""
    position = msgspec.msgpack.decode(msgspec.msgpack.encode(machine.position), type=LanternPosition)
    position.chance = Chance(f"another {chance.below(2**32)}", position.chance.drawn)
    for seat, player in enumerate(position.players):
        if seat in seats:
            continue
        called = {name: f"{chance.pick(list(NAMES))} {1 + chance.below(6)}" for name in player.hand}
        player.hand = [called[name] for name in player.hand]
        asked = position.questions.get(seat)
        if asked is not None:
            options = tuple(
                msgspec.structs.replace(one, key=called.get(one.key, one.key)) for one in asked.options
            )
            position.questions[seat] = msgspec.structs.replace(asked, options=options)
        for frame in position.stack:
            if isinstance(frame, PlayRound) and getattr(frame, f"bid{seat}") is not None:
                setattr(frame, f"bid{seat}", [str(chance.below(player.coins + 1))])
    return LanternMachine(position)


def know(machine: LanternMachine, seats: Collection[int]) -> bytes:
    position = msgspec.msgpack.decode(msgspec.msgpack.encode(machine.position), type=LanternPosition)
    position.chance = Chance("")
    for frame in position.stack:
        if isinstance(frame, PlayRound):
            frame.order = []
    for seat, player in enumerate(position.players):
        if seat not in seats:
            player.hand = [""] * len(player.hand)
            for frame in position.stack:
                if isinstance(frame, PlayRound) and getattr(frame, f"bid{seat}") is not None:
                    setattr(frame, f"bid{seat}", [])
            asked = position.questions.get(seat)
            if asked is not None and asked.kind is QuestionKind.ORDER:
                position.questions[seat] = msgspec.structs.replace(asked, options=())
    return msgspec.msgpack.encode(position)


def sample(knowledge: bytes, chance: Chance) -> LanternMachine:
    position = _POSITION.decode(knowledge)
    position.chance = Chance(f"world {chance.below(2**62)}")
    for seat, player in enumerate(position.players):
        if "" in player.hand:
            player.hand = [f"{chance.pick(list(NAMES))} {1 + chance.below(6)}" for _ in player.hand]
        for frame in position.stack:
            if isinstance(frame, PlayRound) and getattr(frame, f"bid{seat}") == []:
                setattr(frame, f"bid{seat}", [str(chance.below(player.coins + 1))])
        asked = position.questions.get(seat)
        if asked is not None and asked.kind is QuestionKind.ORDER:
            options = tuple(PendingOption(name, name.capitalize()) for name in player.hand)
            position.questions[seat] = msgspec.structs.replace(asked, options=options)
    return LanternMachine(position)


def forced(machine: LanternMachine) -> tuple[int, Choice] | None:
    """A seat without coins bids none: the numbers of coins are public."""
    for seat, question in sorted(machine.position.questions.items()):
        if question.kind is QuestionKind.NUMBER and question.maximum == 0:
            return seat, ("0",)
    return None


def round_number(machine: LanternMachine) -> int:
    return machine.position.round


class BidOrder(Parameters, frozen=True):
    coins: int = 0


class GivenInRound(OrderMoment, frozen=True):
    round: int = 0


def _offers(machine: LanternMachine, seat: int) -> Sequence[Offer[BidOrder]]:
    """The order to bid the same amount until someone bids more, or the round ends."""
    return [
        Offer(
            BidOrder(coins=n),
            msg("Bid {n}", n=n),
            msg("Bid {n} coins each time.", n=n),
            ("more",),
            name=str(n),
        )
        for n in range(1, machine.position.players[seat].coins + 1)
    ]


def _wrong(machine: LanternMachine, seat: int, said: BidOrder) -> Message | None:
    can = 0 < said.coins <= machine.position.players[seat].coins
    return None if can else msg("That can't be bid.")


def _answer(machine: LanternMachine, seat: int, said: BidOrder, question: PendingQuestion) -> OrderOutcome:
    if machine.position.players[seat].coins < said.coins:
        return OrderOutcome(ended=msg("You have too few coins."))
    return OrderOutcome((str(said.coins),))


BOOK = OrderBook[LanternMachine, GivenInRound](
    [
        OrderKind(
            "bid",
            BidOrder,
            ("match", "round"),
            ("more",),
            ("bid",),
            _offers,
            lambda said: msg("Bid {n} coins", n=said.coins),
            _answer,
            _wrong,
        )
    ],
    [
        Span(
            "round",
            msg("until the end of the round"),
            msg("in this round"),
            msg("The round is over."),
            began=lambda given: given.round,
            lasts=lambda machine, given: machine.position.round == given.round,
        ),
        whole_match(),
    ],
    [
        Stop(
            "more",
            msg("somebody bids more"),
            msg("Somebody has bid more."),
            fact_seen(lambda fact, seat: isinstance(fact, Bids) and max(fact.bids) > fact.bids[seat]),
        )
    ],
    GivenInRound,
    lambda machine, seat: GivenInRound(round=machine.position.round),
)


DECKS: dict[str, tuple[str, ...]] = {
    "Harbour": ("amber 1", "blue 2", "copper 3", "dusk 4", "ember 5", "fog 6"),
    "Garden": ("acorn 2", "birch 3", "clover 3", "daisy 4", "elder 4", "fern 5"),
}

LANTERNS = Game[LanternMachine, LanternView, Sequence[str]](
    name="lanterns",
    version="1",
    seats=range(2, 5),
    entry=PlayerEntry.DECK,
    endings=ENDINGS,
    events=EVENTS,
    parts=PARTS,
    topics=TOPICS,
    setup=setup,
    begin=begin,
    resume=resume,
    leave=leave,
    round_number=round_number,
    has_dealt=lambda machine: machine.position.round > 0,
    know=know,
    sample=sample,
    exchange=exchange,
    twin=exchange,
    view=view,
    cause_words=named_plainly(ENDINGS),
    why_not=why_not,
    forced=forced,
    orders=BOOK,
)
"""The rules."""


def calling(before_light: Callable[[], None]) -> Game[LanternMachine, LanternView, Sequence[str]]:
    """A version of Lanterns that calls a function during a step, so that a test can make it fail."""
    return replace(
        LANTERNS,
        begin=partial(begin, before_light=before_light),
        resume=partial(resume, before_light=before_light),
    )
