"""The text that a player reads before they decide: the question, its options, and the consequences of each answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from bot.discord.components.plain import bare, capitalised, plain, shorten
from bot.discord.match_text import listed, names, stage, status_url, story
from bot.discord.time_format import deadline
from bot.panel.drafts import (
    AnswerShape,
    PartialAnswer,
    shape,
)
from bot.views.types import PrivateLook, StoryLine
from cards.i18n import Translator, msg
from engine.kernel.consequence import Consequence, Gravity, WholeAnswer
from engine.kernel.endings import result
from engine.kernel.question import Option, Question, QuestionKind

MENU = 25
"""Options of one menu."""
MEMBERS = 10
"""Maximum options of a group shown as buttons. A larger group is listed separately."""


@lru_cache(maxsize=64)
def labels(question: Question) -> tuple[str, ...]:
    """Return one unique label per option, at most 100 characters, without formatting.

    Cached, because a panel needs them for each of its buttons.
    """
    taken: dict[str, int] = {}
    out: list[str] = []
    for option in question.options:
        label = shorten(bare(option.label) or option.key, 95)
        taken[label] = taken.get(label, 0) + 1
        out.append(label if taken[label] == 1 else f"{label} ({taken[label]})")
    return tuple(out)


def grouped(question: Question, places: Iterable[int]) -> dict[int, list[int]]:
    """Return these positions of options with those of one group together, by the first of them; others are alone."""
    groups: dict[tuple[str, int], list[int]] = {}
    for i in places:
        group = question.options[i].group
        groups.setdefault((group, -1 if group else i), []).append(i)
    found: dict[int, list[int]] = {}
    for some in groups.values():
        found |= {some[0]: some} if len(some) <= MEMBERS else {i: [i] for i in some}
    return found


def group_named(question: Question, typed: str) -> PartialAnswer | None:
    """Return the partial answer with the group of this name open, or None if no group with several options has that
    name.

    An option of the same name takes precedence.
    """
    wanted = typed.strip().casefold()
    if wanted in (name.casefold() for name in labels(question)):
        return None
    for first, some in grouped(question, range(len(question.options))).items():
        if len(some) > 1 and question.options[first].group.casefold() == wanted:
            return PartialAnswer((first,))
    return None


def grouped_options(question: Question, places: Sequence[int]) -> list[tuple[str, int | None]]:
    """Return the labels of the options at these positions, each with its position.

    If there are more than a menu holds, a group is represented by its name, without a position.
    """
    names = labels(question)
    if len(places) <= MENU:
        return [(names[i], i) for i in places]
    groups = grouped(question, places).items()
    return [(names[i], i) if len(some) == 1 else (question.options[i].group, None) for i, some in groups]


def read_beside(question: Question) -> frozenset[str]:
    """Return the keys of options whose consequences are shown beside their button or in a menu.

    One of them is chosen.
    """
    if shape(question) is not AnswerShape.SINGLE or question.kind is QuestionKind.YES_NO:
        return frozenset()
    return frozenset(option.key for option in question.options if not is_lone(question, option))


def is_lone(question: Question, option: Option) -> bool:
    """Return whether an option of an ACTION question has no object, such as passing."""
    return question.kind is QuestionKind.ACTION and not option.subject and not option.group


ROOM = 520
"""Characters of what follows. All of it is behind what asks what the question means."""
FOLLOWS = 8
"""Lines of what follows; where there are more, what can be worked out from the board is left out."""
ACT = 240
"""Characters of what an option does with a pictured card."""
SMALL = "-# "
"""The beginning of a line in small text."""
_FIRST = {Gravity.WARNING: 0, Gravity.SHOWN: 1}
"""The order of what follows: where no board is shown, nothing else gives the scores."""
_RULE = re.compile(r"§.*|[A-Z]+[0-9]+")
"""The form of causes that are rules and not cards: sections of the rulebook, and rulings."""


def prompt_lines(question: Question, translate: Translator) -> list[str]:
    """Return the question in a line, followed by the card that asks it unless the question names it."""
    lines = [f"**{plain(question.purpose, 700)}**"]
    cause = question.because or question.cause
    if cause and not is_rule(question.cause) and cause not in question.purpose:
        lines.append("-# " + translate.msg("Because of {cause}", cause=plain(cause)))
    return lines


def is_rule(cause: str) -> bool:
    """Return whether a cause is a section of the rulebook or a ruling, and no card."""
    return _RULE.fullmatch(cause) is not None


def how_to_type(question: Question, translate: Translator) -> str:
    """Return how an answer to the question is typed."""
    match shape(question):
        case AnswerShape.NUMBER:
            return translate.msg(
                "Type a number from {low} to {high}.", low=question.minimum, high=question.maximum
            )
        case AnswerShape.SHARES:
            return translate.msg("Type each name or number with its points, as in “1 = 2, 3 = 1”.")
        case AnswerShape.SEQUENCE:
            return translate.msg("Type the names or numbers in the order you want, with commas between them.")
        case AnswerShape.SET:
            return translate.msg(
                "Type the names or numbers of the options, with commas between them, or “none”."
            )
        case AnswerShape.SINGLE:
            return translate.msg("Type the name of an option, or its number.")


def question_lines(
    look: PrivateLook,
    translate: Translator,
    whole: Sequence[WholeAnswer] = (),
    *,
    has_board: bool = False,
    room: int = ROOM,
) -> list[str]:
    """Return the question and the consequences of its answers, or nothing without a question.

    Consequences of complete answers (`whole`) are shown beside them; `room` is the maximum number of characters for
    the rest. `has_board`: the board is shown above as a picture, so its content isn't repeated.
    """
    question = look.question
    if question is None:
        return []
    found = look.table.game.consequences(look.view, question, look.table.names)
    if has_board:
        found = [one for one in found if one.weight is not Gravity.SHOWN]
    if look.table.lesson and question.kind is QuestionKind.ACTION:
        # Other options aren't part of the lesson, and use words that come later.
        found = [one for one in found if one.weight is Gravity.WARNING]
    if whole:
        # The consequence of each is shown beside it.
        found = [one for one in found if one.option is None]
    beside = read_beside(question)
    found = [one for one in found if not _is_beside(one, beside)]
    if len(found) > FOLLOWS:
        found = [one for one in found if one.weight is not Gravity.DETAIL]
    named = dict(zip((option.key for option in question.options), labels(question), strict=True))
    lines, details = prompt_lines(question, translate), list[str]()
    for one in sorted(found, key=lambda one: _FIRST.get(one.weight, len(_FIRST))):
        line = _line(look, one, named)
        room -= len(line)
        if room >= 0:
            (details if one.option is None and one.weight is Gravity.DETAIL else lines).append(line)
    return [*lines, *([f"-# {' '.join(details)}"] if details else [])]


def together(lines: Sequence[str]) -> list[str]:
    """Join consecutive small lines into paragraphs, so that a phone has no half-empty lines."""
    found: list[str] = []
    for line in lines:
        if found and line.startswith(SMALL) and found[-1].startswith(SMALL):
            between = " " if found[-1].rstrip("*").endswith((".", "!", "?", "…")) else " · "
            found[-1] += between + line.removeprefix(SMALL)
        else:
            found.append(line)
    return found


def details_of(look: PrivateLook, question: Question) -> dict[str, str]:
    """Return the consequences shown beside options, in a menu or at their buttons, by key."""
    found = look.table.game.consequences(look.view, question, look.table.names)
    beside, told = read_beside(question), dict[str, list[str]]()
    for one in found:
        if one.option is not None and (one.weight is Gravity.DETAIL or _is_beside(one, beside)):
            told.setdefault(one.option, []).append(look.translator(one.sentence))
    return {key: " ".join(said) for key, said in told.items()}


def is_of_card(look: PrivateLook) -> bool:
    """Return whether the question is about a card that is pictured beside it, and asks no more than what is
    done with it.
    """
    game, question = look.table.game, look.question
    if question is None or look.card is None or question.kind is not QuestionKind.ONE:
        return False
    title = game.shown.pictured(look.view, question)
    return all(one.subject == title and one.verb in game.verb_buttons for one in question.options)


def acts_in_words(look: PrivateLook) -> list[str]:
    """Return what each option does with the card pictured beside the question; empty where `is_of_card` is false.

    An option that does nothing worth a sentence, such as putting the card back, has no line.
    """
    if look.question is None or not is_of_card(look):
        return []
    details, verbs = details_of(look, look.question), look.table.game.verb_buttons
    texts = [(verbs[one.verb], details.get(one.key, one.detail)) for one in look.question.options]
    return [
        f"{SMALL}**{look.translator(verb)}**: {plain(capitalised(text), ACT)}" for verb, text in texts if text
    ]


def _is_beside(one: Consequence, beside: Collection[str]) -> bool:
    """Return whether a consequence is shown beside its option, and so not above all of them."""
    return one.option in beside and one.weight < Gravity.WARNING


def _line(look: PrivateLook, one: Consequence, labels: dict[str, str]) -> str:
    """Return a consequence in small text, in the style of card text; a warning in normal size."""
    said = plain(look.translator(one.sentence), 400)
    if one.weight is Gravity.WARNING:
        said = f"⚠️ **{said}**"
    if one.option is not None:
        said = f"**{plain(labels.get(one.option, one.option))}**: {said}"
    is_detail = one.option is None and one.weight is Gravity.DETAIL
    return said if one.weight is Gravity.WARNING or is_detail else f"-# {said}"


def news(look: PrivateLook, said: Sequence[StoryLine], limit: int) -> list[str]:
    """Return recent events, at most about `limit` characters.

    Empty for a cancelled match, because the rest of the panel says so.
    """
    if look.outcome is not None and not look.outcome.places:
        return []
    lines = _without_end(look, said or look.story)
    told = shorten(story(lines, limit, small=True), max(limit, 1))
    return [told] if told else []


def _without_end(look: PrivateLook, lines: Sequence[StoryLine]) -> Sequence[StoryLine]:
    """Return the events without the end of the match, which is shown above."""
    outcome = look.outcome
    if outcome is None:
        return lines
    kernel, t = look.table.game.kernel, look.translator
    names = look.table.names_in(t)
    said = t(result(outcome.places, kernel.endings[outcome.ending], names, look.seat))
    found: list[StoryLine] = []
    for line in lines:
        places = [at for at, one in enumerate(line.sentences) if one.rstrip(".") != said]
        standing_out = tuple(new for new, at in enumerate(places) if at in line.standing_out)
        sentences = tuple(line.sentences[at] for at in places)
        found.append(replace(line, sentences=sentences, standing_out=standing_out))
    return [line for line in found if line.sentences]


def whose_match(look: PrivateLook, translate: Translator, *, has_board: bool) -> str:
    """Return in a line whose match it is, with the way to its thread, and how far it has got where no board shows that."""
    is_asked = look.question is not None and (look.sheet is None or not look.sheet.is_ahead)
    whose = translate(msg("Your move") if is_asked else msg("Your match"))
    called, seats = names(look.table, translate), range(len(look.table.people))
    there = (one for one in seats if one != look.seat and (look.outcome or one not in look.table.out))
    others = listed([plain(called[seat], 60) for seat in there], translate)
    url = status_url(look.table)
    match = translate.msg(
        "{whose} against {who}", whose=f"**{whose}**", who=f"[{others}]({url})" if url else others
    )
    now = "" if look.outcome or has_board else stage(look)
    left = time_left(look, translate) if is_asked else ""
    return " · ".join(filter(None, (match, now, left)))


def time_left(look: PrivateLook, translate: Translator) -> str:
    """Return until when a player must have answered; "" where no time runs."""
    return deadline(look.table, look.seat, translate).strip()
