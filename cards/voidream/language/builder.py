"""Builds the data of `tree` while Lark parses: a method for each rule or arrow of `grammar.lark`.

A rule may leave out what is optional, so some methods take their children as they come and tell them apart by type.
"""

# A method's name is that of its rule, which says all there is to say.
# ruff: noqa: D102

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypedDict, TypeVar, cast

from lark import Token, Transformer
from lark import v_args as untyped_v_args  # pyright: ignore[reportUnknownVariableType]
from msgspec.structs import replace

from cards.voidream.language import tree
from cards.voidream.language.durations import KEYWORD, NOBODY, Lasting, about_this, joined, subjected
from cards.voidream.language.lexer import base_form
from cards.voidream.language.placeholders import (
    PERFORMER,
    Explanation,
    Misread,
    bind,
    fill,
    is_unsaid,
    unsaid,
)
from cards.voidream.language.tree import (
    Ability,
    Amount,
    Comparison,
    Condition,
    ConflictKind,
    Duration,
    Effect,
    Faction,
    Filter,
    Instruction,
    Keyword,
    KeywordName,
    Noun,
    Ongoing,
    Player,
    Selection,
    Sentence,
    Stat,
    Timing,
    Trait,
    TriggerEvent,
    TriggerType,
    Zone,
)
from cards.voidream.language.vocabulary import PLURALS, THIRD_PERSONS, article

HIGHEST_NUMBER = 1000
"""No number in the game rises above it (§7, R33), so none can be printed."""

_T = TypeVar("_T")


_CARDS_OF: dict[type[Instruction], str] = {
    tree.Charge: "host",
    **dict.fromkeys(
        (
            tree.Inspire,
            tree.Destroy,
            tree.Sacrifice,
            tree.Exhaust,
            tree.Ready,
            tree.Void,
            tree.Veil,
            tree.Discard,
        ),
        "what",
    ),
}
"""Verbs whose object stands at their end, with where it is kept."""


def _once_more(instruction: Instruction, word: Token) -> Instruction:
    """What is done the second time of two: on the cards that were chosen at first."""
    match instruction:
        case tree.Evoke() | tree.Roll():
            return instruction
        case tree.Charge(cards) | tree.Inspire(cards) if not isinstance(cards, tree.All):
            again = tree.It() if isinstance(cards, tree.Chosen) else cards
            return _with_cards(instruction, again)
        case _:
            raise Misread(word, f'"{word}" goes with evoke, roll, and charging or inspiring a card.')


def _as_well(instruction: Instruction, cards: Selection, joint: Token) -> Instruction:
    """The same price again, paid with other cards: "exhaust this card and an entity"."""
    if type(instruction) not in _CARDS_OF:
        raise Misread(joint, f'What follows "{joint}" has no verb.')
    return _with_cards(instruction, cards)


def _with_cards(instruction: Instruction, cards: Selection) -> Instruction:
    return cast(Instruction, replace(cast(Any, instruction), **{_CARDS_OF[type(instruction)]: cards}))


class _Act(NamedTuple):
    """A verb and its instruction, not yet knowing who performs it."""

    verb: Token
    instruction: Instruction


class _Part(NamedTuple):
    """What one word or phrase adds to a filter."""

    token: Token
    fields: dict[str, Any]


class _Named(NamedTuple):
    """A sort of card, in the word that names it."""

    noun: Noun
    word: Token


def _agree(verb: Token, player: Player) -> None:
    """Check that a verb has the form that its subject wants."""
    base = base_form(verb)
    right = base if player is Player.YOU else THIRD_PERSONS[base]
    if verb.lower() != right:
        raise Misread(verb, f'"{verb}" does not go with its subject.', f'"{right}"')


def _number(token: Token) -> int:
    if len(token) > 5 or abs(int(token)) > HIGHEST_NUMBER:
        raise Misread(token, f"{token} is too much: numbers end at {HIGHEST_NUMBER}.")
    return int(token)


def _bound(n: Token, more: int) -> int:
    """The lowest or highest number that "more than" or "fewer than" this one leaves."""
    bound = _number(n) + more
    if not 0 <= bound <= HIGHEST_NUMBER:
        raise Misread(n, f"Numbers are counted from 0 to {HIGHEST_NUMBER}: this is never so.")
    return bound


def _base(tokens: tuple[Token, ...]) -> str:
    return " ".join(base_form(word) for token in tokens for word in token.split())


_BASE_FORM_OF_TRIGGER = {
    " ".join(base_form(word) for word in trigger_type.value.split()): trigger_type
    for trigger_type in TriggerType
}
_PLAYER_TRIGGERS = {
    "initiate": TriggerType.CONFLICT_INITIATED,
    **{
        form.split()[1]: trigger_type
        for form, trigger_type in _BASE_FORM_OF_TRIGGER.items()
        if form.startswith("{who}") and "play" not in form
    },
}
_CARD_TRIGGERS = {
    form.removeprefix("{what} "): trigger_type
    for form, trigger_type in _BASE_FORM_OF_TRIGGER.items()
    if form.startswith("{what}")
}
_PROHIBITIONS = {" ".join(base_form(word) for word in ban.split()): ban for ban in tree.Prohibition}
_BANS = {ban.value: ban for ban in tree.Ban}
_PERIODS = {
    "phase": Duration.PHASE,
    "round": Duration.ROUND,
    "conflict": Duration.CONFLICT,
}
_COMPARISONS = {
    "or more": Comparison.OR_MORE,
    "or higher": Comparison.OR_MORE,
    "or fewer": Comparison.OR_FEWER,
    "or lower": Comparison.OR_FEWER,
    "or less": Comparison.OR_FEWER,
}
_BOUNDS = {
    "at least": (Comparison.OR_MORE, 0),
    "more than": (Comparison.OR_MORE, 1),
    "at most": (Comparison.OR_FEWER, 0),
    "fewer than": (Comparison.OR_FEWER, -1),
}
"""What a bound means, and by how much it differs from the number that it names."""
_TRAIT_ORDER = {trait: place for place, trait in enumerate(Trait)}


def _inline(builder: type[_T]) -> type[_T]:
    """Have Lark pass the children of a rule as arguments rather than as a list."""
    return cast("type[_T]", cast(Any, untyped_v_args)(inline=True)(builder))


@_inline
class Builder(Transformer[Token, Any]):
    """Makes the data of `tree`, a method for each rule or arrow of the grammar."""

    # Lines

    def line(self, ability: Ability | Effect) -> Ability | Effect:
        return ability

    def keywords(self, *keywords: Keyword) -> tree.Keywords:
        return tree.Keywords(keywords)

    def keyword(self, name: KeywordName, number: Token | None = None) -> Keyword:
        return Keyword(name, _number(number) if number is not None else 0)

    def plain_keyword(self, name: Token) -> KeywordName:
        return KeywordName(base_form(name))

    numbered_keyword = plain_keyword

    def activated(self, cost: tuple[tree.PlainInstruction, ...], effect: Effect) -> tree.Activated:
        return tree.Activated(cost, effect)

    def cost(self, *parts: Instruction | Selection | Token) -> tuple[Instruction, ...]:
        prices: list[Instruction] = []
        joint: Token | None = None
        for part in parts:
            if isinstance(part, Token):
                joint = part
            elif isinstance(part, Selection):
                prices.append(_as_well(prices[-1], part, cast(Token, joint)))
            else:
                prices.append(part)
        return bind(tuple(prices), Player.YOU)

    def exhaust_this(self, _verb: Token) -> Instruction:
        return tree.Exhaust(tree.This())

    def triggered(self, *parts: Any) -> tree.Triggered:
        zone, *rest = parts if isinstance(parts[0], Zone) else (Zone.IN_PLAY, *parts)
        timing, event, *between, _dash, effect = rest
        return tree.Triggered(timing, bind(event, Player.YOU), effect, zone, between[0] if between else None)

    def elsewhere(self, _this: _Named, zone: Zone) -> Zone:
        return zone

    def trigger_condition(self, condition: Condition) -> Condition:
        return bind(condition, Player.YOU)

    def timing(self, word: Token) -> Timing:
        return Timing(word.capitalize())

    def static(self, condition: Condition | ConflictKind | None, ongoing: tuple[Ongoing, ...]) -> tree.Static:
        if condition is None or isinstance(condition, ConflictKind):
            condition = tree.DuringConflict(condition)
        return tree.Static(about_this(bind(ongoing, Player.YOU), condition), bind(condition, Player.YOU))

    def static_while(
        self, ongoing: tuple[Ongoing, ...], condition: Condition | ConflictKind | None
    ) -> tree.Static:
        return self.static(condition, ongoing)

    def play_only(self, *parts: Condition | ConflictKind | None) -> tree.PlayOnly:
        *_this, condition = parts
        if condition is None or isinstance(condition, ConflictKind):
            return tree.PlayOnly(tree.DuringConflict(condition))
        return tree.PlayOnly(bind(condition, Player.YOU))

    def play_outside(self, *parts: tree.This | ConflictKind | None) -> tree.PlayOnly:
        *_this, kind = parts
        return tree.PlayOnly(tree.Not(tree.DuringConflict(cast("ConflictKind | None", kind))))

    def game_start(self, effect: Effect) -> tree.GameStart:
        return tree.GameStart(effect)

    # Sentences

    def effect(self, *sentences: Sentence) -> Effect:
        return bind(sentences, Player.YOU)

    def sentence(self, inner: Sentence) -> Sentence:
        return inner

    def sentence_otherwise(self, inner: Sentence, word: Token, otherwise: Sentence) -> Sentence:
        first = inner[0]
        if not isinstance(first, tree.If):
            raise Misread(word, '"Otherwise" needs a sentence before it that begins with "If".')
        return (replace(first, otherwise=otherwise),)

    def chain(self, *links: Instruction | tuple[Ongoing, ...]) -> Sentence:
        return tuple(part for link in links for part in (link if isinstance(link, tuple) else (link,)))

    def twice(self, instruction: Instruction, word: Token) -> tuple[Instruction, ...]:
        return (instruction, _once_more(instruction, word))

    def ongoings(self, items: Sequence[Lasting | Token]) -> tuple[Ongoing, ...]:
        return joined(items)

    def joined(self, *items: Lasting | Token) -> Sequence[Lasting | Token]:
        return items

    def joint(self, word: Token) -> Token:
        return word

    def for_a_while(self, duration: Duration, items: Sequence[Lasting | Token]) -> Sentence:
        return joined([item if isinstance(item, Token) else item.lasting(duration) for item in items])

    def may(self, who: Player, sentence: Sentence) -> Sentence:
        return (tree.May(bind(sentence, who), who),)

    def if_(self, condition: Condition, sentence: Sentence) -> Sentence:
        return (tree.If(condition, sentence),)

    def if_done(self, _who: Player | Token, *rest: Token | Sentence) -> Sentence:
        *negation, sentence = rest
        return (tree.IfYouDo(cast(Sentence, sentence), did=not negation),)

    def for_each(self, filter: Filter, sentence: Sentence) -> Sentence:
        return (tree.ForEach(filter, sentence),)

    def choose_one(self, verb: Token, *modes: Sentence) -> Sentence:
        if verb.lower() != "choose":
            raise Misread(verb, f'"{verb}" has no subject.', '"choose"')
        return (tree.ChooseOne(modes, PERFORMER),)

    def player_chooses_one(self, who: Player, verb: Token, *modes: Sentence) -> Sentence:
        _agree(verb, who)
        return (tree.ChooseOne(bind(modes, who), who),)

    # Instructions

    def bare(self, act: _Act, where: Explanation | None = None) -> Instruction:
        base = base_form(act.verb)
        if act.verb.lower() != base:
            raise Misread(act.verb, f'"{act.verb}" has no subject.', f'"{base}"')
        return fill(act.instruction, where)

    def performed(self, who: Player, act: _Act, where: Explanation | None = None) -> Instruction:
        _agree(act.verb, who)
        performer = getattr(act.instruction, "who", getattr(act.instruction, "to", None))
        if not isinstance(performer, Token):
            raise Misread(act.verb, f'"{base_form(act.verb)}" can\'t have a subject.')
        return bind(fill(act.instruction, where), who)

    def where(self, token: Token, measure: Amount) -> Explanation:
        return Explanation(token, measure)

    def evoke(self, verb: Token) -> _Act:
        return _Act(verb, tree.Evoke(PERFORMER))

    def roll(self, verb: Token) -> _Act:
        return _Act(verb, tree.Roll(PERFORMER))

    def shuffle(self, verb: Token, whose: Player) -> _Act:
        return _Act(verb, tree.Shuffle(whose))

    def initiate(self, verb: Token, kind: ConflictKind | None) -> _Act:
        return _Act(verb, tree.Initiate(kind, PERFORMER))

    def switch(self, verb: Token, *kinds: ConflictKind) -> _Act:
        return _Act(verb, tree.SwitchConflict(*kinds))

    def switch_to(self, verb: Token, kind: ConflictKind) -> _Act:
        other = ConflictKind.DAWN if kind is ConflictKind.DUSK else ConflictKind.DUSK
        return _Act(verb, tree.SwitchConflict(other, kind))

    def damage(self, verb: Token, amount: Amount, to: Selection) -> _Act:
        return _Act(verb, tree.Damage(amount, to))

    def deal_dream_damage(self, verb: Token, amount: Amount, to: Player) -> _Act:
        return _Act(verb, tree.DreamDamage(amount, to))

    def damage_equal(self, verb: Token, to: Selection, amount: Amount) -> _Act:
        return self.damage(verb, amount, to)

    def dream_damage_equal(self, verb: Token, to: Player, amount: Amount) -> _Act:
        return self.deal_dream_damage(verb, amount, to)

    def take_dream_damage(self, verb: Token, amount: Amount) -> _Act:
        return _Act(verb, tree.DreamDamage(amount, PERFORMER))

    def prevent(self, verb: Token, amount: Amount | None = None) -> _Act:
        return _Act(verb, tree.Prevent(amount))

    def prevent_event(self, verb: Token) -> _Act:
        return _Act(verb, tree.PreventEvent())

    def destroy(self, verb: Token, what: Selection) -> _Act:
        return _Act(verb, tree.Destroy(what))

    def sacrifice(self, verb: Token, what: Selection) -> _Act:
        return _Act(verb, tree.Sacrifice(what, PERFORMER))

    def exhaust(self, verb: Token, what: Selection) -> _Act:
        return _Act(verb, tree.Exhaust(what, PERFORMER))

    def ready(self, verb: Token, what: Selection) -> _Act:
        return _Act(verb, tree.Ready(what, PERFORMER))

    def attach(self, verb: Token, what: Selection, to: Selection) -> _Act:
        return _Act(verb, tree.Attach(what, to))

    def attach_this(self, verb: Token, to: Selection) -> _Act:
        return self.attach(verb, tree.This(), to)

    def charge(self, verb: Token, host: Selection) -> _Act:
        return _Act(verb, tree.Charge(host, PERFORMER))

    def inspire(self, verb: Token, what: Selection) -> _Act:
        return _Act(verb, tree.Inspire(what))

    def void(self, verb: Token, what: Selection) -> _Act:
        return _Act(verb, tree.Void(what, who=PERFORMER))

    def put_in_void(self, verb: Token, what: Selection, _void: Token) -> _Act:
        return self.void(verb, what)

    def void_as_offering(self, verb: Token, what: Selection) -> _Act:
        return _Act(verb, tree.Void(what, offering=True, who=PERFORMER))

    def veil(self, verb: Token, what: Selection) -> _Act:
        return _Act(verb, tree.Veil(what, PERFORMER))

    def unveil(self, verb: Token, what: Selection) -> _Act:
        return _Act(verb, tree.Unveil(what, PERFORMER))

    def discard(self, verb: Token, what: Selection) -> _Act:
        if isinstance(what, tree.Chosen | tree.All) and what.filter.noun is Noun.ARCANUM:
            found = what.filter
            if found.zone is Zone.IN_PLAY and found.whose is None:
                what = replace(what, filter=replace(found, zone=Zone.HAND, whose=PERFORMER))
        return _Act(verb, tree.Discard(what, PERFORMER))

    def return_to_hand(self, verb: Token, what: Selection, whose: Player) -> _Act:
        if isinstance(what, tree.Chosen | tree.All) and is_unsaid(what.filter.whose):
            what = replace(what, filter=replace(what.filter, whose=PERFORMER))
        return _Act(verb, tree.ReturnToHand(what, whose))

    def return_looked(self, verb: Token) -> _Act:
        return _Act(verb, tree.ReturnLooked(PERFORMER))

    def put(
        self, verb: Token, what: Selection, place: tree.Place, whose: Player | None, random: bool = False
    ) -> _Act:
        return _Act(verb, tree.Put(what, place, whose, random, PERFORMER))

    def look_at(self, verb: Token, what: Selection) -> _Act:
        return _Act(verb, tree.LookAt(what, PERFORMER))

    def reveal(self, verb: Token, what: Selection) -> _Act:
        return _Act(verb, tree.Reveal(what, PERFORMER))

    def change_mind(self, verb: Token, whose: Player, amount: Amount) -> _Act:
        return _Act(verb, tree.ChangeMind(amount, base_form(verb) == "reduce", whose))

    def change_opponents_mind(self, verb: Token, amount: Amount) -> _Act:
        return self.change_mind(verb, Player.OPPONENT, amount)

    def play(self, verb: Token, what: Selection) -> _Act:
        return _Act(verb, tree.Play(what, PERFORMER))

    def performers(self, word: Token) -> Player:
        return cast(Player, word)

    def deck(self, whose: Player) -> Player:
        return whose

    def owners_deck(self) -> None:
        return None

    def place(self, words: Token) -> tree.Place:
        return tree.Place(_base((words,)))

    def end(self, word: Token) -> tree.Place:
        return {"top": tree.Place.TOP, "bottom": tree.Place.BOTTOM}[word.lower()]

    def any_order(self) -> bool:
        return False

    def random_order(self) -> bool:
        return True

    # Ongoing instructions

    def ongoing(self, lasting: Lasting) -> Lasting:
        return lasting

    def modified(self, modify: tree.Modify, *rest: Duration | Explanation) -> Lasting:
        return Lasting((modify,), **_tail(rest))

    def modify(self, sign: tuple[Amount, bool], stat: Stat, *rest: Selection | Filter) -> tree.Modify:
        amount, negative = sign
        each = next((part for part in rest if isinstance(part, Filter)), None)
        to = next((part for part in rest if not isinstance(part, Filter)), None)
        return tree.Modify(amount, stat, to, negative, each)

    def signed(self, token: Token) -> tuple[Amount, bool]:
        if token.type == "SIGNED":
            return tree.Number(_number(token)), False
        unknown = Token("X", token.value, token.start_pos, column=token.column, end_pos=token.end_pos)
        return cast(Amount, unknown), token.type == "MINUS_X"

    def addressee(self, to: Selection) -> Selection:
        return to

    def multiple(self, each: Filter) -> Filter:
        return each

    def gain(self, verb: Token, keyword: Keyword, *rest: Duration) -> Lasting:
        alone = verb.lower() == "gain"
        return Lasting((tree.Gain(keyword),), verb=None if alone else verb, **_tail(rest))

    def gains_too(self, *parts: Token | Keyword | Duration) -> Lasting:
        keyword = next(part for part in parts if isinstance(part, Keyword))
        verb = next((part for part in parts if isinstance(part, Token)), Token(KEYWORD, ""))
        return Lasting((tree.Gain(keyword),), verb=verb, **_tail(parts))

    def card_gains(self, to: Selection, _verb: Token, keyword: Keyword, *rest: Duration) -> Lasting:
        return Lasting((tree.Gain(keyword, to),), to, **_tail(rest))

    def card_has(
        self, to: Selection, _verb: Token, modify: tree.Modify, *rest: Duration | Explanation
    ) -> Lasting:
        each = modify.each
        if each is not None and isinstance(to, tree.This) and isinstance(each.attached_to, tree.It):
            each = replace(each, attached_to=to)
        return Lasting((replace(modify, to=to, each=each),), to, **_tail(rest))

    def has_too(self, verb: Token, modify: tree.Modify, *rest: Duration | Explanation) -> Lasting:
        return Lasting((modify,), verb=verb, **_tail(rest))

    def cannot_be(self, what: Selection, *rest: tree.Ban | Duration) -> Lasting:
        return Lasting(subjected(_bans(rest), what), what, **_tail(rest))

    def cannot_be_either(self, verb: Token, *rest: tree.Ban | Duration) -> Lasting:
        return Lasting(_bans(rest), verb=verb, **_tail(rest))

    def cannot(self, who: Player, *rest: tree.Prohibition | Duration) -> Lasting:
        return Lasting(subjected(_prohibitions(rest), who), who, **_tail(rest))

    def cannot_either(self, verb: Token, *rest: tree.Prohibition | Duration) -> Lasting:
        return Lasting(_prohibitions(rest), verb=verb, **_tail(rest))

    def everyone(self) -> Player:
        return Player.EACH

    def until(self, duration: Duration) -> Duration:
        return duration

    def period(self, word: Token) -> Duration:
        return _PERIODS[base_form(word)]

    def ban(self, *words: Token) -> tree.Ban:
        return _BANS[_base(words).replace("be exhausted", "exhaust").replace("be readied", "ready")]

    def prohibition(self, *words: Token) -> tree.Prohibition:
        return _PROHIBITIONS[_base(words)]

    # Cards

    def selection(self, named: tree.This | tree.It) -> Selection:
        return named

    def every(self, filter: Filter) -> Filter:
        return filter

    def one(self, filter: Filter) -> tree.Chosen:
        return tree.Chosen(filter)

    def another(self, word: Token, filter: Filter) -> tree.Chosen:
        return tree.Chosen(self.another_filter(word, filter))

    def some(self, n: Token, filter: Filter) -> tree.Chosen:
        return tree.Chosen(filter, _number(n), _number(n))

    def up_to(self, n: Token, filter: Filter) -> tree.Chosen:
        return tree.Chosen(filter, 0, _number(n))

    def any_number(self, filter: Filter) -> tree.Chosen:
        return tree.Chosen(filter, 0, None)

    def all_(self, filter: Filter) -> tree.All:
        return tree.All(filter)

    def all_yours(self, word: Token, filter: Filter) -> tree.All:
        return tree.All(self._whose(word, filter, Player.YOU))

    def all_opponents(self, word: Token, filter: Filter) -> tree.All:
        return tree.All(self._whose(word, filter, Player.OPPONENT))

    def ours(self, word: Token, filter: Filter) -> Filter:
        return self._whose(word, filter, Player.YOU)

    def theirs_all(self, word: Token, filter: Filter) -> Filter:
        return self._whose(word, filter, Player.OPPONENT)

    def _whose(self, word: Token, filter: Filter, player: Player) -> Filter:
        anywhere = filter.whose is None and filter.zone is Zone.IN_PLAY
        if not (anywhere or is_unsaid(filter.whose)):
            raise Misread(word, f'"{word}" says whose the cards are, and so does the end of the phrase.')
        return replace(filter, whose=player)

    def whole_hand(self, whose: Player) -> tree.All:
        return tree.All(Filter(Noun.ARCANUM, zone=Zone.HAND, whose=whose))

    def host(self, _noun: _Named | None = None) -> tree.Host:
        return tree.Host()

    def top_of(self, *parts: Amount | Player) -> tree.TopOf:
        *amounts, whose = parts
        amount = cast(Amount, amounts[0]) if amounts else tree.Number(1)
        return tree.TopOf(amount, cast(Player, whose))

    def bottom_of(self, whose: Player) -> tree.BottomOf:
        return tree.BottomOf(whose)

    def this(self, _noun: _Named) -> tree.This:
        return tree.This()

    def it(self) -> tree.It:
        return tree.It()

    def filter(self, *parts: _Part | _Named) -> Filter:
        named = next(part for part in parts if isinstance(part, _Named))
        return self._filter(named.noun, [part for part in parts if isinstance(part, _Part)])

    def or_noun(self, named: _Named) -> _Part:
        return _Part(named.word, {"or_noun": named.noun})

    def many(self, *parts: _Part | _Named) -> Filter:
        self._several(next(part.word for part in parts if isinstance(part, _Named)))
        return self.filter(*parts)

    def many_offerings(self, *parts: _Part | Token) -> Filter:
        self._several(next(part for part in parts if isinstance(part, Token)))
        return self.offerings(*parts)

    def _several(self, word: Token) -> None:
        """Check that a noun that stands for all cards of its sort is a plural."""
        one = word.lower()
        if one not in PLURALS.values():
            expected = (f'"{PLURALS[one]}", for all of them', f'"{article(one)} {one} you control", for one')
            raise Misread(word, f'"{word}" does not say how many.', *expected)

    def offerings(self, *parts: _Part | Token) -> Filter:
        return self._filter(
            Noun.CARD, [self.type(part) if isinstance(part, Token) else part for part in parts]
        )

    def _filter(self, noun: Noun, parts: list[_Part]) -> Filter:
        said: dict[str, Any] = {}
        traits: set[Trait] = set()
        for part in parts:
            for name, value in part.fields.items():
                if name == "traits" and value not in traits:
                    traits.add(value)
                elif name not in said and name != "traits":
                    said[name] = value
                else:
                    raise Misread(part.token, f'"{part.token}" says again what has been said already.')
            if "or_noun" in part.fields:
                _check_either(noun, part)
        ordered = tuple(sorted(traits, key=_TRAIT_ORDER.__getitem__))
        return Filter(noun, ordered, **said)

    def typed(self, *parts: _Part | Token) -> Filter:
        word = next(part for part in parts if isinstance(part, Token))
        if word.endswith("s"):
            raise Misread(
                word, "A type stands as it is in front of a sort of card.", f'"{word[:-1]} entities"'
            )
        return self.offerings(*parts)

    def trait(self, word: Token) -> _Part:
        name = base_form(word)
        return _Part(word, {"traits": Trait.ANOTHER if name == "other" else Trait(name)})

    def place_trait(self, word: Token) -> _Part:
        match word.lower():
            case "enemy":
                return _Part(word, {"whose": Player.OPPONENT})
            case "discarded":
                return _Part(word, {"zone": Zone.DISCARD, "whose": unsaid(word)})
            case _:
                return _Part(word, {"zone": Zone.VOID, "whose": unsaid(word)})

    def faction(self, *words: Token) -> _Part:
        return _Part(words[0], {"faction": Faction("-".join(word.lower() for word in words))})

    def type(self, word: Token) -> _Part:
        return _Part(word, {"subtype": base_form(word).capitalize()})

    def noun(self, *words: Token) -> _Named:
        return _Named(Noun(_base(words)), words[-1])

    kind = noun

    def value(self, n: Token, comparison: Comparison = Comparison.EXACTLY) -> _Part:
        return _Part(n, {"value": tree.Test(comparison, _number(n))})

    def named(self, title: Token) -> _Part:
        return _Part(title, {"title": title.value.strip('"')})

    def keyworded(self, name: KeywordName) -> _Part:
        return _Part(Token("NAME", name.value), {"keyword": name})

    def controlled(self, who: Player, verb: Token) -> _Part:
        _agree(verb, who)
        return _Part(verb, {"whose": who})

    def controlled_by_them(self, who: Token, verb: Token) -> _Part:
        return _Part(verb, {"whose": who})

    def in_zone(self, whose: Player, zone: Zone) -> _Part:
        return _Part(Token("ZONE", zone.value), {"zone": zone, "whose": whose})

    def in_any_zone(self, zone: Zone) -> _Part:
        return _Part(Token("ZONE", zone.value), {"zone": zone})

    def attached(self, to: tree.This | tree.It) -> _Part:
        return _Part(Token("ATTACHED", "attached to"), {"attached_to": to})

    def zone(self, *words: Token) -> Zone:
        return {"hand": Zone.HAND, "discard pile": Zone.DISCARD, "void": Zone.VOID}[_base(words)]

    def comparison(self, words: Token) -> Comparison:
        return _COMPARISONS[_base((words,))]

    # Players

    def you(self) -> Player:
        return Player.YOU

    def opponent(self) -> Player:
        return Player.OPPONENT

    def each_player(self) -> Player:
        return Player.EACH

    def its_controller(self) -> Player:
        return Player.ITS_CONTROLLER

    def any_player(self) -> Player:
        return Player.ANY

    def yours(self) -> Player:
        return Player.YOU

    def theirs(self, word: Token) -> Player:
        return cast(Player, word)

    opponents = opponent
    each_players = each_player
    its_controllers = its_controller

    # Numbers

    def number(self, n: Token) -> Amount:
        return tree.Number(_number(n))

    def unknown(self, x: Token) -> Amount:
        return cast(Amount, x)

    def that_many(self) -> Amount:
        return tree.ThatMany()

    def count_of(self, filter: Filter) -> Amount:
        return tree.CountOf(filter)

    def depth_of(self, whose: Player) -> Amount:
        return tree.DepthOf(whose)

    def mind_of(self, whose: Player) -> Amount:
        return tree.MindOf(whose)

    def result(self) -> Amount:
        return tree.Result()

    def its_value(self) -> Amount:
        return tree.ValueOf(tree.It())

    def its_stat(self, stat: Stat) -> Amount:
        return tree.StatOf(stat, tree.It())

    def this_value(self) -> Amount:
        return tree.ValueOf(tree.This())

    def this_stat(self, stat: Stat) -> Amount:
        return tree.StatOf(stat, tree.This())

    def stat(self, word: Token) -> Stat:
        return Stat(word.lower())

    def a_conflict(self, kind: ConflictKind | None = None) -> ConflictKind | None:
        return kind

    def either_conflict(self, one: ConflictKind, other: ConflictKind) -> ConflictKind | None:
        return one if one is other else None

    def conflicts(self, kind: ConflictKind | None) -> ConflictKind | None:
        return kind

    def conflict_kind(self, word: Token) -> ConflictKind:
        return ConflictKind(word.lower())

    # Conditions

    def condition(self, fact: Condition) -> Condition:
        return fact

    def both(self, first: Condition, second: Condition) -> Condition:
        return tree.Both(first, second)

    def in_nightmare(self, who: Player, negation: Token | None = None) -> Condition:
        return _unless(negation, tree.InNightmare(who))

    def you_in_nightmare(self) -> Condition:
        return tree.InNightmare(Player.YOU)

    def takes_part(self, who: Player, *parts: Token | bool) -> Condition:
        *negation, attacking = parts
        return _unless(negation, tree.TakesPart(who, bool(attacking)))

    def side(self, word: Token) -> bool:
        return word.lower() == "attacking"

    def in_conflict(self, kind: ConflictKind | None) -> Condition:
        return tree.DuringConflict(kind)

    def in_no_conflict(self, _no: Token, kind: ConflictKind | None = None) -> Condition:
        return tree.Not(tree.DuringConflict(kind))

    def compare(self, amount: Amount, *parts: Token | Comparison) -> Condition:
        comparison = parts[-1] if isinstance(parts[-1], Comparison) else Comparison.EXACTLY
        tokens = [part for part in parts if not isinstance(part, Comparison)]
        *negation, n = tokens
        return _unless(negation, tree.Compare(amount, comparison, _number(n)))

    def compare_with(self, amount: Amount, *parts: Any) -> Condition:
        *negation, (comparison, more), n = parts
        return _unless(negation, tree.Compare(amount, comparison, _bound(n, more)))

    def bound(self, words: Token) -> tuple[Comparison, int]:
        return _BOUNDS[_base((words,))]

    def mind_spent(self, amount: Amount, *words: Token) -> Condition:
        *negation, spent = words
        if not isinstance(amount, tree.MindOf):
            raise Misread(spent, 'Only a mind is "spent".', "a number")
        return _unless(negation, tree.Compare(amount, Comparison.EXACTLY, 0))

    def controls(self, who: Player, verb: Token, exists: _HowMany) -> Condition:
        _agree(verb, who)
        return exists.of(verb, who)

    def controls_not(self, who: Player, not_: Token, verb: Token, exists: _HowMany) -> Condition:
        if exists.none:
            raise Misread(not_, 'One "no" is enough.')
        return tree.Not(exists.of(verb, who))

    def has(self, who: Player, verb: Token, exists: _HowMany) -> Condition:
        _agree(verb, who)
        filter = exists.filter
        if is_unsaid(filter.whose):
            filter = replace(filter, whose=who)
        filter = bind(filter, who)
        if filter.zone is Zone.IN_PLAY:
            if filter.noun is Noun.ARCANUM:
                raise Misread(
                    verb, "This does not say where the arcana are.", '"… in your hand"', '"… in your Void"'
                )
            if filter.noun is Noun.CARD and filter.subtype == "Offering":
                raise Misread(verb, "This does not say where the offerings are.", '"… in your Void"')
            return exists.of(verb, who)
        if filter.whose is not who:
            raise Misread(verb, f'"{verb}" says whose the cards are, and so does the end of the phrase.')
        return exists._replace(filter=filter).of(None, None)

    def has_not(self, who: Player, not_: Token, verb: Token, exists: _HowMany) -> Condition:
        if exists.none:
            raise Misread(not_, 'One "no" is enough.')
        right = Token.new_borrow_pos(verb.type, "have" if who is Player.YOU else "has", verb)
        return tree.Not(self.has(who, right, exists))

    def bears(self, what: tree.This | tree.It, verb: Token, exists: _HowMany) -> Condition:
        filter = exists.filter
        if filter.noun not in (Noun.CHARGE, Noun.ATTACHMENT) or filter.attached_to is not None:
            raise Misread(verb, "What a card has are charges, attachments and keywords.")
        return exists._replace(filter=replace(filter, attached_to=what)).of(None, None)

    def has_keyword(self, what: tree.This | tree.It, _verb: Token, keyword: KeywordName) -> Condition:
        return tree.MatchesFilter(what, Filter(Noun.CARD, keyword=keyword))

    def empty(self, whose: Player, zone: Zone, negation: Token | None = None) -> Condition:
        noun = Noun.ARCANUM if zone is Zone.HAND else Noun.CARD
        exists = tree.Exists(Filter(noun, zone=zone, whose=whose))
        return exists if negation else tree.Not(exists)

    def state(self, word: Token) -> _Part:
        return self.trait(word)

    def this_is(self, state: _Part) -> Condition:
        return tree.MatchesFilter(tree.This(), self.bare_trait(state))

    def bounded(self, bound: tuple[Comparison, int], n: Token, filter: Filter) -> _HowMany:
        comparison, more = bound
        return _HowMany(filter, comparison, _bound(n, more))

    def exists(self, *parts: Any) -> Condition:
        *negation, exists = cast("tuple[Token | _HowMany, ...]", parts)
        if not isinstance(exists, _HowMany):
            raise TypeError(exists)
        if negation and exists.none:
            raise Misread(cast(Token, negation[0]), 'One "no" is enough.')
        return _unless(negation, exists.of(None, None))

    def matches(self, what: tree.This | tree.It, *parts: Any) -> Condition:
        *negation, filter = parts
        return _unless(negation, tree.MatchesFilter(what, filter))

    def at_least_one(self, filter: Filter) -> _HowMany:
        return _HowMany(filter)

    def at_least_another(self, word: Token, filter: Filter) -> _HowMany:
        return _HowMany(self.another_filter(word, filter))

    def none(self, _no: Token, filter: Filter) -> _HowMany:
        return _HowMany(filter, none=True)

    def so_many(self, n: Token, *parts: Any) -> _HowMany:
        *comparison, filter = parts
        return _HowMany(filter, comparison[0] if comparison else Comparison.EXACTLY, _number(n))

    def bare_trait(self, trait: _Part) -> Filter:
        return self._filter(Noun.CARD, [trait])

    def a_filter(self, filter: Filter) -> Filter:
        return filter

    def another_filter(self, word: Token, filter: Filter) -> Filter:
        if Trait.ANOTHER in filter.traits:
            raise Misread(word, f'"{word}" says again what has been said already.')
        return replace(filter, traits=(Trait.ANOTHER, *filter.traits))

    # Triggers

    def round_begins(self) -> TriggerEvent:
        return TriggerEvent(TriggerType.ROUND_BEGINS)

    def round_ends(self) -> TriggerEvent:
        return TriggerEvent(TriggerType.ROUND_ENDS)

    def inspired(self) -> TriggerEvent:
        return TriggerEvent(TriggerType.INSPIRED)

    def player_does(self, who: Player, verb: Token, *rest: Token | ConflictKind | None) -> TriggerEvent:
        _agree(verb, who)
        kind: ConflictKind | None = None
        for part in rest:
            if isinstance(part, Token):
                bind(part, who)
            else:
                kind = part
        return TriggerEvent(_PLAYER_TRIGGERS[base_form(verb)], who, kind=kind)

    def plays(self, who: Player, verb: Token, what: Filter | tree.This | tree.Host) -> TriggerEvent:
        _agree(verb, who)
        return TriggerEvent(TriggerType.PLAY, who, what)

    def plays_inverted(self, who: Player, verb: Token) -> TriggerEvent:
        _agree(verb, who)
        return TriggerEvent(TriggerType.PLAY_INVERTED, who)

    def mind_spent_happens(self, whose: Player, _spent: Token) -> TriggerEvent:
        return TriggerEvent(TriggerType.MIND_SPENT, whose)

    def sacrifices(self, who: Player, verb: Token, what: Filter | tree.This | tree.Host) -> TriggerEvent:
        _agree(verb, who)
        if not isinstance(what, Filter) or what.whose is not None or who not in (Player.YOU, Player.OPPONENT):
            raise Misread(
                verb, "This is said of the card.", '"an entity is sacrificed"', '"this card is sacrificed"'
            )
        return TriggerEvent(TriggerType.SACRIFICED, what=replace(what, whose=who))

    def discards(self, who: Player, verb: Token, what: Filter | tree.This | tree.Host) -> TriggerEvent:
        _agree(verb, who)
        from_hand = isinstance(what, Filter) and what.noun is Noun.ARCANUM and what.zone is Zone.IN_PLAY
        if not from_hand or who not in (Player.YOU, Player.OPPONENT):
            raise Misread(
                verb, "This is said of the card.", '"a card is discarded"', '"you discard an arcanum"'
            )
        return TriggerEvent(TriggerType.DISCARDED, what=replace(what, zone=Zone.HAND, whose=who))

    def the_conflict_ends(self) -> TriggerEvent:
        return TriggerEvent(TriggerType.CONFLICT_ENDS)

    def conflict_initiated(self, kind: ConflictKind | None) -> TriggerEvent:
        return TriggerEvent(TriggerType.CONFLICT_INITIATED, kind=kind)

    def conflict_ends(self, kind: ConflictKind | None) -> TriggerEvent:
        return TriggerEvent(TriggerType.CONFLICT_ENDS, kind=kind)

    def card_event(self, what: Filter | tree.This | tree.Host, trigger_type: TriggerType) -> TriggerEvent:
        return TriggerEvent(trigger_type, what=what)

    def is_played(self, what: Filter | tree.This | tree.Host) -> TriggerEvent:
        return TriggerEvent(TriggerType.PLAY, Player.ANY, what)

    def happens(self, *words: Token) -> TriggerType:
        return _CARD_TRIGGERS[_base(words)]

    def doer(self, who: Player) -> Player:
        return who

    def thing(self, this: tree.This) -> tree.This:
        return this


class _HowMany(NamedTuple):
    """How many cards of a sort there must be."""

    filter: Filter
    comparison: Comparison = Comparison.OR_MORE
    n: int = 1
    none: bool = False

    def of(self, verb: Token | None, who: Player | None) -> Condition:
        """The condition that so many of these cards exist, controlled by `who` if given."""
        filter = self.filter
        if who is not None and verb is not None:
            if filter.whose is not None or filter.zone is not Zone.IN_PLAY:
                raise Misread(verb, f'"{verb}" says whose the cards are, and so does the end of the phrase.')
            filter = replace(filter, whose=who)
        exists = tree.Exists(filter, self.comparison, self.n)
        return tree.Not(exists) if self.none else exists


def _check_either(noun: Noun, other: _Part) -> None:
    """Check that two sorts of card can stand for one another."""
    nouns = {noun, other.fields["or_noun"]}
    if not nouns <= {*tree.EITHER} or len(nouns) == 1:
        sorts = [f'"{sort}"' for sort in tree.EITHER if sort is not noun]
        raise Misread(other.token, '"or" joins thoughts, memories, entities and constructs.', *sorts)


class _Tail(TypedDict):
    """What may stand at the end of an ongoing instruction."""

    duration: Duration | None
    where: Explanation | None


def _tail(parts: Sequence[object]) -> _Tail:
    return _Tail(
        duration=next((part for part in parts if isinstance(part, Duration)), None),
        where=next((part for part in parts if isinstance(part, Explanation)), None),
    )


def _bans(parts: Sequence[object]) -> tuple[Ongoing, ...]:
    return tuple(tree.CannotBe(NOBODY, part) for part in parts if isinstance(part, tree.Ban))


def _prohibitions(parts: Sequence[object]) -> tuple[Ongoing, ...]:
    return tuple(tree.Cannot(Player.YOU, part) for part in parts if isinstance(part, tree.Prohibition))


def _unless(negation: object, condition: Condition) -> Condition:
    return tree.Not(condition) if negation else condition
