"""Why can't I? For every action that a player might expect, the rule that stands in the way (§4, §6).

Nothing here tells a player what they may not know: of other people's cards only those that lie open are spoken of.
"""

from __future__ import annotations

from cards.voidream.language.tree import Ban, Prohibition
from cards.voidream.model import Kind
from engine.kernel.question import Question
from engine.voidream.abilities import LEADS_BACK, abilities, why_not_ability
from engine.voidream.arcana import why_not_arcanum
from engine.voidream.evoking import EVOKED, why_not_evoked
from engine.voidream.loops import label, taken_here
from engine.voidream.nouns import is_open
from engine.voidream.position import ARCANA_DISCARD, ATTACHED, DECK, DISCARD, HAND, PLAY, VOID
from engine.voidream.reckoning import is_banned
from engine.voidream.referee import Referee
from engine.voidream.restrictions import Reason, mind_turned, why_forbidden
from engine.voidream.unveiling import why_not_unveil, why_not_unveiled

ACTIONS = (
    "In your turn you may play an arcanum, upright or inverted, activate an ability, unveil, or pass. Everything else "
    "happens because a card or a rule says so."
)
"""What a player may do of their own accord (§4 Main phase)."""

_READY = "Cards are readied at the start of the round, or when a card says so."
_ORDERED = {
    "evoke": (ACTIONS, "§4 Main phase"),
    "roll": ("The attacker rolls when a conflict ends; otherwise you roll when a card says so.", "§6 Roll"),
    "ready": (_READY, "§4 Beginning phase"),
    "exhaust": ("You exhaust a card to pay for an ability, or when a card says so.", "§6 Exhaust"),
    "initiate": (
        "A conflict is initiated by a card that says so, or by entering Nightmare.",
        "§4 Conflict phase",
    ),
    "enter": ("Nightmare is faced in the Nightmare phase, by one player only.", "§4 Nightmare phase"),
    "discard": ("You discard when a card says so, to unveil, or to avoid Nightmare.", "§4"),
    "cut": ("You cut when your opponent has shuffled.", "§7 Shuffling"),
    "shuffle": ("You shuffle when a card says so.", "§7 Shuffling"),
    "attach": ("A card is attached when a text says so.", "§6 Attach"),
    "charge": ("A card is charged when a text says so.", "§6 Charge"),
    "inspire": ("A card is inspired when a text says so.", "§6 Inspire"),
    "veil": ("You veil a card with Veil when you evoke it, or when a text says so.", "§6 Veil"),
    "void": ("You void a card when a text says so, or as you enter Nightmare.", "§6 Void"),
    "sacrifice": ("You sacrifice to pay for an ability, or when a card says so.", "§2 Entities"),
    "destroy": ("A card is destroyed by damage, or when a text says so.", "§4 Damage"),
    "damage": ("Damage is dealt when a conflict ends, or when a card says so.", "§4 Damage"),
    "look": (ACTIONS, "§4 Main phase"),
    "draw": (
        "Nothing is drawn in Voidream: you evoke from your deck, and your arcana are in your hand.",
        "§2",
    ),
}
"""What happens only because a card or a rule says so."""


def why_not(ref: Referee, seat: int, wish: str) -> Reason | None:
    """Return why a seat can't do `wish` now, in a sentence and with the rule behind it.

    A wish is a verb and what it is about: "play TITLE", "invert TITLE", "activate KEY", "unveil", "unveil TITLE",
    "pass", "attack TITLE", "defend TITLE", "evoke", "ready TITLE" and so on. None when it can be done, or when nothing
    is known of such a wish.
    """
    position = ref.position
    if position.outcome is not None:
        return "This match is over.", "§5"
    verb, _, rest = wish.strip().partition(" ")
    verb, rest = verb.casefold(), rest.removeprefix("with ").strip()
    question = position.questions.get(seat)
    if question is not None and _is_offered(question, verb, rest):
        return None
    known = _why_not_known(ref, seat, verb, rest)
    if known is not None:
        return known
    if verb not in ("play", "invert", "activate", "unveil", "pass"):
        return None
    if question is None:
        return "It is not your turn.", "§4"
    if question.cause != "§4" or not any(option.key == "pass" for option in question.options):
        return f"Another decision comes first: {question.purpose}", "§4"
    return None


def _is_offered(question: Question, verb: str, rest: str) -> bool:
    wish = f"{verb} {rest}".strip().casefold()
    keys = [said.casefold() for option in question.options for said in (option.key, option.label)]
    asked_for = {"attack": "attackers", "defend": "defenders"}.get(verb)
    if asked_for == question.awaited:
        return any(rest.casefold() in (key, key.partition("#")[0]) for key in keys)
    return wish in keys


def _why_not_known(ref: Referee, seat: int, verb: str, rest: str) -> Reason | None:
    match verb:
        case "play" | "invert":
            return _why_not_play(ref, seat, rest, inverted=verb == "invert")
        case "activate":
            return _why_not_activate(ref, seat, rest)
        case "unveil":
            return _why_not_unveil(ref, seat, rest)
        case "attack" | "defend":
            return _why_not_take_part(ref, seat, rest, attacks=verb == "attack")
        case "evoke":
            return why_forbidden(ref, seat, Prohibition.EVOKE) or _no_evoking(ref, seat) or _ORDERED[verb]
        case "ready":
            return _why_not_ready(ref, seat, rest)
        case "initiate" | "conflict":
            return _why_not_initiate(ref, seat)
        case _:
            return _ORDERED.get(verb)


def _called(ref: Referee, card: int, title: str) -> bool:
    return ref.title(card).casefold() == title.partition("#")[0].partition("/")[0].casefold()


def _seen(ref: Referee, seat: int, title: str) -> list[int]:
    """The cards of this title that a player may know of: those that lie open, and their own outside the deck."""
    return [
        card
        for card, state in enumerate(ref.cards)
        if _called(ref, card, title)
        and (is_open(ref, card) or (state.zone in (HAND, PLAY, ATTACHED) and state.controller == seat))
    ]


# ---------------------------------------------------------------------------------------------------- playing cards


def _why_not_play(ref: Referee, seat: int, title: str, *, inverted: bool) -> Reason | None:
    question = ref.position.questions.get(seat)
    if question is not None and question.awaited == EVOKED:
        card = ref.seats[seat].deck[0]
        if _called(ref, card, title):
            return why_not_evoked(ref, seat, card)
    cards = sorted(_seen(ref, seat, title), key=lambda card: ref.cards[card].owner != seat)
    for card in cards:
        if card in ref.seats[seat].hand:
            if label(ref, seat, f"{'invert' if inverted else 'play'} {ref.title(card)}") in taken_here(ref):
                return LEADS_BACK.format(ref.title(card)), "§7 Loops"
            return why_not_arcanum(ref, seat, card, inverted=inverted)
    own_deck = [c for c in ref.seats[seat].deck if _called(ref, c, title)]
    for card in cards:
        return _why_not_from_there(ref, seat, card)
    if own_deck:
        return (
            f"{ref.title(own_deck[0])} is a Dream card: it is played when you evoke it from the top of your deck, or "
            "when a card says so.",
            "§2 Dream cards",
        )
    return f"There is no arcanum called {title} in your hand.", "§2"


def _why_not_from_there(ref: Referee, seat: int, card: int) -> Reason:
    state, name = ref.cards[card], ref.title(card)
    whose = "your" if state.owner == seat else "your opponent's"
    match state.zone:
        case "arcana discard" if state.owner == seat:
            return (
                f"{name} lies in your discard pile. Playing an arcanum inverted, or entering Nightmare, brings it "
                "back to your hand.",
                "§4",
            )
        case "void" if state.owner == seat:
            return f"{name} is in the Void and does not come back by itself.", "§2"
        case zone if zone in (ARCANA_DISCARD, DISCARD, VOID):
            return f"{name} lies in {whose} {'Void' if zone == VOID else 'discard pile'}.", "§2"
        case _ if state.controller != seat:
            return f"{name} is your opponent's.", "§2"
        case "play" if state.veiled:
            return f"{name} is veiled: it is played by unveiling it.", "§6 Unveil"
        case "attached" if not state.face_up:
            return f"{name} is a charge: it can't be played while it lies under its host.", "§6 Charge"
        case _:
            return f"{name} is in play already.", "§2 Dream cards"


# ------------------------------------------------------------------------------------------------------ abilities


def _why_not_activate(ref: Referee, seat: int, key: str) -> Reason | None:
    number = key.partition("/")[2]
    found = [
        known
        for known in abilities(ref, seat)
        if known.key.casefold() == key.casefold()
        or ("#" not in key and known.title.casefold() == key.partition("/")[0].casefold())
    ]
    found = [known for known in found if known.key.partition("/")[2] == number]
    if found:
        reasons = [why_not_ability(ref, seat, known, taken_here(ref)) for known in found]
        return None if None in reasons else reasons[0]
    for card in _seen(ref, seat, key):
        state, name = ref.cards[card], ref.title(card)
        if state.zone == PLAY and state.veiled:
            return f"{name} is veiled: its text does not count until it is unveiled.", "§7 Veiled cards"
        if state.zone == ATTACHED and not state.face_up:
            return f"{name} is a charge: its text does not count.", "§6 Charge"
        if state.controller != seat and state.zone in (PLAY, ATTACHED, DECK):
            return f"{name} is your opponent's: you use only what you control.", "§4 Main phase"
        if state.zone in (PLAY, ATTACHED, DECK):
            return f"{name} has no such activated ability.", "§6 Activated Ability"
        return f"{name} is not in play.", "§4 Main phase"
    return "That card has no activated ability of yours in play.", "§6 Activated Ability"


# ------------------------------------------------------------------------------------------------------- unveiling


def _why_not_unveil(ref: Referee, seat: int, title: str) -> Reason | None:
    reason = why_not_unveil(ref, seat)
    if reason is None and label(ref, seat, "unveil") in taken_here(ref):
        return LEADS_BACK.format("Unveiling"), "§7 Loops"
    if not title:
        return reason
    mine = [card for card in ref.veiled(seat) if _called(ref, card, title)]
    if not mine:
        return f"You control no veiled card called {title}.", "§6 Unveil"
    with mind_turned(ref, seat):
        return why_not_unveiled(ref, seat, mine[0]) or reason


# ------------------------------------------------------------------------------------------------------- conflicts


def _why_not_take_part(ref: Referee, seat: int, title: str, *, attacks: bool) -> Reason | None:
    conflict, verb = ref.position.conflict, "attack" if attacks else "defend"
    role = "attacker" if attacks else "defender"
    if conflict is None:
        return (
            f"There is no conflict. {role.capitalize()}s are declared when a card, or Nightmare, initiates one.",
            "§4 Conflict phase",
        )
    if (conflict.attacker == seat) != attacks:
        other = "defending" if attacks else "attacking"
        return f"You are {other} in this conflict.", "§4 Conflict phase"
    asked = ref.position.questions.get(seat)
    declaring = asked is not None and asked.awaited == f"{role}s"
    if title:
        reason = _why_stays_out(ref, seat, title, Ban.ATTACK if attacks else Ban.DEFEND, verb)
        if reason is not None:
            return reason
    if declaring:
        return None
    return (
        f"{role.capitalize()}s are declared when the conflict is initiated; only an entity that is unveiled can still "
        "join.",
        "§4 Conflict phase",
    )


def _why_stays_out(ref: Referee, seat: int, title: str, ban: Ban, verb: str) -> Reason | None:
    cards = [
        c for c in _seen(ref, seat, title) if ref.cards[c].controller == seat and ref.cards[c].zone == PLAY
    ]
    if not cards:
        return f"You control no entity called {title}.", "§4 Conflict phase"
    reasons = [_why_one_stays_out(ref, card, ban, verb) for card in cards]
    return None if None in reasons else reasons[0]


def _why_one_stays_out(ref: Referee, card: int, ban: Ban, verb: str) -> Reason | None:
    state, name = ref.cards[card], ref.title(card)
    if state.role:
        return f"{name} is in the conflict already.", "§4 Conflict phase"
    if state.veiled:
        return f"{name} is veiled: it has no type, and takes no part in conflicts.", "§7 Veiled cards"
    if ref.printed[card].kind is not Kind.ENTITY:
        return f"{name} is no entity: only entities {verb}.", "§4 Conflict phase"
    if state.exhausted:
        return f"{name} is exhausted: only ready entities can {verb}.", "§6 Exhaust"
    if is_banned(ref, card, ban):
        return f"An effect in force says that {name} cannot {verb}.", "§7"
    return None


def _why_not_initiate(ref: Referee, seat: int) -> Reason:
    if ref.position.conflict is not None:
        return "There is a conflict already: no other can be initiated within it.", "§4 Conflict phase"
    return why_forbidden(ref, seat, Prohibition.INITIATE) or _ORDERED["initiate"]


# ----------------------------------------------------------------------------------------------------- other wishes


def _no_evoking(ref: Referee, seat: int) -> Reason | None:
    top = ref.construct_on_top(seat)
    if top is None:
        return None
    return (
        f"{ref.title(top)} lies on top of your deck: no one evokes through an active construct.",
        "§2 Constructs",
    )


def _why_not_ready(ref: Referee, seat: int, title: str) -> Reason:
    for card in _seen(ref, seat, title) if title else ():
        state, name = ref.cards[card], ref.title(card)
        if state.zone in (PLAY, ATTACHED, DECK):
            if not state.exhausted:
                return f"{name} is ready.", "§6 Ready"
            if is_banned(ref, card, Ban.READY):
                return f"An effect in force says that {name} cannot ready.", "§7"
    return _ORDERED["ready"]
