"""Combined events of Dreams of Dystopia's story: those that their entries don't describe alone.

The cause comes first, then its results: a card with its player's gains, an attack with all of its cards, a missing
block with its cost, the end of a turn with the cards drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, Value, msg, row, series
from engine.dreams_of_dystopia.facts import turns
from engine.dreams_of_dystopia.facts.cards import Discarded, Drew, Shuffled
from engine.dreams_of_dystopia.facts.combats import (
    AttackBlocked,
    Attacked,
    CleanedUp,
    NotBlocked,
    SentToFight,
)
from engine.dreams_of_dystopia.facts.terms import DAMAGE, LP, cards_of
from engine.kernel.events.entries import beat
from engine.kernel.events.event import Fact
from engine.kernel.events.story_builder import Join, StoryBuilder


def _used(builder: StoryBuilder, at: int, fact: turns.AbilityUsed | turns.DeedUsed) -> None:
    """A card that is used, with what it made of LP and FAME."""
    builder.named.add(fact.card)
    text, changed = builder.text(at), _scores(builder, at, (fact.card, "DD50"), own=fact.seat)
    own = [place for place in changed if builder.fact(place, turns.ScoreChanged).seat == fact.seat]
    if own:
        scores = row(*(_score(builder.fact(place, turns.ScoreChanged)) for place in own), between=", ")
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
    """Return the places of what players gained or lost next by a cause, each score once; drawing may come between.

    All but the seat `own` gain or lose as much, as much as in `like` if it is given.
    """
    found, told = list[int](), set[tuple[int, str]]() if like is None else {(like.seat, like.score)}
    for place in builder.later(at, Fact):
        match builder.seen[place].fact:
            case Drew() | Shuffled():
                continue
            case turns.ScoreChanged() as one if (
                builder.seen[place].cause in causes and (one.seat, one.score) not in told
            ):
                if one.seat != own and like and (one.score, one.amount) != (like.score, like.amount):
                    break
                like = like if one.seat == own else one
                told.add((one.seat, one.score))
                found.append(place)
            case _:
                break
    return found


def _score(fact: turns.ScoreChanged) -> Message:
    said = msg("LP {before} → {now}") if fact.score == LP else msg("FAME {before} → {now}")
    return said.filled(**_arrow(fact))


def _changed(builder: StoryBuilder, at: int, fact: turns.ScoreChanged) -> None:
    """LP or FAME of one player, from what to what; of several who gain or lose as many by the same card, together.

    What is lost in the Damage step is the result of a Combat.
    """
    if builder.seen[at].cause == DAMAGE:
        builder.add(_hit(builder, at) or _together(builder, [at]), at, is_result=True)
        return
    alike = _scores(builder, at, (builder.seen[at].cause,), like=fact)
    builder.add(_together(builder, [at, *alike]), at, *alike)


def _hit(builder: StoryBuilder, at: int, *, is_blocked: bool = True) -> Message | None:
    """Return who hit whom, and the cost; None if the act doesn't include the fighters."""
    lost = builder.fact(at, turns.ScoreChanged)
    fought = (one.fact for one in builder.seen if isinstance(one.fact, CleanedUp))
    other = next((one.seat for one in fought if one.seat != lost.seat), None)
    if other is None:
        return None
    if lost.seat == builder.reader:
        free, met = (
            msg("{other} hits you, without a block: LP {before} → {now}"),
            msg("{other} hits you: LP {before} → {now}"),
        )
    elif other == builder.reader:
        free, met = (
            msg("You hit {who}, without a block: LP {before} → {now}"),
            msg("You hit {who}: LP {before} → {now}"),
        )
    else:
        free, met = (
            msg("{other} hits {who}, without a block: LP {before} → {now}"),
            msg("{other} hits {who}: LP {before} → {now}"),
        )
    names = {"other": builder.names[other], "who": builder.names[lost.seat]}
    said = met if is_blocked else free
    return said.filled(
        **{key: name for key, name in names.items() if f"{{{key}}}" in said.message}, **_arrow(lost)
    )


def _together(builder: StoryBuilder, places: Sequence[int]) -> Message:
    """Return the equal gains or losses of several players."""
    facts = [builder.fact(place, turns.ScoreChanged) for place in places]
    if len(facts) == 1:
        cause = builder.seen[places[0]].cause
        is_named = builder.by_rule(places[0]) or cause in builder.named
        said = msg("{told} ({before} → {now})") if is_named else msg("{told}: {before} → {now}")
        return said.filled(told=builder.text(places[0]), **_arrow(facts[0]))
    seats = [fact.seat for fact in facts]
    names: list[Value] = [builder.names[seat] for seat in seats if seat != builder.reader]
    names += [msg("you", "player")] if builder.reader in seats else []
    if facts[0].score == LP:
        said = msg("{names} lose {n} LP each") if facts[0].amount < 0 else msg("{names} gain {n} LP each")
    else:
        said = msg("{names} lose {n} Fame each") if facts[0].amount < 0 else msg("{names} gain {n} Fame each")
    return said.filled(names=series(*names), n=abs(facts[0].amount))


def _arrow(fact: turns.ScoreChanged) -> dict[str, Value]:
    return {"before": fact.now - fact.amount, "now": fact.now}


def _sent(builder: StoryBuilder, at: int, fact: SentToFight) -> None:
    """The attack or the block for which a Minion is sent: what its cards do in it is told after it."""
    for place in builder.later(at, Fact):
        match builder.seen[place].fact:
            case Attacked(seat=fact.seat) as attack:
                _attacked(builder, place, attack)
                break
            case AttackBlocked(seat=fact.seat) as block:
                _blocked(builder, place, block)
                break
            case _:
                pass


def _attacked(builder: StoryBuilder, at: int, fact: Attacked) -> None:
    cards = cards_of([fact.card, *fact.helpers])
    if fact.target == builder.reader:
        said = msg("{who} attacks you with {cards}: {n} ATK").filled(who=builder.names[fact.seat])
    elif fact.seat == builder.reader:
        said = msg("You attack {target} with {cards}: {n} ATK").filled(target=builder.names[fact.target])
    else:
        said = msg("{who} attacks {target} with {cards}: {n} ATK").filled(
            who=builder.names[fact.seat], target=builder.names[fact.target]
        )
    builder.add(said.filled(cards=cards, n=fact.attack), at)


def _blocked(builder: StoryBuilder, at: int, fact: AttackBlocked) -> None:
    blocks = beat("You block with {cards}: {defence} DEF", "{who} blocks with {cards}: {defence} DEF")
    cards = cards_of([fact.card, *fact.helpers])
    builder.add(builder.say(fact.seat, blocks, None, cards=cards, defence=fact.defence), at)


def _not_blocked(builder: StoryBuilder, at: int, fact: NotBlocked) -> None:
    """No block, with what it cost."""
    for place in builder.later(at, turns.ScoreChanged, lambda one: one.seat == fact.seat):
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


def _cleaned_up(builder: StoryBuilder, at: int, fact: CleanedUp) -> None:
    """Only a Minion that stays on the table needs words."""
    if fact.card:
        builder.by_entry(at)


def _named(builder: StoryBuilder, at: int, fact: turns.MasterUsed | turns.ModeChosen) -> None:
    """A sentence that names its card: what follows needs no more reason."""
    builder.named.add(fact.card)
    builder.by_entry(at)


def _turn_ended(builder: StoryBuilder, at: int, fact: turns.TurnEnded) -> None:
    """The End Phase, with what was drawn by its player alone: how many cards a hand holds is seen on the table."""
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
    SentToFight: _sent,
    Attacked: _attacked,
    AttackBlocked: _blocked,
    NotBlocked: _not_blocked,
    CleanedUp: _cleaned_up,
    turns.TurnEnded: _turn_ended,
}
