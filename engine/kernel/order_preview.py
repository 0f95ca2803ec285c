"""The answers that a standing order would have given in the last round, for the player who thinks of giving it."""

from __future__ import annotations

from collections.abc import Collection

from cards.i18n import Message, as_message, msg, series
from engine.kernel.events.event import SeenEvent, seen
from engine.kernel.game import orders_of
from engine.kernel.match import Match
from engine.kernel.orders.order import Order, PastQuestion
from engine.kernel.question import Choice, PendingQuestion, QuestionKind, shares


def rehearse(match: Match, seat: int, order: Order) -> tuple[PastQuestion, ...]:
    """Return the answers an order would have given in the last complete round; in the first round, in the current
    one.

    It is given as early as possible in that round. Each question is the one that was really asked, regardless of the
    order's earlier answers. It takes one replay of the match.
    """
    game, record = match.game, match.record
    now = game.round_number(match.machine)
    wanted = max(now - 1, min(now, 1))
    again, _ = Match.begin(game, record.setup, record.seed)
    given: Order | None = None
    happened: list[SeenEvent] = []
    out: list[PastQuestion] = []
    for answer in record.answers:
        number = game.round_number(again.machine)
        if number > wanted:
            break
        if answer.left is None and answer.seat == seat and number == wanted:
            question = again.pending_questions[answer.seat]
            if given is None:
                given = orders_of(game).given_now(again.machine, seat, order)
                happened.clear()
            if given is not None:
                ordered = again.by_order(seat, given, happened)
                asked, answered = as_message(question.purpose), choice_in_words(question, answer.choice)
                if ordered.ended is not None:
                    return (*out, PastQuestion(asked, answered, ended=ordered.ended))
                if ordered.lots:
                    out.append(PastQuestion(asked, answered, msg("at random")))
                elif ordered.choice is not None:
                    out.append(PastQuestion(asked, answered, choice_in_words(question, ordered.choice)))
        happened += (seen(event, seat) for event in again.repeat(answer))
    return tuple(out)


def choice_in_words(question: PendingQuestion, choice: Choice) -> Message:
    """Return an answer to a question as its labels say it."""
    if question.kind is QuestionKind.NUMBER:
        return msg("{n}", n=int(choice[0]))
    labels = {option.key: as_message(option.label) for option in question.options}
    if question.kind is QuestionKind.DISTRIBUTE:
        given = [(labels[key], points) for key, points in shares(choice).items() if points]
        return msg(
            "{shares}", shares=series(*(msg("{points} to {who}", points=n, who=label) for label, n in given))
        )
    if not choice:
        return msg("nothing")
    return msg("{things}", things=series(*(labels[key] for key in choice)))


def tried(
    match: Match, seat: int, order: Order, topics: Collection[str], most: int = 3
) -> tuple[PastQuestion, ...]:
    """Return the answers an order would have given the last times its seat was asked one of these topics, oldest
    first.

    Each time it is applied as if just given. It takes one replay of the match.
    """
    game, record = match.game, match.record
    again, _ = Match.begin(game, record.setup, record.seed)
    out: list[PastQuestion] = []
    for answer in record.answers:
        question = again.pending_questions.get(answer.seat)
        if answer.left is None and answer.seat == seat and question is not None and question.topic in topics:
            given = orders_of(game).given_now(again.machine, seat, order)
            ordered = None if given is None else again.by_order(seat, given)
            said = None if ordered is None or ordered.choice is None else ordered.choice
            out.append(
                PastQuestion(
                    as_message(question.purpose),
                    choice_in_words(question, answer.choice),
                    msg("I'd ask you") if said is None else choice_in_words(question, said),
                )
            )
        again.repeat(answer)
    return tuple(out[-most:])
