"""Words for pictures and texts: factions, kinds, numbers, the current turn, and the current attack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from cards.dreams_of_dystopia.language.words import Moment
from cards.dreams_of_dystopia.model import Kind
from cards.i18n import ENGLISH, Message, Series, Translator, Value, msg, msg_plural, row, series, title
from engine.dreams_of_dystopia.endings import ENDINGS
from engine.dreams_of_dystopia.views.tally import main_phase
from engine.dreams_of_dystopia.views.types import CombatView, DystopiaView, FighterView, PlayerView
from render.dreams_of_dystopia.derived_numbers import at_risk, attack_of, coming, fighting, round_of
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


def titles(cards: Iterable[str], translator: Translator) -> str:
    """Return the titles of cards, with equal ones counted: "Curse ×2, Well Keeper"."""
    counted = Counter(cards)
    return ", ".join(
        translator(title(card)) if n == 1 else translator(msg("{card} ×{n}", card=title(card), n=n))
        for card, n in counted.items()
    )


def faction_word(faction: str, translator: Translator) -> str:
    """Return the name of a faction, "" for none."""
    return translator(_FACTIONS[faction]) if faction in _FACTIONS else ""


def kind_line(face: PrintedSide, translator: Translator) -> str:
    """Return faction and kind, such as "Divine Minion"; "" for Curses and Heroic Deeds, whose title is enough."""
    if face.kind not in _KINDS or face.faction not in _FACTIONS:
        return ""
    text = msg("{faction} {kind}", faction=_FACTIONS[face.faction], kind=_KINDS[face.kind])
    return capital(translator(text))


def numbers(face: PrintedSide, translator: Translator) -> list[tuple[str, str]]:
    """Return the numbers of a side with their names: LP, or LOYALTY, ATK, DEF and SKL, or the SKL that a Weapon needs."""
    if face.kind is Kind.MASTER:
        return [(translator(msg("LP")), str(face.lp))]
    if face.kind is Kind.WEAPON:
        return [(translator(msg("needs SKL")), str(face.skl))]
    if not face.is_minion:
        return []
    named = [(msg("ATK"), face.atk), (msg("DEF"), face.defence), (msg("SKL"), face.skl)]
    named = [(msg("LOYALTY"), face.loyalty), *named] if face.loyalty else named
    return [(translator(name), str(number)) for name, number in named]


def number_words(face: PrintedSide, translator: Translator) -> str:
    """Return the numbers of a side on one line, such as "LOYALTY 2, ATK 3, DEF 3, SKL 3"."""
    return ", ".join(f"{word} {number}" for word, number in numbers(face, translator))


def about_words(face: PrintedSide, translator: Translator) -> str:
    """Return the type line of a side, such as "Divine Minion, LOYALTY 2, ATK 3, DEF 3, SKL 3"."""
    return ", ".join(filter(None, (kind_line(face, translator), number_words(face, translator))))


def text_of(face: PrintedSide, translator: Translator) -> tuple[str, ...]:
    """Return the printed lines of a side, and its reminder."""
    lines = words.lines_of(face.text, translator)
    return (*lines, translator(msg(face.reminder, "reminder"))) if face.reminder else lines


# -------------------------------------------------------------------------------------------------------------- turn


def stage(view: DystopiaView, translator: Translator = ENGLISH) -> str:
    """Return the current round, or before the first one that Masters are chosen."""
    n = round_of(view)
    return translator(msg("Round {n}", n=n) if n else msg("Choice of Masters"))


def turn_of(view: DystopiaView, names: Names, translator: Translator) -> TurnStatus:
    """Return the status of the turn, for the reader of a view."""
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
    """Return the next players, such as "then Bo, then you"; "" before the first turn and after the last."""
    you = msg("then you", "order")
    seats = coming(view)
    parts = (you if seat == view.viewer else msg("then {name}", "order", name=names[seat]) for seat in seats)
    return ", ".join(map(translator, parts))


def out_words(view: DystopiaView, names: Names, translator: Translator) -> str:
    """Return the players who are out, "" for none; at the end of a match of more than two, the places."""
    if view.ended and view.places and len(view.players) > 2:
        places = ", ".join(f"{place} {names[seat]}" for place, seat in placed(view.places))
        return translator(msg("places: {places}", places=places))
    out = [names[player.seat] for player in view.players if player.is_out]
    text = msg_plural("{names} is out", "{names} are out", len(out), names=listed(out, translator))
    return translator(text) if out else ""


def allowances(view: DystopiaView, translator: Translator) -> list[tuple[str, int]]:
    """Return the numbers of remaining actions with their names; "Recruit" and "Purchase" only if there are any."""
    allowed = view.allowed
    left = [*main_phase(view), (msg("Acquire", "allowance"), allowed.acquisitions)]
    more = (msg("Recruit", "allowance"), allowed.recruits), (msg("Purchase", "allowance"), allowed.purchases)
    return [(translator(name), n) for name, n in (*left, *(each for each in more if each[1]))]


# ------------------------------------------------------------------------------------------------------------- combat


def attack_words(view: DystopiaView, combat: CombatView, names: Names, translator: Translator) -> str:
    """Return the attack in words, such as "Bo attacks you: Tunnel Stalker 5 and Gutter Militia +2, 7 ATK"."""
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
    """Return a fighter's cards as a series with their contributions: "Tunnel Guide 5 and Mended Signpost +3"."""
    cards = fighting(view, fighter, moment)
    return series(*(row(title(card), adds) if adds else title(card) for card, adds in cards))


def block_words(view: DystopiaView, combat: CombatView, names: Names, translator: Translator) -> str:
    """Return the block with its DEF, or "" without one."""
    blocker = combat.defender
    if not blocker.card:
        return ""
    cards = _numbered(view, blocker, Moment.BLOCK)
    text = msg("{who} blocks: {cards}, {n} DEF", who=names[blocker.seat], cards=cards, n=blocker.defence)
    return translator(text)


def price_words(view: DystopiaView, combat: CombatView, names: Names, translator: Translator) -> str:
    """Return the current result of the attack in LP."""
    seat, n = at_risk(view)
    if not n:
        return translator(msg("Currently no one loses LP"))
    lp = view.players[seat].lp
    values: dict[str, Value] = {"who": names[seat], "n": n, "lp": lp, "left": max(0, lp - n)}
    if seat == view.viewer:
        blocked = msg("Currently you lose {n} LP ({lp} to {left})")
        unblocked = msg("No block: you lose {n} LP ({lp} to {left})")
    else:
        blocked = msg("Currently {who} loses {n} LP ({lp} to {left})")
        unblocked = msg("No block: {who} loses {n} LP ({lp} to {left})")
    return translator((blocked if combat.defender.card else unblocked).filled(**values))


def hit_words(fighter: FighterView, translator: Translator) -> str:
    """Return the effects upon a hit as printed, or ""."""
    return " ".join(words.lines_of(fighter.upon_hit, translator))


def fighter_notes(fighter: FighterView, translator: Translator) -> list[str]:
    """Return the special rules for a fighter: Defender, less LP lost, forbidden cards, one more fight, turning over."""
    notes = (
        (fighter.defender, msg("Defender", "fighter")),
        (fighter.less, msg("loses {n} fewer LP", n=fighter.less)),
        (fighter.again, msg("fights again")),
        (fighter.barred, msg("some helpers can't be used")),
        (fighter.turning, msg("turns over at Clean-Up: {cards}", cards=series(*map(title, fighter.turning)))),
    )
    return [translator(note) for applies, note in notes if applies]


def attack_sentences(view: DystopiaView, names: Names, translator: Translator) -> list[str]:
    """Return the current attack in sentences without full stops: attacker, block, result, hit effects, and notes."""
    combat = attack_of(view)
    if combat is None:
        return []
    sentences = [
        attack_words(view, combat, names, translator),
        block_words(view, combat, names, translator),
        price_words(view, combat, names, translator),
        hit_words(combat.attacker, translator).rstrip("."),
    ]
    for fighter in (combat.attacker, combat.defender):
        sentences += [f"{names[fighter.seat]}: {note}" for note in fighter_notes(fighter, translator)]
    return list(filter(None, sentences))


def table_sentences(view: DystopiaView, translator: Translator) -> list[str]:
    """Return the remaining actions of the turn, or the free Masters before the first one."""
    if view.turn and view.awaited:
        left = ", ".join(f"{word} {n}" for word, n in allowances(view, translator))
        return [translator(msg("Left this turn: {left}.", left=left))]
    if view.masters and not view.turn:
        free = titles((title for sides in view.masters for title in sides), translator)
        return [translator(msg("Free Masters: {cards}.", cards=free))]
    return []


def order_sentences(view: DystopiaView, names: Names, translator: Translator) -> list[str]:
    """Return sentences about the next players, and about those who are out."""
    texts = (next_words(view, names, translator), out_words(view, names, translator))
    return [f"{capital(text)}." for text in texts if text]


# ------------------------------------------------------------------------------------------------------------ players


def standing_of(view: DystopiaView, player: PlayerView) -> Message | None:
    """Return a player's standing, as shown on the tape of a poster; None for no special one."""
    if player.is_out:
        return msg("out", "standing")
    if view.ended:
        return msg("winner", "standing") if view.places[0] == (player.seat,) else None
    if view.combat is not None:
        if view.combat.defender.seat == player.seat:
            return msg("is attacked", "standing")
        if view.combat.attacker.seat == player.seat:
            return msg("attacks", "standing")
    return msg("on turn", "standing") if view.turn and view.active == player.seat else None


def stat_words(player: PlayerView, translator: Translator) -> str:
    """Return the bonus of a player's fighters, such as "Minions get +1 ATK, +2 SKL"; "" for none."""
    known = {"ATK": msg("ATK"), "DEF": msg("DEF"), "SKL": msg("SKL")}
    gained = [f"{words.signed(n)} {translator(known[stat])}" for stat, n in player.stats.items()]
    return translator(msg("Minions get {numbers}", numbers=", ".join(gained))) if gained else ""


def turn_notes(player: PlayerView, translator: Translator) -> list[str]:
    """Return a player's effects this turn: the bonus of fighters, prices, the destination of acquired cards."""
    on_top = msg_plural(
        "the next card goes on top of the deck", "the next {n} cards go on top of the deck", player.on_top
    )
    notes = (
        (player.less, msg("recruiting needs {n} less FAME", n=player.less)),
        (player.waives, msg("the other faction needs no more FAME")),
        (player.on_top, on_top),
    )
    stats = stat_words(player, translator)
    return [*([stats] if stats else []), *(translator(note) for applies, note in notes if applies)]


def used_words(player: PlayerView, turned: Iterable[str], name: str, translator: Translator) -> list[str]:
    """Return the cards that a player used this turn, and those that were turned over, one sentence each."""
    sentences = (
        (player.used, msg("{name} has used {cards}.")),
        ([*turned], msg("{name} turned over: {cards}.")),
    )
    return [
        translator(sentence.filled(name=name, cards=titles(cards, translator)))
        for cards, sentence in sentences
        if cards
    ]


def supply_words(view: DystopiaView, translator: Translator) -> str:
    """Return the rest of the Supply on one line, such as "23 of 24 piles, Curses 21, Heroic Deeds 17"."""
    piles, curses, deeds = supply_counts(view)
    text = msg("Supply: {n} of {all} piles, Curses {curses}, Heroic Deeds {deeds}")
    left = sum(1 for count in piles if count)
    return translator(text.filled(n=left, all=len(piles), curses=curses, deeds=deeds))


def supply_counts(view: DystopiaView) -> tuple[list[int], int, int]:
    """Return the number of cards left in each pile, and the numbers of Curses and Heroic Deeds."""
    *piles, curses, deeds = (pile.count for pile in view.supply)
    return piles, curses, deeds
