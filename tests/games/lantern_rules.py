"""The rules of Lanterns: its facts, its machine and its procedures."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec

from cards.i18n import msg
from engine.kernel.endings import EndedBy, Ending, endings
from engine.kernel.events.changes import NOTHING, Change
from engine.kernel.events.entries import NO_WORDS, SILENT, EventEntry, beat, form, is_known
from engine.kernel.events.event import Fact
from engine.kernel.events.registry import Events
from engine.kernel.events.view_parts import FOLLOWS, INSIDE, ViewParts, part, titles, value
from engine.kernel.machine import Machine, Procedure, Procedures
from engine.kernel.position import Frame, Position
from engine.kernel.question import PendingOption, QuestionKind, TopicWords

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
        log=(form("{who} drew {lanterns}.", lanterns=is_known), form("{who} drew {held} lanterns.")),
        beats=(
            beat("You drew {lanterns}", "{who} drew {lanterns}", lanterns=is_known),
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
        log=(form("{who} lit {lantern} and kept {kept}.", kept=is_known), form("{who} lit {lantern}.")),
        beats=(
            beat("You lit {lantern} and kept {kept}", "{who} lit {lantern} and kept {kept}", kept=is_known),
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
    winners = tuple(seat for seat, count in light.items() if count == max(light.values()))
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
    bids_by_seat = {seat: getattr(frame, f"bid{seat}") or ["0"] for seat in range(len(m.position.players))}
    bids = [int(bids_by_seat[seat][0]) if seat in m.playing else 0 for seat in bids_by_seat]
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
