"""Each check catches a game that does not hold what it is about: Lanterns, broken in one place each."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import count
from typing import Any

import msgspec
import pytest

from cards.i18n import ENGLISH, Translator
from engine.dreamweavers.game import Dreamweavers
from engine.kernel import simulation
from engine.kernel.chance import Chance
from engine.kernel.conformance import CHECKS
from engine.kernel.game import Game
from engine.kernel.machine import Machine
from engine.kernel.question import Offered, QuestionKind
from engine.kernel.trial import Trial, Unfit
from tests.games import lanterns
from tests.games.lanterns import DECKS, LanternMachine, Lanterns, LanternView, Lit, Shone


def trial(game: Lanterns) -> Trial:
    decks = list(DECKS.values())
    return Trial(game, game.setup([decks[seat % 2] for seat in range(3)]), 3, each=1)


class LeakingView(Lanterns):
    """Everybody sees all hands."""

    def view(self, machine: Machine[Any], seat: int | None, translator: Translator = ENGLISH) -> LanternView:
        view = super().view(machine, seat, translator)
        hands = (tuple(player.hand) for player in machine.position.players)
        sides = (
            msgspec.structs.replace(side, hand=hand) for side, hand in zip(view.sides, hands, strict=True)
        )
        return msgspec.structs.replace(view, sides=tuple(sides))


class LeakingKnowledge(Lanterns):
    """What a seat knows tells how chance will fall."""

    def know(self, machine: Machine[Any], seats: Collection[int]) -> bytes:
        position = msgspec.msgpack.decode(super().know(machine, seats), type=lanterns.LanternPosition)
        position.chance = Chance(machine.position.chance.seed)
        return msgspec.msgpack.encode(position)


class OpenBids(Lanterns):
    """Everybody knows what a seat has bid before all have."""

    def know(self, machine: Machine[Any], seats: Collection[int]) -> bytes:
        position = msgspec.msgpack.decode(super().know(machine, seats), type=lanterns.LanternPosition)
        for known, frame in zip(position.stack, machine.position.stack, strict=True):
            if isinstance(known, lanterns.PlayRound) and isinstance(frame, lanterns.PlayRound):
                known.bid0 = frame.bid0
        return msgspec.msgpack.encode(position)


class SampleOfAnotherView(Lanterns):
    """In a sampled position somebody has one coin less."""

    def sample(self, knowledge: bytes, chance: Chance) -> LanternMachine:
        machine = super().sample(knowledge, chance)
        machine.position.players[0].coins -= 1
        return machine


class ForgetfulSample(Lanterns):
    """A sampled position holds other lanterns of one's own, which one sees no sooner than one is asked."""

    def view(self, machine: Machine[Any], seat: int | None, translator: Translator = ENGLISH) -> LanternView:
        view = super().view(machine, seat, translator)
        return msgspec.structs.replace(
            view, sides=tuple(msgspec.structs.replace(side, hand=()) for side in view.sides)
        )

    def sample(self, knowledge: bytes, chance: Chance) -> LanternMachine:
        machine = super().sample(knowledge, chance)
        if not any(one.kind is QuestionKind.ORDER for one in machine.position.questions.values()):
            for player in machine.position.players:
                player.hand.reverse()
        return machine


class LostOnLoad(Lanterns):
    """What has been lit comes back in another order."""

    def resume(self, setup: bytes, position: bytes) -> LanternMachine:
        machine = super().resume(setup, position)
        for player in machine.position.players:
            player.lit.sort()
            player.hand.sort(reverse=True)
        return machine


class KeptBeside(Lanterns):
    """Something is kept beside the position: how much has been told since the match was begun or loaded."""

    def begin(self, setup: bytes, seed: str) -> LanternMachine:
        machine = super().begin(setup, seed)
        machine.watch = lambda: _count(machine)
        return machine


def _count(machine: LanternMachine) -> None:
    machine.position.players[0].left += machine.position.round == 2


class AnotherEachTime(Lanterns):
    """No two matches of the same seed are the same."""

    def __init__(self) -> None:
        super().__init__()
        self.times = count()

    def begin(self, setup: bytes, seed: str) -> LanternMachine:
        return super().begin(setup, f"{seed} {next(self.times)}")


class BlindedSeats(Lanterns):
    """A spectator sees which round it is, and the seats don't."""

    def view(self, machine: Machine[Any], seat: int | None, translator: Translator = ENGLISH) -> LanternView:
        view = super().view(machine, seat, translator)
        return view if seat is None else msgspec.structs.replace(view, round=0)


class NothingToSeeAfterwards(Lanterns):
    """A match that is over can't be looked at, and so not be left."""

    def view(self, machine: Machine[Any], seat: int | None, translator: Translator = ENGLISH) -> LanternView:
        if machine.position.outcome is not None:
            raise RuntimeError("nothing to see")
        return super().view(machine, seat, translator)


def caught(game: Lanterns, check: str) -> bool:
    try:
        CHECKS[check](trial(game))
    except (Unfit, RuntimeError):
        return True
    return False


@pytest.mark.parametrize(
    ("broken", "checks"),
    [
        (LeakingView, {"resampled", "exchanged"}),
        (LeakingKnowledge, {"resampled"}),
        (OpenBids, {"otherwise"}),
        (SampleOfAnotherView, {"resampled"}),
        (ForgetfulSample, {"resampled"}),
        (LostOnLoad, {"saved_and_loaded"}),
        (KeptBeside, {"saved_and_loaded"}),
        (AnotherEachTime, {"replayed"}),
        (BlindedSeats, {"watched"}),
        (NothingToSeeAfterwards, {"left"}),
    ],
)
def test_a_broken_game_is_caught(broken: Callable[[], Lanterns], checks: set[str]) -> None:
    for check in checks:
        assert caught(broken(), check), check


def test_a_sound_game_is_not() -> None:
    assert not any(caught(Lanterns(), check) for check in CHECKS)


def test_an_event_that_tells_what_nobody_may_know_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    telling = LanternMachine.tell

    def to_all(
        self: LanternMachine, fact: Any, cause: str = "", *, private: dict[int, Any] | None = None
    ) -> None:
        telling(self, fact, cause, private=private)
        if isinstance(fact, Shone):
            player = self.position.players[fact.seat]
            telling(self, Lit(fact.seat, player.lit[-1], list(player.hand)))

    monkeypatch.setattr(LanternMachine, "tell", to_all)
    assert caught(Lanterns(), "told")


def test_what_is_offered_and_cannot_be_done_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    asking = LanternMachine.ask

    def one_too_many(self: LanternMachine, seat: int, kind: QuestionKind, *args: Any, **more: Any) -> None:
        if kind is QuestionKind.DISTRIBUTE:
            args = (*args[:2], (*args[2], Offered("roof", "Roof", limit=3)))
        asking(self, seat, kind, *args, **more)

    monkeypatch.setattr(LanternMachine, "ask", one_too_many)
    assert caught(Lanterns(), "asked")


def test_options_in_an_order_that_tells_something_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who won the round is offered the windows in an order that the others' hands decide."""
    asking = LanternMachine.ask

    def by_the_others_hands(
        self: LanternMachine, seat: int, kind: QuestionKind, *args: Any, **more: Any
    ) -> None:
        if kind is QuestionKind.DISTRIBUTE:
            others = [
                name for at, player in enumerate(self.position.players) if at != seat for name in player.hand
            ]
            args = (*args[:2], tuple(sorted(args[2], key=lambda one: one.key, reverse=max(others) > "h")))
        asking(self, seat, kind, *args, **more)

    monkeypatch.setattr(LanternMachine, "ask", by_the_others_hands)
    assert caught(Lanterns(), "told")


def test_a_deal_before_it_is_said_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dreamweavers deals before its first round: a match could be called off alone with the hand seen."""
    monkeypatch.setattr(Dreamweavers, "has_dealt", Game.has_dealt)
    game = Dreamweavers()
    with pytest.raises(Unfit, match="nothing is dealt yet"):
        CHECKS["dealt"](Trial(game, game.setup([None, None]), 2))


def test_a_match_without_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "LONGEST", 8)
    assert caught(Lanterns(), "ends")
