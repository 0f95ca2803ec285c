"""Lanterns: a small game for two to four seats with hidden hands, orders and decks, which Vigil has none of.

Everybody holds three lanterns that nobody else sees, and five coins. Three times all bid coins secretly at the same
time. The highest bidder (a tie is drawn for) puts their lanterns into an order, lights the first of them, and shares
its light out between two windows, at most three each. The most light in the end wins.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from cards.i18n import ENGLISH, Message, Translator, msg
from engine.kernel.chance import Chance
from engine.kernel.decoder import refusing_position
from engine.kernel.endings import EndedBy, Ending, endings
from engine.kernel.events.changes import NOTHING, Change
from engine.kernel.events.entries import NO_WORDS, SILENT, EventEntry, beat, form, known
from engine.kernel.events.event import Fact
from engine.kernel.events.registry import Events
from engine.kernel.events.view_parts import FOLLOWS, INSIDE, ViewParts, part, titles, value
from engine.kernel.game import Game, PlayerEntry, named_plainly
from engine.kernel.machine import Machine, Procedure, Procedures
from engine.kernel.orders.book import OrderBook
from engine.kernel.orders.kind import Offer, OrderKind, Span, Stop, fact_seen, whole_match
from engine.kernel.orders.order import Ordered, OrderMoment, Parameters
from engine.kernel.position import Frame, Position
from engine.kernel.question import Choice, PendingOption, PendingQuestion, QuestionKind
from engine.kernel.topics import TopicWords

ROUNDS = 3
HAND = 3
COINS = 5
NAMES = ("glow", "haze", "iris", "jade", "kelp", "lime", "moon")
WINDOW = 3
LIGHT = Ending(key="light", by=EndedBy.RULES, name=msg("the light is counted"))


class Player(msgspec.Struct, array_like=True):
    hand: list[str] = []
    coins: int = COINS
    left: int = 0
    right: int = 0
    lit: list[str] = []


class PlayMatch(Frame, tag="match"):
    pass


class PlayRound(Frame, tag="round"):
    bid0: list[str] | None = None
    bid1: list[str] | None = None
    bid2: list[str] | None = None
    bid3: list[str] | None = None
    winner: int = -1
    order: list[str] = []
    light: list[str] = []


class LanternPosition(Position[PlayMatch | PlayRound], kw_only=True):
    players: list[Player]
    round: int = 0


class LanternSide(msgspec.Struct, frozen=True):
    seat: int
    coins: int
    held: int
    hand: tuple[str, ...]
    left: int
    right: int
    lit: tuple[str, ...]


class LanternView(msgspec.Struct, frozen=True):
    viewer: int | None
    round: int
    sides: tuple[LanternSide, ...]
    awaited: tuple[tuple[int, str], ...]
    winners: tuple[int, ...] = ()
    ended: str = ""


PARTS = ViewParts(
    part(
        LanternView,
        {
            **dict.fromkeys(("viewer", "round", "awaited", "winners"), FOLLOWS),
            "sides": INSIDE,
            "ended": value("over"),
        },
    ),
    part(
        LanternSide,
        {
            "seat": FOLLOWS,
            "coins": value("coins"),
            "held": value("hand"),
            "hand": titles("hand"),
            "left": value("light"),
            "right": value("light"),
            "lit": value("lit"),
        },
        where="seat",
    ),
)


class Dealing(Fact, frozen=True, tag="dealt"):
    seat: int
    lanterns: list[str] | None = None

    entry: ClassVar[EventEntry[Dealing]] = EventEntry(
        log=(form("{who} drew {lanterns}.", lanterns=known), form("{who} drew {held} lanterns.")),
        beats=(
            beat("You drew {lanterns}", "{who} drew {lanterns}", lanterns=known),
            beat("You drew {held} lanterns", "{who} drew {held} lanterns"),
        ),
        slots={
            "lanterns": lambda fact, names: ", ".join(fact.lanterns or ()),
            "held": lambda fact, names: HAND,
        },
        changes=lambda fact: [Change("hand", fact.seat)],
    )


class Bids(Fact, frozen=True, tag="bids"):
    bids: list[int]

    entry: ClassVar[EventEntry[Bids]] = EventEntry(
        log=form("Bids: {bids}."),
        slots={
            "bids": lambda fact, names: ", ".join(f"{n} {b}" for n, b in zip(names, fact.bids, strict=True))
        },
        changes=lambda fact: [Change("coins", seat) for seat, bid in enumerate(fact.bids) if bid],
    )


class RoundWon(Fact, frozen=True, tag="won"):
    seat: int
    drawn: bool

    entry: ClassVar[EventEntry[RoundWon]] = EventEntry(
        log=(form("{who} won the round by lot.", drawn=True), form("{who} won the round.")),
        beats=(
            beat("You won the round by lot", "{who} won the round by lot", drawn=True),
            beat("You won the round", "{who} won the round"),
        ),
        is_result=True,
        changes=NOTHING,
    )


class Lit(Fact, frozen=True, tag="lit"):
    seat: int
    lantern: str
    kept: list[str] | None = None

    entry: ClassVar[EventEntry[Lit]] = EventEntry(
        log=(form("{who} lit {lantern} and kept {kept}.", kept=known), form("{who} lit {lantern}.")),
        beats=(
            beat("You lit {lantern} and kept {kept}", "{who} lit {lantern} and kept {kept}", kept=known),
            beat("You lit {lantern}", "{who} lit {lantern}"),
        ),
        slots={"kept": lambda fact, names: ", ".join(fact.kept or ())},
        changes=lambda fact: [Change("hand", fact.seat), Change("lit", fact.seat)],
    )


class Shone(Fact, frozen=True, tag="shone"):
    seat: int
    left: int
    right: int

    entry: ClassVar[EventEntry[Shone]] = EventEntry(
        log=NO_WORDS,
        beats=SILENT,
        told_with=("lit", "won"),
        changes=lambda fact: [Change("light", fact.seat)],
    )


ENDINGS = endings(LIGHT)
EVENTS = Events("Lanterns", ENDINGS, Dealing, Bids, RoundWon, Lit, Shone, over=[Change("over")])

TOPICS = {
    "bid": TopicWords(msg("a bid")),
    "order": TopicWords(msg("the order of their lanterns")),
    "windows": TopicWords(msg("the windows")),
}


def idle() -> None:
    pass


class LanternMachine(Machine[LanternPosition]):
    def __init__(self, position: LanternPosition, before_light: Callable[[], None] = idle) -> None:
        super().__init__(position, len(position.players))
        self.before_light = before_light


def deal(m: LanternMachine, frame: PlayMatch) -> None:
    for seat, player in enumerate(m.position.players):
        m.position.chance.shuffle(player.hand)
        del player.hand[HAND:]
        player.hand.sort()
        m.emit(Dealing(seat), private={seat: Dealing(seat, list(player.hand))})


def play_rounds(m: LanternMachine, frame: PlayMatch) -> None:
    if m.position.round < ROUNDS:
        m.position.round += 1
        frame.step = "play_rounds"
        m.push(PlayRound())


def count_light(m: LanternMachine, frame: PlayMatch) -> None:
    light = {seat: m.position.players[seat].left + m.position.players[seat].right for seat in m.playing}
    winners = tuple(seat for seat, got in light.items() if got == max(light.values()))
    m.end(m.places(winners), LIGHT.key)


def ask_for_bids(m: LanternMachine, frame: PlayRound) -> None:
    for seat in m.playing:
        m.ask(
            seat,
            QuestionKind.NUMBER,
            "How many coins do you bid?",
            "bid",
            minimum=0,
            maximum=m.position.players[seat].coins,
            into=f"bid{seat}",
        )


def open_bids(m: LanternMachine, frame: PlayRound) -> None:
    said = {seat: getattr(frame, f"bid{seat}") or ["0"] for seat in range(len(m.position.players))}
    bids = [int(said[seat][0]) if seat in m.playing else 0 for seat in said]
    for player, bid in zip(m.position.players, bids, strict=True):
        player.coins -= bid
    m.emit(Bids(bids))
    highest = [seat for seat in m.playing if bids[seat] == max(bids)]
    winner = m.position.chance.pick(highest)
    m.emit(RoundWon(winner, len(highest) > 1))
    frame.winner = winner


def order_lanterns(m: LanternMachine, frame: PlayRound) -> None:
    seat = frame.winner
    hand = m.position.players[seat].hand
    options = tuple(PendingOption(name, name.capitalize()) for name in hand)
    m.ask(
        seat,
        QuestionKind.ORDER,
        "In which order do you keep your lanterns? You light the first one.",
        "order",
        options,
        minimum=len(hand),
        maximum=len(hand),
        ordered=True,
        into="order",
    )


def light_lantern(m: LanternMachine, frame: PlayRound) -> None:
    seat = frame.winner
    player = m.position.players[seat]
    player.hand = list(frame.order)
    player.lit.append(player.hand.pop(0))
    m.before_light()
    lit = player.lit[-1]
    m.emit(Lit(seat, lit), private={seat: Lit(seat, lit, list(player.hand))})


def share_light(m: LanternMachine, frame: PlayRound) -> None:
    player = m.position.players[frame.winner]
    m.ask(
        frame.winner,
        QuestionKind.DISTRIBUTE,
        "How is the light shared between your windows?",
        "windows",
        (PendingOption("left", "Left", limit=WINDOW), PendingOption("right", "Right", limit=WINDOW)),
        minimum=0,
        maximum=light_of(player.lit[-1]),
        into="light",
    )


def shine(m: LanternMachine, frame: PlayRound) -> None:
    player = m.position.players[frame.winner]
    for share in frame.light:
        window, _, amount = share.partition("=")
        setattr(player, window, getattr(player, window) + int(amount))
    m.emit(Shone(frame.winner, player.left, player.right))


def light_of(lantern: str) -> int:
    return int(lantern.split()[-1])


CATALOGUE = Procedures[LanternMachine](
    Procedure(PlayMatch, deal, play_rounds, count_light),
    Procedure(PlayRound, ask_for_bids, open_bids, order_lanterns, light_lantern, share_light, shine),
)
LanternMachine.catalogue = CATALOGUE

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
    """Who has won the round leaves it as it is: the next one begins."""
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
    """Other lanterns in the hands of the others, and other bids that are not open yet."""
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
    """Whoever has no coins left bids none: everybody sees how many there are."""
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
    """To bid the same amount until somebody bids more, or the round is over."""
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


def _answer(machine: LanternMachine, seat: int, said: BidOrder, question: PendingQuestion) -> Ordered:
    if machine.position.players[seat].coins < said.coins:
        return Ordered(ended=msg("You have too few coins."))
    return Ordered((str(said.coins),))


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
    """Lanterns that call something in the middle of a step: a test can make it fail."""
    return replace(
        LANTERNS,
        begin=partial(begin, before_light=before_light),
        resume=partial(resume, before_light=before_light),
    )
