"""The text of a question: the question itself, its options, and the consequences of each answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from bot.discord.components.plain import bare, capitalised, plain, shorten
from bot.discord.match_text import joined_names, names, stage, status_url, story_text
from bot.discord.time_format import deadline
from bot.panel.drafts import (
    AnswerShape,
    PartialAnswer,
    shape,
)
from bot.views.types import PlayerSnapshot, StoryLine
from cards.i18n import Translator, msg
from engine.kernel.consequence import Consequence, Gravity, WholeAnswer
from engine.kernel.endings import result
from engine.kernel.position import Outcome
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
    counts: dict[str, int] = {}
    out: list[str] = []
    for option in question.options:
        label = shorten(bare(option.label) or option.key, 95)
        counts[label] = counts.get(label, 0) + 1
        out.append(label if counts[label] == 1 else f"{label} ({counts[label]})")
    return tuple(out)


def grouped(question: Question, places: Iterable[int]) -> dict[int, list[int]]:
    """Return positions of options grouped by their group's first position; other options are alone."""
    groups: dict[tuple[str, int], list[int]] = {}
    for i in places:
        group = question.options[i].group
        groups.setdefault((group, -1 if group else i), []).append(i)
    by_first: dict[int, list[int]] = {}
    for positions in groups.values():
        by_first |= {positions[0]: positions} if len(positions) <= MEMBERS else {i: [i] for i in positions}
    return by_first


def group_named(question: Question, typed: str) -> PartialAnswer | None:
    """Return the partial answer with the group of this name open; None if no group of several options has this name.

    An option of the same name takes precedence.
    """
    query = typed.strip().casefold()
    if query in (name.casefold() for name in labels(question)):
        return None
    for first, positions in grouped(question, range(len(question.options))).items():
        if len(positions) > 1 and question.options[first].group.casefold() == query:
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
    return [
        (names[i], i) if len(positions) == 1 else (question.options[i].group, None) for i, positions in groups
    ]


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
"""Maximum characters for consequences. All of them are behind “What does this mean?”."""
FOLLOWS = 8
"""Maximum lines of consequences; beyond that, those that can be worked out from the board are dropped."""
ACT = 240
"""Maximum characters for the effect of an option on a pictured card."""
SMALL = "-# "
"""The beginning of a line in small text."""
WARNED = "⚠️"
"""The sign before a warning."""
_LABEL = re.compile(r"\*\*[^*]+\*\*: ")
"""The beginning of a line about one option."""
_FIRST = {Gravity.WARNING: 0, Gravity.SHOWN: 1}
"""The order of consequences: without a board, these are the only place for the scores."""
_RULE = re.compile(r"§.*|[A-Z]+[0-9]+")
"""Causes that are rules rather than cards: sections of the rulebook, and rulings."""


def prompt_lines(question: Question, translate: Translator) -> list[str]:
    """Return the question as a line, and the card that asks it unless the question names it."""
    lines = [f"**{plain(question.purpose, 700)}**"]
    cause = question.because or question.cause
    if cause and not is_rule(question.cause) and cause not in question.purpose:
        lines.append("-# " + translate.msg("Because of {cause}", cause=plain(cause)))
    return lines


def is_rule(cause: str) -> bool:
    """Return whether a cause is a section of the rulebook or a ruling, rather than a card."""
    return _RULE.fullmatch(cause) is not None


def how_to_type(question: Question, translate: Translator) -> str:
    """Return instructions for typing an answer to the question."""
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
    snapshot: PlayerSnapshot,
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
    question = snapshot.question
    if question is None:
        return []
    consequences = snapshot.table.game.consequences(snapshot.view, question, snapshot.table.names)
    if has_board:
        consequences = [
            consequence for consequence in consequences if consequence.weight is not Gravity.SHOWN
        ]
    if snapshot.table.lesson and question.kind is QuestionKind.ACTION:
        # Other options aren't part of the lesson, and use words that come later.
        consequences = [consequence for consequence in consequences if consequence.weight is Gravity.WARNING]
    if whole:
        # The consequence of each is shown beside it.
        consequences = [consequence for consequence in consequences if consequence.option is None]
    beside = read_beside(question)
    consequences = [consequence for consequence in consequences if not _is_beside(consequence, beside)]
    if len(consequences) > FOLLOWS:
        consequences = [
            consequence for consequence in consequences if consequence.weight is not Gravity.DETAIL
        ]
    named = dict(zip((option.key for option in question.options), labels(question), strict=True))
    warnings = [consequence for consequence in consequences if consequence.weight is Gravity.WARNING]
    lines, details = prompt_lines(question, translate), list[str]()
    for consequence in sorted(
        consequences, key=lambda consequence: _FIRST.get(consequence.weight, len(_FIRST))
    ):
        line = _line(snapshot, consequence, named, is_small=len(warnings) > 1)
        room -= len(line.removeprefix(SMALL))
        if room >= 0:
            (
                details if consequence.option is None and consequence.weight is Gravity.DETAIL else lines
            ).append(line)
    lines += [f"{SMALL}{' '.join(details)}"] if details else []
    if has_board and question.kind is QuestionKind.ACTION and len(lines) > 1 and lines[1].startswith(SMALL):
        # The board's headline asks it, too: here it begins the paragraph.
        lines[0] = f"{SMALL}{lines[0]}"
    return lines


def together(lines: Sequence[str]) -> list[str]:
    """Join consecutive small lines into paragraphs, so that a phone has no half-empty lines.

    A warning stays on its own line. Consecutive lines about one option name it once; a dot separates them from a
    sentence that isn't about an option.
    """
    paragraphs: list[str] = []
    option = ""
    for line in lines:
        content = line.removeprefix(SMALL)
        label = _LABEL.match(content)
        is_joined = paragraphs and all(
            one.startswith(SMALL) and WARNED not in one for one in (line, paragraphs[-1])
        )
        if is_joined:
            has_ended = paragraphs[-1].rstrip("*").endswith((".", "!", "?", "…"))
            between = " " if has_ended and (label is not None or not option) else " · "
            is_same = label is not None and label[0] == option
            paragraphs[-1] += between + (capitalised(content.removeprefix(option)) if is_same else content)
        else:
            paragraphs.append(line)
        option = "" if label is None else label[0]
    return paragraphs


def details_of(snapshot: PlayerSnapshot, question: Question) -> dict[str, str]:
    """Return the consequences shown beside options, in a menu or at their buttons, by key."""
    consequences = snapshot.table.game.consequences(snapshot.view, question, snapshot.table.names)
    beside, sentences_by_key = read_beside(question), dict[str, list[str]]()
    for consequence in consequences:
        if consequence.option is not None and (
            consequence.weight is Gravity.DETAIL or _is_beside(consequence, beside)
        ):
            sentences_by_key.setdefault(consequence.option, []).append(
                snapshot.translator(consequence.sentence)
            )
    return {key: " ".join(sentences) for key, sentences in sentences_by_key.items()}


def is_of_card(snapshot: PlayerSnapshot) -> bool:
    """Return whether the question is about a card pictured beside it, and only asks what to do with it."""
    game, question = snapshot.table.game, snapshot.question
    if question is None or snapshot.card is None or question.kind is not QuestionKind.ONE:
        return False
    title = game.shown.pictured(snapshot.view, question)
    return all(option.subject == title and option.verb in game.verb_buttons for option in question.options)


def acts_in_words(snapshot: PlayerSnapshot) -> list[str]:
    """Return the effect of each option on the card pictured beside the question; nothing if `is_of_card` is false."""
    if snapshot.question is None or not is_of_card(snapshot):
        return []
    details, verbs = details_of(snapshot, snapshot.question), snapshot.table.game.verb_buttons
    texts = [
        (verbs[option.verb], details.get(option.key, option.detail)) for option in snapshot.question.options
    ]
    return [
        f"{SMALL}**{snapshot.translator(verb)}**: {plain(capitalised(text), ACT)}"
        for verb, text in texts
        if text
    ]


def _is_beside(consequence: Consequence, beside: Collection[str]) -> bool:
    """Return whether a consequence is shown beside its option instead of above all options."""
    return consequence.option in beside and consequence.weight < Gravity.WARNING


def _line(
    snapshot: PlayerSnapshot, consequence: Consequence, labels: dict[str, str], *, is_small: bool
) -> str:
    """Return a consequence in small text, in the style of card text; a warning in normal size unless `is_small`."""
    text = plain(snapshot.translator(consequence.sentence), 400)
    is_warning = consequence.weight is Gravity.WARNING
    if is_warning:
        text = f"{WARNED} **{text}**"
    if consequence.option is not None:
        text = f"**{plain(labels.get(consequence.option, consequence.option))}**: {text}"
    is_detail = consequence.option is None and consequence.weight is Gravity.DETAIL
    return text if (is_warning and not is_small) or is_detail else f"{SMALL}{text}"


def news(snapshot: PlayerSnapshot, story_lines: Sequence[StoryLine], limit: int) -> list[str]:
    """Return recent events, at most about `limit` characters, without one with which the question begins.

    Empty for a cancelled match, because the rest of the panel says so.
    """
    lines, question = story_lines or snapshot.story, snapshot.question
    if question is not None:
        lines = _without(lines, lambda sentence: question.purpose.startswith(sentence))
    if snapshot.outcome is not None:
        lines = _without_end(snapshot, snapshot.outcome, lines) if snapshot.outcome.places else ()
    text = shorten(story_text(lines, limit, small=True), max(limit, 1))
    return [text] if text else []


def _without_end(
    snapshot: PlayerSnapshot, outcome: Outcome, lines: Sequence[StoryLine]
) -> Sequence[StoryLine]:
    """Return the events without the end of the match, which is shown above."""
    kernel, t = snapshot.table.game.kernel, snapshot.translator
    names = snapshot.table.names_in(t)
    result_sentence = t(result(outcome.places, kernel.endings[outcome.ending], names, snapshot.seat))
    return _without(lines, lambda sentence: sentence.rstrip(".") == result_sentence)


def _without(lines: Sequence[StoryLine], is_shown: Callable[[str], bool]) -> Sequence[StoryLine]:
    """Return the events without the sentences that are shown elsewhere."""
    remaining: list[StoryLine] = []
    for line in lines:
        places = [at for at, sentence in enumerate(line.sentences) if not is_shown(sentence)]
        standing_out = tuple(new for new, at in enumerate(places) if at in line.standing_out)
        sentences = tuple(line.sentences[at] for at in places)
        remaining.append(replace(line, sentences=sentences, standing_out=standing_out))
    return [line for line in remaining if line.sentences]


def whose_match(snapshot: PlayerSnapshot, translate: Translator, *, has_board: bool) -> str:
    """Return a line with the opponents, a link to the thread, and the stage if no board shows it."""
    is_asked = snapshot.question is not None and (snapshot.sheet is None or not snapshot.sheet.is_ahead)
    whose = translate(msg("Your move") if is_asked else msg("Your match"))
    player_names, seats = names(snapshot.table, translate), range(len(snapshot.table.people))
    seats_shown = (
        one for one in seats if one != snapshot.seat and (snapshot.outcome or one not in snapshot.table.out)
    )
    others = joined_names([plain(player_names[seat], 60) for seat in seats_shown], translate)
    url = status_url(snapshot.table)
    match = translate.msg(
        "{whose} against {who}", whose=f"**{whose}**", who=f"[{others}]({url})" if url else others
    )
    stage_text = "" if snapshot.outcome or has_board else stage(snapshot)
    left = time_left(snapshot, translate) if is_asked else ""
    return " · ".join(filter(None, (match, stage_text, left)))


def time_left(snapshot: PlayerSnapshot, translate: Translator) -> str:
    """Return the player's deadline; "" if no clock runs."""
    return deadline(snapshot.table, snapshot.seat, translate).strip()
