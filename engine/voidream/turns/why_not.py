"""Reasons why an expected action isn't possible: the rule that prevents it (§4, §6).

Nothing here reveals hidden information: of other players' cards, only public ones are mentioned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cards.i18n import msg, title
from cards.voidream.language.tree import Ban, Prohibition
from cards.voidream.model import Kind
from engine.kernel.question import OptionSubject, PendingQuestion
from engine.voidream.position import ATTACHED, DECK, HAND, PLAY
from engine.voidream.queries.loops import label, taken_here
from engine.voidream.queries.nouns import is_open
from engine.voidream.queries.restrictions import Reason, is_banned, mind_turned, why_forbidden
from engine.voidream.questions.topics import OptionVerb, Topic, action_key
from engine.voidream.referee import Referee
from engine.voidream.turns.abilities import abilities, used_before, why_not_ability
from engine.voidream.turns.arcana import why_not_arcanum
from engine.voidream.turns.evoke import why_not_evoked
from engine.voidream.turns.unveil import why_not_unveil, why_not_unveiled

ACTIONS = msg(
    "On your turn you can play an arcanum upright or inverted, activate an ability, "
    "unveil, or pass. Everything else happens because a card or a rule says so."
)
"""The voluntary actions of a player (§4 Main phase)."""

_READY = msg("Cards are readied at the start of the round, or when a card says so.")
_ORDERED = {
    "evoke": (ACTIONS, "§4 Main phase"),
    "roll": (
        msg("The attacker rolls when a conflict ends; otherwise you roll when a card says so."),
        "§6 Roll",
    ),
    "ready": (_READY, "§4 Beginning phase"),
    "exhaust": (msg("You exhaust a card to pay for an ability, or when a card says so."), "§6 Exhaust"),
    "initiate": (
        msg("A conflict is initiated by a card that says so, or by entering Nightmare."),
        "§4 Conflict phase",
    ),
    "enter": (msg("Nightmare is faced in the Nightmare phase, by one player only."), "§4 Nightmare phase"),
    "discard": (msg("You discard when a card says so, to unveil, or to avoid Nightmare."), "§4"),
    "cut": (msg("You cut when your opponent has shuffled."), "§7 Shuffling"),
    "shuffle": (msg("You shuffle when a card says so."), "§7 Shuffling"),
    "attach": (msg("A card is attached when a text says so."), "§6 Attach"),
    "charge": (msg("A card is charged when a text says so."), "§6 Charge"),
    "inspire": (msg("A card is inspired when a text says so."), "§6 Inspire"),
    "veil": (msg("You veil a card with Veil when you evoke it, or when a text says so."), "§6 Veil"),
    "void": (msg("You void a card when a text says so, or as you enter Nightmare."), "§6 Void"),
    "sacrifice": (msg("You sacrifice to pay for an ability, or when a card says so."), "§2 Entities"),
    "destroy": (msg("A card is destroyed by damage, or when a text says so."), "§4 Damage"),
    "damage": (msg("Damage is dealt when a conflict ends, or when a card says so."), "§4 Damage"),
    "look": (ACTIONS, "§4 Main phase"),
    "draw": (
        msg("Nothing is drawn in Voidream: you evoke from your deck, and your arcana are in your hand."),
        "§2",
    ),
}
"""Actions that only happen because of a card or a rule."""


def why_not(ref: Referee, seat: int, wish: str) -> Reason | None:
    """Return why a seat can't do `wish` now: a sentence, and the rule behind it.

    A wish is a verb with its object: "play TITLE", "invert TITLE", "activate KEY", "unveil", "unveil TITLE", "pass",
    "attack TITLE", "defend TITLE", "evoke", "ready TITLE" and so on. None if it is possible, or if nothing is known
    about it.
    """
    position = ref.position
    if position.outcome is not None:
        return msg("This match is over."), "§5"
    verb, _, object_text = wish.strip().partition(" ")
    verb, object_text = verb.casefold(), object_text.removeprefix("with ").strip()
    question = position.questions.get(seat)
    if question is not None and _is_offered(question, verb, object_text):
        return None
    reason = _why_not_known(ref, seat, verb, object_text)
    if reason is not None:
        return reason
    if verb not in ("play", "invert", "activate", "unveil", "pass"):
        return None
    if question is None:
        return msg("It isn't your turn."), "§4"
    if question.topic != Topic.ACTION:
        return msg("Answer this first: {question}", question=question.purpose), "§4"
    return None


def in_itself(ref: Referee, seat: int, wish: str) -> Reason | None:
    """Return why a seat can't do `wish` in the current position, regardless of whose turn it is; see `why_not`."""
    verb, _, object_text = wish.partition(" ")
    return _why_not_known(ref, seat, verb, object_text)


def _is_offered(question: PendingQuestion, verb: str, object_text: str) -> bool:
    declares = _DECLARED_IN.get(verb) == question.topic
    for option in question.options:
        names = (option.subject.casefold(), option.about.name.casefold())
        if object_text.casefold() in names and (declares or option.verb == verb):
            return True
    return f"{verb} {object_text}".strip().casefold() in (
        option.key.casefold() for option in question.options
    )


_DECLARED_IN: Mapping[str, str] = {"attack": Topic.ATTACKERS, "defend": Topic.DEFENDERS}


def _why_not_known(ref: Referee, seat: int, verb: str, object_text: str) -> Reason | None:
    match verb:
        case "play" | "invert":
            return _why_not_play(ref, seat, object_text, inverted=verb == "invert")
        case "activate":
            return _why_not_activate(ref, seat, object_text)
        case "unveil":
            return _why_not_unveil(ref, seat, object_text)
        case "attack" | "defend":
            return _why_not_take_part(ref, seat, object_text, attacks=verb == "attack")
        case "evoke":
            return why_forbidden(ref, seat, Prohibition.EVOKE) or _no_evoking(ref, seat) or _ORDERED[verb]
        case "ready":
            return _why_not_ready(ref, seat, object_text)
        case "initiate" | "conflict":
            return _why_not_initiate(ref, seat)
        case _:
            return _ORDERED.get(verb)


def _called(ref: Referee, cards: Iterable[int], name: str) -> list[int]:
    """Return the cards with this title, in any spelling."""
    folded_name = OptionSubject.read(name).name.casefold()
    return [card for card in cards if ref.title(card).casefold() == folded_name]


def _seen(ref: Referee, seat: int, name: str) -> list[int]:
    """Return the cards of this title that a player can know of: public ones, and their own outside the deck."""
    return [
        card
        for card in _called(ref, range(len(ref.cards)), name)
        if is_open(ref, card)
        or (ref.cards[card].zone in (HAND, PLAY, ATTACHED) and ref.cards[card].controller == seat)
    ]


# ---------------------------------------------------------------------------------------------------- playing cards


def _why_not_play(ref: Referee, seat: int, name: str, *, inverted: bool) -> Reason | None:
    question = ref.position.questions.get(seat)
    if question is not None and question.topic == Topic.EVOKED:
        for card in _called(ref, ref.seats[seat].deck[:1], name):
            return why_not_evoked(ref, seat, card)
    cards = sorted(
        _seen(ref, seat, name), key=lambda card: (ref.cards[card].owner != seat, ref.cards[card].tag)
    )
    verb = OptionVerb.INVERT if inverted else OptionVerb.PLAY
    for card in cards:
        if card in ref.seats[seat].hand:
            if label(ref, seat, action_key(verb, ref.title(card))) in taken_here(ref):
                return used_before(title(ref.title(card))), "§7 Loops"
            return why_not_arcanum(ref, seat, card, inverted=inverted)
    for card in cards:
        return _why_not_from_there(ref, seat, card)
    if own_deck := _called(ref, ref.seats[seat].deck, name):
        return (
            msg(
                "{card} is a Dream card: it is played when you evoke it from the top of your deck, or when a card "
                "says so.",
                card=title(ref.title(own_deck[0])),
            ),
            "§2 Dream cards",
        )
    return msg("You have no arcanum called {name} in your hand.", name=title(name)), "§2"


def _why_not_from_there(ref: Referee, seat: int, card: int) -> Reason:
    state, card_name = ref.cards[card], title(ref.title(card))
    mine = state.owner == seat
    match state.zone:
        case "arcana discard" if mine:
            return (
                msg(
                    "{card} is in your arcana discard. Play an arcanum inverted or enter "
                    "Nightmare to get it back.",
                    card=card_name,
                ),
                "§4",
            )
        case "void" if mine:
            return msg("{card} is in the Void and doesn't come back by itself.", card=card_name), "§2"
        case "void":
            return msg("{card} is in your opponent's Void.", card=card_name), "§2"
        case "discard" | "arcana discard":
            if mine:
                return msg("{card} is in your discard pile.", card=card_name), "§2"
            return msg("{card} is in your opponent's discard pile.", card=card_name), "§2"
        case _ if state.controller != seat:
            return msg("{card} is your opponent's.", card=card_name), "§2"
        case "play" if state.veiled:
            return msg("{card} is veiled. Unveil it to play it.", card=card_name), "§6 Unveil"
        case "attached" if not state.face_up:
            return (
                msg("{card} is a charge: you can't play it while it's under its host.", card=card_name),
                "§6 Charge",
            )
        case _:
            return msg("{card} is already in play.", card=card_name), "§2 Dream cards"


# ------------------------------------------------------------------------------------------------------ abilities


def _why_not_activate(ref: Referee, seat: int, key: str) -> Reason | None:
    subject = OptionSubject.read(key)
    matching = [
        ability
        for ability in abilities(ref, seat)
        if ability.key.casefold() == key.casefold()
        or (not subject.mark and ability.title.casefold() == subject.name.casefold())
    ]
    matching = [ability for ability in matching if OptionSubject.read(ability.key).number == subject.number]
    if matching:
        reasons = [why_not_ability(ref, seat, ability, taken_here(ref)) for ability in matching]
        return None if None in reasons else reasons[0]
    for card in _seen(ref, seat, key):
        state, card_name = ref.cards[card], title(ref.title(card))
        if state.zone == PLAY and state.veiled:
            return (
                msg("{card} is veiled: its text does not count until it is unveiled.", card=card_name),
                "§7 Veiled cards",
            )
        if state.zone == ATTACHED and not state.face_up:
            return msg("{card} is a charge: its text does not count.", card=card_name), "§6 Charge"
        if state.controller != seat and state.zone in (PLAY, ATTACHED, DECK):
            return msg(
                "{card} is your opponent's. You can only use cards you control.", card=card_name
            ), "§4 Main phase"
        if state.zone in (PLAY, ATTACHED, DECK):
            return msg("{card} has no such activated ability.", card=card_name), "§6 Activated Ability"
        return msg("{card} is not in play.", card=card_name), "§4 Main phase"
    return msg("You have no activated ability of that card in play."), "§6 Activated Ability"


# ------------------------------------------------------------------------------------------------------- unveiling


def _why_not_unveil(ref: Referee, seat: int, name: str) -> Reason | None:
    reason = why_not_unveil(ref, seat)
    if reason is None and label(ref, seat, "unveil") in taken_here(ref):
        return used_before(msg("Unveiling")), "§7 Loops"
    if not name:
        return reason
    mine = _called(ref, ref.veiled(seat), name)
    if not mine:
        return msg("You control no veiled card called {name}.", name=title(name)), "§6 Unveil"
    with mind_turned(ref, seat):
        return why_not_unveiled(ref, seat, mine[0]) or reason


# ------------------------------------------------------------------------------------------------------- conflicts


def _why_not_take_part(ref: Referee, seat: int, name: str, *, attacks: bool) -> Reason | None:
    conflict = ref.position.conflict
    if conflict is None:
        return _NO_CONFLICT[attacks], "§4 Conflict phase"
    if (conflict.attacker == seat) != attacks:
        return _OTHER_SIDE[attacks], "§4 Conflict phase"
    question = ref.position.questions.get(seat)
    if name:
        reason = why_stays_out(ref, seat, name, attacks=attacks)
        if reason is not None:
            return reason
    if question is not None and question.topic == (Topic.ATTACKERS if attacks else Topic.DEFENDERS):
        return None
    return _DECLARED_BEFORE[attacks], "§4 Conflict phase"


_NO_CONFLICT = {
    True: msg("There is no conflict. Attackers are declared when a card, or Nightmare, initiates one."),
    False: msg("There is no conflict. Defenders are declared when a card, or Nightmare, initiates one."),
}
_OTHER_SIDE = {
    True: msg("You are defending in this conflict."),
    False: msg("You are attacking in this conflict."),
}
_DECLARED_BEFORE = {
    True: msg(
        "Attackers are declared when the conflict is initiated; only an entity that is unveiled can still join."
    ),
    False: msg(
        "Defenders are declared when the conflict is initiated; only an entity that is unveiled can still join."
    ),
}
"""The reasons by whether the player wants to attack."""


def why_stays_out(ref: Referee, seat: int, name: str, *, attacks: bool) -> Reason | None:
    """Return why none of a seat's cards with this name could be declared in a conflict now; None if one could."""
    cards = [
        c for c in _seen(ref, seat, name) if ref.cards[c].controller == seat and ref.cards[c].zone == PLAY
    ]
    if not cards:
        return msg("You control no entity called {name}.", name=title(name)), "§4 Conflict phase"
    reasons = [_why_one_stays_out(ref, card, attacks=attacks) for card in cards]
    return None if None in reasons else reasons[0]


def _why_one_stays_out(ref: Referee, card: int, *, attacks: bool) -> Reason | None:
    state, card_name = ref.cards[card], title(ref.title(card))
    if state.role:
        return msg("{card} is already in the conflict.", card=card_name), "§4 Conflict phase"
    if state.veiled:
        return (
            msg("{card} is veiled: it has no type, and takes no part in conflicts.", card=card_name),
            "§7 Veiled cards",
        )
    if ref.printed[card].kind is not Kind.ENTITY:
        if attacks:
            return msg("{card} isn't an entity: only entities attack.", card=card_name), "§4 Conflict phase"
        return msg("{card} isn't an entity: only entities defend.", card=card_name), "§4 Conflict phase"
    if state.exhausted:
        if attacks:
            return msg("{card} is exhausted: only ready entities can attack.", card=card_name), "§6 Exhaust"
        return msg("{card} is exhausted: only ready entities can defend.", card=card_name), "§6 Exhaust"
    if is_banned(ref, card, Ban.ATTACK if attacks else Ban.DEFEND):
        if attacks:
            return msg(
                "An active effect says that {card} cannot attack.", card=card_name
            ), "§7 Card before rule"
        return msg("An active effect says that {card} cannot defend.", card=card_name), "§7 Card before rule"
    return None


def _why_not_initiate(ref: Referee, seat: int) -> Reason:
    if ref.position.conflict is not None:
        return msg("There's already a conflict, so you can't initiate another."), "§4 Conflict phase"
    return why_forbidden(ref, seat, Prohibition.INITIATE) or _ORDERED["initiate"]


# ----------------------------------------------------------------------------------------------------- other wishes


def _no_evoking(ref: Referee, seat: int) -> Reason | None:
    top = ref.construct_on_top(seat)
    if top is None:
        return None
    return (
        msg(
            "{card} is on top of your deck. You can't evoke through an active construct.",
            card=title(ref.title(top)),
        ),
        "§2 Constructs",
    )


def _why_not_ready(ref: Referee, seat: int, name: str) -> Reason:
    for card in _seen(ref, seat, name) if name else ():
        state, card_name = ref.cards[card], title(ref.title(card))
        if state.zone in (PLAY, ATTACHED, DECK):
            if not state.exhausted:
                return msg("{card} is ready.", card=card_name), "§6 Ready"
            if is_banned(ref, card, Ban.READY):
                return msg(
                    "An active effect says that {card} cannot ready.", card=card_name
                ), "§7 Card before rule"
    return _ORDERED["ready"]
