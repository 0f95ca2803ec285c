"""The lessons of Voidream, and the short explanations in a player's first matches."""

from __future__ import annotations

from collections.abc import Iterator

from cards.i18n import msg, title
from cards.voidream.decks import Deck, ready_made
from engine.kernel.lessons import (
    LEARNER,
    Course,
    Lesson,
    LessonExplanation,
    LessonLine,
    LessonMoment,
    asks,
    is_asked,
    story_in,
)
from engine.kernel.question import Choice, PendingQuestion, Question, QuestionKind
from engine.voidream.game import VOIDREAM
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.text.notation import VOIDREAM_PHRASING
from engine.voidream.turns.actions import PASS
from engine.voidream.views.types import CardInPlay, SideView, VoidreamView

RULES = "§4"
"""The cause of questions asked by the rules rather than a card."""


# ---------------------------------------------------------------------------------------------------- questions


def _is_turn(view: VoidreamView, question: Question) -> bool:
    return question.topic == Topic.ACTION and view.conflict is None


def _is_turn_in_conflict(view: VoidreamView, question: Question) -> bool:
    return question.topic == Topic.ACTION and view.conflict is not None


def _is_spent(view: VoidreamView, question: Question) -> bool:
    """Return whether the mind is spent, so that no arcanum can be played this turn."""
    return question.topic == Topic.ACTION and _own(view).mind.count == 0


def _is_evoking(view: VoidreamView, question: Question) -> bool:
    return question.topic == Topic.EVOKED and any(
        option.verb == OptionVerb.PLAY for option in question.options
    )


def _is_evoking_for_nothing(view: VoidreamView, question: Question) -> bool:
    return question.topic == Topic.EVOKED and not _is_evoking(view, question)


_is_attacking = asks(Topic.ATTACKERS)
_is_defending = asks(Topic.DEFENDERS)
_is_choosing_kind = asks(Topic.DAWN_OR_DUSK)
_is_sharing_damage = asks(Topic.DAMAGE)
_is_facing_nightmare = asks(Topic.NIGHTMARE)
_is_voiding = asks(Topic.VOIDED)


EXPLAINED: tuple[LessonExplanation[VoidreamView], ...] = (
    LessonExplanation(
        "evoke",
        _is_evoking,
        msg("Evoking: only you see this card. Play it now, or leave it on top of your deck."),
        of_question=True,
    ),
    LessonExplanation(
        "evoke for nothing",
        _is_evoking_for_nothing,
        msg("You can't play this card now. It stays on top of your deck."),
        of_question=True,
    ),
    LessonExplanation(
        "Nightmare",
        _is_facing_nightmare,
        msg(
            "Nightmare takes a player who can't give it an arcanum. Discard one to "
            "stay out. Or enter: get your discarded arcana back, lose one for good, "
            "and fight at dusk."
        ),
        of_question=True,
    ),
    LessonExplanation(
        "void",
        _is_voiding,
        msg("What goes to the Void is lost for this match. The others are yours again."),
        of_question=True,
    ),
    LessonExplanation(
        "dawn or dusk",
        _is_choosing_kind,
        msg("Dawn: the higher score wins, ready entities count. Dusk: the lower wins, exhausted ones count."),
        of_question=True,
    ),
    LessonExplanation(
        "attack",
        _is_attacking,
        msg("Attackers are exhausted afterwards. You can attack with no entities: your depth still counts."),
        of_question=True,
    ),
    LessonExplanation(
        "defend",
        _is_defending,
        msg("Damage hits defenders before your deck. Defenders are exhausted afterwards."),
        of_question=True,
    ),
    LessonExplanation(
        "damage",
        _is_sharing_damage,
        msg("Damage equal to an entity's stability, all at once, destroys it. Less has no effect."),
        of_question=True,
    ),
    LessonExplanation(
        "conflict",
        _is_turn_in_conflict,
        msg(
            "When both of you pass, the attacker's top card rolls to the bottom, and the scores are counted."
        ),
        of_question=True,
    ),
    LessonExplanation(
        "mind",
        _is_spent,
        msg("Your mind is spent: no more arcana this round. Next round it is set to your depth again."),
    ),
    LessonExplanation(
        "turn",
        _is_turn,
        msg(
            "Your depth is the number on top of your deck: only arcana of that value or more can be played, and each "
            "costs one mind."
        ),
        of_question=True,
    ),
)
"""The explanations, rare situations before common ones: the first one that applies is shown."""


# ------------------------------------------------------------------------------------------------ the lessons


def _own(view: VoidreamView) -> SideView:
    """Return the viewer's side."""
    return view.sides[LEARNER if view.viewer is None else view.viewer]


def _other(view: VoidreamView) -> SideView:
    return view.sides[1 - (LEARNER if view.viewer is None else view.viewer)]


def _entities(side: SideView) -> list[CardInPlay]:
    return [card for card in side.play if card.face is not None and card.face.kind == "entity"]


def _round_is_over(moment: LessonMoment[VoidreamView]) -> bool:
    return moment.view.round > moment.start.round or bool(moment.view.ended)


def _is_over(moment: LessonMoment[VoidreamView]) -> bool:
    return bool(moment.view.ended)


def _has_more_entities(moment: LessonMoment[VoidreamView]) -> bool:
    return len(_entities(_own(moment.view))) > len(_entities(_own(moment.start)))


def _deck_is_smaller(moment: LessonMoment[VoidreamView]) -> bool:
    return _own(moment.view).deck_count < _own(moment.start).deck_count


def _has_been_in_nightmare(moment: LessonMoment[VoidreamView]) -> bool:
    return _round_is_over(moment) and _own(moment.view).void != _own(moment.start).void


def _has_torn(moment: LessonMoment[VoidreamView]) -> bool:
    """Return whether the opponent's deck has lost cards in the conflict that has just ended."""
    torn = _other(moment.start).deck_count - _other(moment.view).deck_count
    return torn >= 3 and moment.view.conflict is None


def _has_held(moment: LessonMoment[VoidreamView]) -> bool:
    return moment.view.conflict is None and not _deck_is_smaller(moment)


def _hand_is_back(moment: LessonMoment[VoidreamView]) -> bool:
    return len(_own(moment.view).hand) > len(_own(moment.start).hand)


def _has_won(moment: LessonMoment[VoidreamView]) -> bool:
    return moment.view.viewer in moment.view.winners


def _bastion_is_open(moment: LessonMoment[VoidreamView]) -> bool:
    top = _other(moment.view).top
    is_open = top is not None and top.is_bastion
    return is_open and moment.question is not None and _is_turn(moment.view, moment.question)


LESSONS: tuple[Lesson[VoidreamView], ...] = (
    Lesson(
        "evoke",
        msg("The top card", "lesson"),
        2,
        msg("Bring an entity into play: a card that fights for you."),
        (
            LessonLine(
                is_asked(_is_evoking),
                msg(
                    "You evoke: this is your top card, and only you see it. You could put it back, but play it."
                ),
                press=(OptionVerb.PLAY, ""),
            ),
            LessonLine(
                is_asked(_is_turn),
                msg(
                    "Your hand holds arcana. Your deck shows a 4, your depth: only arcana of 4 or more can be played. {card} lets you look at your top card.",
                    card=title("Open Eyes"),
                ),
                press=(OptionVerb.PLAY, "Open Eyes"),
            ),
        ),
        _has_more_entities,
        msg("**It's yours.** The next card of your deck is now your depth, so you can play different cards."),
        _round_is_over,
        msg("The round is over, and nothing came into play. Start again, and evoke."),
    ),
    Lesson(
        "mind",
        msg("When the mind is spent", "lesson"),
        16,
        msg("Get a card out of your deck without an arcanum."),
        (
            LessonLine(
                is_asked(_is_evoking),
                msg("A card that you evoke costs no mind. Play it."),
                press=(OptionVerb.PLAY, ""),
            ),
            LessonLine(
                is_asked(_is_turn),
                msg(
                    "Later in the same round. Each arcanum costs one point of mind, and yours is at 0. {card} in play still lets you evoke: activate it.",
                    card=title("Lantern Page"),
                ),
                press=(OptionVerb.ACTIVATE, "Lantern Page"),
            ),
        ),
        _deck_is_smaller,
        msg(
            "**Done.** Arcana cost mind, cards in play don't. Next round your mind is set to your depth again."
        ),
        lambda moment: _round_is_over(moment) or moment.view.phase == "Nightmare",
        msg(
            "You passed, and the round is over. Start again, and activate {card}.",
            card=title("Lantern Page"),
        ),
    ),
    Lesson(
        "Nightmare",
        msg("Nightmare, and dusk", "lesson"),
        23,
        msg("Enter Nightmare, and survive it."),
        (
            LessonLine(
                is_asked(_is_facing_nightmare),
                msg(
                    "At the end of each round, Nightmare wants an arcanum from one of you. "
                    "Discard one and stay out. Or enter, and get back all your discarded arcana."
                ),
                press=(OptionVerb.ENTER_NIGHTMARE, ""),
            ),
            LessonLine(
                is_asked(_is_voiding),
                msg("One arcanum is the price, for good. Then you fight: at dusk, the lower score wins."),
            ),
        ),
        _has_been_in_nightmare,
        msg(
            "**You're out of Nightmare.** You fought at dusk, where the lower score wins: yours was your depth, changed by your mind card. Only exhausted entities, turned sideways, count."
        ),
        _round_is_over,
        msg(
            "You gave an arcanum and stayed out. Often that's right. Start again to "
            "see Nightmare from inside."
        ),
    ),
    Lesson(
        "dawn",
        msg("At dawn", "lesson"),
        24,
        msg("Win a conflict at dawn, and take three cards from your opponent's deck."),
        (
            LessonLine(
                is_asked(_is_attacking),
                msg(
                    "Who attacks? Your score is your depth plus, at dawn, the first number of "
                    "each ready attacker (not turned sideways)."
                ),
            ),
            LessonLine(
                is_asked(_is_turn_in_conflict),
                msg(
                    "At dawn the higher score wins. Pass: when both have passed, your top card rolls to the bottom, which gives you a new depth, and the scores are counted."
                ),
                press=(OptionVerb.PASS, ""),
            ),
            LessonLine(
                is_asked(_is_turn),
                msg(
                    "Your entities are ready to fight. {card} begins a conflict: play it.",
                    card=title("Call to Order"),
                ),
                press=(OptionVerb.PLAY, "Call to Order"),
            ),
        ),
        _has_torn,
        msg(
            "**You won.** The difference is the damage: a card from the deck for each "
            "point. The bastion is at the bottom."
        ),
        _round_is_over,
        msg("The round is over. Start again, and attack with all of them."),
    ),
    Lesson(
        "defend",
        msg("Defending", "lesson"),
        55,
        msg("Lose no card to this attack."),
        (
            LessonLine(
                is_asked(_is_defending),
                msg(
                    "You are attacked at dawn. Each ready entity that defends adds its first number to your score, and damage hits it before your deck."
                ),
            ),
        ),
        _has_held,
        msg(
            "**Nothing got through.** Only a winning attacker reaches the deck. A "
            "winning defender only hits attackers."
        ),
        _deck_is_smaller,
        msg("They got through. Start again, and defend with more entities."),
    ),
    Lesson(
        "inverted",
        msg("Turned upside down", "lesson"),
        30,
        msg("Get your discarded arcana back."),
        (
            LessonLine(
                is_asked(_is_attacking),
                msg(
                    "Its inverted effect comes first, and this one begins a conflict. Your "
                    "arcana come back afterwards."
                ),
            ),
            LessonLine(
                is_asked(_is_turn),
                msg(
                    "You can play any arcanum inverted: it does more, and all your discarded "
                    "arcana come back. But it's gone for good. Try one."
                ),
                press=(OptionVerb.INVERT, "Call to Order"),
            ),
        ),
        _hand_is_back,
        msg("**Your hand is full again**, minus one arcanum. A player with none left for Nightmare loses."),
        _round_is_over,
        msg("The round is over. Start again, and play an arcanum inverted."),
    ),
    Lesson(
        "bastion",
        msg("The bastion", "lesson"),
        78,
        msg("Destroy your opponent's bastion, and win."),
        (
            LessonLine(
                is_asked(_is_attacking),
                msg("All attackers count. Entities that stay at home can defend later."),
            ),
            LessonLine(
                _bastion_is_open,
                msg(
                    "Their bastion is exposed. Damage equal to its stability (the number on "
                    "it), all at once, destroys it."
                ),
            ),
            LessonLine(
                is_asked(_is_turn),
                msg("One card is left on your opponent's bastion. The rest of this match is yours."),
            ),
        ),
        _has_won,
        msg("**You won your first match.** That's all you need to know. The rest is dreaming."),
        _is_over,
        msg("You lost this time. Start again from here: it's only a dream."),
    ),
)


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


STORY = story_in("engine.voidream.lessons")


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
    aim=msg(
        "**You win** by destroying the bastion at the bottom of your opponent's deck. **You lose** with your own bastion, or when "
        "Nightmare wants a card and your hand is empty."
    ),
    cards=_cards,
    quiet=quiet,
    explained=EXPLAINED,
)
