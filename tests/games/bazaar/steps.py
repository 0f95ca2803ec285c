"""The steps of Bazaar's procedures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cards.i18n import Message, msg, seat_name
from engine.kernel.cards.machine import CardMachine
from engine.kernel.cards.state import WATCHERS
from engine.kernel.machine import SITTING, Procedure, Procedures
from engine.kernel.question import PendingOption, QuestionKind
from tests.games.bazaar.position import (
    COUNTED,
    FALLEN,
    HAND,
    LAYOUT,
    PATRONS,
    ROUNDS,
    ROW,
    SIDES,
    Acted,
    Attacked,
    BazaarPosition,
    Patrons,
    PlayMatch,
    Shuffled,
    Side,
    TakeTurn,
    WasHit,
)


class BazaarMachine(CardMachine[BazaarPosition]):
    layout = LAYOUT

    def __init__(self, position: BazaarPosition) -> None:
        super().__init__(position, len(position.seats))

    def beside(self, position: bytes) -> BazaarMachine:
        return BazaarMachine(LAYOUT.read(position))

    def side(self, card: int) -> Side:
        held = self.position.cards[card]
        return SIDES[held.title][held.side]

    def called(self, card: int) -> str:
        return self.side(card).name

    def prices(self, gold: int) -> dict[Side, int]:
        """Return the sides of the market's cards that this amount of gold can buy, each with a card."""
        titles = {self.position.cards[card].title: card for card in self.zone("market")}
        return {side: titles[one] for one in sorted(titles) for side in SIDES[one] if side.price <= gold}

    def force(self, seat: int) -> int:
        return sum(self.side(card).attack for card in self.zone("played", seat))

    def act(self, seat: int, what: str, cards: Sequence[int], of: int = -1) -> None:
        """Emit an act of a seat with cards, with a version for each seat's knowledge.

        A seat that draws cards learns which of them others have seen on the deck, but not their order.
        """
        called = sorted((self.called(card), self.seen_by(card, seat)) for card in cards)
        self.emit_known(
            cards, Acted(seat, what, len(cards), called, of), Acted(seat, what, len(cards), None, of)
        )

    def seen_by(self, card: int, seat: int) -> list[int]:
        """Return the other seats that know a card that isn't public."""
        known = self.position.cards[card].known
        others = [other for other in range(self.seat_count) if other != seat]
        return [] if known & WATCHERS else [other for other in others if known >> other & 1]

    def draw(self, seat: int, count: int) -> None:
        cards = self.zone("deck", seat)[:count]
        if cards:
            self.move(cards, "hand", seat)
            self.act(seat, "takes up", cards)
        if len(cards) < count and self.zone("discard", seat):
            self.move(self.zone("discard", seat), "deck", seat)
            self.shuffle("deck", seat)
            self.emit(Shuffled(seat))
            self.draw(seat, count - len(cards))


# ---------------------------------------------------------------------------------------------------------- the match


def ask_patrons(m: BazaarMachine, frame: PlayMatch) -> None:
    """All choose a patron in secret. A patron chosen by one seat only gives life."""
    patrons = tuple(PendingOption(name, name) for name in PATRONS)
    m.ask_together(
        m.playing,
        lambda seat: m.ask(seat, QuestionKind.ONE, "Whose favour?", "patron", patrons, into="chosen"),
        "chosen",
    )


def deal(m: BazaarMachine, frame: PlayMatch) -> None:
    chosen = {seat: frame.chosen[seat][0] for seat in sorted(frame.chosen)}
    frame.chosen = {}
    for seat, patron in chosen.items():
        m.position.seats[seat].life += 2 * (list(chosen.values()).count(patron) == 1)
    m.emit(Patrons(chosen))
    for seat in range(m.seat_count):
        m.shuffle("deck", seat)
        m.draw(seat, HAND)
    m.shuffle("supply")
    m.move(m.zone("supply")[:ROW], "market")


def take_turns(m: BazaarMachine, frame: PlayMatch) -> None:
    position = m.position
    if position.turn == ROUNDS * m.seat_count:
        count(m)
        return
    position.active = position.turn % m.seat_count
    position.turn, position.turned, frame.step = position.turn + 1, [], "take_turns"
    if position.active in m.playing:
        m.push(TakeTurn(seat=position.active))


def count(m: BazaarMachine) -> None:
    """Life and cards count, curses don't. Equal seats share a place."""
    position = m.position
    worth = {
        seat: position.seats[seat].life + sum(c.owner == seat and c.title != "Curse" for c in position.cards)
        for seat in m.playing
    }
    ranks = sorted(set(worth.values()), reverse=True)
    m.end(m.places(*([seat for seat in worth if worth[seat] == rank] for rank in ranks)), COUNTED.key)


# ----------------------------------------------------------------------------------------------------------- a turn


def ask_act(m: BazaarMachine, frame: TakeTurn) -> None:
    seat, hand = frame.seat, m.zone("hand", frame.seat)
    here = m.seen_digest(seat, frame.gold, frame.attacks)
    offers = [("play", card) for card in hand] + [("stash", card) for card in hand]
    offers += [("flip", card) for card in hand if (here, m.called(card)) not in m.position.turned]
    more = [_at(m, "scout", msg("Scout {who}"), other) for other in m.playing]
    if frame.attacks and m.force(seat):
        more += [_at(m, "attack", msg("Attack {who}"), other) for other in m.playing if other != seat]
    prices = m.prices(frame.gold)
    more = [*map(purchase, prices), *more, PendingOption("end", "End", verb="end")]
    m.ask_cards(seat, "Your turn: what do you do?", "act", offers, *more)
    frame.keys |= {f"buy {side.name}": card for side, card in prices.items()}


def _at(m: BazaarMachine, verb: str, label: Message, seat: int) -> PendingOption:
    return PendingOption(
        f"{verb} seat {seat}", label.filled(who=seat_name(seat)), verb=verb, subject=f"seat {seat}"
    )


def purchase(side: Side) -> PendingOption:
    """Return the option to buy a card on one of its sides, with its price and its use."""
    values = {"gold": side.gold, "attack": side.attack, "shield": side.shield}
    good_for = ", ".join(f"{value} {name}" for name, value in values.items() if value)
    detail = f"Costs {side.price}: {good_for}."
    return PendingOption(f"buy {side.name}", f"Buy {side.name}", detail, verb="buy", subject=side.name)


def perform(m: BazaarMachine, frame: TakeTurn) -> None:
    frame.step = "ask_act"
    verb, _, subject = frame.choice[0].partition(" ")
    card = frame.card()
    if card < 0:
        card = int(subject.partition(" ")[2] or -1)
    if verb == "buy" and m.called(card) != subject:
        m.turn_over(card)
    ACTS[verb](m, frame, card)


def play(m: BazaarMachine, frame: TakeTurn, card: int) -> None:
    m.move([card], "played", frame.seat)
    frame.gold += m.side(card).gold
    m.act(frame.seat, "plays", [card])


def stash(m: BazaarMachine, frame: TakeTurn, card: int) -> None:
    m.move([card], "deck", frame.seat, top=True)
    m.act(frame.seat, "stashes", [card])


def flip(m: BazaarMachine, frame: TakeTurn, card: int) -> None:
    here = m.seen_digest(frame.seat, frame.gold, frame.attacks)
    m.position.turned.append((here, m.called(card)))
    m.look([card])
    m.act(frame.seat, "turns over", [card])
    m.turn_over(card)


def scout(m: BazaarMachine, frame: TakeTurn, seat: int) -> None:
    top = m.zone("deck", seat)[:1]
    m.look(top, frame.seat)
    m.act(frame.seat, "scouts", top, seat)


def attack(m: BazaarMachine, frame: TakeTurn, seat: int) -> None:
    frame.attacks -= 1
    m.sit(seat)
    m.push(Attacked(seat=seat, by=frame.seat, force=m.force(frame.seat)))


def buy(m: BazaarMachine, frame: TakeTurn, card: int) -> None:
    m.position.cards[card].owner = frame.seat
    m.move([card], "discard", frame.seat)
    m.act(frame.seat, "buys", [card])
    m.move(m.zone("supply")[:1], "market")
    end(m, frame, card)


def end(m: BazaarMachine, frame: TakeTurn, _: int) -> None:
    m.move([*m.zone("played", frame.seat), *m.zone("hand", frame.seat)], "discard", frame.seat)
    m.draw(frame.seat, HAND)
    frame.step = ""


ACTS: dict[str, Callable[[BazaarMachine, TakeTurn, int], None]] = {
    act.__name__: act for act in (play, stash, flip, scout, attack, buy, end)
}

# --------------------------------------------------------------------------------------------------------- an attack


def ask_block(m: BazaarMachine, frame: Attacked) -> None:
    shields = [("block", card) for card in m.zone("hand", frame.seat) if m.side(card).shield]
    m.ask_cards(
        frame.seat, "You are attacked.", "block", shields, PendingOption("take", "Take it", verb="take")
    )


def block(m: BazaarMachine, frame: Attacked) -> None:
    """Blockers are chosen in one sitting: the others see them after the last one."""
    card = frame.card()
    if card >= 0:
        side, frame.step = m.side(card), "ask_block"
        frame.shield += side.shield
        m.move([card], "discard", frame.seat)
        m.act(frame.seat, "blocks with", [card])
        m.draw(frame.seat, side.draws)
    elif frame.force > frame.shield:
        hit(m, frame, frame.force - frame.shield)


def hit(m: BazaarMachine, frame: Attacked, amount: int) -> None:
    state, curses = m.position.seats[frame.seat], m.zone("curses")[:1]
    state.life -= amount
    for curse in curses:
        m.position.cards[curse].owner = frame.seat
    m.move(curses, "deck", frame.seat, top=True)
    m.emit(WasHit(frame.seat, frame.by, state.life, len(curses)))
    if state.life <= 0:
        m.leave([frame.seat], FALLEN.key)


BazaarMachine.catalogue = Procedures[BazaarMachine](
    Procedure(PlayMatch, ask_patrons, deal, take_turns),
    Procedure(TakeTurn, ask_act, perform),
    Procedure(Attacked, ask_block, block),
    SITTING,
)
