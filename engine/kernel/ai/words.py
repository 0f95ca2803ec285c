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
"""The maximum number of items of an answer that are named. Further ones are counted."""

ALWAYS = 0.95
"""The share of positions from which an end of the match counts as certain."""

ACCURACY_EXPLAINED = msg(
    "Accuracy measures a player's decisions: 0 % is as good as random choices, 100 % "
    "is the best known answer every time. Decisions that hardly matter hardly count."
)
LUCK_EXPLAINED = msg(
    "Luck is the effect of hidden cards and dice on a player's win chance, apart from anyone's choices."
)


def choice_words(question: Question, choice: Choice) -> Value:
    """Return an answer in the words and language of its question: the chosen options, or their amounts."""
    labels = {option.key: option.label for option in question.options}
    if question.kind is QuestionKind.NUMBER:
        return choice[0]
    if question.kind is QuestionKind.DISTRIBUTE:
        amounts = {key: n for key, n in shares(choice).items() if n}
        return _listed([msg("{n} to {thing}", "share", n=n, thing=labels[key]) for key, n in amounts.items()])
    if not choice:
        return question.none or msg("nothing", "answer")
    counts = Counter(_distinct_name(question, key) for key in choice)
    chosen = _listed([name if n == 1 else msg("{card} ×{n}", card=name, n=n) for name, n in counts.items()])
    return Message(question.some, (("cards", chosen),)) if question.some else chosen


def _distinct_name(question: Question, key: str) -> str:
    """Return the name of an option, with its detail if another option has the same name."""
    option = next(option for option in question.options if option.key == key)
    details = {other_option.detail for other_option in question.options if other_option.label == option.label}
    return f"{option.label} ({option.detail})" if option.detail and len(details) > 1 else option.label


def _listed(things: Sequence[Value]) -> Value:
    if len(things) <= MOST_NAMED:
        return series(*things)
    more = len(things) - MOST_NAMED
    return series(*things[:MOST_NAMED], msg_plural("{n} more thing", "{n} more things", more))


def difference_words(
    thinking: Thinking, difference: Difference, asker: int, names: Sequence[Value]
) -> Message:
    """Return an advantage of an answer, as a clause for the seat that asked: "you keep one more card in your deck".

    `names` are the players' names by seat. A difference in only some positions is marked with "sometimes".
    """
    if difference.key == WIN:
        return msg("you win the match") if difference.size > ALWAYS else msg("you win the match more often")
    if difference.key == LOSS:
        return (
            msg("you don't lose the match")
            if difference.size > ALWAYS
            else msg("you lose the match less often")
        )
    if difference.key == OUT:
        who = names[difference.seat]
        if difference.size > ALWAYS:
            return msg("{who} is out of the match", who=who)
        return msg("{who} is out of the match more often", who=who)
    if difference.key == EXPERIENCE:
        n = max(1, percent(difference.size))
        return msg_plural(
            "in matches that I played against myself, it has won about one more of a hundred",
            "in matches that I played against myself, it has won about {n} more of a hundred",
            n,
        )
    count = next(count_of_key for count_of_key in thinking.counts if count_of_key.key == difference.key)
    n = max(1, round(difference.size))
    clause = count.clause(n, None if difference.seat == asker else names[difference.seat])
    return clause if difference.size >= OFTEN else msg("sometimes {what}", what=clause)


def questions_before(
    thinking: Thinking, record: MatchRecord, numbers: Collection[int], translator: Translator
) -> Mapping[int, Question]:
    """Return the questions of these answers in a language. Raises GameError if the record can't be replayed."""
    match, _ = Match.begin(thinking.game, record.setup, record.seed)
    questions: dict[int, Question] = {}
    for number, answer in enumerate(record.answers, start=1):
        if number > max(numbers, default=0):
            break
        if number in numbers:
            questions[number] = match.questions_in(translator)[answer.seat]
        match.repeat(answer)
    return questions


def mistake_words(thinking: Thinking, mistake: DecisionReport, question: Question) -> Message:
    """Return a clear mistake in words: the given answer, the better one, the loss, and its main source.

    `question` is the answer's question, in the reader's language.
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
    signed_points = f"+{points}" if points > 0 else f"−{-points}" if points else "0"
    return msg("Luck {points} points", points=signed_points)


def percent(chance: float) -> int:
    """Return a chance, 0..1, as whole per cent."""
    return max(0, min(100, round(100 * chance)))
