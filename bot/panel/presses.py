"""The number of presses that an answer takes on the panel: 1 for a button, 2 for a menu."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush

from discord import ui

from bot.discord.components.custom_ids import CustomId, read
from bot.panel.answer_controls import GROUP
from bot.panel.answers import Decided, Drafted, press
from bot.panel.drafts import PartialAnswer
from engine.kernel.question import Choice, Question, same_choice

TYPED = 3
"""Presses of an answer typed into a form: open it, type, send."""
_MOST = 400
"""Maximum partial answers tried; an answer that needs more counts as typed."""

Draw = Callable[[PartialAnswer | None], Sequence[ui.Item[ui.LayoutView]]]
"""Returns the components of a question with a partial answer."""


def presses(question: Question, choice: Choice, draw: Draw) -> int:
    """Return the minimum number of presses for an answer."""
    queue: list[tuple[int, int, PartialAnswer | None, bool]] = [(0, 0, None, False)]
    visited: set[PartialAnswer | None] = {None}
    for number in range(1, _MOST):
        count, _, draft, is_done = heappop(queue) if queue else (TYPED, 0, None, True)
        if is_done:
            return count
        for place, (cost, control, values) in enumerate(_controls(question, choice, draw(draft))):
            try:
                meaning = press(question, control, values)
            except (ValueError, IndexError):
                continue
            tie = number * 1000 + place
            if isinstance(meaning, Decided) and same_choice(question, meaning.choice, choice):
                heappush(queue, (count + cost, tie, None, True))
            elif isinstance(meaning, Drafted) and meaning.draft not in visited:
                visited.add(meaning.draft)
                heappush(queue, (count + cost, tie, meaning.draft, False))
    return TYPED


def _controls(
    question: Question, choice: Choice, items: Sequence[ui.Item[ui.LayoutView]]
) -> Iterator[tuple[int, CustomId, tuple[str, ...]]]:
    """Yield the presses that may lead to an answer: the cost, the control, and the values chosen in a menu."""
    keys = [option.key for option in question.options]
    wanted_values = [str(keys.index(key)) for key in choice if key in keys]
    groups = {question.options[int(place)].group for place in wanted_values} - {""}
    for item in items:
        for child in _pressed(item):
            control = read(getattr(child, "custom_id", None) or "")
            if control is None or getattr(child, "disabled", False):
                continue
            if not isinstance(child, ui.Select):
                yield 1, control, ()
                continue
            values = [option.value for option in child.options]
            chosen = [value for value in values if value in wanted_values or (value in choice and not keys)]
            if child.max_values > 1:
                yield 1 + len(chosen), control, tuple(chosen)
            else:
                of_groups = [
                    value for value in values if value.startswith(GROUP) and _is_in(question, value, groups)
                ]
                yield from ((2, control, (value,)) for value in (*chosen, *of_groups))


def _pressed(item: ui.Item[ui.LayoutView]) -> Sequence[ui.Item[ui.LayoutView]]:
    """Return the clickable parts of a component."""
    if isinstance(item, ui.Section):
        return [item.accessory]
    return item.children if isinstance(item, ui.ActionRow) else ()


def _is_in(question: Question, value: str, groups: set[str]) -> bool:
    return question.options[int(value.removeprefix(GROUP))].group in groups
