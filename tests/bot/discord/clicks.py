"""A player who clicks: finds a given answer by the labels of buttons and menus.

Works on components in their wire format, so it can be used on a rendered question and on a received message.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.panel.drafts import PartialAnswer, blank, chosen, unpack
from bot.panel.question_text import labels
from engine.kernel.question import Choice, Question, QuestionKind, shares

Component = dict[str, Any]

ROW, BUTTON, MENU, TEXT = 1, 2, 3, 10


@dataclass(frozen=True)
class Click:
    """A press on a control. `values` for a menu, `typed` if a form must be filled in afterwards."""

    custom_id: str
    values: tuple[str, ...] = ()
    typed: str = ""


def walk(components: Sequence[Component]) -> Iterator[Component]:
    """Yield all components, including nested ones."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        if "accessory" in component:
            yield component["accessory"]


def controls(components: Sequence[Component], question_id: int) -> list[Component]:
    """Return the enabled controls that belong to the question."""
    return [
        c
        for c in walk(components)
        if c["type"] in (BUTTON, MENU)
        and not c.get("disabled")
        and c.get("custom_id", "").split(":")[2:3] == [str(question_id)]
    ]


def act_of(control: Component) -> tuple[str, str]:
    """Return a control's act and state, which are the same in every language."""
    act, state = control["custom_id"].split(":", 4)[3:]
    return act, state


def texts(components: Sequence[Component]) -> str:
    """Return all text of a message, one line per component."""
    return "\n".join(c["content"] for c in walk(components) if c["type"] == TEXT)


class Clicker:
    """Clicks through to one answer. Raises AssertionError if the controls don't lead to it."""

    def __init__(self, question: Question, answer: Choice) -> None:
        self.question = question
        self.wanted = answer
        self.names = {o.key: label for o, label in zip(question.options, labels(question), strict=True)}

    def next(self, components: Sequence[Component]) -> Click:
        """Return the next press."""
        enabled = controls(components, self.question.id)
        buttons = [c for c in enabled if c["type"] == BUTTON]
        menus = [c for c in enabled if c["type"] == MENU]
        if any(act_of(b)[0] == "whole" for b in buttons):
            return Click(next(b["custom_id"] for b in buttons if act_of(b)[0] == "to"))
        whole = next((b for b in buttons if self._decides(b)), None)
        if whole is not None:
            return Click(whole["custom_id"])
        match self.question.kind:
            case QuestionKind.NUMBER:
                return self._number(buttons, menus)
            case QuestionKind.DISTRIBUTE:
                return self._shares(components, buttons)
            case QuestionKind.ORDER:
                return self._in_order(buttons, menus)
            case _ if self._is_multiple():
                if self.question.ordered:
                    return self._in_order(buttons, menus)
                return self._several(buttons, menus)
            case _:
                return self._one(buttons, menus)

    def _decides(self, button: Component) -> bool:
        """Return whether a button gives the whole answer."""
        act, state = act_of(button)
        if act != "done":
            return False
        answer = chosen(self.question, unpack(self.question, state.rpartition(".")[2]))
        if self.question.ordered or self.question.kind is QuestionKind.ORDER:
            return answer == self.wanted
        return sorted(answer) == sorted(self.wanted)

    def _draft(self, menus: list[Component]) -> PartialAnswer:
        """Return the draft of an answer, from the menus."""
        states = [act_of(menu)[1].rpartition(".")[2] for menu in menus]
        return unpack(self.question, states[0]) if states else blank(self.question)

    def _is_multiple(self) -> bool:
        kind, most = self.question.kind, self.question.maximum
        return kind is QuestionKind.CARDS and (most != 1 or not self.question.options)

    def _number(self, buttons: list[Component], menus: list[Component]) -> Click:
        for button in buttons:
            if button["label"] == self.wanted[0]:
                return Click(button["custom_id"])
        for menu in menus:
            return Click(menu["custom_id"], self._values(menu, [self.wanted[0]]))
        [type_button] = [b for b in buttons if act_of(b)[0] == "type"]
        return Click(type_button["custom_id"], typed=self.wanted[0])

    def _one(self, buttons: list[Component], menus: list[Component]) -> Click:
        label = self.names[self.wanted[0]] if self.wanted else ""
        place = [*self.names].index(self.wanted[0]) if self.wanted else "none"
        for button in buttons:
            if button["label"] == label or act_of(button) == ("pick", str(place)):
                return Click(button["custom_id"])
        for menu in menus:
            if values := self._values(menu, [label]):
                return Click(menu["custom_id"], values)
        group = next((o.group for o in self.question.options if o.key in self.wanted), "")
        for menu in menus:
            if group and (values := self._values(menu, [group])):
                return Click(menu["custom_id"], values)
        return self._turn_page(buttons)

    def _several(self, buttons: list[Component], menus: list[Component]) -> Click:
        expected = {self.names[key] for key in self.wanted}
        for menu in menus:
            available = {o["label"] for o in menu["options"]}
            is_now = {o["label"] for o in menu["options"] if o.get("default")}
            if is_now != expected & available:
                return Click(menu["custom_id"], self._values(menu, sorted(expected & available)))
        return self._confirm(buttons)

    def _in_order(self, buttons: list[Component], menus: list[Component]) -> Click:
        picked = len(self._draft(menus).picks)
        if picked < len(self.wanted):
            label = self.names[self.wanted[picked]]
            for menu in menus:
                if values := self._values(menu, [label]):
                    return Click(menu["custom_id"], values)
            return self._turn_page(buttons)
        return self._confirm(buttons)

    def _shares(self, components: Sequence[Component], buttons: list[Component]) -> Click:
        target = shares(self.wanted)
        now: dict[str, int] = {}
        for line in texts(components).splitlines():
            for key, name in self.names.items():
                if line.startswith(f"**{name}**: "):
                    now[key] = int(line.removeprefix(f"**{name}**: ").split(" ")[0])
        if not now:
            return self._turn_page(buttons, slot=901)
        for key, n in now.items():
            step = -1 if n > target.get(key, 0) else 1
            if n != target.get(key, 0):
                return self._one_more(buttons, key, n + step)
        if any(act_of(b)[0] == "done" for b in buttons):
            return self._confirm(buttons)
        return self._turn_page(buttons)

    def _one_more(self, buttons: list[Component], key: str, points: int) -> Click:
        """Return the press that gives an option this many points, one more or less than it has."""
        place = [option.key for option in self.question.options].index(key)
        for button in buttons:
            act, state = act_of(button)
            slot, _, packed = state.rpartition(".")
            if act == "to" and slot.isdecimal() and int(slot) // 3 == place:
                if unpack(self.question, packed).picks[place] == points:
                    return Click(button["custom_id"])
        raise AssertionError(f"no button that gives {points} to {key}")

    def _confirm(self, buttons: list[Component]) -> Click:
        for button in buttons:
            if act_of(button)[0] == "done":
                return Click(button["custom_id"])
        raise AssertionError(f"nothing to confirm among {[b['label'] for b in buttons]}")

    def _turn_page(self, buttons: list[Component], slot: int = 999) -> Click:
        for button in buttons:
            act, state = act_of(button)
            if act == "to" and state.startswith(f"{slot}."):
                return Click(button["custom_id"])
        raise AssertionError(f"not found, and no next page: {self.wanted}")

    def _values(self, menu: Component, values: list[str]) -> tuple[str, ...]:
        return tuple(o["value"] for o in menu["options"] if o["label"] in values)
