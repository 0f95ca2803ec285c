"""Expectations of scenarios of Dreamweavers alone: the gauge, notions, prices and the attack."""

from __future__ import annotations

from engine.dreamweavers.facts.attacks import Compared
from engine.dreamweavers.queries.characteristics import cost
from engine.dreamweavers.scenario.situation import DreamweaversSituation
from engine.dreamweavers.topics import Topic
from engine.scenario.expectation_forms import ExpectationForm, SentenceParts, form, unless

FORMS: list[ExpectationForm[DreamweaversSituation]] = []


@form(
    FORMS,
    "the tracker is on PLAYER 3",
    r"the tracker is on (?:(?P<who><P>)(?:['’]s)? (?P<n>[0-9]{1,2})|0|zero)",
)
def _tracker(now: DreamweaversSituation, said: SentenceParts) -> str:
    side, stands = now.referee.side, abs(now.referee.position.tracker)
    where = f"it is on {stands}" if side is None else f"it is on {now.names[side]} {stands}"
    return unless(now.referee.stand(max(said.seat, 0)) == (said.n or 0), where)


@form(FORMS, "PLAYER's intent is Rage", r"(?P<who><P>)['’]s intent is (?P<notion>[A-Za-z]+)")
def _intent(now: DreamweaversSituation, said: SentenceParts) -> str:
    found = now.referee.seats[said.seat].intent
    return unless((found or "none").casefold() == said["notion"], f"it is {found or 'none'}")


@form(FORMS, "PLAYER's notions are Rage, Joy", r"(?P<who><P>)['’]s notions are (?P<notions>[A-Za-z, ]+)")
def _notions(now: DreamweaversSituation, said: SentenceParts) -> str:
    wanted = sorted(said["notions"].replace(" and ", ",").replace(" ", "").split(","))
    found = now.referee.seats[said.seat].notions
    return unless(sorted(map(str.casefold, found)) == wanted, f"they are {', '.join(found) or 'none'}")


@form(FORMS, "the Ego is attacked", r"the Ego is(?P<not> not)? attacked")
def _ego_attacked(now: DreamweaversSituation, said: SentenceParts) -> str:
    attack = now.referee.position.attack
    holds = attack is not None and attack.target is None
    return unless(
        holds == said.positive, f"there is {'another' if attack else 'no'} attack. {now.open_questions()}"
    )


@form(FORMS, "Rage is left to draft", r"(?P<notion>[A-Za-z]+) is(?P<not> not)? left to draft")
def _left(now: DreamweaversSituation, said: SentenceParts) -> str:
    left = now.referee.position.notions
    holds = said["notion"] in map(str.casefold, left)
    return unless(holds == said.positive, f"left are {', '.join(left) or 'none'}")


@form(FORMS, "CARD costs N", r"(?P<card>.+?) costs (?P<n>[0-9]{1,3})")
def _cost(now: DreamweaversSituation, said: SentenceParts) -> str:
    ref = now.referee
    found = [cost(ref, ref.cards[card].owner, card) for card in now.cards(said.card)]
    return unless(said.n in found, f"it costs {', '.join(map(str, found)) or 'nothing'}")


_MOMENTS = {"act": Topic.ACTION, "answer": Topic.ANSWER, "defend": Topic.DEFEND}


@form(FORMS, "PLAYER may answer", rf"(?P<who><P>) may (?P<not>not )?(?P<what>{'|'.join(_MOMENTS)})")
def _moment(now: DreamweaversSituation, said: SentenceParts) -> str:
    question = now.match.questions.get(said.seat)
    is_asked = question is not None and question.topic == _MOMENTS[said["what"]]
    return unless(is_asked == said.positive, now.open_questions())


@form(FORMS, "the shield value was N", r"the shield value was (?P<n>[0-9]{1,3})")
def _shield_value(now: DreamweaversSituation, said: SentenceParts) -> str:
    values = [fact.shield_value for fact in now.happened if isinstance(fact, Compared)]
    if not values:
        return "there was none"
    return unless(values[-1] == said.n, f"the shield value is {values[-1]}")
