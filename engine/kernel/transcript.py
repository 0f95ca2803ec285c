"""Transcripts: everything the players and spectators of a match are told, shown and asked, in order.

Store one beside a game's tests, and read it aloud.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, seen
from engine.kernel.match import Match
from engine.kernel.question import QuestionKind
from engine.kernel.sample_match import SampleMatch
from engine.kernel.simulation import RandomPlayer

NAMES = ("Ada", "Bo", "Cleo", "Dag")


def transcript(sample: SampleMatch, board: Callable[[object, int | None], Sequence[str]]) -> str:
    """Return the transcript of a match in English.

    Store it as a file, so that a change of wording, order or views shows as a difference of lines. `board` returns a
    view in lines, every `each` answers; its arguments are the view and the viewing seat (None: spectator).
    """
    game, names = sample.game, NAMES[: sample.seats]
    match, events = Match.begin(game, sample.setup, sample.seed)
    players = [sample.players(seat) if sample.players else RandomPlayer(Chance(f"{sample.seed}, player {seat}")) for seat in range(sample.seats)]  # fmt: skip
    lines: list[str] = []
    while True:
        lines += _log_lines(sample, events, names)
        if match.turn_count % sample.each == 0 or match.outcome is not None:
            for viewer in sample.audiences():
                seat = None if viewer is None or match.is_out(viewer) else viewer
                lines.append(f"  [{_name(viewer, names)}]")
                lines += [f"  | {line}" for line in board(match.view(viewer), seat)]
        if match.outcome is not None or match.turn_count >= sample.most:
            return "\n".join(line.rstrip() for line in lines) + "\n"
        seat = min(match.questions)
        question = match.questions[seat]
        choice = players[seat].answer(question, lambda seat=seat: match.view(seat))
        lines += ["", f"{match.turn_count + 1}. {names[seat]} is asked: {question.purpose}"]
        lines.append(f"   The others wait for {names[seat]}: {match.awaited[seat]}.")
        for option in question.options:
            detail = f" ({option.detail})" if option.detail else ""
            lines.append(f"   {'>' if option.key in choice else '-'} {option.key}: {option.label}{detail}")
        if question.kind in (QuestionKind.NUMBER, QuestionKind.DISTRIBUTE):
            lines.append(f"   {question.minimum} to {question.maximum}")
        lines.append(f"   = {', '.join(choice) or 'nothing'}")
        events = match.answer(seat, question.id, choice)


def _log_lines(sample: SampleMatch, events: Sequence[Event], names: Sequence[str]) -> list[str]:
    lines: list[str] = []
    for event in events:
        public = sample.game.words(seen(event, None), names)
        if public:
            lines.append(f"* {public}")
        for seat in range(sample.seats):
            own = sample.game.words(seen(event, seat), names)
            if own != public:
                lines.append(f"  [{names[seat]}] {own}")
    return lines


def _name(viewer: int | None, names: Sequence[str]) -> str:
    return "everybody" if viewer is None else names[viewer]
