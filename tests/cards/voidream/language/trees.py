"""Hypothesis strategies for every node of the card language, within the invariants of its docstrings."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec.structs import replace

from cards.voidream.language import tree
from cards.voidream.language.tree import (
    NUMBERED_KEYWORDS,
    Ability,
    Comparison,
    ConflictKind,
    Duration,
    Faction,
    Filter,
    KeywordName,
    Noun,
    Player,
    Sentence,
    Stat,
    Timing,
    Trait,
    TriggerType,
    Zone,
)

numbers = st.integers(0, 4) | st.integers(0, 1000)
"""Mostly numbers that are on cards, so that generated texts often have an effect."""
performers = st.sampled_from([Player.YOU, Player.OPPONENT, Player.EACH, Player.ITS_CONTROLLER])
conflict_kinds = st.sampled_from([None, *ConflictKind])
keywords = st.sampled_from(KeywordName).flatmap(
    lambda name: st.builds(tree.Keyword, st.just(name), numbers if name in NUMBERED_KEYWORDS else st.just(0))
)
value_tests = st.builds(tree.Test, st.sampled_from(Comparison), numbers)
subtypes = st.sampled_from(["Offering", "Synthetic", "Dreamer"])
titles = st.from_regex(r"\A[A-Za-z][A-Za-z0-9 ,.:'!-]{0,12}\Z")
this_or_it = st.one_of(st.builds(tree.This), st.builds(tree.It))


def with_numbers(filter: Filter) -> SearchStrategy[Filter]:
    """The same filter, or one that also has a condition on an entity's number."""
    tested = st.builds(
        lambda stat, points: replace(filter, stat=stat, points=points), st.sampled_from(Stat), value_tests
    )
    return st.just(filter) | tested


@cache
def filters(
    owners: tuple[Player, ...] = (Player.YOU, Player.OPPONENT), *, in_event: bool = False
) -> SearchStrategy[Filter]:
    """Filters for cards of any owner, or of one of `owners`."""

    @cache
    def complete(noun: Noun, zone: Zone) -> SearchStrategy[Filter]:
        return st.builds(
            Filter,
            st.just(noun),
            st.lists(st.sampled_from(Trait), unique=True, max_size=3).map(
                lambda traits: tuple(sorted(traits, key=[*Trait].index))
            ),
            st.none() | st.sampled_from(Faction),
            st.none() | subtypes,
            st.none() | value_tests,
            st.none() | titles,
            st.none() | st.sampled_from(KeywordName),
            st.just(zone),
            st.none() | st.sampled_from(owners),
            st.none() | this_or_it if zone is Zone.IN_PLAY else st.none(),
            st.none() | st.sampled_from([one for one in tree.EITHER if one is not noun])
            if noun in tree.EITHER
            else st.none(),
        ).flatmap(with_numbers)

    places = st.tuples(st.sampled_from(Noun), st.sampled_from(Zone))
    if not in_event:
        places = places.filter(lambda place: place != (Noun.ARCANUM, Zone.IN_PLAY))
    wide = st.builds(
        Filter,
        st.sampled_from(
            [Noun.ENTITY, Noun.ENTITY, Noun.MEMORY, Noun.CONSTRUCT, Noun.VEILED_CARD, Noun.CHARGE]
        ),
        whose=st.none() | st.sampled_from(owners),
    )
    return st.booleans().flatmap(
        lambda narrow: places.flatmap(lambda place: complete(*place)) if narrow else wide
    )


@cache
def selections(owners: tuple[Player, ...] = (Player.YOU, Player.OPPONENT)) -> SearchStrategy[tree.Selection]:
    """Every description of cards."""
    which = filters(owners)
    return st.one_of(
        st.builds(tree.Chosen, which),
        st.builds(lambda filter, n: tree.Chosen(filter, n, n), which, numbers),
        st.builds(lambda filter, n: tree.Chosen(filter, 0, n), which, numbers),
        st.builds(lambda filter: tree.Chosen(filter, 0, None), which),
        st.builds(tree.All, which),
        st.builds(tree.This),
        st.builds(tree.It),
        st.builds(tree.Host),
        st.builds(tree.TopOf, amounts(owners), st.sampled_from(owners)),
        st.builds(tree.BottomOf, st.sampled_from(owners)),
        st.builds(lambda n, filter: tree.OfThem(n, n, filter), numbers, st.none() | which),
        st.builds(lambda n, filter: tree.OfThem(0, n, filter), numbers | st.none(), st.none() | which),
        st.builds(tree.Others),
    )


@cache
def measures(owners: tuple[Player, ...] = (Player.YOU, Player.OPPONENT)) -> SearchStrategy[tree.Amount]:
    """Amounts that are counted or measured."""
    return st.one_of(
        st.builds(tree.CountOf, filters(owners)),
        st.builds(tree.DepthOf, st.sampled_from(owners)),
        st.builds(tree.MindOf, st.sampled_from(owners)),
        st.builds(tree.Result),
        st.builds(tree.ThatMany),
        st.builds(tree.ValueOf, this_or_it),
        st.builds(tree.StatOf, st.sampled_from(Stat), this_or_it),
        st.builds(tree.HowOften, st.deferred(lambda: past_events(owners))),
    )


@cache
def amounts(owners: tuple[Player, ...] = (Player.YOU, Player.OPPONENT)) -> SearchStrategy[tree.Amount]:
    """Amounts of every kind."""
    return st.builds(tree.Number, numbers) | measures(owners)


counted = st.sampled_from(Comparison)
facts: SearchStrategy[tree.Condition] = st.one_of(
    st.builds(tree.InNightmare, performers),
    st.builds(tree.DuringConflict, conflict_kinds),
    st.builds(tree.TakesPart, performers, st.booleans()),
    st.builds(tree.Compare, measures(), counted, numbers),
    st.builds(tree.CompareWith, measures(), st.sampled_from(tree.Relation), measures()),
    st.builds(tree.Happened, st.deferred(lambda: past_events()), counted, numbers),
    st.builds(tree.Happened, st.deferred(lambda: past_events())),
    st.builds(tree.OnTop, this_or_it | filters(), st.none() | performers),
    st.builds(tree.Exists, filters(), counted, numbers),
    st.builds(tree.Exists, filters()),
    st.builds(tree.MatchesFilter, this_or_it, filters()),
    st.builds(
        tree.MatchesFilter, this_or_it, st.sampled_from(Trait).map(lambda trait: Filter(Noun.CARD, (trait,)))
    ),
)
negatable = facts | st.builds(tree.Not, facts)
conditions = st.recursive(negatable, lambda first: st.builds(tree.Both, first, negatable), max_leaves=3)
durations = st.sampled_from(Duration)


@cache
def ongoings(owners: tuple[Player, ...] = (Player.YOU, Player.OPPONENT)) -> SearchStrategy[tree.Ongoing]:
    """Effects with a duration."""
    which = selections(owners).filter(lambda chosen: not _measured(chosen))
    to = st.none() | which
    each = st.none() | filters(owners)
    stats = st.sampled_from(Stat)
    return st.one_of(
        st.builds(
            tree.Modify,
            st.builds(tree.Number, st.integers(-1000, 1000)),
            stats,
            to,
            st.just(False),
            each,
            durations,
        ),
        st.builds(tree.Modify, measures(owners), stats, to, st.booleans(), each, durations),
        st.builds(tree.Gain, keywords, to, durations),
        st.builds(tree.CannotBe, which, st.sampled_from(tree.Ban), durations),
        st.builds(tree.Cannot, performers, st.sampled_from(tree.Prohibition), durations),
    )


def _measured(selection: tree.Selection) -> bool:
    """Return whether the selection contains an X: an instruction can explain only one."""
    return isinstance(selection, tree.TopOf) and not isinstance(selection.amount, tree.Number | tree.ThatMany)


def _by(player: Player) -> tuple[Player, ...]:
    return (Player.YOU, Player.OPPONENT) if player is Player.YOU else (Player.YOU, Player.OPPONENT, player)


@cache
def plain_instructions(who: Player, performer: Player = Player.YOU) -> SearchStrategy[tree.PlainInstruction]:
    """One-shot instructions performed by `who`, in a sentence of `performer`."""
    what, amount, by = selections(_by(who)), amounts(_by(who)), st.just(who)
    plain = what.filter(lambda chosen: not _measured(chosen))
    own = selections(_by(performer))
    own_plain = own.filter(lambda chosen: not _measured(chosen))
    own_amount = amounts(_by(performer))
    return st.one_of(
        st.builds(tree.Evoke, by),
        st.builds(tree.Roll, by),
        st.builds(tree.Shuffle, by),
        st.builds(tree.Initiate, conflict_kinds, by),
        st.builds(tree.SwitchConflict),
        st.builds(tree.SwitchConflict, st.sampled_from(ConflictKind), st.sampled_from(ConflictKind)),
        st.builds(tree.Damage, own_amount, own_plain),
        st.builds(tree.DreamDamage, amount, by),
        st.builds(tree.Prevent, st.none() | own_amount),
        st.builds(tree.PreventEvent),
        st.builds(tree.Destroy, own),
        st.builds(tree.Sacrifice, what, by),
        st.builds(tree.Exhaust, what, by),
        st.builds(tree.Ready, what, by),
        st.builds(tree.Attach, own, own_plain),
        st.builds(tree.Charge, what, by),
        st.builds(tree.Inspire, own),
        st.builds(tree.Void, what, st.booleans(), by),
        st.builds(tree.Veil, what, by),
        st.builds(tree.Unveil, what, by),
        st.builds(tree.Discard, what, by),
        st.builds(
            lambda filter: tree.Discard(tree.Chosen(filter), who),
            st.just(Filter(Noun.ARCANUM, zone=Zone.HAND, whose=who)),
        ),
        st.builds(tree.ReturnToHand, what, by),
        st.builds(
            tree.Put,
            what,
            st.sampled_from(tree.Place),
            st.none() | st.sampled_from(_by(who)),
            st.booleans(),
            by,
        ),
        st.builds(tree.LookAt, what, by),
        st.builds(tree.Reveal, what, by),
        st.builds(tree.ReturnLooked, by, st.booleans()),
        st.builds(tree.ChangeMind, amount, st.booleans(), by),
        st.builds(tree.Play, plain, by),
    )


@cache
def chains(performer: Player = Player.YOU) -> SearchStrategy[Sentence]:
    """Plain instructions that a text joins with ", then"."""
    one = performers.flatmap(lambda who: plain_instructions(who, performer))
    return st.lists(one | ongoings(_by(performer)), min_size=1, max_size=3).map(tuple)


costs = st.lists(performers.flatmap(plain_instructions), min_size=1, max_size=2).map(tuple)
"""The costs of activated abilities."""


def _alone(strategy: SearchStrategy[tree.Instruction]) -> SearchStrategy[Sentence]:
    return strategy.map(lambda instruction: (instruction,))


mays = performers.flatmap(lambda who: st.builds(tree.May, chains(who), st.just(who)))
choices = performers.flatmap(
    lambda who: st.builds(
        tree.ChooseOne,
        st.lists(chains(who), min_size=2, max_size=3).map(tuple),
        st.just(who),
    )
)
_optional_choices = performers.flatmap(
    lambda who: st.builds(
        lambda modes: tree.May((tree.ChooseOne(modes, who),), who),
        st.lists(chains(who), min_size=2, max_size=2).map(tuple),
    )
)
inner: SearchStrategy[Sentence] = st.recursive(
    chains() | _alone(mays) | _alone(choices) | _alone(_optional_choices),
    lambda sentence: st.one_of(
        _alone(st.builds(tree.If, conditions, sentence)),
        _alone(st.builds(tree.IfYouDo, sentence, st.booleans())),
        _alone(st.builds(tree.ForEach, filters(), sentence)),
    ),
    max_leaves=2,
)
sentences = inner | _alone(st.builds(tree.If, conditions, inner, inner))
effects = st.lists(sentences, min_size=1, max_size=2).map(tuple)


@cache
def _events(trigger_type: TriggerType) -> SearchStrategy[tree.TriggerEvent]:
    anybody = st.sampled_from(Player)
    who = anybody if "{who}" in trigger_type else st.none()
    what = (
        filters(in_event=True) | st.builds(tree.This) | st.builds(tree.Host)
        if "{what}" in trigger_type
        else st.none()
    )
    kind = conflict_kinds if "conflict" in trigger_type else st.none()
    if trigger_type is TriggerType.CONFLICT_INITIATED:
        who = st.none() | anybody
    return st.builds(tree.TriggerEvent, st.just(trigger_type), who, what, kind)


@cache
def past_events(
    owners: tuple[Player, ...] = (Player.YOU, Player.OPPONENT),
) -> SearchStrategy[tree.TriggerEvent]:
    """Events that can have happened in a round."""

    def once(trigger_type: TriggerType) -> SearchStrategy[tree.TriggerEvent]:
        who = performers if "{who}" in trigger_type else st.none()
        what = filters(owners, in_event=True) | st.builds(tree.This) | st.builds(tree.Host)
        kind = conflict_kinds if "conflict" in trigger_type else st.none()
        if trigger_type is TriggerType.CONFLICT_INITIATED:
            who = st.none() | performers
        happens_to = what if "{what}" in trigger_type or trigger_type is TriggerType.INSPIRED else st.none()
        return st.builds(tree.TriggerEvent, st.just(trigger_type), who, happens_to, kind)

    return st.sampled_from([one for one in TriggerType if one.record.past]).flatmap(once)


events = st.sampled_from(TriggerType).flatmap(_events)
abilities: SearchStrategy[Ability] = st.one_of(
    st.builds(tree.Keywords, st.lists(keywords, min_size=1, max_size=3).map(tuple)),
    st.builds(tree.PlayOnly, conditions),
    st.builds(tree.Line, effects),
    st.builds(tree.Static, st.lists(ongoings(), min_size=1, max_size=2).map(tuple), conditions),
    st.builds(tree.AdditionalCost, costs),
    st.builds(tree.Activated, costs, effects, st.booleans()),
    st.builds(
        tree.Triggered,
        st.sampled_from(Timing),
        events,
        effects,
        st.sampled_from(Zone),
        st.none() | conditions,
        st.booleans(),
    ),
    st.builds(tree.GameStart, effects),
)
