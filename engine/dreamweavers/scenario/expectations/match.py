"""Turn, phase, attack, standby and what lasts, as a scenario expects them."""

from __future__ import annotations

import re

from engine.dreamweavers.scenario.situation import DreamweaversSituation, DreamweaversWords
from engine.dreamweavers.scenario.zones import PHASES
from engine.scenario.expecting import Form, form, number, unless
from engine.scenario.model import Check

FORMS: list[Form[DreamweaversWords, DreamweaversSituation]] = []


@form(FORMS, "the turn number is N", r"the (?:turn number|number of the turn) is (?P<n>[0-9]{1,9})")
def _turn_number(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    return lambda now: number("the number of the turn", now.referee.position.turn, int(match["n"]))


@form(FORMS, "the phase is main", rf"the phase is (?P<phase>{'|'.join(PHASES)})")
def _phase(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    wanted = match["phase"].casefold()
    return lambda now: unless(
        now.referee.position.phase == wanted, f"it is {now.referee.position.phase}. {now.asked()}"
    )


@form(FORMS, "there is no attack", r"there(?: is|['’]s) (?P<no>no|an) attack")
def _attack(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    wanted = match["no"].casefold() == "an"
    return lambda now: unless(
        (now.referee.position.attack is not None) == wanted,
        f"there is {'no' if wanted else 'an'} attack. {now.asked()}",
    )


@form(FORMS, "the Ego is attacked", r"the Ego is(?P<not> not)? attacked")
def _ego_attacked(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    positive = match["not"] is None

    def check(now: DreamweaversSituation) -> str:
        attack = now.referee.position.attack
        holds = attack is not None and attack.target is None
        return unless(holds == positive, f"there is {'another' if attack else 'no'} attack. {now.asked()}")

    return check


@form(
    FORMS,
    "N effects are on standby",
    r"(?P<n>[0-9]{1,2}|nothing|no effects?) (?:effects? )?(?:is|are) on standby",
)
def _standby(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    wanted = int(match["n"]) if match["n"].isdigit() else 0

    def check(now: DreamweaversSituation) -> str:
        waiting = [effect.title for effect in now.referee.position.standby]
        return unless(len(waiting) == wanted, f"on standby: {', '.join(waiting) or 'nothing'}. {now.asked()}")

    return check


@form(FORMS, "an effect of CARD is on standby", r"(?P<no>an|no) effect of (?P<card>.+) is on standby")
def _on_standby(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    title, wanted = match["card"].strip().casefold(), match["no"].casefold() == "an"

    def check(now: DreamweaversSituation) -> str:
        waiting = [effect.title for effect in now.referee.position.standby]
        holds = title in map(str.casefold, waiting)
        return unless(holds == wanted, f"on standby: {', '.join(waiting) or 'nothing'}. {now.asked()}")

    return check


@form(FORMS, "an effect of CARD is in force", r"(?P<no>an|no) effect of (?P<card>.+) is in force")
def _in_force(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    title, wanted = match["card"].strip().casefold(), match["no"].casefold() == "an"

    def check(now: DreamweaversSituation) -> str:
        found = [effect.title for effect in now.referee.position.lasting]
        holds = title in map(str.casefold, found)
        return unless(holds == wanted, f"in force are effects of {', '.join(found) or 'no card'}")

    return check


@form(FORMS, "Rage is left to draft", r"(?P<notion>[A-Za-z]+) is(?P<not> not)? left to draft")
def _left(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    notion, positive = match["notion"].casefold(), match["not"] is None

    def check(now: DreamweaversSituation) -> str:
        left = now.referee.position.notions
        holds = notion in map(str.casefold, left)
        return unless(holds == positive, f"left are {', '.join(left) or 'none'}")

    return check
