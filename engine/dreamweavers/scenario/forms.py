"""What only scenarios of Dreamweavers expect: the gauge, notions, prices and the attack."""

from __future__ import annotations

import re

from engine.dreamweavers.facts import Compared
from engine.dreamweavers.queries.characteristics import cost
from engine.dreamweavers.scenario.situation import DreamweaversSituation
from engine.dreamweavers.topics import Topic
from engine.scenario.expecting import ExpectationWords, Form, form, number, unless
from engine.scenario.model import Check

FORMS: list[Form[ExpectationWords, DreamweaversSituation]] = []


@form(
    FORMS,
    "the tracker is on PLAYER 3",
    r"the tracker is on (?:(?P<who><P>)(?:['’]s)? (?P<n>[0-9]{1,2})|(?P<zero>0|zero))",
)
def _tracker(words: ExpectationWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    wanted = 0 if match["zero"] else int(match["n"])
    seat = words.seat(match["who"]) if match["who"] else 0

    def check(now: DreamweaversSituation) -> str:
        side, stands = now.referee.side, abs(now.referee.position.tracker)
        where = f"it is on {stands}" if side is None else f"it is on {now.names[side]} {stands}"
        return unless(now.referee.stand(seat) == wanted, where)

    return check


@form(FORMS, "PLAYER's intent is Rage", r"(?P<who><P>)['’]s intent is (?P<notion>[A-Za-z]+)")
def _intent(words: ExpectationWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    seat, wanted = words.seat(match["who"]), match["notion"].casefold().replace("none", "")

    def check(now: DreamweaversSituation) -> str:
        found = now.referee.seats[seat].intent
        return unless(found.casefold() == wanted, f"it is {found or 'none'}")

    return check


@form(FORMS, "PLAYER's notions are Rage, Joy", r"(?P<who><P>)['’]s notions are (?P<list>[A-Za-z, ]+)")
def _notions(words: ExpectationWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    seat = words.seat(match["who"])
    wanted = sorted(match["list"].casefold().replace(" and ", ",").replace(" ", "").split(","))

    def check(now: DreamweaversSituation) -> str:
        found = now.referee.seats[seat].notions
        return unless(sorted(map(str.casefold, found)) == wanted, f"they are {', '.join(found) or 'none'}")

    return check


@form(FORMS, "the Ego is attacked", r"the Ego is(?P<not> not)? attacked")
def _ego_attacked(words: ExpectationWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    positive = match["not"] is None

    def check(now: DreamweaversSituation) -> str:
        attack = now.referee.position.attack
        holds = attack is not None and attack.target is None
        return unless(holds == positive, f"there is {'another' if attack else 'no'} attack. {now.asked()}")

    return check


@form(FORMS, "Rage is left to draft", r"(?P<notion>[A-Za-z]+) is(?P<not> not)? left to draft")
def _left(words: ExpectationWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    notion, positive = match["notion"].casefold(), match["not"] is None

    def check(now: DreamweaversSituation) -> str:
        left = now.referee.position.notions
        holds = notion in map(str.casefold, left)
        return unless(holds == positive, f"left are {', '.join(left) or 'none'}")

    return check


@form(FORMS, "CARD costs N", r"(?P<card>.+?) costs (?P<n>[0-9]{1,3})")
def _cost(words: ExpectationWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    reference, wanted = words.card(match), int(match["n"])

    def check(now: DreamweaversSituation) -> str:
        ref = now.referee
        found = [cost(ref, ref.cards[card].owner, card) for card in now.cards(reference)]
        return unless(wanted in found, f"it costs {', '.join(map(str, found)) or 'nothing'}")

    return check


_MOMENTS = {"act": Topic.ACTION, "answer": Topic.ANSWER, "defend": Topic.DEFEND}


@form(FORMS, "PLAYER may answer", rf"(?P<who><P>) may (?P<not>not )?(?P<what>{'|'.join(_MOMENTS)})")
def _moment(words: ExpectationWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    seat, positive = words.seat(match["who"]), match["not"] is None
    topic = _MOMENTS[match["what"].casefold()]

    def check(now: DreamweaversSituation) -> str:
        question = now.match.questions.get(seat)
        return unless((question is not None and question.topic == topic) == positive, now.asked())

    return check


@form(FORMS, "the shield value was N", r"the shield value was (?P<n>[0-9]{1,3})")
def _shield_value(words: ExpectationWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    wanted = int(match["n"])

    def check(now: DreamweaversSituation) -> str:
        values = [fact.shield_value for fact in now.happened if isinstance(fact, Compared)]
        return number("the shield value", values[-1], wanted) if values else "there was none"

    return check
