"""Pairs of matches that differ only in one player's hidden cards. The other player must not notice until they are shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import msgspec

from engine.dreamweavers.frames import ChooseIntents, Mulligans
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.position import EGO, MIND, unpacked
from engine.dreamweavers.referee import Referee
from engine.kernel.chance import Chance
from engine.kernel.events.event import SeenEvent, seen
from engine.kernel.information_gain import received
from engine.kernel.match import Match
from engine.kernel.position import packed
from engine.kernel.question import Choice, PendingQuestion, QuestionKind, random_choice

SETUP = DREAMWEAVERS.setup([None, None])
LONGEST = 40
"""Answers after which a pair is abandoned because nothing was shown."""


def matches(seed: str, every: int) -> Iterator[Match]:
    """Play a random match, and yield it from time to time."""
    match, _ = Match.begin(DREAMWEAVERS, SETUP, seed)
    chance = Chance(f"{seed}, answers")
    while match.outcome is None:
        if match.turn_count % every == every - 1:
            yield match
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        match.answer(seat, question.id, random_choice(question, chance))


def twin_of(ref: Referee, hiding: int, chance: Chance) -> Referee:
    """Return the same match with a hand that others must consider possible, dealt from the hidden cards of its player.

    The order of the cards to be drawn and revealed differs, too. All later randomness is the same, and so are the cards
    named in secret, because these are answers.
    """
    position = unpacked(packed(ref.position))
    bits = ~(1 << hiding)
    in_secret = {card for effect in position.standby for named in effect.named.values() for card, _ in named}
    hidden = [
        card
        for card, held in enumerate(position.cards)
        if held.owner == hiding
        and held.zone in ("hand", MIND, EGO)
        and not held.known & bits
        and card not in in_secret
    ]
    titles = [position.cards[card].title for card in hidden]
    chance.shuffle(titles)
    for card, title in zip(hidden, titles, strict=True):
        position.cards[card].title = title
    for state in position.seats:
        state.hand.sort(key=lambda card: position.cards[card].title)
    twin = Referee(position, ref.pool)
    asked = position.questions.get(hiding)
    return twin if asked is None else _asked_again(twin, hiding)


def _asked_again(twin: Referee, hiding: int) -> Referee:
    """Ask the hiding player their question again with the hand of this match."""
    position = twin.position
    top = position.stack[-1]
    names = list(twin.catalogue.steps[type(top)])
    top.step = names[(names.index(top.step) if top.step else len(names)) - 1]
    before, others = position.asked, dict(position.questions)
    answered = dict(top.chosen) if isinstance(top, ChooseIntents | Mulligans) else {}
    position.questions.clear()
    twin.run()
    again = position.questions[hiding]
    position.questions = {
        seat: msgspec.structs.replace(again, id=one.id) if seat == hiding else one
        for seat, one in others.items()
    }
    position.asked = before
    if isinstance(top, ChooseIntents | Mulligans):
        top.chosen.update(answered)
    twin.events.clear()
    return twin


def common_choice(one: PendingQuestion, other: PendingQuestion, chance: Chance) -> Choice | None:
    """Return a random answer that both questions allow; None if there is none."""
    if one == other:
        return random_choice(one, chance)
    if (one.kind, one.topic) != (other.kind, other.topic):
        return None
    there = {option.key for option in other.options}
    both = [option.key for option in one.options if option.key in there]
    if one.kind is QuestionKind.ORDER:
        return None
    low, high = max(one.minimum, other.minimum), min(one.maximum, other.maximum, len(both))
    if low > high:
        return None
    count = low + chance.below(high - low + 1)
    chance.shuffle(both)
    return tuple(both[:count])


def gets(ref: Referee, viewer: int | None) -> bytes:
    """Return everything that an audience receives of a position."""
    return received(DREAMWEAVERS, ref, viewer)


def _masked(fact: Any, titles: set[str]) -> Any:
    match fact:
        case str():
            return "?" if fact in titles else fact
        case list():
            return [_masked(one, titles) for one in cast("list[Any]", fact)]
        case dict():
            fields = cast("dict[str, Any]", fact)
            return {key: _masked(one, titles) for key, one in fields.items() if not isinstance(one, int)}
        case _:
            return fact


def _plain(event: SeenEvent, titles: set[str]) -> Any:
    return _masked(msgspec.to_builtins(event), titles)


def play_both(truth: Referee, twin: Referee, hiding: int, chance: Chance) -> tuple[str, int]:
    """Give the same answers in both as long as possible, observed from the other side. Return why and when it ended.

    Raises AssertionError if the other player or a spectator notices a difference before a hidden card is shown.
    """
    other = 1 - hiding
    titles = {held.title for held in truth.cards if held.owner == hiding}
    for count in range(LONGEST):
        for viewer in (other, None):
            assert gets(truth, viewer) == gets(twin, viewer), f"after {count} answers"
        assert DREAMWEAVERS.forced(truth) == DREAMWEAVERS.forced(twin)
        if truth.position.outcome is not None:
            return "over", count
        assert truth.position.questions.keys() == twin.position.questions.keys()
        seat = chance.pick(sorted(truth.position.questions))
        one, two = truth.position.questions[seat], twin.position.questions[seat]
        assert (one.id, one.topic, one.subject) == (two.id, two.topic, two.subject)
        choice = common_choice(one, two, chance)
        if choice is None:
            return "nothing in common", count
        truth.events.clear()
        twin.events.clear()
        truth.take(one, choice)
        twin.take(two, choice)
        for here, there in zip(truth.events, twin.events, strict=False):
            seen_pairs = [(seen(here, viewer), seen(there, viewer)) for viewer in (other, None)]
            if all(a == b for a, b in seen_pairs):
                continue
            for a, b in seen_pairs:
                assert _plain(a, titles) == _plain(b, titles), f"{a} is told as {b}"
            return "a card has shown", count
        if [event.kind for event in truth.events] != [event.kind for event in twin.events]:
            raise AssertionError(f"more is told: {truth.events} and {twin.events}")
    return "long enough", LONGEST
