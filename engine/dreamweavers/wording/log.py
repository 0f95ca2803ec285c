"""Events in words: a sentence for everything that a person should read about a match.

Only what an audience knows of an event comes in here (`engine.kernel.events.event.Seen`), so nothing else can come out.
"""

from __future__ import annotations

from cards.i18n import ENGLISH, Message, Translator, line, msg, msg_plural
from engine.dreamweavers import facts as told
from engine.dreamweavers.endings import ENDINGS
from engine.dreamweavers.facts import Told, facts_of
from engine.dreamweavers.wording import log_sentences as said
from engine.dreamweavers.wording.terms import Names, called, effect_of, titles
from engine.kernel.endings import result, went_out
from engine.kernel.events.event import Ended, Seen, TakenBack, WentOut
from engine.kernel.undo import sentence as taken_back


def sentence(event: Seen, names: Names, translator: Translator = ENGLISH) -> str:
    """Return a sentence for an event as one audience saw it. `names` is by seat."""
    return translator(in_words(event, names))


def in_words(event: Seen, names: Names) -> Message:
    """Return the sentence of an event. Raises ValueError for an event of another game."""
    return _words(facts_of(event), names)


def _words(fact: Told, names: Names) -> Message:
    match fact:
        case told.Rolled():
            return said.rolled(fact, names)
        case told.NotionsTaken():
            return msg("{who} drafts {notions}.", who=names[fact.seat], notions=titles(fact.notions))
        case told.IntentsRevealed():
            one, other = fact.notions
            return msg(
                "The Intents: {one} has {notion}, {other} {second}.",
                one=names[0],
                notion=called(one),
                other=names[1],
                second=called(other),
            )
        case told.Exchanged():
            return said.exchanged(fact, names)
        case told.EgoDealt():
            return msg_plural(
                "{who}'s Ego is dealt: {n} card.", "{who}'s Ego is dealt: {n} cards.", fact.count, who=names[fact.seat]
            )  # fmt: skip
        case told.TurnBegan():
            return msg("Turn {turn}: {who}.", turn=fact.turn, who=names[fact.seat])
        case told.TurnEnded():
            return msg("{who}'s turn ends.", who=names[fact.seat])
        case told.TrackerMoved():
            return said.tracker_moved(fact, names)
        case told.Refreshed():
            return msg("{who} refreshes.", who=names[fact.seat])
        case told.LetGo():
            return msg("{who} lets go.", who=names[fact.seat])
        case told.Played(is_answer=True):
            return msg(
                "{who} answers with {card} ({cost}).", who=names[fact.seat], card=called(fact.card), cost=fact.cost
            )  # fmt: skip
        case told.Played():
            return msg(
                "{who} plays {card} ({cost}).", who=names[fact.seat], card=called(fact.card), cost=fact.cost
            )
        case told.Activated(is_answer=True):
            return msg(
                "{who} answers with {card}: {effect}",
                who=names[fact.seat],
                card=called(fact.card),
                effect=line(effect_of(fact.text)),
            )
        case told.Activated():
            return msg(
                "{who} uses {card}: {effect}",
                who=names[fact.seat],
                card=called(fact.card),
                effect=line(effect_of(fact.text)),
            )
        case told.Named():
            return msg(
                "For {card} {who} names {cards}.",
                card=called(fact.card),
                who=names[fact.seat],
                cards=titles(fact.cards),
            )
        case told.ModeChosen():
            return msg(
                "For {card} {who} chooses: {effect}",
                card=called(fact.card),
                who=names[fact.seat],
                effect=line(fact.text),
            )
        case told.WindowClosed():
            return said.window_closed(fact, names)
        case told.TookEffect():
            return msg("{card} takes effect.", card=called(fact.card))
        case told.Cancelled():
            return msg("{who}'s {card} is cancelled.", who=names[fact.seat], card=called(fact.card))
        case told.Triggered():
            return msg(
                "{who}'s {card} triggers: {effect}",
                who=names[fact.seat],
                card=called(fact.card),
                effect=line(effect_of(fact.text)),
            )
        case told.LoopEnded():
            return msg("The loop around {card} ends here: nothing changes any more.", card=called(fact.card))
        case (
            told.Drew()
            | told.Entered()
            | told.Forgotten()
            | told.ReturnedToHand()
            | told.TookIntoHand()
            | told.PutIntoPile()
            | told.Shuffled()
            | told.Looked()
            | told.Arranged()
            | told.Revealed()
            | told.Tapped()
            | told.Untapped()
        ):
            return said.moved(fact, names)
        case told.Attacked(target=""):
            return msg("{card} attacks {who}'s Ego.", card=called(fact.attacker), who=names[1 - fact.seat])
        case told.Attacked():
            return msg(
                "{card} attacks {who}'s {target}.",
                card=called(fact.attacker),
                who=names[1 - fact.seat],
                target=called(fact.target),
            )
        case told.SteppedIn():
            return msg("{who}'s {card} steps in.", who=names[fact.seat], card=called(fact.card))
        case told.Shielded(cards=[]):
            return msg("{who} discards no shields.", who=names[fact.seat])
        case told.Shielded():
            return msg(
                "{who} discards shields: {cards}. The shield value is {value}.",
                who=names[fact.seat],
                cards=titles(fact.cards),
                value=fact.value,
            )
        case told.Compared(succeeds=True):
            return msg(
                "{card}'s attack succeeds: {power} against {value}.",
                card=called(fact.attacker),
                power=fact.power,
                value=fact.shield_value,
            )
        case told.Compared():
            return msg(
                "{card}'s attack fails: {power} against {value}.",
                card=called(fact.attacker),
                power=fact.power,
                value=fact.shield_value,
            )
        case told.AttackCameToNothing():
            if fact.gone == fact.attacker:
                return msg("{card} is gone, and its attack is over.", card=called(fact.gone))
            return msg(
                "{gone} is gone, and {card}'s attack fails.",
                gone=called(fact.gone),
                card=called(fact.attacker),
            )
        case told.Damaged():
            return said.damaged(fact, names)
        case told.Repelled():
            return msg(
                "{card} ({power}) repels {attacker} ({strength}).",
                card=called(fact.card),
                power=fact.power,
                attacker=called(fact.attacker),
                strength=fact.attacker_power,
            )
        case told.Placed():
            return msg("{card} joins {who}'s Feelings.", card=called(fact.card), who=names[fact.seat])
        case told.CostRefused():
            return msg(
                "{who} does not pay for {card}: its effect does not happen.",
                who=names[fact.seat],
                card=called(fact.card),
            )
        case (
            told.PowerChanged() | told.KeywordGained() | told.Forbidden() | told.CostsChanged() | told.Began()
        ):
            return said.in_force(fact, names)
        case WentOut():
            return msg("{told}.", told=went_out(fact.seats, ENDINGS[fact.ending], names))
        case TakenBack():
            return taken_back(fact, names)
        case Ended():
            return msg("{told}.", told=result(fact.places, ENDINGS[fact.ending], names, briefly=True))
