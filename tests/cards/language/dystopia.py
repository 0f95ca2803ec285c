"""Words of Dreams of Dystopia, as far as its sentences need them: whether the frame carries a third game."""

from __future__ import annotations

from cards.language import nodes
from cards.language.language import Language
from cards.language.nodes import WHOSE, Comparison, It, Number, Player, Test, This, Timing
from cards.language.records import Form, Node, Word, w, word
from cards.language.vocabulary import Vocabulary

# ------------------------------------------------------------------------------------------------- closed classes


class Noun(Word):
    CARD = w("card", bare=True)
    MINION = w("Minion", bare=True)
    WEAPON = w("Weapon", bare=True)
    CURSE = w("Curse", bare=True)
    DEED = w("Heroic Deed", bare=True)
    SUPPORTER = w("supporter")


class OtherPlayer(Word):
    EACH_OPPONENT = w("each opponent")


class Trait(Word):
    OTHER = w("other", key="another")


class Zone(Word):
    IN_PLAY = w("in play", written=False)
    HAND = w("hand")
    DISCARD = w("Discard")


class Stat(Word):
    ATK = w("ATK")
    DEF = w("DEF")
    SKL = w("SKL")


class Score(Word):
    LP = w("LP")
    FAME = w("Fame")


class Allowance(Word):
    ABILITY = w("Ability")
    COMBAT = w("Combat")
    DEED = w("Heroic Deed")
    ACQUISITION = w("Acquisition")
    RECRUIT = w("Recruit")
    PURCHASE = w("Purchase")


class Step(Word):
    ATTACK = w("Attack")
    BLOCK = w("Block")


class Moment(Word):
    ATTACK = w("Upon Attack")
    BLOCK = w("Upon Block")
    HIT = w("Upon Hit")


class Use(Word):
    ABILITY = w("ABILITY")
    SUPPORT = w("SUPPORT")
    COMBAT = w("COMBAT")


class Helpers(Word):
    SUPPORTERS = w("supporters")
    WEAPONS = w("Weapons")


class Duration(Word):
    TURN = w("this turn", merged=True)


class KeywordName(Word):
    DEFENDER = w("Defender")
    CANNOT_ATTACK = w("Cannot attack")
    CANNOT_BLOCK = w("Cannot block")


class Keyword(nodes.Keyword, frozen=True):
    name: KeywordName
    x: int = 0


# ----------------------------------------------------------------------------------------------------- selections


@word(
    "detail",
    Form("of the other faction", other_faction=True),
    Form("you recruit this_turn", recruited=True),
    Form("used on your_Minion", used=True),
    Form("of your_Minion", supporting=True),
    WHOSE,
)
class Filter(nodes.Filter, frozen=True):
    noun: Noun
    traits: tuple[Trait, ...] = ()
    or_noun: Noun | None = None
    other_faction: bool = False
    recruited: bool = False
    used: bool = False
    supporting: bool = False
    zone: Zone = Zone.IN_PLAY
    whose: Player | None = None


class Chosen(nodes.Chosen, frozen=True):
    filter: Filter
    at_least: int = 1
    at_most: int | None = 1


class All(nodes.All, frozen=True):
    filter: Filter


@word("cards", Form("your_Minion", mine=True), Form("this_Minion", mine=False))
class Fighter(Node, frozen=True):
    """Your Minion that fights; in its own text, "this Minion"."""

    mine: bool


@word("cards", "the opposing Minion")
class Opposing(Node, frozen=True):
    pass


@word("cards", "your_Master")
class Master(Node, frozen=True):
    pass


@word("cards", "the top card of your deck")
class TopCard(Node, frozen=True):
    pass


Selection = Chosen | All | This | It | Fighter | Opposing | Master | TopCard


# ----------------------------------------------------------------------------------------------------- conditions


@word("fact", "your Fame is {n} or_more")
class FameIs(Node, frozen=True):
    n: int


@word("fact", "your_LP are {n} or_less")
class LPAre(Node, frozen=True):
    n: int


class MatchesFilter(nodes.MatchesFilter, frozen=True):
    what: This | It
    filter: Filter


@word("fact", "the attack was not blocked")
class Unblocked(Node, frozen=True):
    pass


@word("fact", "{who} have more LP than {whom:player}")
class HasMore(Node, frozen=True):
    who: Player
    whom: Player


Condition = FameIs | LPAre | MatchesFilter | Unblocked | HasMore


# --------------------------------------------------------------------------------------------------- instructions


@word("act", "draw {n}")
class Draw(Node, frozen=True):
    n: int
    who: Player = Player.YOU


@word("act", "draw {n} additional cards in your End Phase")
class DrawMore(Node, frozen=True):
    n: int


@word("act", "discard {n} [random=at_random]")
class DiscardSome(Node, frozen=True):
    n: int
    random: bool = False
    who: Player = Player.YOU


@word("act", "discard {what}")
class Discard(Node, frozen=True):
    what: Selection
    who: Player = Player.YOU


@word("act", "{n:signed} {allowance}")
class Allow(Node, frozen=True):
    n: Number
    allowance: Allowance


@word("act", "{n:signed} {step} with {what}")
class OnceMore(Node, frozen=True):
    n: Number
    step: Step
    what: Selection


@word("act", Form("gain {n} {score}", less=False), Form("lose {n} {score}", less=True))
class ChangeScore(Node, frozen=True):
    n: int
    score: Score
    less: bool
    who: Player = Player.YOU


@word("act", "take {n} LP")
class TakeLP(Node, frozen=True):
    n: int


@word("act", "gain {what}")
class GainCards(Node, frozen=True):
    what: Selection
    who: Player = Player.YOU


@word("act", "curse : {n}")
class GiveCurses(Node, frozen=True):
    n: int


@word("act", "return {what:out_of} to the Supply")
class ReturnToSupply(Node, frozen=True):
    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    "search your deck for any {n} Weapon and use it immediately on your_Minion . SKL Requirement must be met . "
    "Shuffle deck afterwards",
)
class SearchAndUse(Node, frozen=True):
    n: int


@word("act", "search your deck for {what} and put it into your hand . Shuffle deck afterwards")
class Search(Node, frozen=True):
    what: Selection


@word("act", "put {what:out_of} on top of {their} deck")
class PutOnTop(Node, frozen=True):
    what: Selection
    who: Player = Player.YOU


@word("act", "put {what:out_of} into {their} hand")
class Take(Node, frozen=True):
    what: Selection
    who: Player = Player.YOU


@word("act", "put the next card you acquire this_turn on top of {their} deck")
class NextOnTop(Node, frozen=True):
    who: Player = Player.YOU


@word("act", "reveal {what}")
class Reveal(Node, frozen=True):
    what: Selection
    who: Player = Player.YOU


@word("act", "turn {what} over")
class Turn(Node, frozen=True):
    what: Selection
    who: Player = Player.YOU


@word("act", "reduce the LP that you lose in this Combat by {n}")
class LoseLess(Node, frozen=True):
    n: int


# ----------------------------------------------------------------------------------------------------- what lasts


@word("bare", "{amount:signed} {stat} [for_each {each:one}]")
class Modify(nodes.Lasting, frozen=True):
    amount: Number
    stat: Stat
    each: Filter | None = None


@word("predicate", Form("get {amount:signed} {stat}", subject="what"))
class Gets(nodes.Lasting, frozen=True):
    what: Selection
    amount: Number
    stat: Stat
    duration: Duration | None = None


@word("predicate", Form("gain {keyword:keywordname}", subject="what"))
class Gains(nodes.Lasting, frozen=True):
    what: Selection
    keyword: KeywordName


@word(
    "predicate",
    Form("require {by:number} less Fame", subject="what", waived=False),
    Form("do not require {by:number} more Fame", subject="what", waived=True),
)
class Requires(nodes.Lasting, frozen=True):
    what: Selection
    by: int
    waived: bool
    duration: Duration | None = None


@word("player predicate", Form("cannot use {what:helpers} in this Combat", subject="who"))
class CannotUse(nodes.Lasting, frozen=True):
    who: Player
    what: Helpers


@word("bare", "your_LP cannot fall by_more_than {by:number} in one Combat")
class CannotFall(nodes.Lasting, frozen=True):
    by: int


# ------------------------------------------------------------------------------------------------- events, lines


class TriggerType(Word):
    RECRUITS = w("{who} recruit {what}")
    PURCHASES = w("{who} purchase {what}")
    GAINS_FAME = w("{who} gain Fame")
    HITS = w("your_Minion hits")


class TriggerEvent(nodes.TriggerEvent, frozen=True):
    trigger_type: TriggerType
    who: Player | None = None
    what: Filter | None = None


class Keywords(nodes.Keywords, frozen=True):
    keywords: tuple[Keyword, ...]


class Line(nodes.Line, frozen=True):
    effect: tuple[tuple[Node, ...], ...]


class Static(nodes.Static, frozen=True):
    ongoing: tuple[Node, ...]
    condition: Condition | None = None


@word("line", "{use} : {line:line}")
class Used(Node, frozen=True):
    use: Use
    line: Node


@word("line", "{moment} : {effect:effect}")
class Upon(Node, frozen=True):
    moment: Moment
    effect: tuple[tuple[Node, ...], ...]


@word("line", "once per turn : {effect:effect}")
class OncePerTurn(Node, frozen=True):
    effect: tuple[tuple[Node, ...], ...]


@word("line", "when {event:event} , {effect:after}")
class Whenever(Node, frozen=True):
    event: TriggerEvent
    effect: tuple[tuple[Node, ...], ...]


class May(nodes.May, frozen=True):
    sentence: tuple[Node, ...]
    who: Player = Player.YOU


class IfYouDo(nodes.IfYouDo, frozen=True):
    sentence: tuple[Node, ...]
    did: bool = True


class If(nodes.If, frozen=True):
    condition: Condition
    sentence: tuple[Node, ...]
    otherwise: tuple[Node, ...] | None = None


class ChooseOne(nodes.ChooseOne, frozen=True):
    modes: tuple[tuple[Node, ...], ...]
    who: Player = Player.YOU


class ForEach(nodes.ForEach, frozen=True):
    filter: Filter
    sentence: tuple[Node, ...]


_OWN = [
    kind
    for kind in [*vars().values()]
    if isinstance(kind, type) and issubclass(kind, Node | Word) and kind.__module__ == __name__
]

DYSTOPIA = Vocabulary(
    "dystopia",
    words=[*_OWN, Comparison, It, Number, Player, Test, This, Timing],
    filter=Filter,
    adjectives={"traits": Trait},
    another=Trait.OTHER,
    either=(Noun.MINION, Noun.WEAPON),
    said_once=True,
    without_all="always",
    commas=True,
)

LANGUAGE = Language(DYSTOPIA, "tests.cards.language")
