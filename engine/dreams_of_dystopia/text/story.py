"""Sentences of Dreams of Dystopia's story that combine several events.

The cause comes first, then its results: a card with its player's gains, an attack with all of its cards, an attack
without a block with its cost, the end of a turn with the cards drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from msgspec.structs import replace

from cards.i18n import Message, Value, msg, row, series
from engine.dreams_of_dystopia.facts import combats, turns
from engine.dreams_of_dystopia.facts.cards import Discarded, Drew, Shuffled
from engine.dreams_of_dystopia.facts.terms import DAMAGE, FAME, LP, cards_of
from engine.kernel.events.entries import beat
from engine.kernel.events.event import Ended, Fact
from engine.kernel.events.story_builder import Join, StoryBuilder


def _used(builder: StoryBuilder, at: int, fact: turns.AbilityUsed | turns.DeedUsed) -> None:
    """Add a card that is used, with the changes of LP and FAME that it causes."""
    builder.named.add(fact.card)
    text, changed = builder.text(at), _scores(builder, at, (fact.card, "DD50"), own=fact.seat)
    own = [place for place in changed if builder.fact(place, turns.ScoreChanged).seat == fact.seat]
    if own:
        words = {LP: msg("LP {before} → {now}"), FAME: msg("FAME {before} → {now}")}
        facts = (builder.fact(place, turns.ScoreChanged) for place in own)
        scores = row(*(words[fact.score].filled(**_arrow(fact)) for fact in facts), between=", ")
        text = msg("{told} ({scores})", told=text, scores=scores)
    if others := [place for place in changed if place not in own]:
        text = msg("{told}: {outcome}", told=text, outcome=_together(builder, others))
    builder.add(text, at, *own, *others)


def _scores(
    builder: StoryBuilder,
    at: int,
    causes: Sequence[str],
    own: int = -1,
    like: turns.ScoreChanged | None = None,
) -> list[int]:
    """Return the places of the next gains and losses by a cause, each score once. Draws may come between them.

    Except for the seat `own`, all are equal, and equal to `like` if it is given.
    """
    covered, scores = list[int](), set[tuple[int, str]]() if like is None else {(like.seat, like.score)}
    for place in builder.later(at, Fact):
        match builder.seen[place].fact:
            case Drew() | Shuffled():
                continue
            case turns.ScoreChanged() as fact if (
                builder.seen[place].cause in causes and (fact.seat, fact.score) not in scores
            ):
                if fact.seat != own and like and (fact.score, fact.amount) != (like.score, like.amount):
                    break
                like = like if fact.seat == own else fact
                scores.add((fact.seat, fact.score))
                covered.append(place)
            case _:
                break
    return covered


def _changed(builder: StoryBuilder, at: int, fact: turns.ScoreChanged) -> None:
    """Add a change of LP or FAME, together with equal ones by the same card. A loss in the Damage step is a result.

    Changes of one player by several cards of the same name are added up.
    """
    if builder.seen[at].cause == DAMAGE:
        builder.add(_hit(builder, at) or _together(builder, [at]), at, is_result=True)
        return
    equal = _scores(builder, at, (builder.seen[at].cause,), like=fact) or _repeated(builder, at, fact)
    builder.add(_together(builder, [at, *equal]), at, *equal)


def _repeated(builder: StoryBuilder, at: int, fact: turns.ScoreChanged) -> list[int]:
    """Return the places of the next changes of the same score by cards of the same name. Draws may come between them."""

    def is_equal(place: int) -> bool:
        other, cause = builder.seen[place].fact, builder.seen[place].cause
        is_change = isinstance(other, turns.ScoreChanged) and cause == builder.seen[at].cause
        return is_change and replace(other, now=fact.now) == fact

    places = builder.later(at, Fact, lambda other: not isinstance(other, Drew | Shuffled))
    return list(takewhile(is_equal, places))


def _hit(builder: StoryBuilder, at: int, *, is_blocked: bool = True) -> Message | None:
    """Return a hit with its players and its cost; None if the act doesn't include the fighters."""
    lost, facts = builder.fact(at, turns.ScoreChanged), [event.fact for event in builder.seen]
    fought = [fact.seat for fact in facts if isinstance(fact, combats.CleanedUp)]
    # A hit that ends the match has no Clean-Up. The winner is the other fighter.
    fought += [fact.places[0][0] for fact in facts if isinstance(fact, Ended) and fact.places]
    other = next((seat for seat in fought if seat != lost.seat), None)
    if other is None:
        return None
    if lost.seat == builder.reader:
        unblocked = msg("{other} hits you, without a block: LP {before} → {now}")
        blocked = msg("{other} hits you: LP {before} → {now}")
    elif other == builder.reader:
        unblocked = msg("You hit {who}, without a block: LP {before} → {now}")
        blocked = msg("You hit {who}: LP {before} → {now}")
    else:
        unblocked = msg("{other} hits {who}, without a block: LP {before} → {now}")
        blocked = msg("{other} hits {who}: LP {before} → {now}")
    text = blocked if is_blocked else unblocked
    return text.filled(other=builder.names[other], who=builder.names[lost.seat], **_arrow(lost))


def _together(builder: StoryBuilder, places: Sequence[int]) -> Message:
    """Return the equal gains or losses of several players, or the sum of one player's."""
    facts = [builder.fact(place, turns.ScoreChanged) for place in places]
    if len({fact.seat for fact in facts}) == 1:
        is_named = builder.by_rule(places[0]) or builder.seen[places[0]].cause in builder.named
        text = msg("{told} ({before} → {now})") if is_named else msg("{told}: {before} → {now}")
        told = builder.text(places[0], n=abs(sum(fact.amount for fact in facts)))
        return text.filled(told=told, before=facts[0].now - facts[0].amount, now=facts[-1].now)
    seats = [fact.seat for fact in facts]
    names: list[Value] = [builder.names[seat] for seat in seats if seat != builder.reader]
    names += [msg("you", "player")] if builder.reader in seats else []
    if facts[0].score == LP:
        text = msg("{names} lose {n} LP each") if facts[0].amount < 0 else msg("{names} gain {n} LP each")
    else:
        text = msg("{names} lose {n} Fame each") if facts[0].amount < 0 else msg("{names} gain {n} Fame each")
    return text.filled(names=series(*names), n=abs(facts[0].amount))


def _arrow(fact: turns.ScoreChanged) -> dict[str, Value]:
    return {"before": fact.now - fact.amount, "now": fact.now}


def _sent(builder: StoryBuilder, at: int, fact: combats.SentToFight) -> None:
    """Add the attack or block for which a Minion is sent, before its cards' effects."""
    for place in builder.later(at, Fact):
        match builder.seen[place].fact:
            case combats.Attacked(seat=fact.seat) as attack:
                _attacked(builder, place, attack)
                break
            case combats.AttackBlocked(seat=fact.seat) as block:
                _blocked(builder, place, block)
                break
            case _:
                pass


def _attacked(builder: StoryBuilder, at: int, fact: combats.Attacked) -> None:
    if fact.target == builder.reader:
        text = msg("{who} attacks you with {cards}: {n} ATK")
    elif fact.seat == builder.reader:
        text = msg("You attack {target} with {cards}: {n} ATK")
    else:
        text = msg("{who} attacks {target} with {cards}: {n} ATK")
    names = {"who": builder.names[fact.seat], "target": builder.names[fact.target]}
    builder.add(text.filled(**names, cards=cards_of([fact.card, *fact.helpers]), n=fact.attack), at)


def _blocked(builder: StoryBuilder, at: int, fact: combats.AttackBlocked) -> None:
    blocks = beat("You block with {cards}: {defence} DEF", "{who} blocks with {cards}: {defence} DEF")
    cards = cards_of([fact.card, *fact.helpers])
    builder.add(builder.say(fact.seat, blocks, None, cards=cards, defence=fact.defence), at)


def _not_blocked(builder: StoryBuilder, at: int, fact: combats.NotBlocked) -> None:
    """Add that there was no block, with its cost."""
    for place in builder.later(at, turns.ScoreChanged, lambda score: score.seat == fact.seat):
        if builder.seen[place].cause == DAMAGE:
            lost = builder.fact(place, turns.ScoreChanged)
            loses = beat(
                "You don't block and lose {n} LP ({before} → {now})",
                "{who} doesn't block and loses {n} LP ({before} → {now})",
            )
            text = builder.say(fact.seat, loses, None, n=-lost.amount, **_arrow(lost))
            hit = _hit(builder, place, is_blocked=False)
            builder.add(hit or text, at, place, brief=_hit(builder, place), is_result=True)
            return
    builder.by_entry(at)


def _cleaned_up(builder: StoryBuilder, at: int, fact: combats.CleanedUp) -> None:
    """Add a Minion that stays on the table. Other Clean-Ups need no words."""
    if fact.card:
        builder.by_entry(at)


def _named(builder: StoryBuilder, at: int, fact: turns.MasterUsed | turns.ModeChosen) -> None:
    """Add a sentence that names its card, so that its effects need no reason."""
    builder.named.add(fact.card)
    builder.by_entry(at)


def _turn_ended(builder: StoryBuilder, at: int, fact: turns.TurnEnded) -> None:
    """Add the End Phase, for its player with the cards drawn. Others see the size of the hand on the table."""
    covers, drawn = list[int](), list[str]()
    for place in builder.later(at, Fact):
        match builder.seen[place].fact:
            case Drew(cards=cards):
                drawn += cards or ()
            case Discarded() | Shuffled():
                pass
            case _:
                continue
        if builder.seen[place].cause in ("DD16", "DD19"):
            covers.append(place)
    text = builder.text(at)
    if drawn and fact.seat == builder.reader:
        text = msg("You end your turn and draw {cards}", cards=cards_of(drawn))
    builder.add(text, at, *covers, implied=covers)


JOINS: dict[type[Fact], Join] = {
    turns.AbilityUsed: _used,
    turns.DeedUsed: _used,
    turns.MasterUsed: _named,
    turns.ModeChosen: _named,
    turns.ScoreChanged: _changed,
    combats.SentToFight: _sent,
    combats.Attacked: _attacked,
    combats.AttackBlocked: _blocked,
    combats.NotBlocked: _not_blocked,
    combats.CleanedUp: _cleaned_up,
    turns.TurnEnded: _turn_ended,
}
