"""Instructions in Spanish: what is done once, what lasts, and the sentences that they make.

You are told what to do in the imperative ("agótala"), what you may do or choose in the infinitive ("puedes agotarla"),
and of others it is told what they do ("tu rival la agota").
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import assert_never

from msgspec.structs import replace

from cards.voidream.language import tree
from cards.voidream.language.conjunctions import pieces
from cards.voidream.language.spanish import words as w
from cards.voidream.language.spanish.conditions import condition
from cards.voidream.language.spanish.phrases import Phrases
from cards.voidream.language.tree import Effect, Instruction, Noun, Ongoing, Player, Selection, Sentence, Zone

_JOINTS = {"": "", "then": " y luego ", "and": " y ", "apart": ", y "}

Predicate = tuple[w.SpanishVerb, str, str]
"""A verb, the pronoun of its object ("" if it has none), and what follows."""
EXPLAINED = ", donde X es "
"""What stands between an instruction and what X is in it."""


class Instructions:
    """Writes the instructions of one line."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self._wanted = False
        """Whether verbs stand in the infinitive, behind "puedes" or as a choice."""
        self._asked = Player.YOU
        """Who was last given an option."""

    # Sentences

    def effect(self, effect: Effect) -> str:
        """The sentences of a line, each with its full stop."""
        return " ".join(f"{w.capital(self.sentence(sentence))}." for sentence in effect)

    def sentence(self, sentence: Sentence) -> str:
        """Instructions joined in one sentence."""
        text = said = ""
        for instruction, joint in pieces(sentence):
            text += "," if EXPLAINED in said and joint != "apart" else ""
            said = self.instruction(instruction)
            text += _JOINTS[joint] + said
        return text

    def instruction(self, instruction: Instruction) -> str:
        """One instruction, with what X is in it."""
        text = self._instruction(instruction)
        if self.phrases.explanation:
            text += EXPLAINED + self.phrases.explanation
            self.phrases.explanation = ""
        return text

    @contextmanager
    def _offered_to(self, who: Player) -> Generator[None]:
        before, self._wanted = self._wanted, True
        with self.phrases.performed_by(who):
            yield
        self._wanted = before

    def _instruction(self, instruction: Instruction) -> str:
        match instruction:
            case tree.May(sentence, who):
                self._asked = who
                can = "puedes" if who is Player.YOU else f"{self.phrases.player(who)} puede"
                with self._offered_to(who):
                    return f"{can} {self.sentence(sentence)}"
            case tree.IfYouDo(sentence, did):
                do = "haces" if self._asked is Player.YOU else "hace"
                return f"si {'' if did else 'no '}lo {do}, {self.sentence(sentence)}"
            case tree.If(needed, sentence, otherwise):
                text = f"si {condition(self.phrases, needed)}, {self.sentence(sentence)}"
                return text if otherwise is None else f"{text}. De lo contrario, {self.sentence(otherwise)}"
            case tree.ForEach(filter, sentence):
                each = self.phrases.filter(filter, many=False, inside="en")
                return f"por cada {each}, {self.sentence(sentence)}"
            case tree.ChooseOne(modes, who):
                subject = self.phrases.player(who)
                lead = self._said(who, subject, (w.CHOOSE, "", "una opción"))
                with self._offered_to(who):
                    *most, last = (self.sentence(mode) for mode in modes)
                return f"{lead}: {'; '.join(most)}; o {last}"
            case tree.Modify() | tree.Gain() | tree.CannotBe() | tree.Cannot():
                text = self._ongoing(instruction)
                return f"{text} {w.DURATIONS[instruction.duration]}" if instruction.duration else text
            case _:
                return self._clause(instruction)

    # What is done once

    def _clause(self, instruction: tree.PlainInstruction) -> str:
        """An instruction with the subject that it needs, if any."""
        performer = self.phrases.performer
        match instruction:
            case tree.DreamDamage(_, Player.OPPONENT) if performer is not Player.OPPONENT:
                who = performer
            case tree.DreamDamage(_, to):
                who = to
            case _:
                who: Player = getattr(instruction, "who", performer)
        subject = self.phrases.player(who)
        with self.phrases.performed_by(who):
            predicate = self._predicate(instruction)
        return self._said(who, subject, predicate)

    def _said(self, who: Player, subject: str, predicate: Predicate) -> str:
        """The predicate in the form in which this player is told it."""
        verb, pronoun, rest = predicate
        you = who is Player.YOU
        if who is not self.phrases.performer:
            if self._wanted:
                form = f"hacer que {subject} {verb.wished(you=you, pronoun=pronoun)}"
            else:
                form = f"{subject} {verb.finite(you=you, pronoun=pronoun)}"
        elif self._wanted:
            form = f"{verb.infinitive}{pronoun}"
        else:
            form = verb.order(pronoun)
        return f"{form} {rest}".rstrip()

    def _on(self, verb: w.SpanishVerb, what: Selection, tail: str = "", front: str = "") -> Predicate:
        """A verb with its object, `front` before it and `tail` behind it."""
        if isinstance(what, tree.It):
            return verb, self.phrases.pronoun(), f"{front} {tail}".strip()
        return verb, "", " ".join(filter(None, (front, self.phrases.as_object(what), tail)))

    def _predicate(self, instruction: tree.PlainInstruction) -> Predicate:
        phrases = self.phrases
        match instruction:
            case tree.Evoke():
                return w.EVOKE, "", ""
            case tree.Roll():
                phrases.speak_of(w.CARD, many=False)
                return w.ROLL, "", ""
            case tree.Shuffle(who):
                return w.SHUFFLE, "", phrases.deck(who)
            case tree.Initiate(kind):
                return w.INITIATE, "", f"un {w.conflict(kind)}"
            case tree.SwitchConflict(before, after):
                change = f" de {w.CONFLICTS[before]} a {w.CONFLICTS[after]}" if before and after else ""
                return w.SWITCH, "", f"el tipo del conflicto actual{change}"
            case tree.Damage(amount, to):
                number = f"{phrases.amount(amount)} de daño"
                if isinstance(to, tree.It):
                    return w.DEAL, "les" if phrases.many else "le", number
                return w.DEAL, "", f"{number} a {phrases.selection(to)}"
            case tree.DreamDamage(amount, to):
                number = f"{phrases.amount(amount)} de daño onírico"
                if to is Player.OPPONENT and phrases.performer is not Player.OPPONENT:
                    return w.DEAL, "", f"{number} a {phrases.player(to)}"
                return w.TAKE, "", number
            case tree.Prevent(amount):
                return w.PREVENT, "", f"{phrases.amount(amount)} de daño" if amount else "ese daño"
            case tree.PreventEvent():
                return w.PREVENT, "lo", ""
            case tree.Destroy(what):
                return self._on(w.DESTROY, what)
            case tree.Sacrifice(what):
                return self._on(w.SACRIFICE, what)
            case tree.Exhaust(what):
                return self._on(w.EXHAUST, what)
            case tree.Ready(what):
                return self._on(w.READY, what)
            case tree.Attach(what, to):
                verb, pronoun, cards = self._on(w.ATTACH, what)
                return verb, pronoun, f"{cards} a {phrases.selection(to)}".lstrip()
            case tree.Charge(host):
                return self._on(w.CHARGE, host)
            case tree.Inspire(what):
                return self._on(w.INSPIRE, what)
            case tree.Void(what, offering):
                offerings = "ofrendas" if phrases.is_many(what) else "ofrenda"
                return self._on(w.SEND, what, front=f"al Vacío{f' como {offerings}' if offering else ''}")
            case tree.Veil(what):
                return self._on(w.VEIL, what)
            case tree.Unveil(what):
                return self._on(w.UNVEIL, what)
            case tree.Discard(what, who):
                return self._on(w.DISCARD, _discarded(what, who))
            case tree.ReturnToHand(what, who):
                return self._on(w.RETURN, what, f"a {phrases.whose(who, 'la', 'mano')}")
            case tree.Put(what, place, whose, random):
                return self._put(what, place, whose, random)
            case tree.LookAt(what):
                return self._on(w.LOOK, what)
            case tree.Reveal(what):
                return self._on(w.REVEAL, what)
            case tree.ReturnLooked():
                return w.RETURN, "las", "en cualquier orden"
            case tree.ChangeMind(amount, less, who):
                mind = phrases.whose(who, "la", "mente")
                return w.REDUCE if less else w.INCREASE, "", f"{mind} en {phrases.amount(amount)}"
            case tree.Play(what):
                return self._on(w.PLAY, what)
            case _:
                assert_never(instruction)

    def _put(self, what: Selection, place: tree.Place, whose: Player | None, random: bool) -> Predicate:
        verb, pronoun, cards = self._on(w.PUT, what)
        where = "encima de" if place is tree.Place.TOP else "al fondo de"
        deck = self.phrases.deck(whose) if whose else "el mazo de su propietario"
        order = "en orden aleatorio" if random else "en cualquier orden" if self.phrases.is_many(what) else ""
        preposition, _, contracted = where.rpartition(" ")
        return verb, pronoun, f"{cards} {preposition} {w.joined(contracted, deck)} {order}".strip()

    # What lasts

    def _ongoing(self, ongoing: Ongoing) -> str:
        phrases = self.phrases
        match ongoing:
            case tree.Modify(amount, stat, to, negative, each):
                name = w.STATS[stat][1]
                if isinstance(amount, tree.Number):
                    text = f"{amount.n:+d} {name}"
                else:
                    phrases.explanation = phrases.measure(amount)
                    text = f"{'-' if negative else '+'}X {name}"
                text += f" a {phrases.selection(to)}" if to else ""
                if each:
                    text += f" por cada {phrases.filter(each, many=False, inside='en')}"
                return f"{w.APPLY.infinitive} {text}" if self._wanted else text
            case tree.Gain(keyword, to):
                if to is None:
                    return f"{w.GAIN.infinitive if self._wanted else w.GAIN.order()} {w.numbered(keyword)}"
                subject = phrases.as_subject(to)
                form = w.GAIN.subjunctive if self._wanted else w.GAIN.third
                return self._made(f"{subject} {form}{_n(phrases.is_many(to))} {w.numbered(keyword)}")
            case tree.CannotBe(what, ban):
                subject = self._banned(what)
                return self._made(f"{subject} {self._can(w.BANS[ban]).format(n=_n(phrases.is_many(what)))}")
            case tree.Cannot(Player.YOU, what):
                return self._made(f"{self._can('no puedes')} {w.PROHIBITIONS[what]}")
            case tree.Cannot(Player.EACH, what):
                return self._made(f"los jugadores {self._can('no pueden')} {w.PROHIBITIONS[what]}")
            case tree.Cannot(who, what):
                return self._made(f"{phrases.player(who)} {self._can('no puede')} {w.PROHIBITIONS[what]}")

    def _made(self, fact: str) -> str:
        """What shall be so, where it is only wanted."""
        return f"hacer que {fact}" if self._wanted else fact

    def _can(self, text: str) -> str:
        return text.replace("puede", "pueda") if self._wanted else text

    def _banned(self, what: Selection) -> str:
        """The cards to which something is forbidden: all of them are "las entidades", all of yours "tus entidades"."""
        if not isinstance(what, tree.All):
            return self.phrases.as_subject(what)
        filter, noun = what.filter, self.phrases.noun(what.filter)
        if filter.zone is Zone.IN_PLAY and filter.whose is Player.YOU:
            text = self.phrases.counted("", "tus", replace(filter, whose=None), many=True)
        else:
            text = self.phrases.all(filter, "los" if noun.masculine else "las")
        self.phrases.speak_of(noun, many=True)
        return text


def _n(many: bool) -> str:
    return "n" if many else ""


def _discarded(what: Selection, who: Player) -> Selection:
    """An arcanum is discarded from its player's hand, which goes without saying."""
    if isinstance(what, tree.Chosen | tree.All):
        filter = what.filter
        if filter.noun is Noun.ARCANUM and filter.zone is Zone.HAND and filter.whose is who:
            return replace(what, filter=replace(filter, zone=Zone.IN_PLAY, whose=None))
    return what
