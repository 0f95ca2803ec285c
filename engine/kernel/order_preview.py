"""The answers that a standing order would have given recently, for a player who considers giving it."""

from __future__ import annotations

from collections.abc import Collection

from cards.i18n import Message, as_message, msg, series
from engine.kernel.events.event import SeenEvent, seen
from engine.kernel.game import orders_of
from engine.kernel.match import Match
from engine.kernel.orders.order import Order, PastQuestion
from engine.kernel.question import Choice, PendingQuestion, QuestionKind, shares


def rehearse(match: Match, seat: int, order: Order) -> tuple[PastQuestion, ...]:
    """Return the answers an order would have given in the last complete round, or in the first round if it isn't over.

    The order is given as early as possible in that round. The questions are those really asked, regardless of the
    order's earlier answers. Takes one replay of the match.
    """
    game, record = match.game, match.record
    round_now = game.round_number(match.machine)
    target_round = max(round_now - 1, min(round_now, 1))
    replayed, _ = Match.begin(game, record.setup, record.seed)
    active_order: Order | None = None
    happened: list[SeenEvent] = []
    answers: list[PastQuestion] = []
    for answer in record.answers:
        number = game.round_number(replayed.machine)
        if number > target_round:
            break
        if answer.left is None and answer.seat == seat and number == target_round:
            question = replayed.pending_questions[answer.seat]
            if active_order is None:
                active_order = orders_of(game).given_now(replayed.machine, seat, order)
                happened.clear()
            if active_order is not None:
                result = replayed.by_order(seat, active_order, happened)
                purpose, given_answer = as_message(question.purpose), choice_in_words(question, answer.choice)
                if result.ended is not None:
                    return (*answers, PastQuestion(purpose, given_answer, ended=result.ended))
                if result.random_choices:
                    answers.append(PastQuestion(purpose, given_answer, msg("at random")))
                elif result.choice is not None:
                    answers.append(
                        PastQuestion(purpose, given_answer, choice_in_words(question, result.choice))
                    )
        happened += (seen(event, seat) for event in replayed.repeat(answer))
    return tuple(answers)


def has_answered(match: Match, seat: int) -> bool:
    """Return whether a seat has answered a question since the first round began. Takes one replay in the first round."""
    game, record = match.game, match.record
    if game.round_number(match.machine) > 1:
        return True
    replayed, _ = Match.begin(game, record.setup, record.seed)
    for answer in record.answers:
        if answer.left is None and answer.seat == seat and game.round_number(replayed.machine) > 0:
            return True
        replayed.repeat(answer)
    return False


def choice_in_words(question: PendingQuestion, choice: Choice) -> Message:
    """Return an answer in the wording of the question's labels."""
    if question.kind is QuestionKind.NUMBER:
        return msg("{n}", n=int(choice[0]))
    labels = {option.key: as_message(option.label) for option in question.options}
    if question.kind is QuestionKind.DISTRIBUTE:
        shares_given = [(labels[key], points) for key, points in shares(choice).items() if points]
        return msg(
            "{shares}",
            shares=series(*(msg("{points} to {who}", points=n, who=label) for label, n in shares_given)),
        )
    if not choice:
        return msg("nothing")
    return msg("{things}", things=series(*(labels[key] for key in choice)))


def latest_answers(
    match: Match, seat: int, order: Order, topics: Collection[str], limit: int = 3
) -> tuple[PastQuestion, ...]:
    """Return the answers an order would have given to its seat's last `limit` questions on these topics, oldest first.

    Each time it is applied as if just given. Takes one replay of the match.
    """
    game, record = match.game, match.record
    replayed, _ = Match.begin(game, record.setup, record.seed)
    answers: list[PastQuestion] = []
    for answer in record.answers:
        question = replayed.pending_questions.get(answer.seat)
        if answer.left is None and answer.seat == seat and question is not None and question.topic in topics:
            active_order = orders_of(game).given_now(replayed.machine, seat, order)
            result = None if active_order is None else replayed.by_order(seat, active_order)
            choice = None if result is None or result.choice is None else result.choice
            answers.append(
                PastQuestion(
                    as_message(question.purpose),
                    choice_in_words(question, answer.choice),
                    msg("I'd ask you") if choice is None else choice_in_words(question, choice),
                )
            )
        replayed.repeat(answer)
    return tuple(answers[-limit:])
