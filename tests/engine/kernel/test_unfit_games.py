"""Each conformance check detects a game that violates it: Lanterns, broken in one place."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cards.i18n import ENGLISH, Translator
from engine.dreamweavers.game import DREAMWEAVERS
from engine.kernel import simulation
from engine.kernel.chance import Chance
from engine.kernel.conformance import CHECKS
from engine.kernel.game import Game
from engine.kernel.machine import SITTING, Procedure, Procedures
from engine.kernel.question import PendingOption, QuestionKind
from engine.kernel.sample_match import GameDefect, SampleMatch
from tests.games import lantern_rules
from tests.games.lantern_rules import LanternMachine, LanternView, Lit, Shone
from tests.games.lanterns import DECKS, LANTERNS


def trial(game: Game) -> SampleMatch:
    decks = list(DECKS.values())
    return SampleMatch(game, game.setup([decks[seat % 2] for seat in range(3)]), 3, each=1)


def _view_of_leaking_view(
    machine: LanternMachine, seat: int | None, translator: Translator = ENGLISH
) -> LanternView:
    view = LANTERNS.view(machine, seat, translator)
    hands = (tuple(player.hand) for player in machine.position.players)
    sides = (msgspec.structs.replace(side, hand=hand) for side, hand in zip(view.sides, hands, strict=True))
    return msgspec.structs.replace(view, sides=tuple(sides))


LEAKING_VIEW = replace(LANTERNS, view=_view_of_leaking_view)
"""Everyone sees all hands."""


def _know_of_leaking_knowledge(machine: LanternMachine, seats: Collection[int]) -> bytes:
    position = msgspec.msgpack.decode(LANTERNS.know(machine, seats), type=lantern_rules.LanternPosition)
    position.chance = Chance(machine.position.chance.seed)
    return msgspec.msgpack.encode(position)


LEAKING_KNOWLEDGE = replace(LANTERNS, know=_know_of_leaking_knowledge)
"""A seat's knowledge reveals future randomness."""


def _know_of_open_bids(machine: LanternMachine, seats: Collection[int]) -> bytes:
    position = msgspec.msgpack.decode(LANTERNS.know(machine, seats), type=lantern_rules.LanternPosition)
    for known, frame in zip(position.stack, machine.position.stack, strict=True):
        if isinstance(known, lantern_rules.PlayRound) and isinstance(frame, lantern_rules.PlayRound):
            known.bid0 = frame.bid0
    return msgspec.msgpack.encode(position)


OPEN_BIDS = replace(LANTERNS, know=_know_of_open_bids)
"""Bids are public before all seats have bid."""


def _sample_of_sample_of_another_view(knowledge: bytes, chance: Chance) -> LanternMachine:
    machine = LANTERNS.sample(knowledge, chance)
    machine.position.players[0].coins -= 1
    return machine


SAMPLE_OF_ANOTHER_VIEW = replace(LANTERNS, sample=_sample_of_sample_of_another_view)
"""A sampled position has one coin too few."""


def _view_of_forgetful_sample(
    machine: LanternMachine, seat: int | None, translator: Translator = ENGLISH
) -> LanternView:
    view = LANTERNS.view(machine, seat, translator)
    return msgspec.structs.replace(
        view, sides=tuple(msgspec.structs.replace(side, hand=()) for side in view.sides)
    )


def _sample_of_forgetful_sample(knowledge: bytes, chance: Chance) -> LanternMachine:
    machine = LANTERNS.sample(knowledge, chance)
    if not any(one.kind is QuestionKind.ORDER for one in machine.position.questions.values()):
        for player in machine.position.players:
            player.hand.reverse()
    return machine


FORGETFUL_SAMPLE = replace(LANTERNS, view=_view_of_forgetful_sample, sample=_sample_of_forgetful_sample)
"""In a sampled position a seat's own lanterns differ, which it sees only when it is asked."""


def _resume_of_lost_on_load(setup: bytes, position: bytes) -> LanternMachine:
    machine = LANTERNS.resume(setup, position)
    for player in machine.position.players:
        player.lit.sort()
        player.hand.sort(reverse=True)
    return machine


LOST_ON_LOAD = replace(LANTERNS, resume=_resume_of_lost_on_load)
"""Lit lanterns are loaded in another order."""


def _begin_of_kept_beside(setup: bytes, seed: str) -> LanternMachine:
    machine = LANTERNS.begin(setup, seed)
    machine.watch = lambda: _count(machine)
    return machine


KEPT_BESIDE = replace(LANTERNS, begin=_begin_of_kept_beside)
"""Some state isn't in the position: the number of events since the match was begun or loaded."""


def _count(machine: LanternMachine) -> None:
    machine.position.players[0].left += machine.position.round == 2


_TIMES = count()
ANOTHER_EACH_TIME = replace(
    LANTERNS, begin=lambda setup, seed: LANTERNS.begin(setup, f"{seed} {next(_TIMES)}")
)
"""Matches with the same seed differ."""


def _view_of_blinded_seats(
    machine: LanternMachine, seat: int | None, translator: Translator = ENGLISH
) -> LanternView:
    view = LANTERNS.view(machine, seat, translator)
    return view if seat is None else msgspec.structs.replace(view, round=0)


BLINDED_SEATS = replace(LANTERNS, view=_view_of_blinded_seats)
"""Spectators see the round, and the seats don't."""


def _view_of_nothing_to_see_afterwards(
    machine: LanternMachine, seat: int | None, translator: Translator = ENGLISH
) -> LanternView:
    if machine.position.outcome is not None:
        raise RuntimeError("nothing to see")
    return LANTERNS.view(machine, seat, translator)


NOTHING_TO_SEE_AFTERWARDS = replace(LANTERNS, view=_view_of_nothing_to_see_afterwards)
"""A finished match has no view, so it can't be left."""


def caught(game: Game, check: str) -> bool:
    try:
        CHECKS[check](trial(game))
    except (GameDefect, RuntimeError):
        return True
    return False


@pytest.mark.parametrize(
    ("broken", "checks"),
    [
        (LEAKING_VIEW, {"resampled", "exchanged"}),
        (LEAKING_KNOWLEDGE, {"resampled"}),
        (OPEN_BIDS, {"otherwise"}),
        (SAMPLE_OF_ANOTHER_VIEW, {"resampled"}),
        (FORGETFUL_SAMPLE, {"resampled"}),
        (LOST_ON_LOAD, {"saved_and_loaded"}),
        (KEPT_BESIDE, {"saved_and_loaded"}),
        (ANOTHER_EACH_TIME, {"replayed"}),
        (BLINDED_SEATS, {"watched"}),
        (NOTHING_TO_SEE_AFTERWARDS, {"departures"}),
    ],
)
def test_a_broken_game_is_caught(broken: Game, checks: set[str]) -> None:
    for check in checks:
        assert caught(broken, check), check


def test_a_sound_game_is_not() -> None:
    assert not any(caught(LANTERNS, check) for check in CHECKS)


def test_a_frame_without_a_procedure_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Procedure(lantern_rules.PlayMatch, lantern_rules.deal)
    monkeypatch.setattr(LanternMachine, "catalogue", Procedures[Any](match))
    with pytest.raises(GameDefect, match="PlayRound can be on the stack, and has no procedure"):
        CHECKS["procedures"](trial(LANTERNS))


def test_a_procedure_with_an_unsaved_frame_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    match, round_ = (
        Procedure(frame, lantern_rules.deal) for frame in (lantern_rules.PlayMatch, lantern_rules.PlayRound)
    )
    monkeypatch.setattr(LanternMachine, "catalogue", Procedures[Any](match, round_, SITTING))
    with pytest.raises(GameDefect, match="Sitting has a procedure, and its position does not say"):
        CHECKS["procedures"](trial(LANTERNS))


def test_a_game_that_fails_after_a_seat_has_left_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgets(machine: LanternMachine, seats: Any, ending: str) -> None:
        machine.leave(seats, ending)
        raise LookupError("no such seat")

    with pytest.raises(GameDefect, match=r"after seat 0 has left, it fails: LookupError\('no such seat'\)"):
        CHECKS["departures"](trial(replace(LANTERNS, leave=forgets)))


def test_a_question_without_a_topic_is_named() -> None:
    game = replace(LANTERNS, orders=None, topics={"light": LANTERNS.topics["bid"]})
    with pytest.raises(
        RuntimeError, match="Of the game “lanterns”, `topics` lacks “bid”, about which a seat"
    ):
        CHECKS["legal_options"](trial(game))


def test_an_event_that_reveals_hidden_information_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    telling = LanternMachine.emit

    def to_all(
        self: LanternMachine, fact: Any, cause: str = "", *, private: dict[int, Any] | None = None
    ) -> None:
        telling(self, fact, cause, private=private)
        if isinstance(fact, Shone):
            player = self.position.players[fact.seat]
            telling(self, Lit(fact.seat, player.lit[-1], list(player.hand)))

    monkeypatch.setattr(LanternMachine, "emit", to_all)
    assert caught(LANTERNS, "seat_knowledge")


def test_illegal_options_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    asking = LanternMachine.ask

    def one_too_many(self: LanternMachine, seat: int, kind: QuestionKind, *args: Any, **more: Any) -> None:
        if kind is QuestionKind.DISTRIBUTE:
            args = (*args[:2], (*args[2], PendingOption("roof", "Roof", limit=3)))
        asking(self, seat, kind, *args, **more)

    monkeypatch.setattr(LanternMachine, "ask", one_too_many)
    assert caught(LANTERNS, "legal_options")


def test_a_revealing_order_of_options_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of the winner's options depends on the others' hands."""
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
    assert caught(LANTERNS, "seat_knowledge")


def test_undeclared_deals_are_caught() -> None:
    """Dreamweavers deals before its first round: a player who has seen their hand could cancel the match alone."""
    game = replace(DREAMWEAVERS, has_dealt=lambda ref: ref.position.turn > 0)
    with pytest.raises(GameDefect, match="nothing is dealt yet"):
        CHECKS["dealt"](SampleMatch(game, game.setup([None, None]), 2))


def test_a_match_without_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "LONGEST", 8)
    assert caught(LANTERNS, "ends")
