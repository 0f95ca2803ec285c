"""Pairs of positions that differ only in things hidden from a viewer."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.features.orders.service import form_name
from bot.views.build_views import pack
from engine.kernel.chance import Chance
from engine.kernel.events.event import Fact
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.kernel.question import Choice, random_choice
from tests.bot.discord.twin_games import TwinGame

LATELY = 8
"""The number of acts before a position that the log and the messages mention."""
LOOKS = 4
"""The number of ways of looking at a pair, chosen at random."""
EVERY = 9
"""The average number of answers between two positions of a match."""


class Past(msgspec.Struct, array_like=True):
    """One act: its seat, its answer, and its events."""

    seat: int
    question: int
    choice: Choice
    events: str


class Pair(msgspec.Struct, array_like=True):
    """Two positions and their past. `push` is the final decision: seat, question, choice."""

    viewer: int | None
    data: tuple[bytes, bytes]
    past: tuple[list[Past], list[Past]]
    awaited: list[int]
    push: tuple[int, int, Choice] | None
    looks: list[int]
    orders: list[tuple[int, str, str]] = []
    """An order that exists on the second side only: its seat, its form's name, and its stored form."""


def pairs(game: TwinGame, number: int, seed: str) -> Iterator[Pair]:
    """Yield this many pairs, from random and greedy play in turns."""
    count, plays = 0, 0
    while count < number:
        chance = Chance(f"{seed} {plays}")
        match, events = Match.begin(game.kernel, game.setup(chance), f"{seed} {plays}")
        greedy = game.greedy(chance) if plays % 2 else None
        past = [Past(0, 0, (), pack(events))]
        plays += 1
        while match.outcome is None and match.turn_count < 1200 and count < number:
            seats = sorted(match.questions)
            question = match.questions[seats[chance.below(len(seats))]]
            seat = question.seat
            choice = (
                greedy.answer(question, lambda m=match, s=seat: m.view(s))
                if greedy
                else random_choice(question, chance)
            )
            if match.forced() is None and not chance.below(EVERY):
                viewer = (0, 1, None)[chance.below(3)]
                yield _pair(game, match, viewer, past[-LATELY:], (seat, question.id, choice), chance)
                count += 1
            events = match.answer(seat, question.id, choice)
            past.append(Past(seat, question.id, choice, pack(events)))


def _pair(
    game: TwinGame,
    match: Match,
    viewer: int | None,
    past: list[Past],
    push: tuple[int, int, Choice],
    chance: Chance,
) -> Pair:
    seat, _, choice = push
    twin = game.exchange(match, viewer, chance, choice)
    machine = Match.load(game.kernel, match.save()).machine
    first = Match(game.kernel, match.seed, match.setup, machine, [], match.version)
    # The seed's fingerprint is visible and differs, but no one can infer anything from it.
    twin.seed = match.seed
    data = first.save(), twin.save()
    orders = [order for hidden in (0, 1) if hidden != viewer for order in _orders(twin, hidden, chance)]
    pushed = push if game.can_push(match, first, twin, viewer, seat, choice) else None
    other_past = [_exchanged(game.kernel, act, viewer) for act in past]
    looks = [chance.below(1 << 30) for _ in range(LOOKS)]
    return Pair(viewer, data, (past, other_past), sorted(match.questions), pushed, looks, orders)


def _orders(match: Match, seat: int, chance: Chance) -> Iterator[tuple[int, str, str]]:
    """Return some of a seat's possible orders, chosen at random: its seat, its form's name, and its stored form."""
    for form in match.order_forms(seat):
        if not chance.below(3):
            yield seat, form_name(form), msgspec.json.encode(form.order.stored).decode()


def _exchanged(game: Game, act: Past, viewer: int | None) -> Past:
    """Return the act with everything exchanged that the viewer doesn't know: other players' answers and private events."""
    events = msgspec.json.decode(act.events, type=list[msgspec.Raw])
    hidden = [
        msgspec.structs.replace(
            event,
            private={
                seat: fact if seat == viewer else _another(event.fact, fact)
                for seat, fact in event.private.items()
            },
        )
        for event in map(game.events.read, events)
    ]
    choice = act.choice if act.seat == viewer else tuple("another" for _ in act.choice)
    return Past(act.seat, act.question, choice, pack(hidden))


def _another(public: Fact, private: Fact) -> Fact:
    """Return a different private fact."""
    secret = {
        name: "another" if isinstance(getattr(private, name), str) else ["another"]
        for name in public.__struct_fields__
        if getattr(public, name) is None and getattr(private, name) is not None
    }
    assert secret
    return msgspec.structs.replace(private, **secret)
