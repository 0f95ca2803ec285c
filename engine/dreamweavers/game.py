"""Dreamweavers as a game for matches."""

from __future__ import annotations

from collections.abc import Sequence

from cards.dreamweavers.language.spanish import translate_line
from cards.i18n import Locale
from engine.dreamweavers.effects.advance_choices import NAME
from engine.dreamweavers.effects.costs import PAY
from engine.dreamweavers.effects.resolution import RESOLVE
from engine.dreamweavers.effects.triggers import RESOLVE_TRIGGERS
from engine.dreamweavers.endings import ENDINGS
from engine.dreamweavers.facts import EVENTS
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.frames import SetUp
from engine.dreamweavers.law import LAW
from engine.dreamweavers.orders.book import BOOK
from engine.dreamweavers.position import MULLIGAN, unpacked
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.saves.migrations import MIGRATIONS
from engine.dreamweavers.saves.stored_set import is_promised, read_kept, todays
from engine.dreamweavers.text.story import JOINS
from engine.dreamweavers.topics import TOPICS, Topic
from engine.dreamweavers.turns.attacks import ATTACK
from engine.dreamweavers.turns.damage import DAMAGE
from engine.dreamweavers.turns.forced import forced
from engine.dreamweavers.turns.plays import ACTIVATE, CHAIN, PLAY
from engine.dreamweavers.turns.setup import CHOOSE_INTENTS, MULLIGANS, SET_UP, blank
from engine.dreamweavers.turns.turn import REFRESH, TURN, TURNS
from engine.dreamweavers.turns.why_not import why_not
from engine.dreamweavers.views.builder import build_view
from engine.dreamweavers.views.knowledge import KNOWLEDGE
from engine.dreamweavers.views.parts import PARTS
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.decoder import refusing_position
from engine.kernel.game import Game, Indifference, PlayerEntry
from engine.kernel.law import cause_names, languages
from engine.kernel.machine import Procedures

CATALOGUE = Procedures[Referee](
    SET_UP,
    CHOOSE_INTENTS,
    MULLIGANS,
    TURNS,
    TURN,
    REFRESH,
    PLAY,
    ACTIVATE,
    PAY,
    NAME,
    CHAIN,
    ATTACK,
    DAMAGE,
    RESOLVE,
    RESOLVE_TRIGGERS,
)
Referee.catalogue = CATALOGUE


def setup(entries: Sequence[None]) -> bytes:
    """Return the game's set in its stored form. Raises ValueError unless there are two players."""
    if len(entries) != 2:
        raise ValueError("Two people play Dreamweavers.")
    return todays()[0]


def begin(setup: bytes, seed: str) -> Referee:
    """Return a referee at the beginning of a match, before the rolls."""
    pool = read_kept(setup)
    ref = Referee(blank(pool, seed), pool)
    ref.push(SetUp())
    return ref


def resume(setup: bytes, position: bytes) -> Referee:
    """Return a referee at a saved position. Raises UnreadableMatch."""
    pool = read_kept(setup)
    with refusing_position():
        return Referee(unpacked(position), pool)


def has_dealt(ref: Referee) -> bool:
    """Return whether the opening hands are drawn. Mulligans follow before the first turn (DW8)."""
    return ref.position.turn > 0 or ref.position.phase == MULLIGAN


DREAMWEAVERS = Game[Referee, DreamweaversView, None](
    name="dreamweavers",
    version="1",
    seats=range(2, 3),
    entry=PlayerEntry.NOTHING,
    endings=ENDINGS,
    events=EVENTS,
    parts=PARTS,
    joins=JOINS,
    topics=TOPICS,
    migrations=MIGRATIONS,
    setup=setup,
    promises_setup=is_promised,
    begin=begin,
    resume=resume,
    round_number=lambda ref: ref.position.turn,
    has_dealt=has_dealt,
    know=KNOWLEDGE.know,
    sample=KNOWLEDGE.sample,
    exchange=KNOWLEDGE.exchange,
    twin=KNOWLEDGE.twin,
    view=build_view,
    cause_words=cause_names(LAW, ENDINGS, card_name),
    translator=languages(LAW, {Locale.SPANISH: translate_line}),
    why_not=why_not,
    forced=forced,
    indifference=Indifference(frozenset({Topic.TRIGGERS}), frozenset({"awaited"})),
    orders=BOOK,
)
"""The game of Dreamweavers. Players bring no decks: minds are drafted in the match."""
