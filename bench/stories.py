"""Compare summaries of whole matches with the changes of views: nothing may be missing.

python -m bench.stories [MATCHES [GAME [SEATS]]] [--first NUMBER] [--read]

Greedy players play matches of every game. The summary in a player's panel is checked before each decision and at the
end; for a spectator, the summary of each act and of every 20 acts. An event in the summary must explain each
difference between the views before and after. `--read` prints the summaries instead.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from rich.console import Console
from rich.progress import track

from bot.games.playable import PlayableGame
from bot.games.registry import games
from bot.match.first_answers import forced
from cards.i18n import ENGLISH
from engine.kernel.chance import Chance
from engine.kernel.events.changes import Change
from engine.kernel.events.event import Event, SeenEvent, seen
from engine.kernel.events.story import StoryAct, SummaryLine, Weight
from engine.kernel.events.summary import AT_A_DISTANCE, AT_ONCE, summary_lines
from engine.kernel.match import Match

NAMES = ("Mia", "Bo", "Cy", "Dee")
LONGEST = 1500
"""Answers after which a match is left unfinished."""
BACK, NESTED = 20, 16
"""The number of past acts, and of events of one kind in them, that are searched for the start of something unfinished."""
EVERY = 20
"""Acts between two summaries of a spectator."""
BEFORE, EACH, DIGEST = "before a decision", "spectator, each act", "spectator, digest"


@dataclass(slots=True)
class Stretches:
    """The results for summaries of one kind: their number, their lengths in words, and the unexplained differences."""

    words: list[int] = field(default_factory=list[int])
    differences: int = 0
    with_untold: int = 0
    untold: Counter[str] = field(default_factory=Counter[str])
    unnamed: int = 0
    """Cards that came into play or left it without being named in a sentence."""
    counted: int = 0
    """Sentences that count "things" or "plays"."""
    examples: list[str] = field(default_factory=list[str])

    def add(self, other: Stretches) -> None:
        """Add the results of other matches."""
        self.words += other.words
        self.differences += other.differences
        self.with_untold += other.with_untold
        self.untold += other.untold
        self.unnamed += other.unnamed
        self.counted += other.counted
        self.examples = [*self.examples, *other.examples][:20]

    def of_words(self, share: float) -> int:
        """Return the length in words at this percentile."""
        return sorted(self.words)[min(int(share * len(self.words)), len(self.words) - 1)] if self.words else 0


class AudienceLog:
    """The history of one audience: a view and beats for each act."""

    def __init__(self, game: PlayableGame, seats: int, seat: int | None) -> None:
        self.game = game
        self.names = NAMES[:seats]
        self.seat = seat
        self.seen: list[list[SeenEvent]] = []
        self.acts: list[StoryAct] = []
        self.views: list[object] = []

    def add(self, act: WatchedAct) -> None:
        """Show them an act, as the log describes it."""
        happened = [seen(event, self.seat) for event in act.events]
        beats = self.game.kernel.story(happened, self.names, self.seat)
        self.seen.append(happened)
        self.acts.append(StoryAct(len(self.acts), beats, act.seat))
        self.views.append(act.views[self.seat])

    def compare(
        self, stretches: Stretches, first: int, last: int, words: int, *, digest: bool = False
    ) -> str:
        """Compare the summary of the acts from `first` to `last` with the changes of the view. Return the summary."""
        parts = self.game.kernel.parts
        lines = summary_lines(
            self.acts[first : last + 1],
            words=words,
            is_there=parts.presence(self.views[last]) if digest else None,
        )
        text = in_words(lines)
        stretches.words.append(len(re.findall(r"\w[\w'’-]*", text)))
        stretches.counted += len(re.findall(r"\b(things?|plays)\.", text))
        if not first:
            return text
        before, after = self.views[first - 1], self.views[last]
        untold = list(self._untold(stretches, lines, before, after))
        stretches.unnamed += sum(
            parts.weight([one]) is Weight.HEAVY and one.card not in (None, "") and str(one.card) not in text
            for one in parts.differing(before, after)
        )
        stretches.with_untold += bool(untold)
        for change in untold:
            stretches.untold[change.what] += 1
            facts = sorted(
                {
                    one.kind
                    for acts in self.seen[first : last + 1]
                    for one in acts
                    if self._explains(one, change)
                }
            )
            if len(stretches.examples) < 20:
                reader = "spectator" if self.seat is None else self.names[self.seat]
                stretches.examples.append(
                    f"{self.game.name}, {reader}, acts {first} to {last}: {change} by {facts or 'no event'}; told: {text}"
                )
        return text

    def _begun(self, upto: int) -> Iterator[SeenEvent]:
        """Yield earlier events that may have started something unfinished."""
        counts = Counter[str]()
        for happened in reversed(self.seen[max(0, upto - BACK) : upto]):
            for one in reversed(happened):
                counts[one.kind] += self.game.kernel.events.entry(one.fact).begins
                if 0 < counts[one.kind] <= NESTED:
                    yield one

    def _explains(self, one: SeenEvent, change: Change) -> bool:
        return any(
            each.explains(change) for each in self.game.kernel.events.entry(one.fact).changes_of(one.fact)
        )

    def _untold(
        self, stretches: Stretches, lines: Sequence[SummaryLine], before: object, after: object
    ) -> Iterator[Change]:
        """Yield the differences between two views that no event in the summary explains."""
        shown = [self.seen[at][place] for line in lines for at, place in line.covers]
        shown += self._begun(lines[0].rev if lines else len(self.acts))
        for change in self.game.kernel.parts.differing(before, after):
            stretches.differences += 1
            if not any(self._explains(one, change) for one in shown):
                yield change


@dataclass(frozen=True, slots=True)
class WatchedAct:
    """An act of a match: its seat (None: none), all its events, who has a question now, and the views by seat.

    At the end of the match, everyone reads a summary.
    """

    seat: int | None
    events: tuple[Event, ...]
    asked: tuple[int, ...]
    views: dict[int | None, object]


def in_words(lines: Sequence[SummaryLine]) -> str:
    """Return a story as shown, with acts separated."""
    return " | ".join(" ".join(ENGLISH(one.text) for one in line.sentences) for line in lines)


def played(game: PlayableGame, seats: int, number: int) -> Iterator[WatchedAct]:
    """Yield the acts of a match. Its number determines the decks and all randomness."""
    kernel, decks = game.kernel, [deck.content for deck in game.decks.values()] or [None]
    setup = kernel.setup([decks[(3 * number + 5 * seat) % len(decks)] for seat in range(seats)])
    match, events = Match.begin(kernel, setup, f"story {number}")
    assert game.practice is not None
    players = [game.practice(Chance(f"story {number}, {seat}")) for seat in range(seats)]
    dice, count = Random(number), 0
    views: dict[int | None, object] = {}
    by: int | None = None
    while True:
        events += forced(match)
        # A player's decisions in a sitting are announced when it is over.
        views |= {
            seat: match.view(seat)
            for seat in (*range(seats), None)
            if match.sitter is None or seat != match.sitter or not views
        }
        is_over = match.outcome is not None or count == LONGEST
        asked = (
            range(seats) if is_over else [seat for seat in match.pending_questions if seat != match.sitter]
        )
        yield WatchedAct(by, events, tuple(seat for seat in asked if not match.is_out(seat)), dict(views))
        if is_over:
            return
        by, count = min(match.pending_questions), count + 1
        question = match.questions[by]
        if question.topic in ("draft", "intent"):  # Greedy players would draft the same each time.
            choice = tuple(dice.sample([option.key for option in question.options], question.minimum))
        else:
            choice = players[by].answer(question, lambda seat=by: match.view(seat))
        events = match.answer(by, question.id, choice)


StretchesByName = dict[str, Stretches]


def compared(game: PlayableGame, seats: int, number: int) -> tuple[StretchesByName, list[str]]:
    """Play a match, and compare the summaries of players and a spectator with the changes. Return them too."""
    stretches: StretchesByName = {name: Stretches() for name in (BEFORE, EACH, DIGEST)}
    readers = [AudienceLog(game, seats, seat) for seat in (*range(seats), None)]
    texts: list[str] = []
    began = dict.fromkeys(range(seats), 0)
    last = -1
    for at, act in enumerate(played(game, seats, number)):
        last = at
        for reader in readers:
            reader.add(act)
        if act.seat is not None:
            began[act.seat] = at
        for seat, reader in enumerate(readers[:-1]):
            if seat in act.asked:
                text = reader.compare(stretches[BEFORE], began[seat], at, AT_ONCE)
                texts.append(f"{game.name} {number}, {NAMES[seat]}, acts {began[seat]} to {at}: {text}")
        readers[-1].compare(stretches[EACH], at, at, AT_ONCE)
        if at % EVERY == EVERY - 1:
            text = readers[-1].compare(stretches[DIGEST], at - EVERY + 1, at, AT_A_DISTANCE, digest=True)
            texts.append(f"{game.name} {number}, digest, acts {at - EVERY + 1} to {at}: {text}")
    text = readers[-1].compare(stretches[DIGEST], last - last % EVERY, last, AT_A_DISTANCE, digest=True)
    return stretches, texts


def main() -> None:
    """Play the given number of matches, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.stories", description=__doc__)
    parser.add_argument("matches", nargs="?", type=int, default=1000, help="how many matches of each game")
    parser.add_argument("game", nargs="?", help="the name of one game")
    parser.add_argument("seats", nargs="?", type=int, help="how many play it; without it, 2 to all")
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    parser.add_argument("--read", action="store_true", help="print what is read")
    chosen = parser.parse_args()
    say = Console(highlight=False, soft_wrap=True).print
    failed = False
    for game in games().games.values():
        if chosen.game not in (None, game.name):
            continue
        total: StretchesByName = {name: Stretches() for name in (BEFORE, EACH, DIGEST)}
        for number in track(
            range(chosen.first, chosen.first + chosen.matches), game.name, disable=chosen.read
        ):
            seats = chosen.seats or game.seats[number % len(game.seats)]
            differences, texts = compared(game, seats, number)
            for name, stretches in differences.items():
                total[name].add(stretches)
            if chosen.read:
                say("\n".join(texts), markup=False)
        for name, one in total.items():
            untold = sum(one.untold.values())
            failed = failed or bool(untold or one.counted)
            say(
                f"{game.name}, {chosen.matches} matches, {name}: {len(one.words)} stretches, {one.with_untold} with something untold; of "
                f"{one.differences} differences {untold} untold, {one.unnamed} cards without their names; words "
                f"95 % ≤ {one.of_words(0.95)}, largest {max(one.words)}; {one.counted} sentences that count things"
            )
            for what, n in one.untold.most_common(12):
                say(f"  {n} × {what}")
            say("\n".join(f"  - {text}" for text in one.examples[:8]), markup=False)
    if failed:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
