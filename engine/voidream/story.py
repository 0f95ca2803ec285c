"""The story of an act: beats, made from what one audience saw of it (see `engine.kernel.story`).

Nothing but these events comes in, so nothing else can come out. A beat tells what belongs together: a card with what it
cost and where it went, a conflict with its scores, Dream damage with what fell. What follows from the rules alone, such
as cards that are exhausted after a conflict, is not told: the board shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from cards.locales import Phrase, Series, Value, say, say_many, series, title
from engine.kernel.event import Ended, Seen
from engine.kernel.story import Beat, Weight
from engine.voidream import events as told
from engine.voidream.events import Named, Told, facts_of
from engine.voidream.ending_story import ended
from engine.voidream.words import called, in_words

DECISIVE = (
    told.ConflictScored,
    told.DreamDamage,
    told.DreamTorn,
    told.Destroyed,
    told.FacesNightmare,
    told.AvoidedNightmare,
    told.EnteredNightmare,
    told.MatchWon,
    Ended,
)
"""What nobody may miss, however long they were away."""

LISTED = 5
"""Titles of a list; of a longer one the last are counted."""

PLAY, ATTACK, CHANGE = "play", "attack", "change"
"""What beats are counted by."""

_RULES = ("§", "R")


def story(happened: Sequence[Seen], names: Sequence[str], reader: int | None) -> tuple[Beat, ...]:
    """Return what an act led to, in beats; `reader` is the seat that is called "you" (None: nobody).

    What was seen must be of kinds that are known (see `facts_of`, which raises ValueError for others).
    """
    return _Teller([facts_of(one) for one in happened], [one.cause for one in happened], names, reader).told()


def left_out(counts: Mapping[str, int]) -> Phrase:
    """Return a sentence that counts beats for which there was no room."""
    n = sum(counts.values())
    if set(counts) == {PLAY}:
        return say_many("And {n} more play.", "And {n} more plays.", n)
    return say_many("And {n} more thing.", "And {n} more things.", n)


@dataclass
class _Teller:
    """Goes through the events of an act; a handler may tell later events with the one that it is called for."""

    facts: list[Told]
    causes: list[str]
    names: Sequence[str]
    reader: int | None
    beats: list[Beat] = field(default_factory=list[Beat])
    done: set[int] = field(default_factory=set[int])
    """The places of events that have been told with another one, or need no words."""
    deeds: set[str] = field(default_factory=set[str])
    """The titles of cards that were played or used: what they cause needs no further reason."""

    def told(self) -> tuple[Beat, ...]:
        for at, fact in enumerate(self.facts):
            if at not in self.done and (handler := _HANDLERS.get(type(fact), _sentence)) is not None:
                handler(self, at, fact)
        if any(beat.weight is Weight.DECISIVE for beat in self.beats):
            return tuple(beat for beat in self.beats if beat.sort != _PASS)
        return tuple(self.beats)

    def add(
        self,
        weight: Weight,
        sort: str,
        text: Phrase,
        *covers: int,
        reason: Phrase | None = None,
    ) -> None:
        """Tell something, without its full stop, with the card behind it if that has not been named in this act."""
        self.done.update(covers)
        cause = self.causes[covers[0]] if covers else ""
        if cause and not cause.startswith(_RULES) and cause not in self.deeds:
            text = say("{told} ({cause}).", told=text, cause=title(cause))
        else:
            text = say("{told}.", told=text)
        self.beats.append(Beat(weight, sort, text, covers, reason))

    def of(self, seat: int, you: Phrase, they: Callable[[str], Phrase]) -> Phrase:
        """Return what is said of a player: to themselves, or by name to everybody else."""
        return you if seat == self.reader else they(self.names[seat])

    def later(self, at: int, fits: Callable[[Told], bool]) -> list[int]:
        """Return the places of events after `at` that fit and have not been told yet."""
        return [
            place for place in range(at + 1, len(self.facts)) if place not in self.done and fits(self.facts[place])
        ]

    def by_rule(self, at: int) -> bool:
        """Whether a rule is behind an event, and not a card."""
        return self.causes[at].startswith(_RULES)


_PASS = "pass"  # noqa: S105


def _listed(titles: Sequence[Value]) -> Series:
    """Return a list of cards; of a long one the first, and how many more there are."""
    if len(titles) <= LISTED:
        return series(*titles)
    return series(*titles[: LISTED - 1], say("{n} more", n=len(titles) - LISTED + 1))


def _cards(cards: Sequence[Named]) -> Series:
    return _listed([called(card) for card in cards])


# ------------------------------------------------------------------------------------------------- setting up, and rounds


def _shown(t: _Teller, at: int, fact: told.Shown) -> None:
    bastion, mind = title(fact.bastion), title(fact.mind)
    text = t.of(
        fact.seat,
        say("You dream from {bastion}, with the mind of {mind}", bastion=bastion, mind=mind),
        lambda who: say("{who} dreams from {bastion}, with the mind of {mind}", who=who, bastion=bastion, mind=mind),
    )
    t.add(Weight.DETAIL, CHANGE, text, at)


def _round(t: _Teller, at: int, fact: told.RoundBegan) -> None:
    n = fact.round
    for first in t.later(at, lambda one: isinstance(one, told.FirstPlayer)):
        begins = t.facts[first]
        assert isinstance(begins, told.FirstPlayer)
        text = t.of(
            begins.seat,
            say("Round {round}: you begin", round=n),
            lambda who: say("Round {round}: {who} begins", round=n, who=who),
        )
        t.add(Weight.DETAIL, CHANGE, text, at, first)
        return
    t.add(Weight.DETAIL, CHANGE, say("Round {round} begins", round=n), at)


def _guessed(t: _Teller, at: int, fact: told.Guessed) -> None:
    if fact.guess == fact.hidden:
        text = t.of(
            fact.seat,
            say("You guessed the side of the mind card, and begin"),
            lambda who: say("{who} guessed the side of the mind card, and begins", who=who),
        )
    else:
        text = t.of(
            fact.seat,
            say("You guessed the wrong side of the mind card"),
            lambda who: say("{who} guessed the wrong side of the mind card", who=who),
        )
    t.add(Weight.NOTABLE, CHANGE, text, at)


# ---------------------------------------------------------------------------------------------------------------- actions


def _passed(t: _Teller, at: int, fact: told.Passed) -> None:
    t.add(
        Weight.DETAIL, _PASS, t.of(fact.seat, say("You pass"), lambda who: say("{who} passes", who=who)), at
    )  # fmt: skip


def _played(t: _Teller, at: int, fact: told.Played) -> None:
    card = title(fact.card)
    t.deeds.add(fact.card)
    price = _price(t, at, fact.seat)
    covers = [at, *price, *_arrival(t, at, fact.card)]
    if fact.source == "deck":
        text = t.of(
            fact.seat, say("You evoke {card}", card=card), lambda who: say("{who} evokes {card}", who=who, card=card)
        )
    elif fact.inverted:
        text = t.of(
            fact.seat,
            say("You play {card} inverted", card=card),
            lambda who: say("{who} plays {card} inverted", who=who, card=card),
        )
    else:
        text = t.of(
            fact.seat, say("You play {card}", card=card), lambda who: say("{who} plays {card}", who=who, card=card)
        )
    t.add(Weight.NOTABLE, PLAY, _with_price(t, text, price), *covers)


def _price(t: _Teller, at: int, seat: int) -> list[int]:
    """Return the place of the turn of the mind that came just before, with which a deed is paid for (§4, R16)."""
    for place in range(at - 1, -1, -1):
        fact = t.facts[place]
        if isinstance(fact, told.MindTurned) and fact.seat == seat and t.by_rule(place):
            return [place] if fact.count < fact.before else []
        if isinstance(fact, told.Played | told.Activated | told.Unveiled):
            break
    return []


def _with_price(t: _Teller, text: Phrase, price: Sequence[int]) -> Phrase:
    for place in price:
        turned = t.facts[place]
        assert isinstance(turned, told.MindTurned)
        return say("{told} (mind {before} → {count})", told=text, before=turned.before, count=turned.count)
    return text


def _arrival(t: _Teller, at: int, card: str) -> list[int]:
    """Return the places at which a card that is played gets to where it goes: into play, or away."""

    def arrives(one: Told) -> bool:
        match one:
            case told.EnteredPlay(card=named) | told.ConstructPlaced(card=named):
                return named.title == card
            case told.Discarded(card=name) | told.Voided(card=name):
                return name == card
            case _:
                return False

    return t.later(at, arrives)[:1]


def _unveiled(t: _Teller, at: int, fact: told.Unveiled) -> None:
    card = title(fact.card)
    t.deeds.add(fact.card)
    text = t.of(
        fact.seat, say("You unveil {card}", card=card), lambda who: say("{who} unveils {card}", who=who, card=card)
    )
    t.add(Weight.NOTABLE, PLAY, text, at, *_arrival(t, at, fact.card))


def _activated(t: _Teller, at: int, fact: told.Activated) -> None:
    card = title(fact.card)
    t.deeds.add(fact.card)
    text = t.of(
        fact.seat,
        say("You activate {card}", card=card),
        lambda who: say("{who} activates {card}", who=who, card=card),
    )
    t.add(Weight.NOTABLE, PLAY, text, at)


def _took_effect(t: _Teller, at: int, fact: told.TookEffect) -> None:
    if fact.card not in t.deeds:
        _sentence(t, at, fact)


# ----------------------------------------------------------------------------------------------------- the deck, looking


def _evoking(t: _Teller, at: int, fact: told.Evoking) -> None:
    def decided(one: Told) -> bool:
        match one:
            case told.Played(seat=seat, source="deck") | told.EvokeDeclined(seat=seat):
                return seat == fact.seat
            case told.Veiled(seat=seat, was=None):
                return seat == fact.seat
            case _:
                return False

    if t.later(at, decided):
        return
    if fact.title is not None:
        card = title(fact.title)
        text = t.of(
            fact.seat,
            say("You evoke and look at {card}", card=card),
            lambda who: say("{who} evokes and looks at {card}", who=who, card=card),
        )
    else:
        text = t.of(fact.seat, say("You evoke"), lambda who: say("{who} evokes", who=who))
    t.add(Weight.DETAIL, PLAY, text, at)


def _declined(t: _Teller, at: int, fact: told.EvokeDeclined) -> None:
    text = t.of(
        fact.seat,
        say("You evoke, and put the card back"),
        lambda who: say("{who} evokes, and puts the card back", who=who),
    )
    t.add(Weight.NOTABLE, PLAY, text, at)


def _looked(t: _Teller, at: int, fact: told.Looked) -> None:
    if fact.titles is not None and fact.seat == t.reader:
        cards = _listed([title(card) for card in fact.titles])
        t.add(Weight.DETAIL, CHANGE, say("You look at {cards}", cards=cards), at)
    else:
        _sentence(t, at, fact)


def _revealed(t: _Teller, at: int, fact: told.Revealed) -> None:
    cards = _listed([title(card) for card in fact.titles])
    text = t.of(
        fact.seat,
        say("You reveal {cards}", cards=cards),
        lambda who: say("{who} reveals {cards}", who=who, cards=cards),
    )
    t.add(Weight.NOTABLE, CHANGE, text, at)


def _rolled(t: _Teller, at: int, fact: told.Rolled) -> None:
    if not t.by_rule(at):
        result = fact.result
        text = t.of(
            fact.seat,
            say("You roll: depth {depth}", depth=result),
            lambda who: say("{who} rolls: depth {depth}", who=who, depth=result),
        )
        t.add(Weight.NOTABLE, CHANGE, text, at)


def _dream_damage(t: _Teller, at: int, fact: told.DreamDamage) -> None:
    covers = [at]
    fallen: list[Value] = []
    held: Phrase | None = None
    for place in range(at + 1, len(t.facts)):
        match t.facts[place]:
            case told.DreamDamage():
                break
            case told.DreamTorn(seat=seat, cards=cards) if seat == fact.seat:
                fallen += [title(card) for card in cards]
                covers.append(place)
            case told.Withstood(card=card, points=points):
                held = say("{card} held off the other {points}.", card=called(card), points=points)
                covers.append(place)
            case _:
                pass
    if fallen:
        n, cards = len(fallen), _listed(fallen)
        text = t.of(
            fact.seat,
            say_many(
                "You lost {n} card from your deck: {cards}",
                "You lost {n} cards from your deck: {cards}",
                n,
                cards=cards,
            ),
            lambda who: say_many(
                "{who} lost {n} card from the deck: {cards}",
                "{who} lost {n} cards from the deck: {cards}",
                n,
                who=who,
                cards=cards,
            ),
        )
    else:
        points = fact.points
        text = t.of(
            fact.seat,
            say("You were dealt {points} Dream damage", points=points),
            lambda who: say("{who} was dealt {points} Dream damage", who=who, points=points),
        )
    t.add(Weight.DECISIVE, CHANGE, text, *covers, reason=held)


def _torn(t: _Teller, at: int, fact: told.DreamTorn) -> None:
    """Of Dream damage that began with an earlier act."""
    n, cards = len(fact.cards), _listed([title(card) for card in fact.cards])
    text = t.of(
        fact.seat,
        say_many(
            "You lost {n} card from your deck: {cards}",
            "You lost {n} cards from your deck: {cards}",
            n,
            cards=cards,
        ),
        lambda who: say_many(
            "{who} lost {n} card from the deck: {cards}",
            "{who} lost {n} cards from the deck: {cards}",
            n,
            who=who,
            cards=cards,
        ),
    )
    t.add(Weight.DECISIVE, CHANGE, text, at)


# -------------------------------------------------------------------------------------------------- cards come and go


def _entered(t: _Teller, at: int, fact: told.EnteredPlay) -> None:
    card = called(fact.card)
    text = t.of(
        fact.seat,
        say("{card} enters play for you", card=card),
        lambda who: say("{card} enters play for {who}", card=card, who=who),
    )
    t.add(Weight.NOTABLE, CHANGE, text, at)


def _placed(t: _Teller, at: int, fact: told.ConstructPlaced) -> None:
    card = called(fact.card)
    text = t.of(
        fact.seat,
        say("{card} stands on your deck", card=card),
        lambda who: say("{card} stands on {who}'s deck", card=card, who=who),
    )
    t.add(Weight.NOTABLE, CHANGE, text, at)


def _veiled(t: _Teller, at: int, fact: told.Veiled) -> None:
    if fact.was is not None:
        _sentence(t, at, fact)
        return
    value = fact.card.value or 0
    if fact.title is not None and fact.seat == t.reader:
        text = say("You veil {card}", card=title(fact.title))
    else:
        text = t.of(
            fact.seat,
            say("You veil a card of value {value}", value=value),
            lambda who: say("{who} veils a card of value {value}", who=who, value=value),
        )
    t.add(Weight.NOTABLE, PLAY, text, at)


def _discarded(t: _Teller, at: int, fact: told.Discarded) -> None:
    def alike(one: Told) -> bool:
        return isinstance(one, told.Discarded) and one.of == fact.of

    places = [at, *(place for place in t.later(at, alike) if t.causes[place] == t.causes[at])]
    cards = _listed([title(_discarded_at(t, place).card) for place in places])
    text = t.of(
        fact.of,
        say("To your discard pile: {cards}", cards=cards),
        lambda who: say("To {who}'s discard pile: {cards}", who=who, cards=cards),
    )
    t.add(Weight.NOTABLE, CHANGE, text, *places)


def _discarded_at(t: _Teller, place: int) -> told.Discarded:
    fact = t.facts[place]
    assert isinstance(fact, told.Discarded)
    return fact


def _voided(t: _Teller, at: int, fact: told.Voided) -> None:
    def alike(one: Told) -> bool:
        return isinstance(one, told.Voided) and one.of == fact.of

    places = [at, *(place for place in t.later(at, alike) if t.causes[place] == t.causes[at])]
    cards = _listed([title(one.card) for place in places if isinstance(one := t.facts[place], told.Voided)])
    text = t.of(
        fact.of,
        say("To your Void: {cards}", cards=cards),
        lambda who: say("To {who}'s Void: {cards}", who=who, cards=cards),
    )
    t.add(Weight.NOTABLE, CHANGE, text, *places)


def _to_hand(t: _Teller, at: int, fact: told.ReturnedToHand) -> None:
    cards = _listed([title(card) for card in fact.cards])
    text = t.of(
        fact.seat,
        say("Back in your hand: {cards}", cards=cards),
        lambda who: say("Back in {who}'s hand: {cards}", who=who, cards=cards),
    )
    t.add(Weight.NOTABLE, CHANGE, text, at)


def _destroyed(t: _Teller, at: int, fact: told.Destroyed) -> None:
    def alike(one: Told) -> bool:
        return isinstance(one, told.Destroyed) and one.card.seat == fact.card.seat

    places = [at, *(place for place in t.later(at, alike) if t.causes[place] == t.causes[at])]
    cards = [one.card for place in places if isinstance(one := t.facts[place], told.Destroyed)]
    names, gone = _as_they_lie(t, at, cards)
    text = t.of(
        fact.card.seat,
        say_many("Destroyed, yours: {cards}", "Destroyed, yours: {cards}", len(cards), cards=names),
        lambda who: say_many("Destroyed, {who}'s: {cards}", "Destroyed, {who}'s: {cards}", len(cards), who=who, cards=names),
    )
    t.add(Weight.DECISIVE, CHANGE, text, *places, *gone)


def _as_they_lie(t: _Teller, at: int, cards: Sequence[Named]) -> tuple[Series, list[int]]:
    """Return what cards that leave play are called, and where it is told that they went to a pile.

    One that lay face down is seen by everybody when it gets there (§7).
    """
    found: list[Value] = []
    gone: list[int] = []
    for card in cards:
        there = t.later(at, lambda one, card=card: isinstance(one, told.Discarded) and one.was == card)[:1]
        found.append(title(_discarded_at(t, there[0]).card) if there else called(card))
        gone += there
    return _listed(found), gone


def _sacrificed(t: _Teller, at: int, fact: told.Sacrificed) -> None:
    def alike(one: Told) -> bool:
        return isinstance(one, told.Sacrificed) and one.card.seat == fact.card.seat

    places = [at, *(place for place in t.later(at, alike) if t.causes[place] == t.causes[at])]
    cards = [one.card for place in places if isinstance(one := t.facts[place], told.Sacrificed)]
    names, gone = _as_they_lie(t, at, cards)
    text = t.of(
        fact.card.seat,
        say("You sacrifice {cards}", cards=names),
        lambda who: say("{who} sacrifices {cards}", who=who, cards=names),
    )
    t.add(Weight.NOTABLE, CHANGE, text, *places, *gone)


# ------------------------------------------------------------------------------------------- turning and marking cards


def _mind(t: _Teller, at: int, fact: told.MindTurned) -> None:
    if t.by_rule(at):
        return
    before, count = fact.before, fact.count
    text = t.of(
        fact.seat,
        say("Your mind turns {before} → {count}", before=before, count=count),
        lambda who: say("{who}'s mind turns {before} → {count}", who=who, before=before, count=count),
    )
    t.add(Weight.NOTABLE, CHANGE, text, at)


def _by_card(t: _Teller, at: int, fact: Told) -> None:
    """What rules do to cards, such as exhausting those that have fought, is not told."""
    if not t.by_rule(at):
        _sentence(t, at, fact)


def _damaged(t: _Teller, at: int, fact: told.Damaged) -> None:
    """Damage that destroys is told by what it does."""
    tag = fact.card.tag
    if not t.later(at, lambda one: isinstance(one, told.Destroyed) and one.card.tag == tag):
        _sentence(t, at, fact)


# --------------------------------------------------------------------------------------------- conflicts, and Nightmare

_A_CONFLICT = {"dawn": say("a dawn conflict"), "dusk": say("a dusk conflict")}
_THE_CONFLICT = {"dawn": say("the dawn conflict"), "dusk": say("the dusk conflict")}


def _called(t: _Teller, at: int, fact: told.ConflictCalled) -> None:
    """A conflict begins: with its attackers, if they are known by now."""
    declared = t.later(at, lambda one: isinstance(one, told.AttackersDeclared))[:1]
    for place in declared:
        attackers = t.facts[place]
        assert isinstance(attackers, told.AttackersDeclared)
        _attack(t, at, attackers, None if fact.conflict is None else fact.conflict.value, place)
        return
    kind = say("a conflict") if fact.conflict is None else _A_CONFLICT[fact.conflict.value]
    text = t.of(
        fact.seat,
        say("You begin {conflict}", conflict=kind),
        lambda who: say("{who} begins {conflict}", who=who, conflict=kind),
    )
    t.add(Weight.NOTABLE, ATTACK, text, at)


def _attackers(t: _Teller, at: int, fact: told.AttackersDeclared) -> None:
    _attack(t, at, fact, None)


def _attack(t: _Teller, at: int, fact: told.AttackersDeclared, kind: str | None, *covers: int) -> None:
    chosen = t.later(at, lambda one: isinstance(one, told.ConflictChosen))[:1]
    for place in chosen:
        choice = t.facts[place]
        assert isinstance(choice, told.ConflictChosen)
        kind = choice.conflict.value
    cards = _cards(fact.cards)
    if fact.cards:
        text = t.of(
            fact.seat,
            say("You attack with {cards}", cards=cards),
            lambda who: say("{who} attacks with {cards}", who=who, cards=cards),
        )
    else:
        text = t.of(fact.seat, say("You attack alone"), lambda who: say("{who} attacks alone", who=who))
    if kind is not None:
        text = say("{told}: {conflict}", told=text, conflict=_A_CONFLICT[kind])
    t.add(Weight.NOTABLE, ATTACK, text, at, *covers, *chosen)


def _chosen(t: _Teller, at: int, fact: told.ConflictChosen) -> None:
    kind = _A_CONFLICT[fact.conflict.value]
    text = t.of(
        fact.seat,
        say("You choose {conflict}", conflict=kind),
        lambda who: say("{who} chooses {conflict}", who=who, conflict=kind),
    )
    t.add(Weight.NOTABLE, ATTACK, text, at)


def _defenders(t: _Teller, at: int, fact: told.DefendersDeclared) -> None:
    cards = _cards(fact.cards)
    if fact.cards:
        text = t.of(
            fact.seat,
            say("You defend with {cards}", cards=cards),
            lambda who: say("{who} defends with {cards}", who=who, cards=cards),
        )
        t.add(Weight.NOTABLE, ATTACK, text, at)
    else:
        text = t.of(fact.seat, say("You defend alone"), lambda who: say("{who} defends alone", who=who))
        t.add(Weight.DETAIL, ATTACK, text, at)


def _scored(t: _Teller, at: int, fact: told.ConflictScored) -> None:
    kind = _THE_CONFLICT[fact.conflict.value]
    if fact.winner < 0:
        text = say("Nobody won {conflict}, {n} : {n}", conflict=kind, n=fact.totals[0])
    else:
        won, lost = fact.totals[fact.winner], fact.totals[1 - fact.winner]
        text = t.of(
            fact.winner,
            say("You won {conflict} {won} : {lost}", conflict=kind, won=won, lost=lost),
            lambda who: say("{who} won {conflict} {won} : {lost}", who=who, conflict=kind, won=won, lost=lost),
        )
    t.add(Weight.DECISIVE, ATTACK, text, at)
