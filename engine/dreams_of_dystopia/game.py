"""The declaration of Dreams of Dystopia for the kernel."""

from __future__ import annotations

from collections.abc import Sequence

from cards.dreams_of_dystopia.language.spanish import translate_line
from cards.dreams_of_dystopia.supply import FEWEST_PLAYERS, MOST_PLAYERS
from cards.i18n import Locale, title
from engine.dreams_of_dystopia.effects.departures import leave
from engine.dreams_of_dystopia.effects.resolution import LINES, RUN_LINE
from engine.dreams_of_dystopia.endings import ENDINGS
from engine.dreams_of_dystopia.facts import EVENTS
from engine.dreams_of_dystopia.frames import PlayMatch
from engine.dreams_of_dystopia.law import LAW
from engine.dreams_of_dystopia.orders.book import BOOK
from engine.dreams_of_dystopia.position import LAYOUT
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.saves.stored_set import keep, read_kept, todays
from engine.dreams_of_dystopia.text.story import JOINS
from engine.dreams_of_dystopia.topics import TOPICS
from engine.dreams_of_dystopia.turns.automatic import forced, lapse
from engine.dreams_of_dystopia.turns.combat import ADD_HELPERS, BLOCK, DECLARE, RESOLVE_COMBAT
from engine.dreams_of_dystopia.turns.main_phase import ACT
from engine.dreams_of_dystopia.turns.setup import PLAY_MATCH, blank
from engine.dreams_of_dystopia.turns.turn import TURN
from engine.dreams_of_dystopia.turns.why_not import why_not
from engine.dreams_of_dystopia.views.builder import build_view
from engine.dreams_of_dystopia.views.knowledge import KNOWLEDGE
from engine.dreams_of_dystopia.views.parts import PARTS
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.decoder import refusing_position
from engine.kernel.game import Game, PlayerEntry
from engine.kernel.law import cause_names, languages
from engine.kernel.machine import SITTING, Procedures

Referee.catalogue = Procedures[Referee](
    PLAY_MATCH, TURN, ACT, DECLARE, ADD_HELPERS, BLOCK, RESOLVE_COMBAT, LINES, RUN_LINE, SITTING
)


def setup(entries: Sequence[None]) -> bytes:
    """Return the stored number of players and cards of a match. Raises ValueError unless two to four play."""
    if not FEWEST_PLAYERS <= len(entries) <= MOST_PLAYERS:
        raise ValueError("Two to four people play Dreams of Dystopia.")
    return keep(len(entries), todays())


def begin(setup: bytes, seed: str) -> Referee:
    """Return a referee at the beginning of a match, before the youngest player is drawn."""
    seats, pool = read_kept(setup)
    m = blank(pool, seats, seed)
    m.push(PlayMatch())
    return m


def resume(setup: bytes, position: bytes) -> Referee:
    """Return a referee at a saved position. Raises UnreadableMatch."""
    _, pool = read_kept(setup)
    with refusing_position():
        return Referee(LAYOUT.read(position), pool)


def round_number(m: Referee) -> int:
    """Return the number of the round, from 1; 0 before the first turn."""
    return -(-m.position.turn // m.seat_count)


DYSTOPIA = Game[Referee, DystopiaView, None](
    name="dreams_of_dystopia",
    version="1",
    seats=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
    entry=PlayerEntry.NOTHING,
    endings=ENDINGS,
    events=EVENTS,
    parts=PARTS,
    topics=TOPICS,
    setup=setup,
    begin=begin,
    resume=resume,
    leave=leave,
    round_number=round_number,
    has_dealt=lambda m: m.position.turn > 0,
    know=KNOWLEDGE.know,
    sample=KNOWLEDGE.sample,
    exchange=KNOWLEDGE.exchange,
    twin=KNOWLEDGE.twin,
    view=build_view,
    cause_words=cause_names(LAW, ENDINGS, title),
    active=lambda m: m.position.active,
    translator=languages(LAW, {Locale.SPANISH: translate_line}),
    joins=JOINS,
    why_not=why_not,
    forced=forced,
    lapse=lapse,
    orders=BOOK,
)
"""The game. Players bring no decks."""
