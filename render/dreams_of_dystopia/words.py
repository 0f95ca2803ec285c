"""The words of pictures and texts: factions, kinds, numbers, the current turn, and the result of an attack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from cards.dreams_of_dystopia.language.words import Moment
from cards.dreams_of_dystopia.model import Kind
from cards.i18n import ENGLISH, Message, Series, Translator, Value, line, msg, msg_plural, row, series, title
from engine.dreams_of_dystopia.endings import ENDINGS
from engine.dreams_of_dystopia.views.tally import main_phase
from engine.dreams_of_dystopia.views.types import CombatView, DystopiaView, FighterView, PlayerView
from render.dreams_of_dystopia.derived_numbers import at_risk, attack_of, coming, fighting, is_over, round_of
from render.dreams_of_dystopia.faces import PrintedSide
from render.table import words
from render.table.finale import placed
from render.table.words import Names, TurnStatus, capital, listed

MORE_IN_TEXT = msg("More in the text board.")
MORE_OF_HAND = msg("More in the text of the hand.")

_FACTIONS = {"divine": msg("Divine", "faction"), "demonic": msg("Demonic", "faction")}
_KINDS: Mapping[Kind | None, Message] = {
    Kind.MASTER: msg("Master", "kind"),
    Kind.MINION: msg("Minion", "kind"),
    Kind.STARTING_MINION: msg("starting Minion", "kind"),
    Kind.WEAPON: msg("Weapon", "kind"),
}


def shown_names(names: Sequence[str], translator: Translator = ENGLISH) -> Names:
    """Return the names as a picture can show them."""
    return words.shown_names(names, msg("Player {n}"), translator)


def titles(cards: Iterable[str], translator: Translator) -> str:
    """Return the titles of cards in order, with repeated ones counted: "Curse ×2, Well Keeper"."""
    counted = Counter(cards)
    return ", ".join(
        translator(title(card)) if n == 1 else translator(msg("{card} ×{n}", card=title(card), n=n))
        for card, n in counted.items()
    )


def faction_word(faction: str, translator: Translator) -> str:
    """Return the name of a faction; "" for none."""
    return translator(_FACTIONS[faction]) if faction in _FACTIONS else ""


def kind_line(face: PrintedSide, translator: Translator) -> str:
    """Return faction and kind: "Divine Minion"; "" for Curses and Heroic Deeds, whose title says it all."""
    if face.kind not in _KINDS or face.faction not in _FACTIONS:
        return ""
    said = msg("{faction} {kind}", faction=_FACTIONS[face.faction], kind=_KINDS[face.kind])
    return capital(translator(said))


def numbers(face: PrintedSide, translator: Translator) -> list[tuple[str, str]]:
    """Return the numbers of a side with their words: LP, or LOYALTY, ATK, DEF and SKL, or the SKL that a Weapon needs."""
    if face.kind is Kind.MASTER:
        return [(translator(msg("LP")), str(face.lp))]
    if face.kind is Kind.WEAPON:
        return [(translator(msg("needs SKL")), str(face.skl))]
    if not face.is_minion:
        return []
    three = [
        (translator(msg("ATK")), str(face.atk)),
        (translator(msg("DEF")), str(face.defence)),
        (translator(msg("SKL")), str(face.skl)),
    ]
    return [*([(translator(msg("LOYALTY")), str(face.loyalty))] if face.loyalty else []), *three]


def number_words(face: PrintedSide, translator: Translator) -> str:
    """Return the numbers of a side in a row: "LOYALTY 2, ATK 3, DEF 3, SKL 3"."""
    return ", ".join(f"{word} {number}" for word, number in numbers(face, translator))


def about_words(face: PrintedSide, translator: Translator) -> str:
    """Return the type line of a side: "Divine Minion, LOYALTY 2, ATK 3, DEF 3, SKL 3"."""
    return ", ".join(filter(None, (kind_line(face, translator), number_words(face, translator))))


def text_of(face: PrintedSide, translator: Translator) -> tuple[str, ...]:
    """Return the printed lines of a side, and reminder texts of rules."""
    lines = tuple(translator(line(text)) for text in face.text)
    return (*lines, translator(msg(face.reminder, "reminder"))) if face.reminder else lines


# -------------------------------------------------------------------------------------------------------------- turn


def stage(view: DystopiaView, translator: Translator = ENGLISH) -> str:
    """Return the current round; before the first one, that Masters are chosen."""
    n = round_of(view)
    return translator(msg("Round {n}", n=n) if n else msg("Choice of Masters"))


def turn_of(view: DystopiaView, names: Names, translator: Translator) -> TurnStatus:
    """Return whose turn it is and who decides, for the reader of a view."""
    return TurnStatus(
        names=names,
        translator=translator,
        viewer=view.viewer,
        active=view.active if view.active >= 0 and view.turn else None,
        awaited=view.awaited,
        before=stage(view, translator),
        endings=ENDINGS,
        ended=view.ended,
        places=view.places,
        before_in_texts=False,
    )


def next_words(view: DystopiaView, names: Names, translator: Translator) -> str:
    """Return the players who come next: "then Bo, then you"; "" before the first turn and after the last."""
    parts = [
        translator(
            msg("then you", "order") if seat == view.viewer else msg("then {name}", "order", name=names[seat])
        )
        for seat in coming(view)
    ]
    return ", ".join(parts)


def out_words(view: DystopiaView, names: Names, translator: Translator) -> str:
    """Return the players who are out, "" for none; at the end, with more than two players, their places."""
    if view.ended and view.places and len(view.players) > 2:
        places = ", ".join(f"{place} {names[seat]}" for place, seat in placed(view.places))
        return translator(msg("places: {places}", places=places))
    out = [names[player.seat] for player in view.players if player.is_out]
    if not out:
        return ""
    said = msg_plural("{names} is out", "{names} are out", len(out), names=listed(out, translator))
    return translator(said)


def allowances(view: DystopiaView, translator: Translator) -> list[tuple[str, int]]:
    """Return the remaining actions of the turn: Ability, Deed, Combat, Acquire, and those for one kind of card."""
    one = view.allowed
    left = [*main_phase(view), (msg("Acquire", "allowance"), one.acquisitions)]
    left += [(msg("Recruit", "allowance"), one.recruits)] if one.recruits else []
    left += [(msg("Purchase", "allowance"), one.purchases)] if one.purchases else []
    return [(translator(word), n) for word, n in left]


# ------------------------------------------------------------------------------------------------------------- combat


def attack_words(view: DystopiaView, combat: CombatView, names: Names, translator: Translator) -> str:
    """Return the attack in words: "Bo attacks you: Tunnel Stalker, Gutter Militia, 9 ATK"."""
    values: dict[str, Value] = {
        "who": names[combat.attacker.seat],
        "target": names[combat.defender.seat],
        "cards": _numbered(view, combat.attacker, Moment.ATTACK),
        "n": combat.attacker.atk,
    }
    if combat.attacker.seat == view.viewer:
        return translator(msg("You attack {target}: {cards}, {n} ATK").filled(**values))
    if combat.defender.seat == view.viewer:
        return translator(msg("{who} attacks you: {cards}, {n} ATK").filled(**values))
    return translator(msg("{who} attacks {target}: {cards}, {n} ATK").filled(**values))


def _numbered(view: DystopiaView, fighter: FighterView, moment: Moment) -> Series:
    """Return the cards of a fighter as a series, each with its contribution: "Tunnel Guide 5 and Mended Signpost +3"."""
    cards = fighting(view, fighter, moment)
    return series(*(row(title(one), adds) if adds else title(one) for one, adds in cards))


def block_words(view: DystopiaView, combat: CombatView, names: Names, translator: Translator) -> str:
    """Return the block with its DEF, or "" without one."""
    one = combat.defender
    if not one.card:
        return ""
    cards = _numbered(view, one, Moment.BLOCK)
    said = msg("{who} blocks: {cards}, {n} DEF", who=names[one.seat], cards=cards, n=one.defence)
    return translator(said)


def price_words(view: DystopiaView, combat: CombatView, names: Names, translator: Translator) -> str:
    """Return the current result of the attack: the change of LP."""
    seat, n = at_risk(view)
    if not n:
        return translator(msg("Currently no one loses LP"))
    lp = view.players[seat].lp
    values: dict[str, Value] = {"who": names[seat], "n": n, "lp": lp, "left": max(0, lp - n)}
    if seat == view.viewer:
        said = msg("Currently you lose {n} LP ({lp} to {left})")
        bare = msg("No block: you lose {n} LP ({lp} to {left})")
    else:
        said = msg("Currently {who} loses {n} LP ({lp} to {left})")
        bare = msg("No block: {who} loses {n} LP ({lp} to {left})")
    return translator((said if combat.defender.card else bare).filled(**values))


def hit_words(fighter: FighterView, translator: Translator) -> str:
    """Return the effects upon a hit as printed, or ""."""
    return " ".join(translator(line(text)) for text in fighter.upon_hit)


def fighter_notes(fighter: FighterView, translator: Translator) -> list[str]:
    """Return the special rules for a fighter: Defender, less LP lost, forbidden cards, one more fight."""
    notes = (
        (fighter.defender, msg("Defender", "fighter")),
        (fighter.less, msg("loses {n} fewer LP", n=fighter.less)),
        (fighter.again, msg("fights again")),
        (fighter.barred, msg("some helpers can't be used")),
        (fighter.turning, msg("turns over at Clean-Up: {cards}", cards=series(*map(title, fighter.turning)))),
    )
    return [translator(note) for holds, note in notes if holds]


def attack_sentences(view: DystopiaView, names: Names, translator: Translator) -> list[str]:
    """Return the current attack in sentences without full stops: attacker, block, result, and hit effects."""
    combat = attack_of(view)
    if combat is None:
        return []
    told = [
        attack_words(view, combat, names, translator),
        block_words(view, combat, names, translator),
        price_words(view, combat, names, translator),
        hit_words(combat.attacker, translator).rstrip("."),
    ]
    for fighter in (combat.attacker, combat.defender):
        told += [f"{names[fighter.seat]}: {note}" for note in fighter_notes(fighter, translator)]
    return list(filter(None, told))


def table_sentences(view: DystopiaView, translator: Translator) -> list[str]:
    """Return the remaining actions of the turn, or the free Masters before the first one."""
    if view.turn and view.awaited:
        left = ", ".join(f"{word} {n}" for word, n in allowances(view, translator))
        return [translator(msg("Left this turn: {left}.", left=left))]
    if view.masters and not view.turn:
        free = titles((one for sides in view.masters for one in sides), translator)
        return [translator(msg("Free Masters: {cards}.", cards=free))]
    return []


def order_sentences(view: DystopiaView, names: Names, translator: Translator) -> list[str]:
    """Return the players who come next and those who are out."""
    found = (next_words(view, names, translator), out_words(view, names, translator))
    return [f"{words.capital(one)}." for one in found if one]


# ------------------------------------------------------------------------------------------------------------ players


def standing_of(view: DystopiaView, player: PlayerView) -> Message | None:
    """Return a player's current activity, as shown on the tape over a poster; None for nothing in particular."""
    if player.is_out:
        return msg("out", "standing")
    if is_over(view):
        return msg("winner", "standing") if view.places[0] == (player.seat,) else None
    if view.combat is not None:
        if view.combat.defender.seat == player.seat:
            return msg("is attacked", "standing")
        if view.combat.attacker.seat == player.seat:
            return msg("attacks", "standing")
    return msg("on turn", "standing") if view.turn and view.active == player.seat else None


def stat_words(player: PlayerView, translator: Translator) -> str:
    """Return the bonus of all Minions that fight for a player: "Minions get +1 ATK, +2 SKL"; "" for none."""
    known = {"ATK": msg("ATK"), "DEF": msg("DEF"), "SKL": msg("SKL")}
    gained = [
        f"{words.signed(n)} {translator(known[stat.upper()]) if stat.upper() in known else stat}"
        for stat, n in player.stats.items()
    ]
    return translator(msg("Minions get {numbers}", numbers=", ".join(gained))) if gained else ""


def turn_notes(player: PlayerView, translator: Translator) -> list[str]:
    """Return the temporary rules for a player this turn: numbers of Minions, prices, the destination of acquired
    cards.
    """
    on_top = msg_plural(
        "the next card goes on top of the deck",
        "the next {n} cards go on top of the deck",
        player.on_top,
    )
    notes = (
        (player.less, msg("recruiting needs {n} less FAME", n=player.less)),
        (player.waives, msg("the other faction needs no more FAME")),
        (player.on_top, on_top),
    )
    stats = stat_words(player, translator)
    return [*([stats] if stats else []), *(translator(note) for holds, note in notes if holds)]


def used_words(player: PlayerView, turned: Iterable[str], name: str, translator: Translator) -> list[str]:
    """Return which cards a player has used in this turn, and which of some have been turned over, a sentence each."""
    said = (
        (player.used, msg("{name} has used {cards}.")),
        ([*turned], msg("{name} turned over: {cards}.")),
    )
    return [
        translator(told.filled(name=name, cards=titles(cards, translator))) for cards, told in said if cards
    ]


def supply_words(view: DystopiaView, translator: Translator) -> str:
    """Return the remaining Supply in a line: "23 of 24 piles, Curses 21, Heroic Deeds 17"."""
    piles, curses, deeds = supply_counts(view)
    said = msg(
        "Supply: {n} of {all} piles, Curses {curses}, Heroic Deeds {deeds}",
        n=sum(1 for count in piles if count),
        all=len(piles),
        curses=curses,
        deeds=deeds,
    )
    return translator(said)


def supply_counts(view: DystopiaView) -> tuple[list[int], int, int]:
    """Return how many cards each pile has left, and how many Curses and Heroic Deeds."""
    *piles, curses, deeds = (pile.count for pile in view.supply)
    return piles, curses, deeds
