"""Expectations that only Dreamweavers' scenarios have: the gauge, notions, prices and the attack."""

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
def _tracker(situation: DreamweaversSituation, sentence: SentenceParts) -> str:
    side, number = situation.referee.side, abs(situation.referee.position.tracker)
    where = f"it is on {number}" if side is None else f"it is on {situation.names[side]} {number}"
    return unless(situation.referee.stand(max(sentence.seat, 0)) == (sentence.n or 0), where)


@form(FORMS, "PLAYER's intent is Rage", r"(?P<who><P>)['’]s intent is (?P<notion>[A-Za-z]+)")
def _intent(situation: DreamweaversSituation, sentence: SentenceParts) -> str:
    intent = situation.referee.seats[sentence.seat].intent
    return unless((intent or "none").casefold() == sentence["notion"], f"it is {intent or 'none'}")


@form(FORMS, "PLAYER's notions are Rage, Joy", r"(?P<who><P>)['’]s notions are (?P<notions>[A-Za-z, ]+)")
def _notions(situation: DreamweaversSituation, sentence: SentenceParts) -> str:
    expected = sorted(sentence["notions"].replace(" and ", ",").replace(" ", "").split(","))
    actual = situation.referee.seats[sentence.seat].notions
    return unless(sorted(map(str.casefold, actual)) == expected, f"they are {', '.join(actual) or 'none'}")


@form(FORMS, "the Ego is attacked", r"the Ego is(?P<not> not)? attacked")
def _ego_attacked(situation: DreamweaversSituation, sentence: SentenceParts) -> str:
    attack = situation.referee.position.attack
    holds = attack is not None and attack.target is None
    return unless(
        holds == sentence.positive,
        f"there is {'another' if attack else 'no'} attack. {situation.open_questions()}",
    )


@form(FORMS, "Rage is left to draft", r"(?P<notion>[A-Za-z]+) is(?P<not> not)? left to draft")
def _left(situation: DreamweaversSituation, sentence: SentenceParts) -> str:
    remaining = situation.referee.position.notions
    holds = sentence["notion"] in map(str.casefold, remaining)
    return unless(holds == sentence.positive, f"left are {', '.join(remaining) or 'none'}")


@form(FORMS, "CARD costs N", r"(?P<card>.+?) costs (?P<n>[0-9]{1,3})")
def _cost(situation: DreamweaversSituation, sentence: SentenceParts) -> str:
    ref = situation.referee
    costs = [cost(ref, ref.cards[card].owner, card) for card in situation.cards(sentence.card)]
    return unless(sentence.n in costs, f"it costs {', '.join(map(str, costs)) or 'nothing'}")


_MOMENTS = {"act": Topic.ACTION, "answer": Topic.ANSWER, "defend": Topic.DEFEND}


@form(FORMS, "PLAYER may answer", rf"(?P<who><P>) may (?P<not>not )?(?P<what>{'|'.join(_MOMENTS)})")
def _moment(situation: DreamweaversSituation, sentence: SentenceParts) -> str:
    question = situation.match.questions.get(sentence.seat)
    is_asked = question is not None and question.topic == _MOMENTS[sentence["what"]]
    return unless(is_asked == sentence.positive, situation.open_questions())


@form(FORMS, "the shield value was N", r"the shield value was (?P<n>[0-9]{1,3})")
def _shield_value(situation: DreamweaversSituation, sentence: SentenceParts) -> str:
    values = [fact.shield_value for fact in situation.happened if isinstance(fact, Compared)]
    if not values:
        return "there was none"
    return unless(values[-1] == sentence.n, f"the shield value is {values[-1]}")
