"""Round, phase, conflict, Nightmare and effects in force, as a scenario expects them."""

from __future__ import annotations

import re

from engine.scenario.expecting import Form, form, number, unless
from engine.scenario.model import Check
from engine.voidream.scenario.situation import VoidreamSituation, VoidreamWords

FORMS: list[Form[VoidreamWords, VoidreamSituation]] = []


@form(FORMS, "the round is N", r"the round is (?P<n>[0-9]{1,9})")
def _round(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    return lambda now: number("the round", now.referee.position.round, int(match["n"]))


@form(FORMS, "the phase is main", r"the phase is (?P<phase>setup|beginning|main|Nightmare)")
def _phase(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    wanted = match["phase"].casefold()
    return lambda now: unless(
        now.referee.position.phase.casefold() == wanted, f"it is {now.referee.position.phase}"
    )


@form(
    FORMS, "the conflict is dawn", r"(?:the conflict is|it(?: is|['’]s) a) (?P<kind>dawn|dusk)(?: conflict)?"
)
def _conflict_kind(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    wanted = match["kind"].casefold()

    def check(now: VoidreamSituation) -> str:
        conflict = now.referee.position.conflict
        if conflict is None:
            return "there is no conflict"
        found = conflict.kind.value if conflict.kind else "not chosen yet"
        return unless(found == wanted, f"it is {found}")

    return check


@form(FORMS, "there is no conflict", r"there(?: is|['’]s) (?P<no>no|a) conflict")
def _conflict(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    wanted = match["no"].casefold() == "a"
    return lambda now: unless(
        (now.referee.position.conflict is not None) == wanted,
        f"there is {'no' if wanted else 'a'} conflict",
    )


@form(FORMS, "PLAYER is in Nightmare", r"(?P<who><P>) is(?P<not> not|n['’]t)? in Nightmare")
def _nightmare(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    seat, negative = words.seat(match["who"]), bool(match["not"])
    return lambda now: unless(
        (now.referee.position.in_nightmare == seat) != negative,
        f"{now.names[seat]} is {'' if negative else 'not '}in Nightmare",
    )


@form(FORMS, "an effect of CARD is in force", r"(?P<no>an|no) effect of (?P<card>.+) is in force")
def _in_force(words: VoidreamWords, match: re.Match[str]) -> Check[VoidreamSituation]:
    reference, wanted = words.card(match), match["no"].casefold() == "an"

    def check(now: VoidreamSituation) -> str:
        found = [effect.title for effect in now.referee.position.ongoing]
        holds = reference.casefold() in [title.casefold() for title in found]
        return unless(holds == wanted, f"in force are effects of {', '.join(found) or 'no card'}")

    return check
