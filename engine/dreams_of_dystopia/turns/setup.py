"""The course of a match: Masters in turn, starting decks, first hands, then turn after turn (DD7–DD9, DD115)."""

from __future__ import annotations

from cards.dreams_of_dystopia.model import Kind
from cards.dreams_of_dystopia.supply import COPIES, starting_deck
from cards.i18n import msg, title
from engine.dreams_of_dystopia.facts.turns import BeganToPlay, DecksDealt, MasterChosen
from engine.dreams_of_dystopia.frames import PlayMatch, TakeTurn
from engine.dreams_of_dystopia.mutations import draw
from engine.dreams_of_dystopia.position import HAND_SIZE, DystopiaPosition, SeatState
from engine.dreams_of_dystopia.program import CardPool
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import Topic
from engine.dreams_of_dystopia.zones import BOX, DECK, MASTER, MASTERS, SUPPLY
from engine.kernel.chance import Chance
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption, QuestionKind


def blank(pool: CardPool, seats: int, seed: str) -> Referee:
    """Return a match before its first step, with all 278 cards in the box, among the Masters, or in the Supply (DD2)."""
    position = DystopiaPosition(chance=Chance(seed), cards=[], seats=[SeatState() for _ in range(seats)])
    m = Referee(position, pool)
    zones = {Kind.MASTER: MASTERS, Kind.STARTING_MINION: BOX}
    for name, sides in pool.cards.items():
        kind = sides[0].card.kind
        m.add([name] * COPIES[kind], zones.get(kind, SUPPLY))
    for card in position.cards:
        card.owner = -1
    return m


def draw_youngest(m: Referee, frame: PlayMatch) -> None:
    """Draw the player who counts as the youngest (DD7)."""
    m.position.first = m.position.chance.below(m.seat_count)
    m.emit(BeganToPlay(m.position.first), "DD7")


def next_master(m: Referee, frame: PlayMatch) -> None:
    """Go on to the next player without a Master, clockwise from the youngest; or to dealing (DD7)."""
    waiting = [seat for seat in m.clockwise(m.position.first) if not m.seat(seat).master]
    if waiting:
        frame.seat = waiting[0]
    else:
        frame.step = "deal"


def ask_master(m: Referee, frame: PlayMatch) -> None:
    """Ask for a free Master and its side, in the order of the set (DD8, DD126)."""
    options = tuple(
        PendingOption(side.title, title(side.title), msg("{n} LP", n=side.side.lp), subject=side.title)
        for name in m.pool.masters
        if any(m.card(card).title == name for card in m.zone(MASTERS))
        for side in m.pool.cards[name]
    )
    m.ask(frame.seat, QuestionKind.ONE, msg("Choose a Master and its side."), Topic.MASTER, options)


def take_master(m: Referee, frame: PlayMatch) -> None:
    """Take the Master, unless its player has left."""
    choice, seat = frame.choice, frame.seat
    frame.choice, frame.step = [], "next_master"
    if not choice:
        return
    side = m.pool.sides[choice[0]]
    card = next(each for each in m.zone(MASTERS) if m.card(each).title == m.pool.called(side))
    m.give(card, seat, side)
    m.move([card], MASTER, seat)
    m.seat(seat).lp = side.side.lp
    m.emit(MasterChosen(seat, side.title), "DD8")


def deal(m: Referee, _frame: PlayMatch) -> None:
    """Make and shuffle the starting decks, and draw the first hands, in seat order (DD9)."""
    for seat in m.playing:
        faction = m.faction(seat)
        assert faction is not None
        taken: list[int] = []
        for side in map(m.pool.sides.__getitem__, starting_deck(m.pool.set, faction)):
            kind, name = side.card.kind, m.pool.called(side)
            zone = m.zone(BOX if kind is Kind.STARTING_MINION else SUPPLY)
            card = next(each for each in zone if m.card(each).title == name and each not in taken)
            m.give(card, seat, side)
            taken.append(card)
        m.move(taken, DECK, seat)
        m.shuffle(DECK, seat)
    m.emit(DecksDealt(m.seat_count), "DD9")
    for seat in m.playing:
        draw(m, seat, HAND_SIZE, "DD9")


def take_turns(m: Referee, frame: PlayMatch) -> None:
    """Begin the turn of the next player who is still in, clockwise (DD115)."""
    position = m.position
    first = position.first if position.active < 0 else position.active + 1
    frame.step = "take_turns"
    m.push(TakeTurn(seat=m.clockwise(first)[0]))


PLAY_MATCH = Procedure[Referee](
    PlayMatch, draw_youngest, next_master, ask_master, take_master, deal, take_turns
)
