"""The course of Dreams of Dystopia: the conditions that `lessons.toml` names, and the match of `story.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cards.dreams_of_dystopia.language.words import KeywordName, Noun
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.topics import DYSTOPIA_PHRASING, OptionVerb, Topic
from engine.dreams_of_dystopia.views.types import DystopiaView, PlayerView, pool_of
from engine.kernel import lessons
from engine.kernel.lesson_file import lessons_in
from engine.kernel.question import Question

_Moment = lessons.LessonMoment[DystopiaView]
_MENDED, _TORN = "Mended Signpost", "Torn Signpost"
"""Both sides of the Weapon of the lessons."""
_PACKAGE = "engine.dreams_of_dystopia.lessons"


def _own(view: DystopiaView) -> PlayerView:
    return view.players[lessons.LEARNER if view.viewer is None else view.viewer]


def _other(view: DystopiaView) -> PlayerView:
    return view.players[1 - _own(view).seat]


def _sides(view: DystopiaView, titles: Sequence[str]) -> list[CompiledSide]:
    return [pool_of(view).sides[title] for title in titles if title]


_is_turn, _is_attacked = lessons.asks(Topic.ACT), lessons.asks(Topic.BLOCK)
_is_helping = lessons.asks(Topic.SUPPORT_ATTACK, Topic.SUPPORT_BLOCK)


def _meets_defender(view: DystopiaView, question: Question) -> bool:
    """Return whether a fighter, or a possible blocker, has Defender."""
    combat, could = view.combat, _sides(view, _own(view).hand) if _is_attacked(view, question) else []
    fights = combat is not None and (combat.attacker.defender or combat.defender.defender)
    return fights or any(KeywordName.DEFENDER in side.keywords for side in could)


def _lacks_faction(view: DystopiaView, question: Question) -> bool:
    """Return whether a card in hand can't help the viewer's fighter because it is of the other faction."""
    if view.combat is None or not _is_helping(view, question):
        return False
    fighters = (view.combat.attacker, view.combat.defender)
    titles = [fighter.card for fighter in fighters if fighter.seat == _own(view).seat]
    helpers = [side for side in _sides(view, _own(view).hand) if side.is_helper]
    return any(helper.faction is not own.faction for own in _sides(view, titles) for helper in helpers)


QUESTIONS: Mapping[str, lessons.Ask[DystopiaView]] = {
    "chooses a Master": lessons.asks(Topic.MASTER),
    "chooses a target": lessons.asks(Topic.TARGET),
    "has a turn": _is_turn,
    "is attacked": _is_attacked,
    "is helping": _is_helping,
    "is turning the Weapon": lessons.asks(Topic.MAY, Topic.CARDS),
    "meets Defender": _meets_defender,
    "lacks a faction": _lacks_faction,
    "can recruit": lambda view, question: any(
        option.verb == OptionVerb.RECRUIT for option in question.options
    ),
    "holds a Curse": lambda view, question: _is_turn(view, question) and "Curse" in _own(view).hand,
}


def _turn_is_over(moment: _Moment) -> bool:
    return moment.view.turn > moment.start.turn


def _has_taken(moment: _Moment) -> bool:
    """Return whether the learner has acquired a card. Their turn may already be over, as nothing else is left (DD13)."""
    before, now = (
        sum(map(len, (own.hand, own.deck, own.discard, own.used, own.table)))
        for own in map(_own, (moment.start, moment.view))
    )
    return now > before


def _has_attacked(moment: _Moment) -> bool:
    """Return whether the turn's attack, or the turn, is over."""
    return (moment.view.attacks > 0 and moment.view.combat is None) or _turn_is_over(moment)


def _has_hit(moment: _Moment) -> bool:
    """Return whether the opponent lost LP by an attack with a Weapon."""
    has_weapon = any(side.noun is Noun.WEAPON for side in _sides(moment.view, _own(moment.view).used))
    return _has_attacked(moment) and has_weapon and _other(moment.view).lp < _other(moment.start).lp


def _has_blocked(moment: _Moment) -> bool:
    """Return whether the learner lost fewer LP than the attack's ATK."""
    combat, lost = moment.start.combat, _own(moment.start).lp - _own(moment.view).lp
    return moment.view.combat is None and combat is not None and lost < combat.attacker.atk


_can_use_deed = lessons.offered(OptionVerb.DEED, "Heroic Deed")
_can_use_carrier = lessons.offered(OptionVerb.ABILITY, "Ember Carrier")
_can_use_smith = lessons.offered(OptionVerb.ABILITY, "Scrap Smith")

MOMENTS: Mapping[str, lessons.When[DystopiaView]] = {
    "can gain Fame twice": lambda moment: _can_use_deed(moment) and _can_use_carrier(moment),
    "has 2 more Fame": lambda moment: _own(moment.view).fame >= _own(moment.start).fame + 2,
    "is past acting": lambda moment: moment.view.is_acquiring or _turn_is_over(moment),
    "turn is over": _turn_is_over,
    "has taken a card": _has_taken,
    "can add the Weapon": lessons.offered(OptionVerb.HELPER, _MENDED),
    "has attacked": _has_attacked,
    "has hit with a Weapon": _has_hit,
    "attack is over": lambda moment: moment.view.combat is None,
    "has blocked": _has_blocked,
    "can turn the Weapon": lambda moment: _TORN in _own(moment.view).hand and _can_use_smith(moment),
    "opponent is out": lambda moment: _other(moment.view).is_out,
}

_TEXTS = lessons_in(_PACKAGE, QUESTIONS, MOMENTS)
EXPLAINED, LESSONS = _TEXTS.explained, _TEXTS.lessons

COURSE = lessons.Course(
    game=DYSTOPIA,
    phrasing=DYSTOPIA_PHRASING,
    prepare=lambda: DYSTOPIA.setup([None, None]),
    story=lessons.story_in(_PACKAGE),
    lessons=LESSONS,
    aim=_TEXTS.aim,
    cards=lambda view: _own(view).hand,
    explained=EXPLAINED,
)
