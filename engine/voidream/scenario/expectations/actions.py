"""What a player can and can't do, and by which rule, as a scenario expects it."""

from __future__ import annotations

import re

from engine.kernel.question import Option
from engine.scenario.expecting import Form, form, unless
from engine.scenario.mistakes import unknown_card
from engine.scenario.model import Check
from engine.voidream.questions.topics import Topic
from engine.voidream.scenario.citations import citable
from engine.voidream.scenario.references import is_called, split_reference
from engine.voidream.scenario.situation import VoidreamSituation, VoidreamWords

FORMS: list[Form[VoidreamWords, VoidreamSituation]] = []


@form(
    FORMS,
    "PLAYER can't play CARD (§2)",
    r"(?P<who><P>) (?P<can>can't|can’t|cannot|can|may not|may) (?P<what>(?:play|activate|unveil|pass)\b[^(]*?)"
    r"(?: inverted(?P<inverted>))?(?: ?\((?P<rule>[^)]+)\))?",
)
def _can(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    seat, can = words.seat(match["who"]), match["can"].casefold() in ("can", "may")
    verb, _, rest = match["what"].strip().partition(" ")
    inverted = match["inverted"] is not None
    rule = match["rule"]
    if rest and not words.knows(split_reference(rest, words.names)[1].split("/")[0]):
        raise unknown_card(words.column + match.start("what") + len(verb) + 1, rest, words.titles.values())
    said = match["what"].strip() + (" inverted" if inverted else "")

    def check(now: VoidreamSituation) -> str:
        question = now.match.questions.get(seat)
        offered = False
        if question is not None and question.topic == Topic.ACTION:
            offered = any(_offers(option, verb, rest, inverted=inverted) for option in question.options)
        if can:
            return unless(offered, now.forbidding(seat, verb, rest, inverted=inverted)[0] or now.asked())
        if offered:
            return f"{now.names[seat]} can {said}"
        if rule is None:
            return ""
        sentence, found = now.forbidding(seat, verb, rest, inverted=inverted)
        return unless(_same_rule(rule, found), f"the rule is {found or 'none'}: {sentence or now.asked()}")

    return check


def _offers(option: Option, verb: str, rest: str, *, inverted: bool) -> bool:
    if option.verb != ("invert" if inverted else verb):
        return False
    title = re.sub(r"#[0-9]{1,9}", "", option.subject)
    return is_called(title, rest) or option.subject.casefold() == rest.casefold()


def _same_rule(wanted: str, found: str) -> bool:
    if (entry := citable().find(wanted)) is not None and entry == citable().find(found):
        return True
    return found.casefold() == wanted.casefold() or found.casefold().startswith(wanted.casefold() + " ")
