"""Construction of the view of one seat, or of a spectator (DD77–DD81, DD114, DD119)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from cards.dreams_of_dystopia.language.words import Stat, Step
from cards.i18n import ENGLISH, Translator
from engine.dreams_of_dystopia.effects.helpers import hit_lines
from engine.dreams_of_dystopia.numbers import has_defender, number, of_player
from engine.dreams_of_dystopia.position import CombatSide
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.saves.stored_set import strange_cards
from engine.dreams_of_dystopia.topics import TOPICS
from engine.dreams_of_dystopia.views import types
from engine.dreams_of_dystopia.zones import DECK, DISCARD, GONE, HAND, MASTER, MASTERS, TABLE, USED

OWN = (MASTER, HAND, DECK, DISCARD, USED, TABLE)
"""The zones of a player's cards."""


def build_view(m: Referee, seat: int | None, translator: Translator = ENGLISH) -> types.DystopiaView:
    """Return everything that a seat, or a spectator (None), may know."""
    m = m.shown_to(seat)
    position, piles = m.position, m.piles()
    outcome = position.outcome
    combat = None if outcome else position.combat
    return types.DystopiaView(
        viewer=seat,
        first=position.first,
        turn=position.turn,
        active=position.active,
        allowed=replace(position.allowed),
        is_acquiring=position.is_acquiring,
        attacks=position.attacks,
        quiet=position.quiet,
        players=tuple(_player(m, other, seat) for other in range(m.seat_count)),
        supply=tuple(
            types.PileView(_sides(m, name), piles.get(name, 0))
            for name in (*m.pool.piles, m.pool.curse, m.pool.deed)
        ),
        masters=tuple(_sides(m, m.card(card).title) for card in m.zone(MASTERS)),
        gone=len(m.zone(GONE)),
        combat=combat
        and types.CombatView(_fighter(m, combat.attacker), _fighter(m, combat.defender), combat.is_declared),
        awaited=tuple(
            (asked_seat, translator(TOPICS[question.topic].awaited_of(question)))
            for asked_seat, question in sorted(position.questions.items())
        ),
        ended=outcome.ending if outcome else "",
        places=outcome.places if outcome else (),
        printed=strange_cards(m.pool),
    )


def _sides(m: Referee, name: str) -> tuple[str, ...]:
    return tuple(side.title for side in m.pool.cards[name])


def _player(m: Referee, seat: int, viewer: int | None) -> types.PlayerView:
    state, master = m.seat(seat), m.master(seat)
    deck, once = m.zone(DECK, seat), master.once.items() if master else ()
    return types.PlayerView(
        seat=seat,
        is_out=m.position.is_out(seat),
        lp=state.lp,
        fame=state.fame,
        master=master.title if master else "",
        faction=master.faction.value if master and master.faction else "",
        hand=_seen(m, HAND, seat, viewer),
        deck=_seen(m, DECK, seat, viewer),
        discard=_sorted(m, m.zone(DISCARD, seat)),
        used=_sorted(m, m.zone(USED, seat)),
        table=tuple(m.titles(m.zone(TABLE, seat))),
        holds=_sorted(m, [*m.zone(HAND, seat), *deck]),
        in_deck=_sorted(m, deck) if viewer == seat else (),
        to_attack=tuple(m.titles(m.staying_minions(seat, Step.ATTACK))),
        to_block=tuple(m.titles(m.staying_minions(seat, Step.BLOCK))),
        stats={stat.value: n for stat in Stat if (n := of_player(m, seat, stat))},
        once=tuple(master.printed[line] for line, key in once if master and key not in state.once),
        less=state.less,
        waives=state.waives,
        on_top=state.on_top,
        turned=_turned(m, seat),
    )


def _turned(m: Referee, seat: int) -> tuple[str, ...]:
    """Return the titles of turned cards. As equal cards can't be distinguished, all of that title must be turned."""
    turned = m.seat(seat).turned
    if not turned:
        return ()
    own = Counter(m.called(card) for zone in OWN for card in m.zone(zone, seat))
    return tuple(title for title, count in turned.items() if 0 < own[title] <= count)


def _seen(m: Referee, zone: str, seat: int, viewer: int | None) -> tuple[str, ...]:
    return tuple(
        m.pool.cards[card.title][card.side].title if card.title else "" for card in m.seen(zone, seat, viewer)
    )


def _sorted(m: Referee, cards: Sequence[int]) -> tuple[str, ...]:
    return tuple(sorted(m.titles(cards)))


def _fighter(m: Referee, fighter: CombatSide) -> types.FighterView:
    hits = hit_lines(m, fighter)
    return types.FighterView(
        seat=fighter.seat,
        card=m.called(fighter.card) if fighter.card >= 0 else "",
        helpers=tuple(m.titles(fighter.helpers)),
        atk=number(m, fighter, Stat.ATK),
        defence=number(m, fighter, Stat.DEF),
        skl=number(m, fighter, Stat.SKL),
        defender=has_defender(m, fighter),
        less=fighter.less,
        added=tuple((added.stat, added.amount, added.each) for added in fighter.added),
        barred=tuple(fighter.barred),
        again=tuple(fighter.again),
        turning=tuple(m.titles(fighter.turning)),
        upon_hit=tuple(m.pool.sides[hit.title].printed[hit.line] for hit in hits),
    )
