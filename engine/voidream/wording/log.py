"""Events in words: a sentence for everything that a person should read about a match.

Only what an audience knows of an event comes in here (`engine.kernel.events.event.Seen`), so nothing else can come out.
"""

from __future__ import annotations

from cards.i18n import ENGLISH, Message, Translator, line, msg, msg_plural, title
from engine.kernel.endings import result
from engine.kernel.events.event import Ended, Seen, TakenBack
from engine.kernel.undo import sentence as taken_back
from engine.voidream.endings import ENDINGS
from engine.voidream.facts import (
    AbilityActivated,
    AbilityTriggered,
    Attached,
    AttackersDeclared,
    AvoidedNightmare,
    BastionPlaced,
    Charged,
    ChargesReturned,
    ConflictCalled,
    ConflictChosen,
    ConflictEnded,
    ConflictScored,
    ConflictSwitched,
    ConstructPlaced,
    Cut,
    CutRefused,
    Damaged,
    DamagePrevented,
    DefendersDeclared,
    Destroyed,
    Discarded,
    DreamDamageDealt,
    DreamDamageDiscards,
    EnteredNightmare,
    EnteredPlay,
    EvokeDeclined,
    Evoking,
    Exhausted,
    FacesNightmare,
    FirstPlayer,
    Guessed,
    JoinedConflict,
    Looked,
    LoopEnded,
    MindHidden,
    MindTurned,
    Passed,
    PhaseBegan,
    Played,
    Prevented,
    PutIntoDeck,
    Readied,
    ReturnedToDeck,
    ReturnedToHand,
    Revealed,
    Rolled,
    RollSkipped,
    RoundBegan,
    Sacrificed,
    Shown,
    Shuffled,
    Told,
    TookEffect,
    Unveiled,
    Veiled,
    Voided,
    Withstood,
    facts_of,
)
from engine.voidream.wording.card_names import (
    Names,
    called,
    card_series,
    first_card,
    first_cards,
    title_series,
)
from engine.voidream.wording.log_sentences import (
    CONFLICT,
    called_conflict,
    charged,
    discarded,
    faces,
    guessed,
    into_deck,
    looked,
    prevented,
    scored,
    veiled,
)

SILENT = (BastionPlaced, PhaseBegan)
"""Events that need no words: the board shows them, or another sentence says it."""


def sentence(event: Seen, names: Names, translator: Translator = ENGLISH) -> str:
    """Return a sentence for an event as one audience saw it, "" for what needs none. `names` is by seat."""
    return "" if isinstance(event.fact, SILENT) else translator(in_words(event, names))


def in_words(event: Seen, names: Names) -> Message:
    """Return the sentence of an event that needs one, as a phrase. Raises ValueError for one that needs none."""
    return _words(facts_of(event), names)


def _words(fact: Told, names: Names) -> Message:
    match fact:
        case BastionPlaced() | PhaseBegan():
            raise ValueError(f"{fact.kind} needs no words")
        case Shown():
            return msg(
                "{who} dreams from {bastion}, with the mind of {mind}.",
                who=names[fact.seat],
                bastion=title(fact.bastion),
                mind=title(fact.mind),
            )
        case Shuffled():
            return msg("{who} shuffles their deck.", who=names[fact.seat])
        case Cut():
            return msg(
                "{by} cuts {who}'s deck at {count}.",
                by=names[fact.by],
                who=names[fact.seat],
                count=fact.count,
            )
        case CutRefused():
            return msg("{by} does not cut {who}'s deck.", by=names[fact.by], who=names[fact.seat])
        case RoundBegan():
            return msg("Round {round} begins.", round=fact.round)
        case FirstPlayer():
            return msg("{who} is the active player.", who=names[fact.seat])
        case MindHidden():
            return msg("{who} hides a side of their mind card.", who=names[fact.seat])
        case Guessed():
            return guessed(fact, names)
        case Readied():
            return msg_plural(
                "{cards} is readied.", "{cards} are readied.", len(fact.cards), cards=first_cards(fact.cards)
            )
        case Exhausted():
            return msg_plural(
                "{cards} is exhausted.",
                "{cards} are exhausted.",
                len(fact.cards),
                cards=first_cards(fact.cards),
            )
        case MindTurned(count=0):
            return msg("{who}'s mind is spent.", who=names[fact.seat])
        case MindTurned():
            return msg("{who}'s mind turns to {count}.", who=names[fact.seat], count=fact.count)
        case Played(inverted=True):
            return msg("{who} plays {card} inverted.", who=names[fact.seat], card=title(fact.card))
        case Played():
            return msg("{who} plays {card}.", who=names[fact.seat], card=title(fact.card))
        case Unveiled():
            return msg("{who} unveils {card}.", who=names[fact.seat], card=title(fact.card))
        case Passed():
            return msg("{who} passes.", who=names[fact.seat])
        case AbilityActivated():
            return msg("{who} activates {card}.", who=names[fact.seat], card=title(fact.card))
        case AbilityTriggered():
            _, _, effect = fact.ability.partition(" - ")
            return msg(
                "{who}'s {card} triggers: {effect}",
                who=names[fact.seat],
                card=title(fact.card),
                effect=line(effect),
            )
        case LoopEnded():
            return msg("The loop around {card} ends here: nothing changes any more.", card=title(fact.card))
        case Prevented():
            return prevented(fact, names)
        case DamagePrevented():
            return msg("{points} damage is prevented by {by}.", points=fact.points, by=title(fact.by))
        case Evoking(title=None):
            return msg("{who} evokes and looks at the top card of their deck.", who=names[fact.seat])
        case Evoking():
            card = title(fact.title or "")
            return msg("{who} evokes and looks at {card}.", who=names[fact.seat], card=card)
        case EvokeDeclined():
            return msg("{who} returns the card to the top.", who=names[fact.seat])
        case Looked():
            return looked(fact, names)
        case Revealed():
            return msg("{who} reveals {cards}.", who=names[fact.seat], cards=title_series(fact.titles))
        case ReturnedToDeck():
            return msg_plural(
                "{who}'s deck gets {n} card back on top.",
                "{who}'s deck gets {n} cards back on top.",
                fact.count,
                who=names[fact.seat],
            )
        case Rolled():
            return msg("{who} rolls: {result}.", who=names[fact.seat], result=fact.result)
        case RollSkipped():
            return msg("{who} skips the roll.", who=names[fact.seat])
        case EnteredPlay():
            return msg("{card} enters play for {who}.", card=first_card(fact.card), who=names[fact.seat])
        case ConstructPlaced():
            return msg(
                "{who} places {card} on top of their deck.", who=names[fact.seat], card=called(fact.card)
            )
        case Attached():
            return msg("{card} is attached to {host}.", card=first_card(fact.card), host=called(fact.host))
        case Charged():
            return charged(fact)
        case ChargesReturned():
            return msg_plural(
                "{n} charge of {host} returns to the deck.",
                "{n} charges of {host} return to the deck.",
                fact.count,
                host=called(fact.host),
            )
        case Veiled():
            return veiled(fact, names)
        case Discarded():
            return discarded(fact, names)
        case Voided(offering=True):
            return msg("{card} of {who} is voided as an offering.", card=title(fact.card), who=names[fact.of])
        case Voided():
            return msg("{card} of {who} is voided.", card=title(fact.card), who=names[fact.of])
        case ReturnedToHand():
            return msg_plural(
                "{cards} returns to {who}'s hand.",
                "{cards} return to {who}'s hand.",
                len(fact.cards),
                who=names[fact.seat],
                cards=title_series(fact.cards),
            )
        case PutIntoDeck():
            return into_deck(fact, names)
        case Damaged():
            return msg("{card} takes {points} damage.", card=first_card(fact.card), points=fact.points)
        case Destroyed():
            return msg("{card} is destroyed.", card=first_card(fact.card))
        case Sacrificed():
            return msg("{card} is sacrificed.", card=first_card(fact.card))
        case DreamDamageDealt():
            return msg("{who} is dealt {points} Dream damage.", who=names[fact.seat], points=fact.points)
        case Withstood():
            return msg(
                "{card} stands, and holds off the other {points}.",
                card=first_card(fact.card),
                points=fact.points,
            )
        case DreamDamageDiscards():
            return msg_plural(
                "From {who}'s deck {cards} falls.",
                "From {who}'s deck {cards} fall.",
                len(fact.cards),
                who=names[fact.seat],
                cards=title_series(fact.cards),
            )
        case ConflictCalled():
            return called_conflict(fact, names)
        case ConflictChosen():
            return msg("{who} chooses {conflict}.", who=names[fact.seat], conflict=CONFLICT[fact.conflict])
        case ConflictSwitched():
            return msg("The conflict turns to {conflict}.", conflict=CONFLICT[fact.conflict])
        case AttackersDeclared(cards=[]):
            return msg("{who} attacks alone.", who=names[fact.seat])
        case AttackersDeclared():
            return msg("{who} attacks with {cards}.", who=names[fact.seat], cards=card_series(fact.cards))
        case DefendersDeclared(cards=[]):
            return msg("{who} defends alone.", who=names[fact.seat])
        case DefendersDeclared():
            return msg("{who} defends with {cards}.", who=names[fact.seat], cards=card_series(fact.cards))
        case JoinedConflict():
            return msg("{card} joins the conflict.", card=first_card(fact.card))
        case ConflictScored():
            return scored(fact, names)
        case ConflictEnded():
            return msg("The conflict ends.")
        case FacesNightmare():
            return faces(fact, names)
        case AvoidedNightmare():
            return msg("{who} avoids Nightmare.", who=names[fact.seat])
        case EnteredNightmare():
            return msg("{who} enters Nightmare.", who=names[fact.seat])
        case TookEffect(on=None):
            return msg("{card} takes effect.", card=title(fact.card))
        case TookEffect():
            return msg(
                "{card} takes effect on {cards}.", card=title(fact.card), cards=card_series(fact.on or ())
            )
        case TakenBack():
            return taken_back(fact, names)
        case Ended():
            return msg("{told}.", told=result(fact.places, ENDINGS[fact.ending], names, briefly=True))
