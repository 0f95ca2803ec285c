"""Trigger conditions (rulebook §7)."""

# The docstrings begin with the canonical wording, whatever punctuation that ends with.

from __future__ import annotations

from msgspec.structs import replace

from cards.language import nodes
from cards.language.context import ReadWording
from cards.language.nodes import Host, Player, This, Timing
from cards.language.records import Form, Values, Word, w
from cards.voidream.kinds import Kind
from cards.voidream.language.tree.selections import Filter
from cards.voidream.language.tree.sorts import (
    ANY,
    DREAM,
    ENTITIES,
    FACE_UP,
    FIGHTERS,
    HOST_KINDS,
    HOSTS,
    IN_PLAY,
    WITH_BASTIONS,
    WITH_STABILITY,
    EventReach,
    Noun,
    Zone,
)
from cards.voidream.language.tree.words import ConflictKind


def _with_own_cards(wording: ReadWording) -> Values:
    selection, performer = wording.values["what"], wording.values["who"]
    if (
        not isinstance(selection, Filter)
        or selection.whose is not None
        or performer not in (Player.YOU, Player.OPPONENT)
    ):
        raise wording.refused(
            "This is said of the card.", '"an entity is sacrificed"', '"this card is sacrificed"'
        )
    return {"what": replace(selection, whose=performer)}


def _from_own_hand(wording: ReadWording) -> Values:
    selection, performer = wording.values["what"], wording.values["who"]
    match selection:
        case Filter(Noun.ARCANUM, zone=Zone.IN_PLAY) if performer in (Player.YOU, Player.OPPONENT):
            return {"what": replace(selection, zone=Zone.HAND, whose=performer)}
        case _:
            raise wording.refused(
                "This is said of the card.", '"a card is discarded"', '"you discard an arcanum"'
            )


def _past(template: str, es: str) -> Form:
    """Return the form of a past event."""
    return Form(template, es, category="past")


class TriggerType(Word):
    """The event of a trigger: `{who}` does it, or it happens to `{what}`, which is cards of a sort or "this card"."""

    ROUND_BEGINS = w(
        "the round begins", "empiece la ronda", "A round begins. With “When” only.", flags=("once",)
    )
    ROUND_ENDS = w("the round ends", "termine la ronda", "A round ends. With “When” only.", flags=("once",))
    INSPIRED = w(
        "inspired",
        "se inspire",
        "This card is inspired. With “When” only.",
        flags=("once", "preventable"),
        past=(_past("{what} (has [denied=not] been|was) inspired", "[denied=no ]se ha{n} inspirado {what}"),),
    )
    DREAM_DAMAGE = w(
        "{who} take Dream damage",
        "{who} reciba{s} daño onírico",
        "A player takes Dream damage. “That many” is the amount.",
        flags=("preventable", "amount"),
        facts=EventReach(damage=True),
        past=(
            _past(
                "{who} (have [denied=not] taken|took) Dream damage",
                "{who} [denied=no ]ha{s} recibido daño onírico",
            ),
        ),
    )
    PLAY = w(
        "{who} play {what}",
        "{who} juegue{s} {what:object}",
        "A player plays such a card.",
        also=(Form("{what} is played", who=Player.ANY),),
        facts=EventReach(to=(*ANY, Noun.ATTACHMENT), too_early=frozenset({Timing.BEFORE, Timing.WHEN})),
        past=(
            _past(
                "{who} (have [denied=not] played|played) {what}",
                "{who} [denied=no ]ha{s} jugado {what:object}",
            ),
        ),
    )
    """The object: an arcanum, a thought, an entity, a card, …"""
    PLAY_INVERTED = w(
        "{who} play an inverted arcanum",
        "{who} juegue{s} un arcano invertido",
        "A player plays an arcanum upside down.",
        past=(
            _past(
                "{who} (have [denied=not] played|played) an inverted arcanum",
                "{who} [denied=no ]ha{s} jugado un arcano invertido",
            ),
        ),
    )
    EVOKE = w(
        "{who} evoke",
        "{who} evoque{s}",
        "A player evokes.",
        also=("{who} evoke a card",),
        flags=("preventable",),
        past=(_past("{who} (have [denied=not] evoked|evoked)", "{who} [denied=no ]ha{s} evocado"),),
    )
    ROLL = w(
        "{who} roll",
        "{who} tire{s}",
        "A player rolls. “The result” is the value, and “it” is the card.",
        flags=("preventable", "names", "amount"),
        past=(_past("{who} (have [denied=not] rolled|rolled)", "{who} [denied=no ]ha{s} tirado"),),
    )
    SHUFFLE = w(
        "{who} shuffle",
        "{who} baraje{s}",
        "A player shuffles their deck.",
        flags=("preventable",),
        past=(_past("{who} (have [denied=not] shuffled|shuffled)", "{who} [denied=no ]ha{s} barajado"),),
    )
    ENTER_PLAY = w(
        "{what} enters play",
        "{what} entre en juego",
        "A card enters play.",
        facts=EventReach(to=FACE_UP, too_early=frozenset({Timing.BEFORE})),
        past=(
            _past(
                "{what} (has [denied=not] entered|entered) play", "{what} [denied=no ]ha{n} entrado en juego"
            ),
        ),
    )
    LEAVE_PLAY = w(
        "{what} leaves play",
        "{what} deje el juego",
        "A card leaves play for any other zone.",
        flags=("preventable",),
        facts=EventReach(to=IN_PLAY, itself=WITH_BASTIONS),
        past=(_past("{what} (has [denied=not] left|left) play", "{what} [denied=no ]ha{n} dejado el juego"),),
    )
    DESTROYED = w(
        "{what} is destroyed",
        "se destruya {what}",
        "A card is destroyed.",
        flags=("preventable",),
        synonyms=("dies", "die"),
        facts=EventReach(to=IN_PLAY, itself=WITH_BASTIONS),
        past=(
            _past("{what} (has [denied=not] been|was) destroyed", "[denied=no ]se ha{n} destruido {what}"),
        ),
    )
    SACRIFICED = w(
        "{what} is sacrificed",
        "se sacrifique {what}",
        "A card is sacrificed.",
        also=(Form("{who} sacrifice {what}", read=_with_own_cards),),
        flags=("preventable",),
        facts=EventReach(to=IN_PLAY),
        past=(
            _past("{what} (has [denied=not] been|was) sacrificed", "[denied=no ]se ha{n} sacrificado {what}"),
        ),
    )
    DISCARDED = w(
        "{what} is discarded",
        "se descarte {what}",
        "A card is discarded from any zone.",
        also=(Form("{who} discard {what}", read=_from_own_hand),),
        flags=("preventable",),
        facts=EventReach(to=(*IN_PLAY, Noun.THOUGHT, Noun.ARCANUM), itself=WITH_BASTIONS, known_source=True),
        past=(
            _past("{what} (has [denied=not] been|was) discarded", "[denied=no ]se ha{n} descartado {what}"),
        ),
    )
    VOIDED = w(
        "{what} is voided",
        "se envíe al Vacío {what}",
        "A card goes to the Void.",
        flags=("preventable",),
        facts=EventReach(to=(*IN_PLAY, Noun.THOUGHT, Noun.ARCANUM), known_source=True),
        past=(
            _past(
                "{what} (has [denied=not] been|was) voided", "[denied=no ]se ha{n} enviado al Vacío {what}"
            ),
        ),
    )
    VEILED = w(
        "{what} is veiled",
        "se vele {what}",
        "A card is veiled.",
        flags=("preventable",),
        facts=EventReach(to=(*FACE_UP, Noun.VEILED_CARD)),
        past=(_past("{what} (has [denied=not] been|was) veiled", "[denied=no ]se ha{n} velado {what}"),),
    )
    UNVEILED = w(
        "{what} is unveiled",
        "se desvele {what}",
        "A card is unveiled.",
        facts=EventReach(to=(*DREAM, Noun.VEILED_CARD), too_early=frozenset({Timing.BEFORE})),
        past=(_past("{what} (has [denied=not] been|was) unveiled", "[denied=no ]se ha{n} desvelado {what}"),),
    )
    EXHAUSTED = w(
        "{what} is exhausted",
        "se agote {what}",
        "A card is exhausted.",
        flags=("preventable",),
        facts=EventReach(to=FACE_UP, itself=WITH_BASTIONS),
        past=(_past("{what} (has [denied=not] been|was) exhausted", "[denied=no ]se ha{n} agotado {what}"),),
    )
    READIED = w(
        "{what} is readied",
        "se prepare {what}",
        "A card is readied.",
        flags=("preventable",),
        facts=EventReach(to=FACE_UP, itself=WITH_BASTIONS),
        past=(_past("{what} (has [denied=not] been|was) readied", "[denied=no ]se ha{n} preparado {what}"),),
    )
    DAMAGED = w(
        "{what} is dealt damage",
        "{what} reciba daño",
        "A card is dealt damage. “That many” is the amount.",
        flags=("preventable", "amount"),
        facts=EventReach(to=WITH_STABILITY, itself=ENTITIES | {Kind.CONSTRUCT, Kind.BASTION}, damage=True),
        past=(
            _past(
                "{what} (has [denied=not] been|was) dealt damage", "{what} [denied=no ]ha{n} recibido daño"
            ),
        ),
    )
    CHARGED = w(
        "{what} is charged",
        "se cargue {what}",
        "A card gets a charge.",
        flags=("preventable",),
        facts=EventReach(to=HOSTS, itself=HOST_KINDS),
        past=(_past("{what} (has [denied=not] been|was) charged", "[denied=no ]se ha{n} cargado {what}"),),
    )
    ATTACHED = w(
        "{what} becomes attached",
        "se vincule {what}",
        "A card is attached to another.",
        flags=("preventable",),
        facts=EventReach(to=(Noun.CARD, Noun.MEMORY, Noun.ATTACHMENT)),
        past=(
            _past(
                "{what} (has [denied=not] become|became) attached", "[denied=no ]se ha{n} vinculado {what}"
            ),
        ),
    )
    ATTACKS = w(
        "{what} attacks",
        "{what} ataque",
        "A card is declared as attacker.",
        facts=EventReach(to=FIGHTERS, itself=ENTITIES),
        past=(_past("{what} (has [denied=not] attacked|attacked)", "{what} [denied=no ]ha{n} atacado"),),
    )
    DEFENDS = w(
        "{what} defends",
        "{what} defienda",
        "A card is declared as defender.",
        facts=EventReach(to=FIGHTERS, itself=ENTITIES),
        past=(_past("{what} (has [denied=not] defended|defended)", "{what} [denied=no ]ha{n} defendido"),),
    )
    CONFLICT_INITIATED = w(
        "{kind:conflict} is initiated",
        "se inicie {kind:conflict}",
        "A conflict begins: “a dawn conflict is initiated”, “you initiate a conflict”.",
        key="a conflict is initiated",
        also=(Form("{who} initiate {kind:conflict}", "{who} inicie{s} {kind:conflict}"),),
        past=(
            _past(
                "{kind:conflict} (has [denied=not] been|was) initiated",
                "[denied=no ]se ha iniciado {kind:conflict}",
            ),
            _past(
                "{who} (have [denied=not] initiated|initiated) {kind:conflict}",
                "{who} [denied=no ]ha{s} iniciado {kind:conflict}",
            ),
        ),
    )
    """With `kind`: "a dawn conflict is initiated". With `who`: "you initiate a conflict"."""
    CONFLICT_ENDS = w(
        "{kind:conflict} ends",
        "termine {kind:conflict}",
        "A conflict ends.",
        key="a conflict ends",
        also=("the conflict ends",),
        past=(
            _past(
                "{kind:conflict} (has [denied=not] ended|ended)", "[denied=no ]ha terminado {kind:conflict}"
            ),
        ),
    )
    CONFLICT_WON = w(
        "{who} win {kind:conflict}",
        "{who} gane{s} {kind:conflict}",
        "A player wins a conflict.",
        key="{who} win a conflict",
        past=(
            _past(
                "{who} (have [denied=not] won|won) {kind:conflict}",
                "{who} [denied=no ]ha{s} ganado {kind:conflict}",
            ),
        ),
    )
    CONFLICT_LOST = w(
        "{who} lose {kind:conflict}",
        "{who} pierda{s} {kind:conflict}",
        "A player loses a conflict.",
        key="{who} lose a conflict",
        past=(
            _past(
                "{who} (have [denied=not] lost|lost) {kind:conflict}",
                "{who} [denied=no ]ha{s} perdido {kind:conflict}",
            ),
        ),
    )
    NIGHTMARE_ENTERED = w(
        "{who} enter Nightmare",
        "{who} entre{s} en la Pesadilla",
        "A player enters Nightmare.",
        past=(
            _past(
                "{who} (have [denied=not] entered|entered) Nightmare",
                "{who} [denied=no ]ha{s} entrado en la Pesadilla",
            ),
        ),
    )
    NIGHTMARE_AVOIDED = w(
        "{who} avoid Nightmare",
        "{who} evite{s} la Pesadilla",
        "A player pays to stay out of Nightmare.",
        past=(
            _past(
                "{who} (have [denied=not] avoided|avoided) Nightmare",
                "{who} [denied=no ]ha{s} evitado la Pesadilla",
            ),
        ),
    )
    MIND_REDUCED = w(
        "{who} reduce {their} mind",
        "{who} reduzca{s} {their|la mente}",
        "A mind is turned to a lower number. “That many” is the difference.",
        flags=("preventable", "amount"),
        past=(
            _past(
                "{who} (have [denied=not] reduced|reduced) {their} mind",
                "{who} [denied=no ]ha{s} reducido {their|la mente}",
            ),
        ),
    )
    MIND_SPENT = w(
        "{who} spend {their} mind",
        "{who} gaste{s} {their|la mente}",
        "A mind is turned to its spent side.",
        also=("{who:owner} mind (is|becomes) spent",),
        flags=("preventable",),
        past=(
            _past(
                "{who} (have [denied=not] spent|spent) {their} mind",
                "{who} [denied=no ]ha{s} gastado {their|la mente}",
            ),
        ),
    )
    """The mind was turned to its spent side."""


class TriggerEvent(nodes.TriggerEvent, frozen=True):
    """A trigger's event, with its participants."""

    trigger_type: TriggerType
    who: Player | None = None
    what: Filter | This | Host | None = None
    kind: ConflictKind | None = None
