"""Effects in force for this turn at the beginning of a scenario: `in force: Swell of Ada, on Hound and 3`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from cards.dreamweavers.language.continuous_effects import CannotBe, Gain, Modify, Ongoing
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.effects.temporary import OfPlayer, begin_for_player, lay_on
from engine.dreamweavers.frames import INTENT
from engine.dreamweavers.program import PLAYED
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.scenario.model import DreamweaversScenario, InForce
from engine.dreamweavers.scenario.tables import TABLES
from engine.scenario.mistakes import Mistake, TextPlace, unknown_card
from engine.scenario.references import find_cards, read_reference


def read_in_force(value: str, place: TextPlace, names: Collection[str], titles: Collection[str]) -> InForce:
    """Return the effect in force described by a line. Raises Mistake."""
    source, _, targets = value.strip().removesuffix(".").partition(", on ")
    source_title, _, owner = (part.strip() for part in source.rpartition(" of "))
    titles_by_folded = {title.casefold(): title for title in titles}
    seats = [name.casefold() for name in names]
    if not source_title or owner.casefold() not in seats:
        raise Mistake(
            place.column,
            f"“{value.strip()}” can't be read as something in force.",
            [f"Swell of {next(iter(names))}, on Hound and 3"],
        )
    title = source_title.strip('"')
    if title.casefold() not in titles_by_folded:
        raise unknown_card(place.column, title, titles_by_folded.values())
    target_names = tuple(part.strip() for part in re.split(r",| and ", targets) if part.strip())
    return InForce(place, titles_by_folded[title.casefold()], seats.index(owner.casefold()), target_names)


def begin_in_force(ref: Referee, scenario: DreamweaversScenario) -> None:
    """Start the effects that a scenario lists. Raises Mistake if a card has no such effect, or isn't there."""
    for item in scenario.position.in_force:
        started = 0
        mine = [
            card
            for card in find_cards(TABLES, ref, scenario.names, item.title)
            if ref.cards[card].owner == item.seat
        ]
        card = mine[0] if mine else INTENT
        context = EffectContext(item.seat, card, ref.cards[card].tag if mine else 0, item.title)
        targets = [_card_of(ref, scenario, item, target) for target in item.on]
        for line, pc, op in _lasting(ref, item.title):
            if isinstance(op, Modify | Gain | CannotBe):
                lay_on(ref, op, targets, context, (item.title, line, pc))
                started += bool(targets)
            elif isinstance(op, OfPlayer):
                started += begin_for_player(ref, op, context, (item.title, line, pc))
        if not started:
            problem = f"{item.title} has no effect that could be in force" + (
                "." if targets else " on nothing."
            )
            raise Mistake(item.place.column, problem, line=item.place.line)


def _lasting(ref: Referee, title: str) -> Iterator[tuple[int, int, Ongoing]]:
    """Yield the effects that a card starts for a turn: when played, otherwise by its first such line."""
    text = ref.text(title)
    static_lines = {line for line, _ in text.statics}
    for line, program in sorted(text.programs.items(), key=lambda item: item[0] != PLAYED):
        if line in static_lines:
            continue
        effects = [(line, pc, op) for pc, op in enumerate(program.ops) if isinstance(op, Ongoing)]
        if effects:
            yield from effects
            return


def _card_of(ref: Referee, scenario: DreamweaversScenario, item: InForce, text: str) -> int:
    cards = [card for card in find_cards(TABLES, ref, scenario.names, text) if ref.is_in_play(card)]
    if not cards:
        raise Mistake(
            item.place.column,
            f"There is no {read_reference(text, scenario.names).title} in play.",
            line=item.place.line,
        )
    return cards[0]
