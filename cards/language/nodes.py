"""The nodes of every game's texts: players, chosen cards, numbers, conditions, sentences, lines.

A game can narrow a node's fields in a subclass. The reader then creates that subclass.
"""

# The docstrings begin with the canonical wording, whatever sign that ends with.
# ruff: noqa: D404

from __future__ import annotations

from cards.language.records import Form, Node, ReadValues, Values, Word, meaning, w, word

# ------------------------------------------------------------------------------------------------- closed classes


class Player(Word):
    """A player, from the point of view of the card's controller."""

    YOU = w("you", "tú", "The card's controller.")
    OPPONENT = w("your opponent", "tu rival", "The other player.")
    EACH = w(
        "each player",
        "cada jugador",
        "Both players, the active player first. Each performs the instruction separately.",
    )
    ANY = w("a player", "un jugador", "Either player. In triggers only.")
    """Any player. Only in trigger conditions."""
    ITS_CONTROLLER = w("its controller", "", "The controller of the card called “it”.")
    """The controller of "it"."""


class Comparison(Word):
    """The comparison of a number."""

    EXACTLY = w("exactly", "exactamente", "Exactly this number.", key="")
    OR_MORE = w(
        "or more", "o más", "This number or a higher one; “or higher” for values, depth, minds and results."
    )
    """Written `or higher` for values, depth, results and minds, `or more` for counts."""
    OR_FEWER = w(
        "or fewer", "o menos", "This number or a lower one; “or lower” for values, depth, minds and results."
    )
    """Written `or lower` for values, depth, results and minds, `or fewer` for counts."""


class Timing(Word):
    """The time of a trigger's effect: before, during or after its event."""

    BEFORE = w("before", "antes de que", "Just before the event.", key="Before")
    WHEN = w(
        "when", "cuando", "During the event. The effect comes first, and can prevent the event.", key="When"
    )
    AFTER = w(
        "after", "después de que", "After the event, at the end of the line that caused it (§7).", key="After"
    )


# --------------------------------------------------------------------------------------------- cards and numbers


class Filter(Node, frozen=True):
    """A description of cards. Games add a field for each property besides the kind."""

    noun: Word


def zone_of(filter: Filter) -> Word | None:
    """Return the zone of the described cards, or None in a game whose texts name no zones."""
    return getattr(filter, "zone", None)


def whose_of(filter: Filter) -> Player | None:
    """Return the player of the described cards: in play the controller, elsewhere the owner. None: any player."""
    return getattr(filter, "whose", None)


WHOSE = Form("")
"""A key among a description's details, for the owner or the zone."""


@meaning("Cards of this value, or of a range of values.")
class Test(Node, frozen=True):
    """`of value 2`, `of value 2 or lower`, `of value 3 or higher`: what a number must be."""

    comparison: Comparison
    n: int


@meaning("The player who performs the instruction chooses this number of the cards described.")
class Chosen(Node, frozen=True):
    """Cards that the player who performs the instruction picks: one, `n`, up to `n`, any number of them.

    `at_least` is 0 and `at_most` the number for "up to"; `at_most` None (with `at_least` 0) is "any number of".
    """

    filter: Filter
    at_least: int = 1
    at_most: int | None = 1


@meaning("Every card described; no one chooses.")
class All(Node, frozen=True):
    """All cards of a description. "each" and "your" with a plural are read as this too."""

    filter: Filter


@meaning("The card with this text.")
class This(Node, frozen=True):
    """`this card`: the card on which the text is printed (also `this entity`, `this memory`, `this construct`)."""


@meaning(
    "The cards chosen, looked at, revealed or rolled last on this line; at first, what a trigger spoke of."
)
class It(Node, frozen=True):
    """`it` or `them`: the last cards chosen, looked at, revealed or rolled on this line.

    In a trigger's effect, initially the cards of its condition.
    """


@meaning("The card to which this memory is attached.")
class Host(Node, frozen=True):
    """`its host`: the card to which this card is attached."""


@meaning("A number, from 0 to 1000.")
class Number(Node, frozen=True):
    """A plain number."""

    n: int


@meaning(
    "How many cards the last instruction of this line moved or chose, or how much damage it dealt; at "
    "first, how much a trigger spoke of."
)
class ThatMany(Node, frozen=True):
    """`that many`: how many cards, or how much damage, the last instruction of this line moved, chose or dealt; in a
    trigger's effect, at first, how much the condition spoke of.
    """


@word(
    "measure",
    "the number of {filter:many}",
    es="el número de {filter:counted}",
    means="The number of cards that fit the description.",
    example="If the number of {many} is 3 or more, {act}.",
)
class CountOf(Node, frozen=True):
    """`the number of …`: how many cards of a description there are."""

    filter: Filter


# ------------------------------------------------------------------------------------------------------ conditions


def _compared(read: ReadValues) -> Values:
    test: Test = read.values["comparison"]
    return read.values | {"comparison": test.comparison, "n": test.n}


COMPARED = (
    Form(
        "{amount:measure} is [denied=not] {comparison:test}",
        "{amount:measure} [denied=no ]es {comparison:test}",
        read=_compared,
    ),
)
"""The wordings of a comparison with a number."""


@word(
    "fact",
    *COMPARED,
    means="A number is equal to this one, or at least or at most this one.",
    example="If {measure} is 3 or higher, {act}.",
)
class Compare(Node, frozen=True):
    """A number equal to, at least, or at most this one."""

    amount: Node
    comparison: Comparison
    n: int


@meaning("This number of cards of this description exists, or a player controls it.")
class Exists(Node, frozen=True):
    """There are a number of cards of a description, or a player controls them."""

    filter: Filter
    comparison: Comparison = Comparison.OR_MORE
    n: int = 1


@meaning("A card fits a description, or is in a state.")
class MatchesFilter(Node, frozen=True):
    """This card, or "it", fits a description.

    Where only a state matters the noun is not written, and is the first that the game has.
    """

    what: This | It
    filter: Filter


@meaning("The opposite of a condition.")
class Not(Node, frozen=True):
    """The opposite of a condition."""

    condition: Node


@meaning("Both conditions hold.")
class Both(Node, frozen=True):
    """`<condition> and <condition>`."""

    first: Node
    second: Node


# ------------------------------------------------------------------------------------------------------- sentences


@word(
    "may",
    "{who} may {sentence:option}",
    es="{who:may} {sentence:wanted}",
    means="An option. It includes the whole rest of the sentence.",
    example="You may {act}.",
)
class May(Node, frozen=True):
    """`You may …`: everything after "may" is optional, and performed by the asked player.

    The sentence consists of plain and ongoing instructions, or one ChooseOne.
    """

    sentence: tuple[Node, ...]
    who: Player = Player.YOU


@word(
    "inner",
    Form("if ({asked:player}|they) do , {sentence:inner}", "si lo {asked}, {sentence}", did=True),
    Form("if ({asked:player}|they) do not , {sentence:inner}", "si no lo {asked}, {sentence}", did=False),
    means="Happens only if the previous sentence was performed; with “not”, only if it wasn't.",
    example="You may {act}. If you do, {act}.",
)
class IfYouDo(Node, frozen=True):
    """`If you do, …`, `If you do not, …`: follows a May, or an instruction that may fail.

    `If they do, …` where another player else was asked.
    """

    sentence: tuple[Node, ...]
    did: bool = True


@word(
    "inner",
    "if {condition:condition} , {sentence:inner}",
    es="si {condition:condition}, {sentence}",
    means="Happens only if the condition is true; if not, the part after “Otherwise” happens.",
    example="If {fact}, {act}.",
)
class If(Node, frozen=True):
    """`If …, …` and, as the next sentence, `Otherwise, …`.

    `otherwise` only where the If is the whole sentence, not inside another instruction.
    """

    condition: Node
    sentence: tuple[Node, ...]
    otherwise: tuple[Node, ...] | None = None


@word(
    "choice",
    Form("choose one : {modes:modes}", "elegir elige elija: una opción: {modes}"),
    means="Exactly one of these happens.",
    example="Choose one: {act}; or {act}.",
)
class ChooseOne(Node, frozen=True):
    """`Choose one: …; or …`, `Your opponent chooses one: …`.

    Two or more modes, each with plain and ongoing instructions, or a May. Without a subject, they are performed by
    the player who chooses.
    """

    modes: tuple[tuple[Node, ...], ...]
    who: Player = Player.YOU


@word(
    "inner",
    "for_each {filter:one} , {sentence:inner}",
    es="por cada {filter:each}, {sentence}",
    means="Happens once for each card that fits the description, counted beforehand.",
    example="For each {one}, {act}.",
)
class ForEach(Node, frozen=True):
    """`For each …, …`: the cards are counted once, before the first."""

    filter: Filter
    sentence: tuple[Node, ...]


# ------------------------------------------------------------------------------------------------- lasting effects


class Lasting(Node, frozen=True):
    """A temporary effect: the four forms below. Joined with "and", they share the parts they don't state."""


class Modify(Lasting, frozen=True):
    """A temporary change of a number of cards."""

    amount: Node
    stat: Word
    to: Node | None = None
    negative: bool = False
    """Only for an X that is reduced by a number."""
    each: Node | None = None
    duration: Word | None = None


class Gain(Lasting, frozen=True):
    """Cards have a keyword for a while."""

    keyword: Node
    to: Node | None = None
    duration: Word | None = None


class CannotBe(Lasting, frozen=True):
    """Something is forbidden to cards."""

    what: Node
    ban: Word
    duration: Word | None = None


class Cannot(Lasting, frozen=True):
    """Something is forbidden to players."""

    who: Player
    what: Word
    duration: Word | None = None


# ----------------------------------------------------------------------------------------------------------- lines


@meaning("A keyword, with a number where it needs one.")
class Keyword(Node, frozen=True):
    """A keyword with its number, 0 where it has none."""

    name: Word
    x: int = 0


@meaning("The card has these keywords. They are on a separate line, each with a full stop.")
class Keywords(Node, frozen=True):
    """A keyword line."""

    keywords: tuple[Keyword, ...]


@meaning("What happens, sentence by sentence.")
class Line(Node, frozen=True):
    """An effect line: its sentences, each a tuple of instructions."""

    effect: tuple[tuple[Node, ...], ...]


@meaning("Applies as long as the card is in play.")
class Static(Node, frozen=True):
    """An effect in force for as long as the card stays, and only while a condition holds if there is one."""

    ongoing: tuple[Node, ...]
    condition: Node | None = None


@meaning("The card's controller can pay the cost before the colon for the effect after it.")
class Activated(Node, frozen=True):
    """`(A) <cost>: <effect>`. A cost is an instruction that must be carried out whole. `once`: once each round."""

    cost: tuple[Node, ...]
    effect: tuple[tuple[Node, ...], ...]
    once: bool = False


@meaning("The event that a trigger waits for.")
class TriggerEvent(Node, frozen=True):
    """A trigger's condition."""

    trigger_type: Word
    who: Player | None = None
    what: Node | None = None


@meaning("Happens automatically each time the event before the dash occurs.")
class Triggered(Node, frozen=True):
    """`(!) <timing> <event>, if <condition> - <effect>`: triggered.

    `zone` is the card's zone if it isn't the usual one. `once`: once each round.
    """

    timing: Word
    event: TriggerEvent
    effect: tuple[tuple[Node, ...], ...]
    zone: Word | None = None
    condition: Node | None = None
    once: bool = False
