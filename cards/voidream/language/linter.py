"""Find text that can be read but has no meaning (rulebook §2, §6 and §7).

Examples: "it" without a previous choice, a price that no one can pay, a trigger that never occurs, a line for another
kind of card. The engine relies on linted texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from cards.language.forms import article
from cards.language.parts import inner_parts, parts_of
from cards.language.records import flags_of
from cards.voidream.kinds import PLAYED_KINDS, Kind
from cards.voidream.language import tree
from cards.voidream.language.reach import why_never, why_no_such_card, why_not_of_those_looked_at, why_nothing
from cards.voidream.language.tree import Effect, Filter, Player, Zone
from cards.voidream.language.tree.sorts import OF_HAND, EventReach, KeywordReach, Sort


def keyword_reach(keyword: tree.KeywordName) -> KeywordReach:
    """Return the cards on which a keyword can be, according to its record."""
    return keyword.record.facts


def lint(text: tree.Text, kind: Kind) -> Iterator[tuple[int, str]]:
    """Yield the findings on a card's text: the index of the ability, and a sentence."""
    for index, ability in enumerate(text):
        for message in (*_ability(ability, kind), *_participating(ability, kind)):
            yield index, message


def filters_in(part: object) -> Iterator[Filter]:
    """Yield the descriptions of cards in a text or a part of it, in the order of the words."""
    return (node for node in parts_of(part) if isinstance(node, Filter))


def _ability(ability: tree.Ability, kind: Kind) -> Iterator[str]:
    """Yield the parts of an ability that mean nothing on a card of this kind."""
    for node in parts_of(ability):
        if isinstance(node, tree.Gain):
            yield from _gain(node, kind)
    yield from _whole_ability(ability, kind)
    if isinstance(ability, tree.Activated) and kind in (Kind.ARCANUM, Kind.THOUGHT):
        return
    is_elsewhere = isinstance(ability, tree.Triggered) and ability.zone is not Zone.IN_PLAY
    for node in parts_of(ability):
        if isinstance(node, Filter):
            yield from why_no_such_card(node)
        yield from why_nothing(node, kind, away=is_elsewhere)


def _whole_ability(ability: tree.Ability, kind: Kind) -> Iterator[str]:
    """Yield the reasons why an ability of this type is meaningless as a whole."""
    match ability:
        case tree.Keywords():
            yield from _keywords(ability, kind)
        case tree.PlayOnly(condition):
            if kind not in PLAYED_KINDS:
                yield f"{_a(kind).capitalize()} is never played, so its playing can't be restricted."
            yield from _References().check(condition)
        case tree.AdditionalCost(cost):
            if kind not in PLAYED_KINDS:
                yield f"{_a(kind).capitalize()} is never played, so nothing can be asked for it."
            yield from _costs(cost, kind, _References(), before_it_exists=True)
        case tree.Line(effect):
            yield from _line(effect, kind)
        case tree.Static(_, condition):
            if kind in (Kind.ARCANUM, Kind.THOUGHT):
                yield f'"While" belongs on cards that stay, not on {_a(kind)}: begin with "If".'
            yield from _References().check((condition, ability.ongoing))
        case tree.Activated(cost, effect):
            if kind in (Kind.ARCANUM, Kind.THOUGHT):
                yield f"{_a(kind).capitalize()} does not stay, so its ability can never be activated."
            references = _References()
            yield from _costs(cost, kind, references)
            yield from references.effect(effect)
        case tree.Triggered():
            yield from _triggered(ability, kind)
        case tree.GameStart(effect):
            if kind is not Kind.BASTION:
                yield "Only the back of a bastion says what happens at the start of the game."
            yield from _References().effect(effect)


def _costs(
    cost: Sequence[tree.PlainInstruction],
    kind: Kind,
    references: _References,
    *,
    before_it_exists: bool = False,
) -> Iterator[str]:
    """Yield the parts that can't be costs.

    `before_it_exists`: the card that is paid for can't be part of its cost.
    """
    for instruction in cost:
        yield from _price(instruction, kind)
        if before_it_exists and any(isinstance(node, tree.This) for node in parts_of(instruction)):
            yield "This card is not there yet when it is paid for: it can't be part of its own cost."
        yield from references.effect(((instruction,),))


def traps(text: tree.Text, *, of_full_mind: bool = False) -> Iterator[tuple[int, str]]:
    """Yield surprising consequences of a text: the index of the ability, and a sentence. Used for card files.

    `of_full_mind`: it is the text of the side 4 of a mind.

    - A modifier of a score that precedes the conflict begun by the same card outlasts that conflict (§7).
    - Defenders are declared before what is behind "Initiate" resolves, and no conflict begins during another (§4).
    - Nightmare has its own phase (§4), which an effect of another phase doesn't reach.
    - Playing an arcanum turns the mind first (R16), so that no arcanum is played while it is full.
    - The bottom card of a deck is its bastion unless a card was put beneath it (R84).
    """
    findings: list[tuple[int, str]] = []
    lines = [(index, ability.effect) for index, ability in enumerate(text) if isinstance(ability, tree.Line)]
    for sequence in (lines, *([(index, effect)] for index, effect in _own_effects(text))):
        _around_conflicts(sequence, findings)
    for index, ability in enumerate(text):
        for node in parts_of(ability):
            if _moves_the_bottom(node):
                findings.append((index, _BOTTOM))
            if of_full_mind and node == tree.Cannot(Player.YOU, tree.Prohibition.PLAY_INVERTED):
                findings.append((index, _TURNED_BY_THEN))
    yield from dict.fromkeys(sorted(findings, key=lambda finding: finding[0]))


def _own_effects(text: tree.Text) -> Iterator[tuple[int, Effect]]:
    """Yield the effects of abilities that resolve by themselves, with their index."""
    for index, ability in enumerate(text):
        if isinstance(ability, tree.Activated | tree.Triggered):
            yield index, ability.effect


_OUTLASTS = (
    "This begins before the conflict and lasts for the rest of the phase, longer than it seems: write it "
    'behind "Initiate".'
)
_TOO_LATE = (
    'Attackers and defenders are declared by now, so this stops nothing: write it before "Initiate", or '
    '"until the end of the round".'
)
_NO_OTHER = (
    "No conflict begins during another one, so this stops nothing: write it with "
    '"until the end of the round".'
)
_NOT_NIGHTMARE = (
    "This ends with the phase, before Nightmare can be avoided, so it stops nothing: write it with "
    '"until the end of the round".'
)
_TURNED_BY_THEN = "Playing an arcanum turns the mind to 3 first (R16), so this stops nothing: write it on 3."
_BOTTOM = (
    "At the bottom of a deck lies its bastion, until something is put beneath it: this would be about the "
    "bastion (R84)."
)


def _around_conflicts(lines: Sequence[tuple[int, Effect]], found: list[tuple[int, str]]) -> None:
    """Find instructions too early or too late for a conflict that these lines begin, in order."""
    instructions = [(index, part) for index, effect in lines for sentence in effect for part in sentence]
    begins = [any(isinstance(node, tree.Initiate) for node in parts_of(part)) for _, part in instructions]
    for at, (index, instruction) in enumerate(instructions):
        for part in parts_of(instruction):
            match part:
                case tree.Modify(to=None, duration=tree.Duration.PHASE) if any(begins[at + 1 :]):
                    found.append((index, _OUTLASTS))
                case tree.CannotBe(tree.Chosen(), tree.Ban.ATTACK | tree.Ban.DEFEND, tree.Duration.PHASE) if (
                    any(begins[:at])
                ):
                    found.append((index, _TOO_LATE))
                case tree.Cannot(_, tree.Prohibition.INITIATE, tree.Duration.PHASE) if any(begins[:at]):
                    found.append((index, _NO_OTHER))
                case tree.Cannot(_, tree.Prohibition.AVOID_NIGHTMARE, tree.Duration.PHASE):
                    found.append((index, _NOT_NIGHTMARE))
                case _:
                    pass


def _moves_the_bottom(node: object) -> bool:
    """Return whether an instruction moves the bottom card of a deck, rather than only looking at it."""
    return isinstance(getattr(node, "what", None), tree.BottomOf) and "looks" not in flags_of(type(node))


def _keywords(ability: tree.Keywords, kind: Kind) -> Iterator[str]:
    for keyword in ability.keywords:
        if kind not in keyword_reach(keyword.name).on:
            yield f"{keyword.name.capitalize()} means nothing on {_a(kind)}."
        if keyword.name in tree.NUMBERED_KEYWORDS and keyword.x == 0:
            yield f"{keyword.name.capitalize()} 0 asks for nothing."
    names = [keyword.name for keyword in ability.keywords]
    if len(set(names)) < len(names):
        yield "A keyword stands twice on this line."


def _participating(ability: tree.Ability, kind: Kind) -> Iterator[str]:
    """Yield statements about this card that only apply to entities."""
    for node in parts_of(ability):
        if isinstance(node, tree.MatchesFilter) and node.what == tree.This() and kind is not Kind.ENTITY:
            if _SIDES & {*node.filter.traits}:
                yield 'Only entities attack and defend: say "you are attacking" or "you are defending".'


_SIDES = {tree.Trait.ATTACKING, tree.Trait.DEFENDING}


def _gain(gain: tree.Gain, kind: Kind) -> Iterator[str]:
    name, can_be = gain.keyword.name, keyword_reach(gain.keyword.name)
    if can_be.only:
        yield (
            f"{name.capitalize()} can't be gained: it tells how a card is played, unveiled or enters play, and must "
            "be printed on it."
        )
        return
    match gain.to:
        case None if name is not tree.KeywordName.SIEGE:
            yield f'Which card gains {name}? Write "This card gains {name}." or "An entity gains {name}."'
        case tree.This() if kind not in can_be.on:
            yield f"{name.capitalize()} means nothing on {_a(kind)}."
        case tree.Chosen(described) | tree.All(described):
            sort: Sort | None = described.noun.record.facts
            if sort and sort.kinds and not sort.kinds & can_be.on:
                yield f"{name.capitalize()} means nothing on {_a(described.noun)}."
        case _:
            pass


def _line(effect: Effect, kind: Kind) -> Iterator[str]:
    if kind is Kind.MEMORY:
        first, *others = [instruction for sentence in effect for instruction in sentence]
        attached = isinstance(first, tree.Attach) and first.what == tree.This()
        if attached and all(isinstance(other, tree.Modify | tree.Gain | tree.CannotBe) for other in others):
            if others:
                yield 'What its host has stands on a line of its own: "+1 dawn.", "Its host gains deep."'
        elif others or not attached:
            yield 'The only plain effect on a memory is "Attach this card to …"; begin others with (A) or (!).'
    elif kind not in (Kind.ARCANUM, Kind.THOUGHT):
        yield f"A plain effect on {_a(kind)} never happens: begin with (A) for an ability or (!) for a trigger."
    yield from _References().effect(effect)


def _price(instruction: tree.Instruction, kind: Kind) -> Iterator[str]:
    if "cost" not in flags_of(type(instruction)):
        yield "This can't be a price: a price is something given up, such as exhausting, discarding or rolling."
        return
    payer = (
        instruction.to
        if isinstance(instruction, tree.DreamDamage)
        else getattr(instruction, "who", Player.YOU)
    )
    if payer is not Player.YOU:
        yield "A price is paid by the player who uses the ability, not by another."
    match instruction:
        case tree.ChangeMind(_, less) if not less:
            yield "Increasing your mind is no price."
        case tree.Exhaust(tree.This()) if kind is Kind.MIND:
            yield "A mind card can't be exhausted: reduce your mind instead."
        case tree.Exhaust(tree.Chosen(filter)) if tree.Trait.EXHAUSTED in filter.traits:
            yield "What is exhausted can't be exhausted again."
        case tree.Ready(tree.Chosen(filter)) if tree.Trait.READY in filter.traits:
            yield "What is ready can't be readied again."
        case _:
            pass


def _triggered(ability: tree.Triggered, kind: Kind) -> Iterator[str]:
    event, flags = ability.event, ability.event.trigger_type.record.flags
    reach: EventReach = event.trigger_type.record.facts or EventReach()
    if kind in (Kind.ARCANUM, Kind.THOUGHT) and ability.zone is Zone.IN_PLAY:
        yield f"{_a(kind).capitalize()} does not stay in play, so this never triggers: say in which pile the card lies."
    if kind in (Kind.BASTION, Kind.MIND) and ability.zone is not Zone.IN_PLAY:
        yield f"{_a(kind).capitalize()} never lies in your {ability.zone}."
    if "once" in flags and ability.timing is not tree.Timing.WHEN:
        yield f'This happens at once: write "When", not "{ability.timing}".'
    if isinstance(event.what, tree.Host) and kind is not Kind.MEMORY:
        yield "Only a memory can be attached and have a host."
    if isinstance(event.what, Filter):
        yield from _filter(event.what)
    yield from why_never(event, ability.timing, kind, ability.zone)
    if isinstance(event.what, Filter) and event.what.zone is not Zone.IN_PLAY:
        if not reach.known_source:
            yield "Only where cards lay that are discarded or voided is known: leave out the place."
    for node in parts_of(ability.effect):
        when = ability.timing is tree.Timing.WHEN
        if isinstance(node, tree.Prevent) and not (when and reach.damage):
            yield '"Prevent … damage" belongs in a trigger that begins with "When" and speaks of damage.'
        if isinstance(node, tree.PreventEvent) and not when:
            yield '"Prevent that" belongs in a trigger that begins with "When".'
        elif isinstance(node, tree.PreventEvent) and "preventable" not in flags:
            yield (
                '"Prevent that" can stop what is done to a card in play or an arcanum, damage, an evoke, a roll, a '
                "shuffle, and the turning of a mind, but not this."
            )
    subject = event.what is not None or event.who in (Player.ANY, Player.EACH)
    references = _References(
        it=subject or "names" in flags,
        that_many="amount" in flags,
        result=event.trigger_type is tree.TriggerType.ROLL,
        prevents=True,
    )
    yield from references.check(ability.condition)
    yield from references.effect(ability.effect)


class _References(msgspec.Struct):
    """The known references within a line: "it", "that many", "the result" and "if you do"."""

    it: bool = False
    that_many: bool = False
    result: bool = False
    looked: bool = False
    lifted: bool = False
    """Whether the cards looked at are in a deck."""
    picked: bool = False
    """Whether some of "them" have been picked."""
    may_fail: bool = False
    prevents: bool = False

    def effect(self, effect: Effect) -> Iterator[str]:
        """Check the sentences of a line in order."""
        for sentence in effect:
            yield from self._sentence(sentence)

    def _sentence(self, sentence: tree.Sentence) -> Iterator[str]:
        for instruction in sentence:
            yield from self._instruction(instruction)

    def _instruction(self, instruction: tree.Instruction) -> Iterator[str]:
        match instruction:
            case tree.IfYouDo(sentence):
                if not self.may_fail:
                    yield '"If you do" has nothing before it that could be done or not.'
                yield from self._sentence(sentence)
            case tree.May(sentence) | tree.ForEach(_, sentence):
                if isinstance(instruction, tree.ForEach):
                    yield from self.check(instruction.filter)
                yield from self._sentence(sentence)
            case tree.If(condition, sentence, otherwise):
                yield from self.check(condition)
                yield from self._sentence(sentence)
                yield from self._sentence(otherwise or ())
            case tree.ChooseOne(modes):
                for mode in modes:
                    yield from self._sentence(mode)
            case _:
                yield from self.check(instruction)
                if self.lifted:
                    yield from why_not_of_those_looked_at(instruction)
                if "prevents" in flags_of(type(instruction)) and not self.prevents:
                    yield 'Only a trigger that begins with "When" can prevent something.'
                self._remember(instruction)
        self.may_fail = True

    def _remember(self, instruction: tree.Instruction) -> None:
        self.it = self.it or _chooses(instruction)
        self.picked = (self.picked and not _chooses(instruction)) or any(
            isinstance(node, tree.OfThem) for node in parts_of(instruction)
        )
        self.that_many = True
        self.result = self.result or isinstance(instruction, tree.Roll)
        flags = flags_of(type(instruction))
        self.it = self.it or "names" in flags
        if "looks" in flags:
            self.looked = True
            self.lifted = self.lifted or _of_a_deck(instruction)

    def check(self, part: object) -> Iterator[str]:
        """Check the references in one instruction or condition against the preceding text."""
        if _has_number_of_each_player(part):
            yield '"Each player\'s" is two numbers here: say whose depth or mind is meant.'
        has_it = self.it or ("within" in flags_of(type(part)) and _chooses(part))
        for node in parts_of(part):
            match node:
                case tree.It() if not has_it:
                    yield '"It" refers to nothing: no card was chosen, looked at or rolled before; say "this card" of the card itself.'
                case Player.ITS_CONTROLLER if not has_it:
                    yield '"Its controller" refers to nothing: no card was chosen before.'
                case tree.OfThem() | tree.Others() if not has_it:
                    yield '"Them" refers to nothing: no cards were chosen, looked at or revealed before.'
                case tree.Others() if not self.picked:
                    yield '"The others" are those that were not picked: pick some first, as in "void one of them".'
                case tree.ThatMany() if not self.that_many:
                    yield '"That many" refers to nothing: nothing was counted, dealt or moved before.'
                case tree.Result() if not self.result:
                    yield '"The result" needs a roll before it on the same line.'
                case tree.ReturnLooked() if not self.looked:
                    yield '"Return them" refers to nothing: no cards were looked at before.'
                case tree.Chosen(_, _, 0) | tree.TopOf(tree.Number(0)):
                    yield "0 cards are no cards: this does nothing."
                case tree.SwitchConflict(tree.ConflictKind() as before, after) if before is after:
                    yield f"To switch from {before} to {after} changes nothing."
                case tree.Damage(tree.Number(0)) | tree.DreamDamage(tree.Number(0)):
                    yield "0 damage is no damage: this does nothing."
                case Filter():
                    yield from _filter(node)
                case tree.Chosen(filter) | tree.All(filter) | tree.CountOf(filter) | tree.Exists(filter) if (
                    filter.noun is tree.Noun.ARCANUM and filter.zone is Zone.IN_PLAY
                ):
                    yield 'Arcana are never in play: say where they are, as in "an arcanum in your hand".'
                case _:
                    pass


def _chooses(part: object) -> bool:
    """Return whether cards are chosen in a part, or given by their place."""
    return any(
        isinstance(node, tree.Chosen | tree.All | tree.TopOf | tree.BottomOf) for node in parts_of(part)
    )


def _of_a_deck(part: object) -> bool:
    return any(isinstance(node, tree.TopOf | tree.BottomOf) for node in inner_parts(part))


def _has_number_of_each_player(part: object) -> bool:
    """Return whether a part has a number for each player, although not each player performs it."""
    match part:
        case tree.Compare() | tree.CompareWith():
            return False
        case tree.DepthOf(whose) | tree.MindOf(whose):
            return whose is Player.EACH
        case _:
            if Player.EACH in (getattr(part, "who", None), getattr(part, "to", None)):
                return False
            return any(_has_number_of_each_player(child) for child in inner_parts(part))


def _filter(filter: Filter) -> Iterator[str]:
    states = {tree.Trait.READY, tree.Trait.EXHAUSTED}
    if states <= set(filter.traits):
        yield "No card is both ready and exhausted."
    if {tree.Trait.ATTACKING, tree.Trait.DEFENDING} <= set(filter.traits):
        yield "No card is both attacking and defending."
    if filter.value and filter.value.n > 4 and filter.value.comparison is not tree.Comparison.OR_FEWER:
        yield f"No card has a value of {filter.value.n}: they are 1 to 4."
    if filter.zone is Zone.HAND and filter.noun not in OF_HAND:
        yield f"A hand holds arcana only, so there is never {_a(filter.noun)} in it."
    sort: Sort | None = filter.noun.record.facts
    if filter.zone is not Zone.IN_PLAY and sort and sort.only_in_play:
        yield f"{_a(filter.noun).capitalize()} exists in play only."


def _a(name: Kind | tree.Noun) -> str:
    return f"{article(name.value)} {name.value}"
