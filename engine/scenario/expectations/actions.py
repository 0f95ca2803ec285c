"""What a player can and can't do, and by which rule, as a scenario expects it."""

from __future__ import annotations

import re

from engine.scenario.expecting import ExpectationWords, Form, form, unless
from engine.scenario.mistakes import unknown_card
from engine.scenario.model import Check
from engine.scenario.situation import Situation

FORMS: list[Form[ExpectationWords, Situation]] = []


@form(
    FORMS,
    "PLAYER can't VERB CARD (RULE)",
    r"(?P<who><P>) (?P<can>can't|can’t|cannot|can|may not|may) "
    r"(?P<verb><VERB>)\b(?P<rest>[^(]*?)(?: ?\((?P<rule>[^)]+)\))?",
)
def _can(words: ExpectationWords, match: re.Match[str]) -> Check[Situation]:
    seat, can, rule = words.seat(match["who"]), match["can"].casefold() in ("can", "may"), match["rule"]
    verb, rest = words.tables.verbs[match["verb"].casefold()], match["rest"].strip()
    for title in words.named(verb, rest):
        if title and not words.knows(title):
            raise unknown_card(words.column + match.start("rest") + 1, title, words.titles.values())

    def check(now: Situation) -> str:
        offered = now.is_offered(seat, verb, rest)
        if can:
            return unless(offered, now.forbidding(seat, verb, rest)[0] or now.asked())
        if offered:
            return f"{now.names[seat]} can {match['verb']} {rest}".strip()
        if rule is None:
            return ""
        sentence, found = now.forbidding(seat, verb, rest)
        holds = now.is_same_rule(rule, found)
        return unless(holds, f"the rule is {found or 'none'}: {sentence or now.asked()}")

    return check
