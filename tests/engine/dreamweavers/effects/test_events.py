"""Triggers: each event in a text triggers a line, and a similar one that differs in one word doesn't (DW63)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cards.dreamweavers.language.triggers import TriggerType
from engine.dreamweavers.effects.triggers import settle
from engine.dreamweavers.frames import Chain, DealDamage, MakeAttack, PlayCard, Refresh
from engine.dreamweavers.mutations import destroy, enter, forget, pay, put_into_pile
from engine.dreamweavers.position import EGO
from engine.dreamweavers.queries.trigger_matching import hear
from tests.engine.dreamweavers.table import Table, answer, asked, feeling, laid, the, thought

Happening = Callable[[Table], None]


def played(title: str, *, is_answer: bool = False) -> Happening:
    def happen(ref: Table) -> None:
        seat = ref.cards[the(ref, title)].owner
        ref.push(PlayCard(seat=seat, card=the(ref, title), is_answer=is_answer))

    return happen


def enters(title: str) -> Happening:
    return lambda ref: enter(ref, the(ref, title))


def attack(attacker: str, target: str | None = None, *, seat: int = 0) -> Happening:
    """An attack without shields."""

    def happen(ref: Table) -> None:
        ref.position.active = seat
        ref.push(MakeAttack(attacker=the(ref, attacker), target=None if target is None else the(ref, target)))

    return happen


def forgets(*titles: str, how: str = "forgotten") -> Happening:
    return lambda ref: forget(ref, [the(ref, title) for title in titles], how=how)


def destroys(title: str) -> Happening:
    def happen(ref: Table) -> None:
        destroy(ref, [the(ref, title)])

    return happen


def damage(seat: int, points: int = 1) -> Happening:
    return lambda ref: ref.push(DealDamage(todo=[(seat, points)]))


def pays(seat: int, amount: int) -> Happening:
    return lambda ref: pay(ref, seat, amount)


def says(what: TriggerType, seat: int) -> Happening:
    return lambda ref: hear(ref, what, seat)


EVENTS: list[tuple[str, Happening, int]] = [
    ("this card enters", enters("Herald"), 1),
    ("this card enters", enters("Dust"), 0),
    ("another Thought you control enters", enters("Dust"), 1),
    ("another Thought you control enters", enters("Bone"), 0),
    ("you play a Feeling", played("Whim"), 1),
    ("you play a Feeling", played("Held"), 0),
    ("you play a Rage Thought", played("Held"), 1),
    ("you play a Rage Thought", played("Calm"), 0),
    ("your opponent plays a Thought", played("Far"), 1),
    ("your opponent plays a Thought", played("Held"), 0),
    ("this card attacks", attack("Source"), 1),
    ("this card attacks", attack("Hound"), 0),
    ("a Thought you control attacks", attack("Hound"), 1),
    ("a Thought you control attacks", attack("Owl", seat=1), 0),
    ("your opponent's Thought attacks your Ego", attack("Owl", seat=1), 1),
    ("your opponent's Thought attacks your Ego", attack("Owl", "Cub", seat=1), 0),
    ("this card's attack succeeds", attack("Source", "Wolf"), 0),
    ("this card's attack succeeds", attack("Source"), 1),
    ("this card's attack fails", attack("Source", "Wolf"), 1),
    ("this card's attack fails", attack("Source"), 0),
    ("this card destroys a Thought", attack("Source", "Lamb"), 1),
    ("this card destroys a Thought", attack("Hound", "Lamb"), 0),
    ("this card is destroyed", destroys("Source"), 1),
    ("this card is destroyed", forgets("Source"), 0),
    ("this card is forgotten", destroys("Source"), 1),
    ("this card is forgotten", destroys("Hound"), 0),
    ("another Thought you control is forgotten", forgets("Hound"), 1),
    ("another Thought you control is forgotten", forgets("Owl"), 0),
    ("another Thought you control is forgotten", forgets("Held"), 0),
    ("you take damage", damage(0, 2), 2),
    ("you take damage", damage(1), 0),
    ("your opponent takes damage", damage(1), 1),
    ("you discard a card", forgets("Held", "Whim", how="discarded"), 2),
    ("you discard a card", forgets("Held", how="shield"), 1),
    ("you discard a card", forgets("Far", how="discarded"), 0),
    ("you discard a shield", forgets("Held", how="shield"), 1),
    ("you discard a shield", forgets("Held", how="discarded"), 0),
    ("you refresh", lambda ref: ref.push(Refresh(seat=0)), 1),
    ("you refresh", lambda ref: ref.push(Refresh(seat=1)), 0),
    ("your turn begins", says(TriggerType.TURN_BEGINS, 0), 1),
    ("your turn begins", says(TriggerType.TURN_BEGINS, 1), 0),
    ("your turn ends", says(TriggerType.TURN_ENDS, 0), 1),
    ("a payment of yours moves the tracker to 0", pays(0, 3), 1),
    ("a payment of yours moves the tracker to 0", pays(0, 4), 0),
    ("a payment of your opponent moves the tracker onto your side", pays(1, 1), 0),
    ("you answer", played("Whim", is_answer=True), 1),
    ("you answer", played("Whim"), 0),
    (
        "a card is put into your Ego",
        lambda ref: put_into_pile(ref, [the(ref, "Held")], EGO, "bottom"),
        1,
    ),
    (
        "a card is put into your Ego",
        lambda ref: put_into_pile(ref, [the(ref, "Far")], EGO, "bottom"),
        0,
    ),
]


@pytest.mark.parametrize(
    "event, happen, times", EVENTS, ids=[f"{event}: {times}" for event, _, times in EVENTS]
)
def test_events(event: str, happen: Happening, times: int) -> None:
    """The line forgets a card of the opponent's mind each time. Nothing else here does."""
    line = f"(!) When {event} - Your opponent forgets the top card of their mind."
    ref = laid(
        {
            "thoughts": [thought("Source", 4, line), thought("Hound", 4), thought("Cub", 1)],
            "hand": [thought("Held", cost=0), feeling("Whim", cost=0), thought("Calm", cost=0, notion="Joy")],
            "id": [thought("Dust"), thought("Herald", 1, line)],
            "ego": [thought("E1", 1), thought("E2", 1)],
        },
        {
            "thoughts": [thought("Owl", 2), thought("Wolf", 9), thought("Lamb", 1)],
            "hand": [thought("Far", cost=0)],
            "id": [thought("Bone")],
            "ego": [thought("G1", 1), thought("G2", 1)],
            "mind": [thought(f"N{n}") for n in range(8)],
        },
        tracker=3,
        tapped=["Cub", "Wolf", "Lamb"],
    )
    if "enters" in event and event.startswith("this"):  # There is room for three.
        forget(ref, [the(ref, "Source")])
        ref.position.waiting.clear()
    elif "enters" in event or "play" in event:
        forget(ref, [the(ref, "Cub")])
        forget(ref, [the(ref, "Lamb")])
        ref.position.waiting.clear()
    ref.push(Chain(step="resolve_last"))
    ref.position.stack[-1].step = "resolve_last"
    happen(ref)
    if not isinstance(ref.position.stack[-1], PlayCard | MakeAttack | DealDamage):
        settle(ref)
    before = len(ref.seats[1].id)
    lamb = ref.cards[the(ref, "Lamb")].zone
    ref.run()
    while (question := asked(ref)) is not None:
        answer(ref, "pass" if "pass" in question[1] else min(question[1]))
    destroyed = len(ref.seats[1].id) - before - (ref.cards[the(ref, "Lamb")].zone != lamb)
    assert destroyed == times
    assert len(ref.seats[1].mind) <= 8 - times


def test_an_opponents_payment_triggers_when_the_tracker_crosses() -> None:
    line = "(!) When a payment of your opponent moves the tracker onto your side - Draw a card."
    ref = laid({"thoughts": [thought("Spy", 1, line)], "mind": [thought("M1")]}, tracker=-2)
    for amount, drawn in ((2, 0), (1, 1), (1, 1)):
        pay(ref, 1, amount)
        assert len(ref.position.waiting) == drawn
