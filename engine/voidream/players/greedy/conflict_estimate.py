"""The estimate of a conflict, and the value of damage (§4 Conflict Phase, Dealing Damage).

The unit of value is a point for the player: about one card of a deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from cards.voidream.language.tree import KeywordName
from engine.voidream.players.greedy.board_summary import USUAL_DEPTH, BoardSummary, SeenCard

WON = 100.0
"""The value of winning the match."""

FEW = 6
"""The maximum number of entities for which all distributions of damage are tried."""


def layer(cards_left: float) -> float:
    """Return the value of one card of a deck as protection, when `cards_left` are left."""
    return 1 + 8 / (cards_left + 4)


def plain(card: SeenCard) -> float:
    """Return the value of an entity's numbers to its controller."""
    value = 0.5 + 0.75 * max(0, card.dawn) + 0.35 * card.stability - 0.2 * min(4, card.dusk)
    if card.has(KeywordName.DREAD):
        value += 0.4 * max(0, card.dusk)
    return max(0.5, value)


def dream_damage(board: BoardSummary, seat: int, points: float) -> float:
    """Return a seat's loss from Dream damage (§4 Dealing Damage 4 and 5)."""
    side = board.sides[seat]
    hurt, cards, points = 0.0, side.deck_count, int(points)
    if points <= 0:
        return 0.0
    if side.top is not None:
        room = side.top.stability - side.top.damage
        if points < room:
            return 0.05 * points
        if side.top.is_bastion:
            return WON
        hurt, points, cards = 1 + 0.6 * side.top.stability, points - room, cards - 1
    bastion = board.bastion(seat)
    lost_cards = min(points, cards - 1)
    if bastion is not None and points - lost_cards >= bastion.stability:
        return WON
    return hurt + max(0, lost_cards) * layer(cards - lost_cards / 2)


# ------------------------------------------------------------------------------------------- dealing conflict damage


def shares(points: int, losers: Sequence[SeenCard], *, kindly: bool) -> dict[int, int]:
    """Return the distribution of damage by tag, as the winner prefers or, if `kindly`, as the loser prefers (R25)."""
    result: dict[int, int] = {}
    for heroic in (True, False):
        group = [card for card in losers if card.has(KeywordName.HEROIC) == heroic and card.room > 0]
        total = sum(card.room for card in group)
        if total <= points:
            result.update({card.tag: card.room for card in group})
            points -= total
        else:
            fallen = _spared(points, group) if kindly else _felled(points, group)
            result.update(_dealt(points, group, fallen))
            return result
    return result


def _worth_of(fallen: Sequence[SeenCard]) -> float:
    return sum(plain(card) for card in fallen if not card.has(KeywordName.INDESTRUCTIBLE))


def _felled(points: int, group: list[SeenCard]) -> list[SeenCard]:
    """Return the most valuable set of entities that this damage can destroy."""
    if len(group) > FEW:
        result: list[SeenCard] = []
        for card in sorted(group, key=lambda entity: -plain(entity) / entity.room):
            if card.room <= points:
                result.append(card)
                points -= card.room
        return result
    subsets = (subset for n in range(len(group) + 1) for subset in combinations(group, n))
    return list(max((subset for subset in subsets if sum(t.room for t in subset) <= points), key=_worth_of))


def _spared(points: int, group: list[SeenCard]) -> list[SeenCard]:
    """Return the least valuable set of entities that this damage must destroy."""
    safe = sum(card.room - 1 for card in group)
    if safe >= points:
        return []
    if len(group) > FEW:
        result: list[SeenCard] = []
        for card in sorted(group, key=plain):
            if safe >= points:
                break
            result.append(card)
            safe += 1
        return result
    subsets = (subset for n in range(1, len(group) + 1) for subset in combinations(group, n))
    return list(min((subset for subset in subsets if safe + len(subset) >= points), key=_worth_of))


def _dealt(points: int, group: list[SeenCard], fallen: list[SeenCard]) -> dict[int, int]:
    """Distribute all the damage so that, if possible, only `fallen` are destroyed."""
    result: dict[int, int] = {}
    tags = {card.tag for card in fallen}
    for card in group:
        if card.tag in tags:
            result[card.tag] = min(points, card.room)
            points -= result[card.tag]
    for spare in (1, 0):
        for card in group:
            amount = min(points, card.room - spare - result.get(card.tag, 0))
            if amount > 0:
                result[card.tag] = result.get(card.tag, 0) + amount
                points -= amount
    return result


def result(
    board: BoardSummary,
    kind: str,
    attacker: int,
    difference: float,
    attackers: Sequence[SeenCard],
    defenders: Sequence[SeenCard],
) -> float:
    """Return the value of a conflict to the player if the attacker wins by `difference`, or loses if it is negative."""
    points = int(abs(difference) + 0.5)
    if points == 0:
        return 0.0
    is_won = difference > 0
    loser = 1 - attacker if is_won else attacker
    losers = defenders if is_won else attackers
    damage_by_tag = shares(points, losers, kindly=kind == "dusk")
    hurt = _worth_of([card for card in losers if card.room and damage_by_tag.get(card.tag, 0) >= card.room])
    if is_won:
        hurt += dream_damage(board, loser, points - sum(damage_by_tag.values()))
    return hurt if loser != board.me else -hurt


# --------------------------------------------------------------------------------------------- foreseeing a conflict


class Prospect:
    """The known parts of a future conflict: contributions apart from entities, and possible participants."""

    def __init__(self, board: BoardSummary, attacker: int) -> None:
        self.board = board
        self.attacker = attacker
        self.bonus = {"dawn": [0.0, 0.0], "dusk": [0.0, 0.0]}
        """By kind and seat: additions to the scores apart from depth and entities."""
        self.per_attacker = {"dawn": 0.0, "dusk": 0.0}
        """By kind: the addition to the attacker's score for each attacking entity."""
        self.unsure: tuple[float, ...] = (0.0,)
        """Possible changes of the difference, all considered equally likely."""
        self.siege = board.sides[attacker].has_siege
        self.excluded: set[int] = set()
        """The tags of entities that won't participate."""
        self.readied: set[int] = set()
        self.all_exhausted = False
        """Whether all participants will be exhausted before the scores are calculated."""

    def able(self, seat: int) -> list[SeenCard]:
        """Return the entities that a seat could declare."""
        return [
            card
            for card in self.board.entities(seat)
            if (not card.exhausted or card.tag in self.readied) and card.tag not in self.excluded
        ]

    def depth(self, seat: int, kind: str) -> float:
        """Return a seat's expected depth when scores are calculated: the attacker rolls, unless they have siege."""
        current = self.board.sides[seat].depth
        if seat != self.attacker:
            return current
        if self.siege:
            return max(current, USUAL_DEPTH) if kind == "dawn" else min(current, USUAL_DEPTH)
        return USUAL_DEPTH

    def difference(self, kind: str, attackers: Sequence[SeenCard], defenders: Sequence[SeenCard]) -> float:
        """Return the lead of the attacker."""
        scores = [0.0, 0.0]
        for seat, own, opposing in (
            (self.attacker, attackers, defenders),
            (1 - self.attacker, defenders, attackers),
        ):
            scores[seat] = self.depth(seat, kind) + self.bonus[kind][seat]
            if self.all_exhausted:
                scores[seat] += 0 if kind == "dawn" else sum(card.dusk for card in own)
            elif kind == "dawn":
                scores[seat] += sum(card.dawn for card in own)
            else:
                scores[seat] += sum(card.dusk for card in opposing if card.has(KeywordName.DREAD))
        scores[self.attacker] += len(attackers) * self.per_attacker[kind]
        ahead = scores[self.attacker] - scores[1 - self.attacker]
        return ahead if kind == "dawn" else -ahead

    def defence(
        self, kind: str, attackers: Sequence[SeenCard], tired: float = 0.15
    ) -> tuple[float, list[SeenCard]]:
        """Return the value of the conflict to the player after the best defence, and that defence.

        `tired` is the cost of an entity being exhausted afterwards, per point of its dawn.
        """
        seat = 1 - self.attacker
        mine = seat == self.board.me
        defences = [
            (self._worth(kind, attackers, line) + (-1 if mine else 1) * weary(line, tired), line)
            for line in lines_of(self.able(seat), kind, self.all_exhausted)
        ]
        return (max if mine else min)(defences, key=lambda rated: rated[0])

    def _worth(self, kind: str, attackers: Sequence[SeenCard], defenders: Sequence[SeenCard]) -> float:
        ahead = self.difference(kind, attackers, defenders)
        values = [
            result(self.board, kind, self.attacker, ahead + change, attackers, defenders)
            for change in self.unsure
        ]
        return sum(values) / len(values)

    def attack(self, kind: str) -> tuple[float, list[SeenCard]]:
        """Return the value of the conflict to the player with the attacker's best group, and that group."""
        mine = self.attacker == self.board.me
        attacks = [
            (self.defence(kind, line)[0] + (-1 if mine else 1) * weary(line, 0.25), line)
            for line in lines_of(self.able(self.attacker), kind, self.all_exhausted)
        ]
        return (max if mine else min)(attacks, key=lambda rated: rated[0])


def weary(line: Sequence[SeenCard], rate: float) -> float:
    """Return the cost of these entities being exhausted afterwards."""
    return rate * sum(max(0, card.dawn) for card in line)


def lines_of(able: Sequence[SeenCard], kind: str, all_exhausted: bool = False) -> list[list[SeenCard]]:
    """Return the first few groups worth considering, best first."""
    if all_exhausted:
        order = sorted(able, key=lambda card: (card.dusk, -card.room))
    elif kind == "dawn":
        order = sorted(
            (card for card in able if card.dawn > 0), key=lambda card: (-card.dawn, -card.stability)
        )
    else:
        order = sorted(able, key=lambda card: (not card.has(KeywordName.DREAD), -card.room, card.dawn))
    return [order[:count] for count in range(len(order) + 1)]


def standing(board: BoardSummary, own: float = 0.0, other: float = 0.0, kind: str = "") -> float:
    """Return the value of the current conflict with both scores changed by these amounts.

    `kind` replaces its kind, for comparison. The attacker's current depth doesn't count, because it will be rolled.
    """
    conflict = board.view.conflict
    if conflict is None or not conflict.kind:
        return 0.0
    kind = kind or conflict.kind
    dawn = kind == "dawn"
    scores = [0.0, 0.0]
    for side in board.sides:
        scores[side.seat] = side.dawn_score if dawn else side.dusk_score
    scores[board.me] += own
    scores[board.foe] += other
    prospect = Prospect(board, conflict.attacker)
    scores[conflict.attacker] += (
        prospect.depth(conflict.attacker, kind) - board.sides[conflict.attacker].depth
    )
    ahead = scores[conflict.attacker] - scores[1 - conflict.attacker]
    return result(
        board, kind, conflict.attacker, ahead if dawn else -ahead,
        board.participants(conflict.attacker), board.participants(1 - conflict.attacker),
    )  # fmt: skip
