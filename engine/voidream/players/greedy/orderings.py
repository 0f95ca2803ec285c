"""Answers that distribute points, or put options in order."""

from __future__ import annotations

from cards.voidream.language import tree
from engine.kernel.question import Choice, Question
from engine.voidream.players.greedy.board_summary import BoardSummary, SeenCard, text_of
from engine.voidream.players.greedy.conflict_estimate import shares
from engine.voidream.players.greedy.valuation import Valuation, quoted_effect
from engine.voidream.questions.topics import Topic


def distribute(board: BoardSummary, question: Question) -> Choice:
    """Return the distribution of damage that destroys the most, or among the player's own cards loses the least."""
    things: list[SeenCard] = []
    keys: dict[int, str] = {}
    for number, option in enumerate(question.options):
        shown = board.find(option.subject)
        card = SeenCard(
            shown.seat if shown else board.foe, "play", "entity", 0, None, -1 - number, stability=option.limit,
            dawn=shown.dawn if shown else 0, dusk=shown.dusk if shown else 0,
            keywords=tuple(word for word in shown.keywords if word == "Indestructible") if shown else (),
        )  # fmt: skip
        things.append(card)
        keys[card.tag] = option.key
    kindly = all(card.seat == board.me for card in things)
    damage_by_tag = shares(question.maximum, things, kindly=kindly)
    return tuple(f"{keys[tag]}={points}" for tag, points in damage_by_tag.items() if points)


def in_order(board: BoardSummary, question: Question) -> Choice:
    """Return an order: the best card to evoke first in front; abilities as listed."""
    keys = [option.key for option in question.options]
    if not board.view.looking_at or question.topic == Topic.TRIGGERS:
        return tuple(keys[: question.maximum])
    owner = _looked_at(board, question)
    values: dict[str, float] = {}
    depths: dict[str, float] = {}
    for option in question.options:
        card = board.find(option.subject)
        face = card.face if card else None
        values[option.key] = 0.5 * Valuation(board, owner).playing(face) if face else 0.0
        depths[option.key] = on_top(board, owner, face.value if face else 2)
    conflict = board.view.conflict
    if conflict is not None and conflict.attacker == owner and len(keys) > 1:
        # The attacker rolls before scores are calculated, so the second card determines the depth.
        second_card = max(keys, key=lambda key: depths[key])
        keys.remove(second_card)
        keys.sort(key=lambda key: -values[key])
        return (keys[0], second_card, *keys[1:])
    return tuple(sorted(keys, key=lambda key: -values[key] - depths[key]))


def _looked_at(board: BoardSummary, question: Question) -> int:
    """Return the owner of the deck that the cards return to: the opponent, if the asking card looks at that deck."""
    resolving = board.view.resolving
    card = source(board, question)
    face = resolving if resolving is not None and resolving.title == question.cause else card and card.face
    you = controller(board, question)
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


def on_top(board: BoardSummary, seat: int, value: int) -> float:
    """Return the value of a card with this value going on top of a seat's deck, where it becomes the depth."""
    side, conflict = board.sides[seat], board.view.conflict
    within = sum(card.value >= value for card in side.hand)
    depth_value = 0.5 * within if side.mind.count else 0.5 * value
    if conflict is not None and conflict.kind:
        depth_value += value if conflict.kind == "dawn" else -value
    return board.sign(seat) * depth_value


def source(board: BoardSummary, question: Question) -> SeenCard | None:
    """Return the card on the table whose text asks; None for a card being played, or unknown."""
    sources = [card for card in board.table if card.title and card.title == question.cause]
    mine = [card for card in sources if card.seat == board.me]
    return mine[0] if mine else sources[0] if sources else None


def controller(board: BoardSummary, question: Question) -> int:
    """Return the controller of the asking card, as far as known; the player by default."""
    resolving = board.view.resolving
    quoted = [part for sentence in quoted_effect(question.quoted) for part in sentence]
    if any(getattr(part, "who", None) is tree.Player.OPPONENT for part in quoted):
        return board.foe
    if resolving is not None and resolving.title == question.cause:
        return board.me
    card = source(board, question)
    return card.seat if card else board.me
