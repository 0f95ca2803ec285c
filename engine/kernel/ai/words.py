"""Sentences about answers and a match in a review. Reports only have keys and numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from cards.i18n import Message, Translator, Value, msg, msg_plural, series
from engine.kernel.ai.analysis import THE_END
from engine.kernel.ai.counts import EXPERIENCE, LOSS, OFTEN, OUT, WIN, Difference
from engine.kernel.ai.decisions import DecisionReport
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.review import SeatReport
from engine.kernel.match import Match
from engine.kernel.match_state import MatchRecord
from engine.kernel.question import Choice, Question, QuestionKind, shares

MOST_NAMED = 5
"""So many things of an answer are named; how many more there are is counted."""

ALWAYS = 0.95
"""From this share of the positions on, an end of the match is said to come."""

ACCURACY_EXPLAINED = msg(
    "Accuracy measures a player's decisions: 0 % is as good as random choices, 100 % "
    "is the best known answer every time. Decisions that hardly matter hardly count."
)
LUCK_EXPLAINED = msg(
    "Luck is the effect of hidden cards and dice on a player's win chance, apart from anyone's choices."
)


def choice_words(question: Question, choice: Choice) -> Value:
    """Return an answer in the words of its question, and in its language: what is chosen, or how much of what."""
    labels = {option.key: option.label for option in question.options}
    if question.kind is QuestionKind.NUMBER:
        return choice[0]
    if question.kind is QuestionKind.DISTRIBUTE:
        given = {key: n for key, n in shares(choice).items() if n}
        return _listed([msg("{n} to {thing}", "share", n=n, thing=labels[key]) for key, n in given.items()])
    if not choice:
        return question.none or msg("nothing", "answer")
    counts = Counter(_told_apart(question, key) for key in choice)
    chosen = _listed([one if n == 1 else msg("{card} ×{n}", card=one, n=n) for one, n in counts.items()])
    return Message(question.some, (("cards", chosen),)) if question.some else chosen


def _told_apart(question: Question, key: str) -> str:
    """Return the name of an option, with its detail if another option has the same name."""
    option = next(option for option in question.options if option.key == key)
    details = {other.detail for other in question.options if other.label == option.label}
    return f"{option.label} ({option.detail})" if option.detail and len(details) > 1 else option.label


def _listed(things: Sequence[Value]) -> Value:
    if len(things) <= MOST_NAMED:
        return series(*things)
    more = len(things) - MOST_NAMED
    return series(*things[:MOST_NAMED], msg_plural("{n} more thing", "{n} more things", more))


def difference_words(thinking: Thinking, found: Difference, asker: int, names: Sequence[Value]) -> Message:
    """Return an advantage of an answer, as a clause for the seat that asked: "you keep one more card in your deck".

    `names` are the players' names by seat. A difference in only some positions is marked with "sometimes".
    """
    if found.key == WIN:
        return msg("you win the match") if found.size > ALWAYS else msg("you win the match more often")
    if found.key == LOSS:
        return (
            msg("you don't lose the match") if found.size > ALWAYS else msg("you lose the match less often")
        )
    if found.key == OUT:
        who = names[found.seat]
        if found.size > ALWAYS:
            return msg("{who} is out of the match", who=who)
        return msg("{who} is out of the match more often", who=who)
    if found.key == EXPERIENCE:
        n = max(1, percent(found.size))
        return msg_plural(
            "in matches that I played against myself, it has won about one more of a hundred",
            "in matches that I played against myself, it has won about {n} more of a hundred",
            n,
        )
    count = next(one for one in thinking.counts if one.key == found.key)
    n = max(1, round(found.size))
    said = count.clause(n, None if found.seat == asker else names[found.seat])
    return said if found.size >= OFTEN else msg("sometimes {what}", what=said)


def questions_before(
    thinking: Thinking, record: MatchRecord, numbers: Collection[int], translator: Translator
) -> Mapping[int, Question]:
    """Return, in a language, what was asked where these answers were given. Raises GameError if the record can't be replayed."""
    match, _ = Match.begin(thinking.game, record.setup, record.seed)
    asked: dict[int, Question] = {}
    for number, answer in enumerate(record.answers, start=1):
        if number > max(numbers, default=0):
            break
        if number in numbers:
            asked[number] = match.questions_in(translator)[answer.seat]
        match.repeat(answer)
    return asked


def mistake_words(thinking: Thinking, mistake: DecisionReport, question: Question) -> Message:
    """Return a clear mistake in words: what was answered, what was better, what that cost, and where most of it comes from.

    `question` is what was asked, in the reader's language.
    """
    if mistake.better is None:
        raise ValueError(f"answer {mistake.number} is no mistake")
    return msg(
        "Answer {number}: {given} – better: {better}. Win chance {before} % → {after} "
        "%, mostly from: {feature}.",
        number=mistake.number,
        given=choice_words(question, mistake.given),
        better=choice_words(question, mistake.better),
        before=percent(mistake.chance + mistake.loss),
        after=percent(mistake.chance),
        feature=feature_words(thinking, mistake.feature),
    )


def feature_words(thinking: Thinking, key: str) -> Message:
    """Return the display name of a feature."""
    return msg("how the match ends", "feature") if key == THE_END else thinking.words[key]


def accuracy_words(seat: SeatReport) -> Message:
    """Return the quality of a seat's decisions in words."""
    if seat.accuracy is None:
        return msg("Accuracy: not enough data")
    return msg("Accuracy {percent} %", percent=percent(seat.accuracy))


def luck_words(seat: SeatReport) -> Message | None:
    """Return a seat's luck in words; None if it is unknown."""
    if seat.luck is None:
        return None
    points = round(100 * seat.luck)
    said = f"+{points}" if points > 0 else f"−{-points}" if points else "0"
    return msg("Luck {points} points", points=said)


def percent(chance: float) -> int:
    """Return a chance, 0..1, as whole per cent."""
    return max(0, min(100, round(100 * chance)))
