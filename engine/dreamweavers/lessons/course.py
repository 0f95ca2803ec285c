"""The first match of Dreamweavers in seven lessons, and the explanations in a player's first matches."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cards.dreamweavers.language.words import Notion
from cards.dreamweavers.library import the_set
from cards.dreamweavers.model import CardSet
from cards.i18n import msg, title
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.saves.stored_set import keep
from engine.dreamweavers.text.notation import DREAMWEAVERS_PHRASING
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.views.types import DreamweaversView, SideView
from engine.kernel.lessons import (
    LEARNER,
    Course,
    Lesson,
    LessonExplanation,
    LessonLine,
    LessonMoment,
    asks,
    is_asked,
    offered,
    story_in,
)
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
_FIRST, _SECOND, _SHIELD, _ANSWER = (
    "Clenched Jaw",
    "Patient Sceptic",
    "Patient Lighthouse",
    "On Second Thought",
)
_ATTACKER, _EFFECT, _ON_TOP = "Bandleader", "Crossed Out", "Devil's Advocate"
FULL = 5
"""The size of a full Ego and a full hand."""


def _own(view: DreamweaversView) -> SideView:
    return view.sides[LEARNER if view.viewer is None else view.viewer]


def _other(view: DreamweaversView) -> SideView:
    return view.sides[1 - _own(view).seat]


_is_turn, _is_answering = asks(Topic.ACTION), asks(Topic.ANSWER)
_is_defending = asks(Topic.DEFEND, Topic.SHIELDS)


# ------------------------------------------------------------------------------------------------- explanations


def _could_attack(view: DreamweaversView, question: Question) -> bool:
    return any(option.verb == OptionVerb.ATTACK for option in question.options)


def _holds_feeling(view: DreamweaversView, question: Question) -> bool:
    faces = (card.face for card in _own(view).hand)
    return _is_turn(view, question) and any(face is not None and face.kind == "Feeling" for face in faces)


def _could_refresh(view: DreamweaversView, question: Question) -> bool:
    can = any(option.verb == OptionVerb.REFRESH for option in question.options)
    return can and len(_own(view).hand) < FULL - 1


def _misses_ego(view: DreamweaversView, question: Question) -> bool:
    return _is_turn(view, question) and len(_own(view).ego) < FULL


EXPLAINED: tuple[LessonExplanation[DreamweaversView], ...] = (
    LessonExplanation(
        "draft",
        asks(Topic.DRAFT),
        msg("A notion is fifteen cards. Three of them, shuffled, are your deck: your mind."),
        of_question=True,
    ),
    LessonExplanation(
        "Intent",
        asks(Topic.INTENT),
        msg("Your Intent is one of your notions. The text on its cover applies to you for the whole match."),
        of_question=True,
    ),
    LessonExplanation(
        "mulligan",
        asks(Topic.MULLIGAN),
        msg(
            "Exchange cards that cost too much for your first turns: you begin with little memory. Costs of 1 to 3 are good."
        ),
        of_question=True,
    ),
    LessonExplanation(
        "Lucid",
        asks(Topic.LUCID),
        msg("A lucid Thought out of your Ego may come straight into play, for nothing."),
        of_question=True,
    ),
    LessonExplanation(
        "room",
        asks(Topic.ROOM),
        msg(
            "You have room for three Feelings. One of the four is forgotten: it goes to your Id, the discard pile."
        ),
        of_question=True,
    ),
    LessonExplanation(
        "answer",
        _is_answering,
        msg(
            "An effect that moved the tracker to your side waits for you. Respond with "
            "a Feeling or an ability, or let it happen."
        ),
        of_question=True,
    ),
    LessonExplanation(
        "shields",
        _is_defending,
        msg(
            "Shields are Thoughts that you discard: with as much power as the attacker they stop it. An Ego card is not always worth that."
        ),
        of_question=True,
    ),
    LessonExplanation(
        "Ego",
        _misses_ego,
        msg("Your turn begins with at least as much memory as cards are missing from your Ego."),
    ),
    LessonExplanation(
        "attack",
        _could_attack,
        msg(
            "Attacks cost no memory. The attacker is tapped, and can be attacked until it untaps in your next turn."
        ),
    ),
    LessonExplanation(
        "refresh",
        _could_refresh,
        msg(
            "Refresh sets your memory to 0 and draws until you hold five cards. Your turn goes on: do it last, before you attack."
        ),
    ),
    LessonExplanation(
        "Feeling",
        _holds_feeling,
        msg("A Feeling happens once (fleeting), then stays in play with a lasting effect (lingering)."),
    ),
    LessonExplanation(
        "turn",
        _is_turn,
        msg(
            "Paying moves the tracker toward your opponent. On 0 your turn continues. "
            "Past 0 it ends, and your opponent gets what you overspent."
        ),
        of_question=True,
    ),
)
"""The explanations, rare situations before common ones: the first one that applies is shown."""


# ------------------------------------------------------------------------------------------------ the lessons


def _turn_is_over(moment: _Moment) -> bool:
    return moment.view.turn > moment.start.turn or bool(moment.view.ended)


def _lost_ego(moment: _Moment) -> bool:
    return len(_own(moment.view).ego) < len(_own(moment.start).ego)


def _has_held(moment: _Moment) -> bool:
    """Return whether the attack has ended without taking a card."""
    return moment.view.attack is None and not _lost_ego(moment)


def _has_hit(moment: _Moment) -> bool:
    return len(_other(moment.view).ego) < len(_other(moment.start).ego)


def _is_there(moment: _Moment) -> bool:
    """Return whether the Thought that an effect would destroy is in play."""
    return any(card.face.title == _SECOND for card in _own(moment.view).thoughts)


def _begins(moment: _Moment) -> bool:
    return not _own(moment.view).notions


LESSONS: tuple[Lesson[DreamweaversView], ...] = (
    Lesson(
        "draft",
        msg("Three notions", "lesson"),
        0,
        msg("Draft three notions, and choose one of them as your Intent."),
        (
            LessonLine(
                lambda moment: is_asked(asks(Topic.DRAFT))(moment) and _begins(moment),
                msg("A notion is fifteen cards that go together. Take the one that you like best."),
            ),
            LessonLine(
                is_asked(asks(Topic.DRAFT)),
                msg(
                    "Take two more. Your three notions, 45 cards, are shuffled: that is your deck. It is called your mind."
                ),
            ),
            LessonLine(
                is_asked(asks(Topic.INTENT)),
                msg(
                    "One of your notions is your Intent: its cover helps you for the whole match. Which one?"
                ),
            ),
        ),
        lambda moment: _own(moment.view).intent is not None,
        msg(
            "**That's your deck.** In the next lessons you play Rage, Hope and Doubt, "
            "with Hope as your Intent."
        ),
    ),
    Lesson(
        "gauge",
        msg("Memory", "lesson"),
        8,
        msg("Play a Thought."),
        (
            LessonLine(
                lambda moment: is_asked(_is_turn)(moment) and _own(moment.view).memory > 0,
                msg(
                    "Cards cost memory. You have 1, and {card} costs 1: play it. Thoughts are the cards that attack, and that "
                    "shield you from attacks.",
                    card=title(_FIRST),
                ),
                press=(OptionVerb.PLAY, _FIRST),
            ),
            LessonLine(
                is_asked(_is_turn),
                msg(
                    "You're at 0, and your turn continues. Your opponent gets whatever you "
                    "spend now. Play a Thought."
                ),
            ),
        ),
        lambda moment: len(_own(moment.view).thoughts) > len(_own(moment.start).thoughts),
        msg(
            "**Played.** You share one gauge: paying moves its tracker toward your "
            "opponent. On 0 your turn continues. Past 0 it ends, and your opponent "
            "gets what you overspent."
        ),
        _turn_is_over,
        msg(
            "Your turn is over, and you played no Thought. Start again, and play {card}.",
            card=title(_FIRST),
        ),
    ),
    Lesson(
        "attack",
        msg("Attack", "lesson"),
        15,
        msg("Take a card from your opponent's Ego."),
        (
            LessonLine(
                offered(OptionVerb.ATTACK, _FIRST),
                msg(
                    "{card} has been in play since your last turn, so it can attack. That costs no memory. Attack the Ego.",
                    card=title(_FIRST),
                ),
                press=(OptionVerb.ATTACK, _FIRST),
            ),
        ),
        _has_hit,
        msg(
            "**A hit.** Four cards are left in that Ego. {card} is tapped now: it can't attack again before your next turn, and "
            "can be attacked itself.",
            card=title(_FIRST),
        ),
        _turn_is_over,
        msg(
            "Your turn is over, and you didn't attack. Start again, and attack with {card}.",
            card=title(_FIRST),
        ),
    ),
    Lesson(
        "shields",
        msg("Shields", "lesson"),
        21,
        msg("Stop the attack."),
        (
            LessonLine(
                is_asked(_is_defending),
                msg(
                    "{attacker} attacks your Ego. Thoughts that you discard from your hand are shields: with as much power as the "
                    "attacker they stop it. {card} is enough.",
                    attacker=title(_ATTACKER),
                    card=title(_SHIELD),
                ),
            ),
        ),
        _has_held,
        msg(
            "**Stopped.** Your shield is now in your Id, the discard pile. You won't "
            "have shields for every attack, so let some through."
        ),
        _lost_ego,
        msg("It took a card of your Ego. Start again, and shield with {card}.", card=title(_SHIELD)),
    ),
    Lesson(
        "Ego",
        msg("Taking damage", "lesson"),
        24,
        msg("Take the damage."),
        (
            LessonLine(
                is_asked(_is_defending),
                msg(
                    "Another attack, and you have no shield that's strong enough. Choose no "
                    "shields: damage reveals the top card of your Ego, and that card helps you."
                ),
                press=(OptionVerb.PASS, ""),
            ),
        ),
        _lost_ego,
        msg(
            "**{card} was on top.** A Thought goes to your hand; if it is as strong as the attacker, that one is gone. A Feeling "
            "would have happened, for nothing.",
            card=title(_ON_TOP),
        ),
        _has_held,
        msg("You stopped it, and often that's right. Start again, and choose no shields this time."),
    ),
    Lesson(
        "standby",
        msg("A response", "lesson"),
        28,
        msg("Keep {card} in play.", card=title(_SECOND)),
        (
            LessonLine(
                is_asked(_is_answering),
                msg(
                    "{effect} would destroy {card}. It moved the tracker past 0 to your side, "
                    "so it waits and you can respond: {answer} cancels it.",
                    effect=title(_EFFECT),
                    card=title(_SECOND),
                    answer=title(_ANSWER),
                ),
                press=(OptionVerb.PLAY, _ANSWER),
            ),
        ),
        lambda moment: not moment.view.standby and _is_there(moment),
        msg(
            "**Cancelled.** If you pay past 0, your opponent can respond with a "
            "Feeling or an ability before anything happens. What you can pay for is safe."
        ),
        lambda moment: not _is_there(moment),
        msg(
            "{card} is gone. Start again, and respond with {answer}.",
            card=title(_SECOND),
            answer=title(_ANSWER),
        ),
    ),
    Lesson(
        "last",
        msg("The last card", "lesson"),
        44,
        msg("Win the match."),
        (
            LessonLine(
                lambda moment: is_asked(_could_attack)(moment) and not _other(moment.view).ego,
                msg("That Ego is empty, so the next damage wins. Attack it once more."),
                press=(OptionVerb.ATTACK, ""),
            ),
            LessonLine(
                is_asked(_could_attack),
                msg(
                    "Some turns later. One card is left in that Ego, and two of your Thoughts can attack. Attack the Ego with one, then "
                    "with the other."
                ),
                press=(OptionVerb.ATTACK, ""),
            ),
        ),
        lambda moment: moment.view.viewer in moment.view.winners,
        msg(
            "**You won your first match.** One more thing for the next: Refresh draws "
            "until you hold five cards, and sets your memory to 0."
        ),
        _turn_is_over,
        msg("Your turn is over, and your opponent plays on. Start again, and attack the Ego with both."),
    ),
)


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
    story=story_in("engine.dreamweavers.lessons"),
    lessons=LESSONS,
    aim=msg(
        "**You win** when your opponent takes damage and has no card left in their Ego, and **you lose** when you do. An Ego is five "
        "cards, face down."
    ),
    cards=_cards,
    quiet=quiet,
    explained=EXPLAINED,
)
