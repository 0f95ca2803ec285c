"""Effects in force for this turn when a scenario begins: `in force: Swell of Ada, on Hound and 3`."""

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
    said, _, upon = value.strip().removesuffix(".").partition(", on ")
    named, _, who = (part.strip() for part in said.rpartition(" of "))
    known = {title.casefold(): title for title in titles}
    seats = [name.casefold() for name in names]
    if not named or who.casefold() not in seats:
        raise Mistake(
            place.column,
            f"“{value.strip()}” can't be read as something in force.",
            [f"Swell of {next(iter(names))}, on Hound and 3"],
        )
    title = named.strip('"')
    if title.casefold() not in known:
        raise unknown_card(place.column, title, known.values())
    on = tuple(part.strip() for part in re.split(r",| and ", upon) if part.strip())
    return InForce(place, known[title.casefold()], seats.index(who.casefold()), on)


def begin_in_force(ref: Referee, scenario: DreamweaversScenario) -> None:
    """Begin what a scenario says is in force. Raises Mistake for a card that has no such effect, or is not there."""
    for one in scenario.position.in_force:
        begun = 0
        mine = [
            card
            for card in find_cards(TABLES, ref, scenario.names, one.title)
            if ref.cards[card].owner == one.seat
        ]
        card = mine[0] if mine else INTENT
        context = EffectContext(one.seat, card, ref.cards[card].tag if mine else 0, one.title)
        named = [_card_of(ref, scenario, one, said) for said in one.on]
        for line, pc, op in _lasting(ref, one.title):
            if isinstance(op, Modify | Gain | CannotBe):
                lay_on(ref, op, named, context, (one.title, line, pc))
                begun += bool(named)
            elif isinstance(op, OfPlayer):
                begun += begin_for_player(ref, op, context, (one.title, line, pc))
        if not begun:
            said = f"{one.title} has no effect that could be in force" + ("." if named else " on nothing.")
            raise Mistake(one.place.column, said, line=one.place.line)


def _lasting(ref: Referee, title: str) -> Iterator[tuple[int, int, Ongoing]]:
    """Yield the effects that a card begins for a turn: when played, otherwise by its first such line."""
    text = ref.text(title)
    standing = {line for line, _ in text.statics}
    for line, program in sorted(text.programs.items(), key=lambda each: each[0] != PLAYED):
        if line in standing:
            continue
        found = [(line, pc, op) for pc, op in enumerate(program.ops) if isinstance(op, Ongoing)]
        if found:
            yield from found
            return


def _card_of(ref: Referee, scenario: DreamweaversScenario, one: InForce, said: str) -> int:
    found = [card for card in find_cards(TABLES, ref, scenario.names, said) if ref.is_in_play(card)]
    if not found:
        raise Mistake(
            one.place.column,
            f"There is no {read_reference(said, scenario.names).title} in play.",
            line=one.place.line,
        )
    return found[0]
