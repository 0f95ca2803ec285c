"""Play and read matches with all messages reworded, and write everything that isn't for people.

Run `python -m tests.rewording.player SEED FILE`.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.rewording.rewording import reword

if __name__ == "__main__":
    reword(sys.argv[1])

from bot.games.voidream import voidream
from cards.voidream.decks import ready_made
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.kernel.records.reader import read_record
from engine.kernel.records.verifier import verify
from engine.kernel.records.writer import write_record
from engine.kernel.simulation import play
from engine.voidream.game import VOIDREAM
from engine.voidream.lessons.course import EXPLAINED
from engine.voidream.orders.conditions import asks
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.text.notation import VOIDREAM_PHRASING
from engine.voidream.views.consequences import consequences, rule_of
from render.voidream.question_subject import is_about_hand
from tests.golden_matches.player import FOLDER as RECORDS

DECKS = list(ready_made())
NAMES = ("Ada", "Bo")
RECORD = "random-one-door-everything-grows.record"
PRESSES = 6


def main() -> None:
    """Write the results to the named file."""
    Path(sys.argv[2]).write_text(json.dumps(everything()), encoding="utf-8")


def everything() -> dict[str, Any]:
    """Return the results as plain data for JSON."""
    return {
        "lots": [by_lot(0, 1, "rewording"), by_lot(2, 3, "rewording too")],
        "greedy": [greedily(4, 5, orders=False), greedily(6, 7, orders=True)],
        "record": reread(RECORD),
        "table": asyncio.run(at_the_table()),
    }


def told(event: Event) -> str:
    return f"{event.fact!r} {event.cause}"


def by_lot(first: int, second: int, seed: str) -> dict[str, Any]:
    """Play at random, and make every possible query about each question."""
    match, begun = Match.begin(VOIDREAM, VOIDREAM.setup([DECKS[first], DECKS[second]]), seed)
    chance, happened, known = Chance(seed), [told(event) for event in begun], list[Any]()
    while match.outcome is None:
        seat = min(match.questions)
        question, view = match.questions[seat], match.view(seat)
        known.append([question.topic, question.subject, question.quoted, *about(match, seat)])
        known.append([[option.key, option.verb, option.subject, option.limit] for option in question.options])
        known.append([rule_of(view, question), is_about_hand(view, question)])
        known.append([[one.option, one.weight] for one in consequences(view, question, NAMES)])
        choice = random_choice(question, chance)
        happened += [told(event) for event in match.answer(seat, question.id, choice)]
    record = write_record(match, NAMES, VOIDREAM_PHRASING)
    return {"known": known, "happened": happened, "record": record, "outcome": repr(match.outcome)}


def about(match: Match, seat: int) -> Iterator[Any]:
    """Yield everything else that depends on a question: orders, lessons, forced answers, and forbidding rules."""
    asked, view = match.pending_questions[seat], match.view(seat)
    yield asks(asked)
    yield [form.order.kind for form in match.order_forms(seat) if match.by_order(seat, form.order).choice]
    yield [one.key for one in EXPLAINED if one.when(view, match.questions[seat])]
    yield match.forced()
    if asked.topic == Topic.ACTION:
        hand = [card.face.title for card in view.sides[seat].hand if card.face]
        wishes = [f"{verb} {card}" for card in hand for verb in (OptionVerb.PLAY, OptionVerb.INVERT)]
        reasons = (match.why_not(seat, wish) for wish in wishes)
        yield [reason and reason[1] for reason in reasons]


def greedily(first: int, second: int, *, orders: bool) -> list[str]:
    """Return a match of the greedy player against itself."""
    happened: list[str] = []
    setup = VOIDREAM.setup([DECKS[first], DECKS[second]])
    players = [Greedy(Chance(f"greedy {seat}")) for seat in range(2)]
    through = play(
        VOIDREAM, setup, "rewording", players, orders=orders, watch=lambda event: happened.append(told(event))
    )
    return [*happened, repr([through.outcome, through.answers, through.forced, through.by_order])]


def reread(name: str) -> list[str]:
    """Read a record, and return the verified result."""
    record = read_record((RECORDS / name).read_text(encoding="utf-8"), name)
    verdict = verify(record, VOIDREAM, VOIDREAM_PHRASING)
    return [str(verdict.answers), verdict.result, "holds" if verdict.holds else str(verdict.problem)]


async def at_the_table() -> list[Any]:
    """Play through Discord. Return the controls of each panel, and the answers."""
    from tests.rewording.presses import pressed

    with tempfile.TemporaryDirectory() as folder:
        return await pressed(Path(folder) / "bot.sqlite3", voidream(), PRESSES)


if __name__ == "__main__":
    main()
