"""Numbers that follow from a view by the rules: prices in the Supply, the result of a Combat, the next players."""

from __future__ import annotations

from collections.abc import Iterator

from cards.dreams_of_dystopia.language.words import Moment
from cards.dreams_of_dystopia.model import Kind
from engine.dreams_of_dystopia.numbers import fame_of
from engine.dreams_of_dystopia.views.combat_totals import outcome, parts, standing
from engine.dreams_of_dystopia.views.types import CombatView, DystopiaView, FighterView, PlayerView, pool_of
from render.dreams_of_dystopia.faces import PrintedSide, face_of
from render.table.words import signed


def coming(view: DystopiaView) -> list[int]:
    """Return the seats still in whose turns come after this one, in order."""
    if view.active < 0 or view.ended:
        return []
    count = len(view.players)
    order = [(view.active + k) % count for k in range(1, count)]
    return [seat for seat in order if not view.players[seat].is_out]


def round_of(view: DystopiaView) -> int:
    """Return the number of the round, from 1; 0 before the first turn."""
    return -(-view.turn // len(view.players))


def pile_faces(view: DystopiaView, *kinds: Kind) -> Iterator[tuple[tuple[PrintedSide, ...], int]]:
    """Yield the sides of each pile of these kinds, and the number of cards left."""
    for pile in view.supply:
        faces = tuple(face_of(title, view.printed) for title in pile.sides)
        if faces[0].kind in kinds or (faces[0].kind is None and Kind.MINION in kinds):
            yield faces, pile.count


def buyer(view: DystopiaView) -> PlayerView | None:
    """Return the viewer's side, if they have a Master and are still in."""
    player = None if view.viewer is None else view.players[view.viewer]
    return player if player is not None and player.master and not player.is_out else None


def fame_needed(view: DystopiaView, player: PlayerView, face: PrintedSide) -> int:
    """Return the FAME that a player needs for a side (DD29–DD31)."""
    sides = pool_of(view).sides
    return fame_of(sides[face.title], sides.get(player.master), player.less, player.waives)


def attack_of(view: DystopiaView) -> CombatView | None:
    """Return the Combat in progress, or None before its target is chosen."""
    return view.combat if view.combat is not None and view.combat.defender.seat >= 0 else None


def at_risk(view: DystopiaView) -> tuple[int, int]:
    """Return the seat that would currently lose LP in the Combat, and the loss; (-1, 0) if no one would."""
    combat = attack_of(view)
    if combat is None:
        return -1, 0
    defender = combat.defender
    player = view.players[defender.seat]
    block = standing(pool_of(view), player, defender, Moment.BLOCK) if defender.card else None
    result = outcome(view, block)
    for seat, left in ((defender.seat, result.attacked), (combat.attacker.seat, result.attacker)):
        if left < view.players[seat].lp:
            return seat, view.players[seat].lp - left
    return -1, 0


def fighting(view: DystopiaView, fighter: FighterView, moment: Moment) -> list[tuple[str, str]]:
    """Return a fighter's cards, each with its contribution: "5", "+2"; "" if it can't be computed."""
    cards = [*filter(None, (fighter.card, *fighter.helpers))]
    added = parts(pool_of(view), view.players[fighter.seat], fighter, moment) if cards else []
    numbers = [str(n) if not place else signed(n) for place, n in enumerate(added)]
    return list(zip(cards, numbers or [""] * len(cards), strict=True))
