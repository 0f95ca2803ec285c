"""The course of Dreamweavers: the conditions that `lessons.toml` names, and the match of `story.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from cards.dreamweavers.language.words import Notion
from cards.dreamweavers.library import the_set
from cards.dreamweavers.model import CardSet
from cards.i18n import msg
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.saves.stored_set import keep
from engine.dreamweavers.text.notation import DREAMWEAVERS_PHRASING
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.views.types import DreamweaversView, SideView
from engine.kernel.lesson_file import lessons_in
from engine.kernel.lessons import LEARNER, Ask, Course, LessonMoment, When, asks, is_asked, story_in
from engine.kernel.question import Choice, PendingQuestion, Question

_Moment = LessonMoment[DreamweaversView]
OFFERED = {
    Notion.RAGE: msg("It attacks early and hard, and soon runs out of cards.", "about"),
    Notion.HOPE: msg("It is weak at first. The more it is hit, the stronger it gets.", "about"),
    Notion.PRIDE: msg("One big fighter, and everything to make it bigger.", "about"),
    Notion.DOUBT: msg("It spoils what the other player does, in their turn.", "about"),
    Notion.LOGIC: msg("Small steps that add up. It likes to pay exactly.", "about"),
    Notion.JOY: msg("Many small fighters that make each other strong.", "about"),
}
"""The notions of the first match, with a description of each for beginners. Half of all, so that they can be read."""
_THREATENED = "Patient Sceptic"
"""The Thought that an effect would destroy."""
_PACKAGE = "engine.dreamweavers.lessons"
FULL = 5
"""The size of a full Ego and a full hand."""


def _own(view: DreamweaversView) -> SideView:
    return view.sides[LEARNER if view.viewer is None else view.viewer]


def _other(view: DreamweaversView) -> SideView:
    return view.sides[1 - _own(view).seat]


_is_turn = asks(Topic.ACTION)


# ------------------------------------------------------------------------------------------------- questions


def _could_attack(view: DreamweaversView, question: Question) -> bool:
    return any(option.verb == OptionVerb.ATTACK for option in question.options)


def _holds_feeling(view: DreamweaversView, question: Question) -> bool:
    faces = (card.face for card in _own(view).hand)
    return _is_turn(view, question) and any(face is not None and face.kind == "Feeling" for face in faces)


def _could_refresh(view: DreamweaversView, question: Question) -> bool:
    can = any(option.verb == OptionVerb.REFRESH for option in question.options)
    return can and len(_own(view).hand) < FULL - 1


QUESTIONS: Mapping[str, Ask[DreamweaversView]] = {
    "drafts": asks(Topic.DRAFT),
    "chooses an Intent": asks(Topic.INTENT),
    "may exchange cards": asks(Topic.MULLIGAN),
    "has a lucid Thought": asks(Topic.LUCID),
    "has too many Feelings": asks(Topic.ROOM),
    "can respond": asks(Topic.ANSWER),
    "is defending": asks(Topic.DEFEND, Topic.SHIELDS),
    "has a turn": _is_turn,
    "can attack": _could_attack,
    "can refresh": _could_refresh,
    "holds a Feeling": _holds_feeling,
    "misses Ego cards": lambda view, question: _is_turn(view, question) and len(_own(view).ego) < FULL,
}


# ------------------------------------------------------------------------------------------------ progress


def _lost_ego(moment: _Moment) -> bool:
    return len(_own(moment.view).ego) < len(_own(moment.start).ego)


def _is_there(moment: _Moment) -> bool:
    return any(card.face.title == _THREATENED for card in _own(moment.view).thoughts)


_is_drafting, _has_turn, _can_attack = (
    is_asked(asks(Topic.DRAFT)),
    is_asked(_is_turn),
    is_asked(_could_attack),
)

MOMENTS: Mapping[str, When[DreamweaversView]] = {
    "drafts first": lambda moment: _is_drafting(moment) and not _own(moment.view).notions,
    "has an Intent": lambda moment: _own(moment.view).intent is not None,
    "has a turn with memory": lambda moment: _has_turn(moment) and _own(moment.view).memory > 0,
    "has more Thoughts": lambda moment: len(_own(moment.view).thoughts) > len(_own(moment.start).thoughts),
    "turn is over": lambda moment: moment.view.turn > moment.start.turn or bool(moment.view.ended),
    "has hit": lambda moment: len(_other(moment.view).ego) < len(_other(moment.start).ego),
    "has held": lambda moment: moment.view.attack is None and not _lost_ego(moment),
    "has lost Ego": _lost_ego,
    "effect is cancelled": lambda moment: not moment.view.standby and _is_there(moment),
    "Thought is gone": lambda moment: not _is_there(moment),
    "can attack an empty Ego": lambda moment: _can_attack(moment) and not _other(moment.view).ego,
    "has won": lambda moment: moment.view.viewer in moment.view.winners,
}

_TEXTS = lessons_in(_PACKAGE, QUESTIONS, MOMENTS)
EXPLAINED, LESSONS = _TEXTS.explained, _TEXTS.lessons


def quiet(question: PendingQuestion) -> Choice | None:
    """Return the answer that does nothing, such as ending the turn or passing; None if there is none."""
    keys = {option.key for option in question.options}
    return next(((key,) for key in (OptionVerb.LET_GO, OptionVerb.PASS) if key in keys), None)


def _setup() -> bytes:
    """Return the setup of a match that offers only some notions."""
    cards = the_set()
    return keep(
        CardSet(
            {name: card for name, card in cards.cards.items() if card.notion in OFFERED},
            {notion: replace(cards.covers[notion], about=str(text)) for notion, text in OFFERED.items()},
        )
    )


def _cards(view: DreamweaversView) -> Iterator[str]:
    """Yield the titles of the cards in the player's hand and in play."""
    yield from (card.face.title for card in _own(view).hand if card.face is not None)
    for side in view.sides:
        yield from (card.face.title for card in (*side.thoughts, *side.feelings))


COURSE = Course(
    game=DREAMWEAVERS,
    phrasing=DREAMWEAVERS_PHRASING,
    prepare=_setup,
    story=story_in(_PACKAGE),
    lessons=LESSONS,
    aim=_TEXTS.aim,
    cards=_cards,
    quiet=quiet,
    explained=EXPLAINED,
)
