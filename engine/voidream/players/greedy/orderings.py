"""Answers in which points are distributed, or options are put in order."""

from __future__ import annotations

from cards.voidream.language import tree
from engine.kernel.question import Choice, Question
from engine.voidream.players.greedy.board_summary import BoardSummary, SeenCard, text_of
from engine.voidream.players.greedy.conflict_estimate import shares
from engine.voidream.players.greedy.valuation import Valuation, quoted_effect
from engine.voidream.questions.topics import Topic


def distribute(sight: BoardSummary, question: Question) -> Choice:
    """Return the distribution of damage: to destroy most, or among own cards to lose least."""
    things: list[SeenCard] = []
    keys: dict[int, str] = {}
    for number, option in enumerate(question.options):
        seen = sight.find(option.subject)
        thing = SeenCard(
            seen.seat if seen else sight.foe, "play", "entity", 0, None, -1 - number, stability=option.limit,
            dawn=seen.dawn if seen else 0, dusk=seen.dusk if seen else 0,
            keywords=tuple(word for word in seen.keywords if word == "Indestructible") if seen else (),
        )  # fmt: skip
        things.append(thing)
        keys[thing.tag] = option.key
    kindly = all(thing.seat == sight.me for thing in things)
    dealt = shares(question.maximum, things, kindly=kindly)
    return tuple(f"{keys[tag]}={points}" for tag, points in dealt.items() if points)


def in_order(sight: BoardSummary, question: Question) -> Choice:
    """Return an order: what is best to evoke first in front; abilities as they are listed."""
    keys = [option.key for option in question.options]
    if not sight.view.looking_at or question.topic == Topic.TRIGGERS:
        return tuple(keys[: question.maximum])
    owner = _looked_at(sight, question)
    worths: dict[str, float] = {}
    depths: dict[str, float] = {}
    for option in question.options:
        thing = sight.find(option.subject)
        face = thing.face if thing else None
        worths[option.key] = 0.5 * Valuation(sight, owner).playing(face) if face else 0.0
        depths[option.key] = on_top(sight, owner, face.value if face else 2)
    conflict = sight.view.conflict
    if conflict is not None and conflict.attacker == owner and len(keys) > 1:
        # The attacker rolls before scores are counted: then the second card gives the depth.
        second = max(keys, key=lambda key: depths[key])
        keys.remove(second)
        keys.sort(key=lambda key: -worths[key])
        return (keys[0], second, *keys[1:])
    return tuple(sorted(keys, key=lambda key: -worths[key] - depths[key]))


def _looked_at(sight: BoardSummary, question: Question) -> int:
    """The owner of the deck on which the cards are put back: the opponent, if the card that asks looks at that one."""
    resolving = sight.view.resolving
    thing = source(sight, question)
    face = resolving if resolving is not None and resolving.title == question.cause else thing and thing.face
    you = controller(sight, question)
    if face is None:
        return you
    text = text_of((*face.text, *face.inverted), face.kind)
    theirs = any(
        isinstance(part, tree.LookAt)
        and isinstance(part.what, tree.TopOf)
        and part.what.whose is tree.Player.OPPONENT
        for ability in text
        for sentence in getattr(ability, "effect", ())
        for part in sentence
    )
    return 1 - you if theirs else you


def on_top(sight: BoardSummary, seat: int, value: int) -> float:
    """Return the value of a card of this value going on top of a seat's deck, where it becomes the depth."""
    side, conflict = sight.sides[seat], sight.view.conflict
    within = sum(card.value >= value for card in side.hand)
    worth = 0.5 * within if side.mind.count else 0.5 * value
    if conflict is not None and conflict.kind:
        worth += value if conflict.kind == "dawn" else -value
    return sight.sign(seat) * worth


def source(sight: BoardSummary, question: Question) -> SeenCard | None:
    """Return the card on the table whose text asks; None for one that is being played, or unknown."""
    found = [thing for thing in sight.table if thing.title and thing.title == question.cause]
    mine = [thing for thing in found if thing.seat == sight.me]
    return mine[0] if mine else found[0] if found else None


def controller(sight: BoardSummary, question: Question) -> int:
    """Return the controller of the asking card, as far as known; the player by default."""
    resolving = sight.view.resolving
    quoted = [part for sentence in quoted_effect(question.quoted) for part in sentence]
    if any(getattr(part, "who", None) is tree.Player.OPPONENT for part in quoted):
        return sight.foe
    if resolving is not None and resolving.title == question.cause:
        return sight.me
    thing = source(sight, question)
    return thing.seat if thing else sight.me
