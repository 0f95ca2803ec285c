"""Holds what people are told of whole matches against what happened: nothing decisive may be missing.

    python -m bench.stories [MATCHES]

Players who look at what is good for them play matches with ready-made decks. Before each of their decisions it is put
together what their panel would tell them, and for a spectator who looks from time to time what has happened since.
"""

from __future__ import annotations

import re
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.progress import track

from bot.match.beforehand import forced
from bot.views.build_views import AT_A_DISTANCE, AT_ONCE, since_acting
from cards.i18n import ENGLISH
from cards.voidream.decks import ready_made
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, seen
from engine.kernel.events.story import StoryAct, ToldAct, Weight, told
from engine.kernel.match import Match
from engine.voidream.facts import EVENTS
from engine.voidream.game import VOIDREAM
from engine.voidream.players.greedy.player import Greedy

NAMES = ("Mia", "Bo")


@dataclass(slots=True)
class Told:
    """What has been told in some matches: words of each story before a decision, and decisive events that none told."""

    decisions: list[int] = field(default_factory=list[int])
    digests: list[int] = field(default_factory=list[int])
    decisive: int = 0
    missing: list[str] = field(default_factory=list[str])

    def add(self, other: Told) -> None:
        """Take what was told in other matches into this."""
        self.decisions += other.decisions
        self.digests += other.digests
        self.decisive += other.decisive
        self.missing += other.missing


@dataclass(frozen=True, slots=True)
class Happened:
    """An act of a match: who decided (None: nobody), all that happened, and who is asked something now."""

    rev: int
    seat: int | None
    events: tuple[Event, ...]
    asked: tuple[int, ...]


def played(number: int) -> list[Happened]:
    """Return the acts of a match: its number decides which decks are played, and how it goes."""
    decks = ready_made()
    pair = [decks[number % len(decks)], decks[(number // len(decks) + 3 * number + 1) % len(decks)]]
    match, events = Match.begin(VOIDREAM, VOIDREAM.setup(pair), f"story {number}")
    players = [Greedy(Chance(f"story {number}, {seat}")) for seat in (0, 1)]
    acts = [Happened(0, None, events + forced(match), tuple(sorted(match.asked)))]
    while match.outcome is None and len(acts) < 2000:
        seat = min(match.asked)
        question = match.questions[seat]
        choice = players[seat].answer(question, lambda seat=seat: match.view(seat))
        happened = match.answer(seat, question.id, choice) + forced(match)
        acts.append(Happened(len(acts), seat, happened, tuple(sorted(match.asked))))
    return acts


def act_of(one: Happened, seat: int | None) -> StoryAct:
    """Return an act as one audience is told of it."""
    return StoryAct(
        one.rev, VOIDREAM.story([seen(event, seat) for event in one.events], NAMES, seat), one.seat
    )


def stories(acts: Sequence[Happened], seat: int) -> Iterator[tuple[list[StoryAct], list[ToldAct]]]:
    """Yield what somebody is told before each of their decisions, and when the match is over, and of which acts."""
    told_of = [act_of(one, seat) for one in acts]
    mine = 0
    for at, one in enumerate(acts):
        if one.seat == seat:
            mine = at
        if seat in one.asked or at == len(acts) - 1:
            since = told_of[mine : at + 1]
            yield since, told(since_acting(since, by_hand=acts[mine].seat == seat), most=AT_ONCE)


def digests(acts: Sequence[Happened], every: int) -> Iterator[tuple[list[StoryAct], list[ToldAct]]]:
    """Yield what a spectator is told who looks after every so many acts."""
    for at in range(0, len(acts), every):
        since = [act_of(other, None) for other in acts[at : at + every]]
        yield since, told(since, most=AT_A_DISTANCE)


def words(lines: Sequence[ToldAct]) -> int:
    """Return how many words these lines have."""
    texts = [ENGLISH(text) for line in lines for text in (line.result, *line.rest) if text is not None]
    return sum(len(re.findall(r"\w[\w'’-]*", text)) for text in texts)


def held(number: int) -> Told:
    """Play a match, and hold what both players and a spectator are told against what happened."""
    acts = played(number)
    found = Told()
    for seat in (0, 1):
        last = Told()
        for since, lines in stories(acts, seat):
            found.decisions.append(words(lines))
            last.missing += _missing(acts, since, lines, seat)
        found.missing += last.missing
        found.decisive += sum(_is_decisive(event, seat) for one in acts for event in one.events)
    for since, lines in digests(acts, 20):
        found.digests.append(words(lines))
        found.missing += _missing(acts, since, lines, None)
    return found


def _missing(
    acts: Sequence[Happened], since: Sequence[StoryAct], lines: Sequence[ToldAct], seat: int | None
) -> list[str]:
    """Return the decisive events of these acts that no line tells."""
    shown = {(line.rev, place) for line in lines for beat in line.beats for place in beat.covers}
    return [
        f"act {act.rev}, {event.kind} to {seat}"
        for act in since
        for place, event in enumerate(acts[act.rev].events)
        if _is_decisive(event, seat) and (act.rev, place) not in shown
    ]


def _is_decisive(event: Event, seat: int | None) -> bool:
    fact = seen(event, seat).fact
    return EVENTS.entry(fact).weight_of(fact) is Weight.DECISIVE


def main() -> None:
    """Play as many matches as are named, and say what was told of them."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    found = Told()
    for number in track(range(matches), "Matches"):
        found.add(held(number))
    say = Console(highlight=False, soft_wrap=True).print
    say(f"{matches} matches, {found.decisive} decisive events, {len(found.missing)} not told")
    for one in found.missing[:10]:
        say(one)
    for name, counts in (("before a decision", found.decisions), ("in a digest", found.digests)):
        say(f"words {name}: median {statistics.median(counts):.0f}, largest {max(counts)}")
    if found.missing:
        sys.exit(1)


if __name__ == "__main__":
    main()
