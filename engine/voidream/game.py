"""Voidream as a game for matches."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cards.i18n import Locale
from cards.voidream.deck_rules import violations
from cards.voidream.decks import Deck
from cards.voidream.language.spanish import translate_line
from engine.kernel.decoder import refusing_position
from engine.kernel.game import Game, HiddenDeal, Indifference, PlayerEntry
from engine.kernel.law import languages
from engine.kernel.machine import Procedures
from engine.voidream.conflict.damage import ASSIGN_DAMAGE, DREAM_DAMAGE
from engine.voidream.conflict.steps import CONFLICT, INITIATE
from engine.voidream.effects.resolution import LINE
from engine.voidream.endings import ENDINGS
from engine.voidream.events.state_based_actions import FALL, settle
from engine.voidream.events.trigger_commutation import idle_where
from engine.voidream.events.triggers import TRIGGERS
from engine.voidream.events.windows import UNIQUE, WINDOW
from engine.voidream.facts import EVENTS
from engine.voidream.law import LAW
from engine.voidream.law.citations import cause_words
from engine.voidream.orders.book import BOOK
from engine.voidream.position import unpacked
from engine.voidream.queries.nouns import is_open
from engine.voidream.questions.topics import TOPICS, Topic
from engine.voidream.referee import Referee
from engine.voidream.saves.decks import keep, read_kept
from engine.voidream.saves.migrations import MIGRATIONS
from engine.voidream.text.story import JOINS
from engine.voidream.turns.abilities import ACTIVATE
from engine.voidream.turns.actions import TURN
from engine.voidream.turns.arcana import PLAY_ARCANUM
from engine.voidream.turns.costs import why_unpaid
from engine.voidream.turns.evoke import EVOKE
from engine.voidream.turns.forced import forced
from engine.voidream.turns.nightmare import ENTER_NIGHTMARE, NIGHTMARE_PHASE
from engine.voidream.turns.play_card import PLAY_CARD, TEXT_LINES
from engine.voidream.turns.rounds import BEGINNING_PHASE, GUESS, MAIN_PHASE, PHASE_END, ROUNDS
from engine.voidream.turns.setup import OFFER_CUT, SET_UP, dealt, lay_out
from engine.voidream.turns.unveil import UNVEIL
from engine.voidream.turns.why_not import why_not
from engine.voidream.views.builder import build_view
from engine.voidream.views.knowledge import KNOWLEDGE
from engine.voidream.views.parts import PARTS
from engine.voidream.views.permutation import exchange
from engine.voidream.views.twin import twin
from engine.voidream.views.types import VoidreamView

CATALOGUE = Procedures[Referee](
    SET_UP,
    OFFER_CUT,
    ROUNDS,
    BEGINNING_PHASE,
    PHASE_END,
    GUESS,
    MAIN_PHASE,
    NIGHTMARE_PHASE,
    ENTER_NIGHTMARE,
    TURN,
    ACTIVATE,
    PLAY_ARCANUM,
    PLAY_CARD,
    TEXT_LINES,
    EVOKE,
    UNVEIL,
    INITIATE,
    CONFLICT,
    ASSIGN_DAMAGE,
    DREAM_DAMAGE,
    LINE,
    WINDOW,
    TRIGGERS,
    UNIQUE,
    FALL,
    between=settle,
)

Referee.catalogue = CATALOGUE
Referee.why_unpaid = staticmethod(why_unpaid)


def setup(entries: Sequence[Deck]) -> bytes:
    """Return two decks in their stored form, with the texts of all their cards.

    Raises ValueError for unplayable decks (§8).
    """
    if len(entries) != 2:
        raise ValueError("Voidream is played with two decks.")
    for deck in entries:
        wrong = violations(deck)
        if wrong:
            raise ValueError(f"The deck {deck.name} can't be played: {' '.join(map(str, wrong))}")
    return keep(entries)


def begin(setup: bytes, seed: str) -> Referee:
    """Return a referee before the first step of setup (§3)."""
    stored, pool = read_kept(setup)
    decks = [(seat.bastion, seat.mind, seat.arcana, seat.dream) for seat in stored.seats]
    return Referee(lay_out(decks, seed), pool)


def resume(setup: bytes, position: bytes) -> Referee:
    """Return a referee at a saved position. Raises UnreadableMatch."""
    _, pool = read_kept(setup)
    with refusing_position():
        return Referee(unpacked(position), pool)


def deck_order(ref: Referee) -> tuple[Sequence[Sequence[int]], Collection[int]]:
    """Return the order of the decks, and the cards that everyone can see."""
    decks = [state.deck if ref.position.shuffled else [] for state in ref.seats]
    revealed = {card for card in range(len(ref.cards)) if is_open(ref, card)}
    return decks, revealed | set(ref.showing)


VOIDREAM = Game[Referee, VoidreamView, Deck](
    name="voidream",
    version="1",
    seats=range(2, 3),
    entry=PlayerEntry.DECK,
    endings=ENDINGS,
    events=EVENTS,
    parts=PARTS,
    joins=JOINS,
    topics=TOPICS,
    migrations=MIGRATIONS,
    setup=setup,
    # The commitments of early matches don't cover the texts of the cards.
    promises_setup=lambda setup: read_kept(setup)[0].promised,
    begin=begin,
    resume=resume,
    round_number=lambda ref: ref.position.round,
    has_dealt=lambda ref: ref.position.round > 0,
    know=KNOWLEDGE.know,
    sample=KNOWLEDGE.sample,
    exchange=exchange,
    twin=twin,
    view=build_view,
    cause_words=cause_words,
    translator=languages(LAW, {Locale.SPANISH: translate_line}),
    why_not=why_not,
    forced=forced,
    indifference=Indifference(frozenset({Topic.TRIGGERS}), frozenset({"tag", "awaited"}), idle_where),
    hidden_deal=HiddenDeal(dealt, deck_order),
    orders=BOOK,
)
"""The game of Voidream."""
