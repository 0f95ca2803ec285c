"""The course of Voidream: the conditions that `lessons.toml` names, and the match of `story.toml`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from cards.voidream.decks import Deck, ready_made
from engine.kernel.lesson_file import lessons_in
from engine.kernel.lessons import LEARNER, Ask, Course, LessonMoment, When, asks, story_in
from engine.kernel.question import Choice, PendingQuestion, Question, QuestionKind
from engine.voidream.game import VOIDREAM
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.text.notation import VOIDREAM_PHRASING
from engine.voidream.turns.actions import PASS
from engine.voidream.views.types import CardInPlay, SideView, VoidreamView

_PACKAGE = "engine.voidream.lessons"
_Moment = LessonMoment[VoidreamView]
_ATTACK = "Call to Order"
"""The arcanum that begins the conflict of the lesson about dawn."""


def _own(view: VoidreamView) -> SideView:
    """Return the viewer's side."""
    return view.sides[LEARNER if view.viewer is None else view.viewer]


def _other(view: VoidreamView) -> SideView:
    return view.sides[1 - (LEARNER if view.viewer is None else view.viewer)]


# ---------------------------------------------------------------------------------------------------- questions


def _is_turn(view: VoidreamView, question: Question) -> bool:
    return question.topic == Topic.ACTION and view.conflict is None


def _is_evoking(view: VoidreamView, question: Question) -> bool:
    return question.topic == Topic.EVOKED and any(
        option.verb == OptionVerb.PLAY for option in question.options
    )


QUESTIONS: Mapping[str, Ask[VoidreamView]] = {
    "has a turn": _is_turn,
    "has a turn in a conflict": lambda view, question: (
        question.topic == Topic.ACTION and view.conflict is not None
    ),
    "mind is spent": lambda view, question: question.topic == Topic.ACTION and _own(view).mind.count == 0,
    "evokes": _is_evoking,
    "evokes for nothing": lambda view, question: (
        question.topic == Topic.EVOKED and not _is_evoking(view, question)
    ),
    "attacks": asks(Topic.ATTACKERS),
    "defends": asks(Topic.DEFENDERS),
    "chooses dawn or dusk": asks(Topic.DAWN_OR_DUSK),
    "distributes damage": asks(Topic.DAMAGE),
    "faces Nightmare": asks(Topic.NIGHTMARE),
    "voids": asks(Topic.VOIDED),
}


# ------------------------------------------------------------------------------------------------ progress


def _entities(side: SideView) -> list[CardInPlay]:
    return [card for card in side.play if card.face is not None and card.face.kind == "entity"]


def _round_is_over(moment: _Moment) -> bool:
    return moment.view.round > moment.start.round or bool(moment.view.ended)


def _deck_is_smaller(moment: _Moment) -> bool:
    return _own(moment.view).deck_count < _own(moment.start).deck_count


def _has_lost_cards(moment: _Moment) -> bool:
    """Return whether the learner's deck has lost cards to the attack.

    Cards that they play leave the deck as well: memories and entities come into play, and Thoughts are discarded.
    """
    before, now = _own(moment.start), _own(moment.view)
    lost = Counter(card.title for card in now.discard.cards if card.kind != "thought")
    lost -= Counter(card.title for card in before.discard.cards)
    lost -= Counter(card.face.title for card in before.play if card.face is not None)
    return _deck_is_smaller(moment) and bool(lost)


def _has_torn(moment: _Moment) -> bool:
    """Return whether the opponent's deck has lost cards in the conflict that has just ended."""
    torn = _other(moment.start).deck_count - _other(moment.view).deck_count
    return torn >= 3 and moment.view.conflict is None


def _attack_is_spent(moment: _Moment) -> bool:
    """Return whether the arcanum that begins the lesson's conflict has been played, and the conflict is over."""
    question = moment.question
    is_turn = question is not None and _is_turn(moment.view, question)
    return is_turn and all(card.face is None or card.face.title != _ATTACK for card in _own(moment.view).hand)


def _bastion_is_open(moment: _Moment) -> bool:
    top = _other(moment.view).top
    is_open = top is not None and top.is_bastion
    return is_open and moment.question is not None and _is_turn(moment.view, moment.question)


MOMENTS: Mapping[str, When[VoidreamView]] = {
    "has more entities": lambda moment: (
        len(_entities(_own(moment.view))) > len(_entities(_own(moment.start)))
    ),
    "round is over": _round_is_over,
    "main phase is over": lambda moment: _round_is_over(moment) or moment.view.phase == "Nightmare",
    "deck is smaller": _deck_is_smaller,
    "has been in Nightmare": lambda moment: (
        _round_is_over(moment) and _own(moment.view).void != _own(moment.start).void
    ),
    "has torn the deck": _has_torn,
    "attack is spent": lambda moment: _round_is_over(moment) or _attack_is_spent(moment),
    "has held": lambda moment: moment.view.conflict is None and not _has_lost_cards(moment),
    "has lost cards": _has_lost_cards,
    "hand is back": lambda moment: len(_own(moment.view).hand) > len(_own(moment.start).hand),
    "bastion is exposed": _bastion_is_open,
    "has won": lambda moment: moment.view.viewer in moment.view.winners,
    "match is over": lambda moment: bool(moment.view.ended),
}

_TEXTS = lessons_in(_PACKAGE, QUESTIONS, MOMENTS)
EXPLAINED, LESSONS = _TEXTS.explained, _TEXTS.lessons


def quiet(question: PendingQuestion) -> Choice | None:
    """Return the answer that does nothing, such as passing or choosing no cards; None if there is none."""
    if question.topic == Topic.ACTION:
        return (PASS,)
    return () if question.kind is QuestionKind.CARDS and question.minimum == 0 else None


def _cards(view: VoidreamView) -> Iterator[str]:
    """Yield the titles of the cards in the player's hand and in play."""
    yield from (card.face.title for card in _own(view).hand if card.face is not None)
    for side in (_own(view), _other(view)):
        yield from (card.face.title for card in side.play if card.face is not None)


STORY = story_in(_PACKAGE)


def _decks() -> list[Deck]:
    """Return the decks of the story, by seat."""
    ready = {deck.name: deck for deck in ready_made()}
    return [ready[name] for name in STORY.decks]


COURSE = Course(
    game=VOIDREAM,
    phrasing=VOIDREAM_PHRASING,
    prepare=lambda: VOIDREAM.setup(_decks()),
    story=STORY,
    lessons=LESSONS,
    aim=_TEXTS.aim,
    cards=_cards,
    quiet=quiet,
    explained=EXPLAINED,
)
