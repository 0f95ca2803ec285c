"""Knowledge: the facts of a match known to some seats, and the positions they can't distinguish from it.

It is derived from the zones (`position`) and the secret fields (`frames`). Each player's 45 cards are public (DW5),
their places aren't. This module covers facts that types can't express: cards named in advance (`secret_choices`), and
data about the whole position.
"""

from __future__ import annotations

from random import Random

from engine.dreamweavers.frames import Cause, ResolveEffect, ResolveTriggers
from engine.dreamweavers.position import LAYOUT, DreamweaversPosition
from engine.dreamweavers.queries.repetition import digest
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.views.foreign_cards import pool_of, strange_cards
from engine.dreamweavers.views.secret_choices import choose_named, hide_named
from engine.kernel.cards.card_numbers import LOST
from engine.kernel.cards.knowledge import CardKnowledge, Hidden

HERE = "here"
"""Replaces the digest of the current position."""


class DreamweaversKnowledge(CardKnowledge[DreamweaversPosition, Referee]):
    """Hides the secrets that types can't express."""

    def machine(self, position: DreamweaversPosition, printed: bytes) -> Referee:
        """Return a referee at a position."""
        return Referee(position, pool_of(printed))

    def printed(self, machine: Referee, position: DreamweaversPosition, hidden: Hidden) -> bytes:
        """Return the cards of a match if they differ from the current set."""
        return strange_cards(machine.pool)

    def hide(self, machine: Referee, position: DreamweaversPosition, hidden: Hidden) -> None:
        """Hide cards named in advance, and digests or places of hidden cards."""
        hide_named(position, machine.pool, hidden.seats)
        is_asked = any(seat in hidden.seats for seat in position.questions)
        _replace_digests(position, digest(machine), HERE, or_else="")
        acts_here = {act for place, act in position.history if place == HERE and is_asked}
        position.history = [(HERE, act) for act in sorted(acts_here)]
        position.ended = [
            (LOST if card in hidden.cards else card, title, line) for card, title, line in position.ended
        ]
        for frame in position.stack:
            if isinstance(frame, ResolveEffect):
                # Only those who saw a card know from which of the viewed places it has moved.
                has_left = [
                    card in hidden.cards and position.cards[card].tag != tag for card, tag in frame.looked
                ]
                still_there = [
                    ref for ref, is_gone in zip(frame.looked, has_left, strict=True) if not is_gone
                ]
                frame.looked = [*still_there, *[(LOST, 0)] * sum(has_left)]

    def choose(self, world: Referee, rng: Random) -> None:
        """Name the cards named in advance, and replace `HERE` with this position's digest."""
        choose_named(world, rng)
        _replace_digests(world.position, HERE, digest(world))

    def renumbered(self, before: Referee, after: Referee) -> None:
        """Copy the history: acts in this position, or leading to it, belong to the other position (DW69, DW70)."""
        _replace_digests(after.position, digest(before), digest(after))


def _replace_digests(position: DreamweaversPosition, old: str, new: str, or_else: str | None = None) -> None:
    """Replace a position's stored digests, and all others with the result of `or_else`, if given."""

    def replaced(digest_text: str) -> str:
        return new if digest_text == old else digest_text if or_else is None else or_else

    position.history = [(replaced(digest_text), act) for digest_text, act in position.history]
    for causes in _causes_in(position):
        causes[:] = [(title, line, replaced(digest_text)) for title, line, digest_text in causes]


def _causes_in(position: DreamweaversPosition) -> list[list[Cause]]:
    """Return the lists of causes of all running or waiting lines, not copies (DW69)."""
    causes = [trigger.causes for trigger in position.waiting]
    for frame in position.stack:
        if isinstance(frame, ResolveTriggers):
            causes += [frame.causes, *(trigger.causes for trigger in frame.todo)]
    return causes


KNOWLEDGE = DreamweaversKnowledge(LAYOUT)
