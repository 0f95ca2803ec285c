"""A player who decides at random, from a message alone: its buttons, menus and forms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from bot.games.voidream.help import VERB_BUTTONS
from bot.local_discord.json_codec import Payload
from bot.local_discord.messages import walk
from bot.local_discord.records import Message
from bot.local_discord.validate.components import ComponentKind
from bot.panel.answer_controls import LONG_LABEL
from bot.panel.drafts import LABEL, PartialAnswer, chosen, few, named, usual
from bot.panel.question_text import labels
from cards.i18n import ENGLISH
from engine.kernel.chance import Chance
from engine.kernel.question import Choice, Question, QuestionKind
from tests.table import transcript

ANSWERING = ("pick", "menu", "done", "type", "whole")
"""The acts of controls that can decide a question."""
_NUMBERED = re.compile(r"^\d+\. (.+)$")
_BETWEEN = re.compile(r"A number from (\d+) to (\d+)\.")
_BESIDE = re.compile(r"^-# \*\*(.+?)\*\*")
_POINTS = re.compile(r"^\*\*(.+)\*\*: (\d+) of at most \d+$")


@dataclass(frozen=True)
class Press:
    """A press on a control. `meant` are the labels that it decides for, if it decides.

    `label` is the label of a button that decides by itself, or that confirms a draft.
    """

    custom_id: str
    values: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    points: dict[str, int] = field(default_factory=dict[str, int])
    label: str = ""

    @property
    def act(self) -> str:
        return act_of(self.custom_id)

    @property
    def decides(self) -> bool:
        return self.act in ANSWERING


def act_of(custom_id: str) -> str:
    """Return a control's act."""
    return custom_id.split(":")[3]


def question_of(custom_id: str) -> int:
    """Return the question that a control belongs to; 0 for none."""
    return int(custom_id.split(":")[2])


def controls(message: Message) -> list[Payload]:
    """Return the usable controls of questions in a message."""
    return [
        each
        for each in walk(message.components)
        if each["type"] in (ComponentKind.BUTTON, ComponentKind.STRING_SELECT)
        and not each.get("disabled")
        and each.get("custom_id", "").startswith("v2:")
        and question_of(each["custom_id"])
    ]


def asked_in(message: Message) -> int:
    """Return a message's question; 0 for none."""
    return next((question_of(each["custom_id"]) for each in controls(message)), 0)


def draw(message: Message, chance: Chance) -> Press:
    """Return a random one of a message's possible presses; they lead to an answer sooner or later."""
    usable = controls(message)
    done_buttons = [each for each in usable if act_of(each["custom_id"]) == "done"]
    rest = [each for each in usable if each not in done_buttons]
    if done_buttons and (not rest or chance.below(3)):
        control = chance.pick(done_buttons)
        return Press(control["custom_id"], (), *_half_made(message), str(control["label"]))
    control = chance.pick(rest)
    if act_of(control["custom_id"]) == "type":
        bounds = _BETWEEN.search(transcript.text(message))
        assert bounds is not None, "only numbers are ever typed"
        low, high = int(bounds[1]), int(bounds[2])
        return Press(control["custom_id"], meant=(str(low + chance.below(high - low + 1)),))
    if control["type"] == ComponentKind.BUTTON:
        return Press(control["custom_id"], meant=(_called(message, control),))
    options: Sequence[Payload] = control["options"]
    most = control.get("max_values", 1)
    if act_of(control["custom_id"]) == "set":
        indexes = list(range(len(options)))
        chance.shuffle(indexes)
        count = most if chance.below(2) else chance.below(most + 1)
        values = [options[i]["value"] for i in sorted(indexes[:count])]
        return Press(control["custom_id"], tuple(str(value) for value in values))
    option = chance.pick(list(options))
    return Press(control["custom_id"], (str(option["value"]),), (str(option["label"]),))


def _called(message: Message, button: Payload) -> str:
    """Return the name that a button decides for: the one beside it if its label is only a verb."""
    for section in walk(message.components):
        accessory = section.get("accessory")
        if isinstance(accessory, dict) and accessory.get("custom_id") == button["custom_id"]:
            for text in walk(section["components"]):
                if beside := _BESIDE.match(str(text.get("content"))):
                    return re.sub(r"\\(.)", r"\1", beside[1])
    return str(button["label"])


def _half_made(message: Message) -> tuple[tuple[str, ...], dict[str, int]]:
    """Return the current draft, as shown in the message: labels, or labels with points."""
    ticked = [
        str(option["label"])
        for menu in walk(message.components)
        if menu["type"] == ComponentKind.STRING_SELECT
        for option in menu["options"]
        if option.get("default")
    ]
    lines = transcript.text(message).splitlines()
    numbered = [match_[1] for line in lines if (match_ := _NUMBERED.match(line))]
    points = {match_[1]: int(match_[2]) for line in lines if (match_ := _POINTS.match(line))}
    return tuple(numbered or ticked), {name: n for name, n in points.items() if n}


@dataclass(frozen=True)
class Answered:
    """A given answer: its meaning, and whether its player saw that it was accepted."""

    person: int
    question: Question
    press: Press
    accepted: bool

    @property
    def meant(self) -> Choice:
        """The answer in a record's notation, from the labels of the controls."""
        names, options = labels(self.question), self.question.options
        whole = {
            named(question, names, draft, ENGLISH, LONG_LABEL if len(drafts) <= 2 else LABEL): draft
            # If a row of buttons is too long, they leave out the words of the question.
            for question in (self.question, replace(self.question, some=""))
            for drafts in (usual(self.question), few(self.question))
            for draft in drafts
        }
        if self.press.act == "done" and not self.press.points and self.press.label in whole:
            return chosen(self.question, whole[self.press.label])
        keys = {name: o.key for name, o in zip(names, options, strict=True)}
        for place, option in enumerate(options):
            keys[named(self.question, names, PartialAnswer((place,)), ENGLISH, LONG_LABEL)] = option.key
            if option.verb in VERB_BUTTONS:  # Beside a card's picture, this is the button's whole label.
                keys.setdefault(ENGLISH(VERB_BUTTONS[option.verb]), option.key)
        if self.press.act == "done" and self.question.kind is QuestionKind.DISTRIBUTE:
            return tuple(f"{keys[name]}={n}" for name, n in self.press.points.items())
        if self.question.kind is QuestionKind.NUMBER:
            return self.press.meant
        none = self.question.none or "None of them"
        return tuple(
            keys[name if name in keys else name.removesuffix(" (yours)")]
            for name in self.press.meant
            if name != none
        )
