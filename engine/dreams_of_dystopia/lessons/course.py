"""The lessons of Dreams of Dystopia, and the explanations during a player's first matches."""

from __future__ import annotations

from collections.abc import Sequence

from cards.dreams_of_dystopia.language.words import KeywordName, Noun
from cards.i18n import msg, title
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.topics import DYSTOPIA_PHRASING, OptionVerb, Topic
from engine.dreams_of_dystopia.views.types import DystopiaView, PlayerView, pool_of
from engine.kernel import lessons
from engine.kernel.question import Question

_Moment = lessons.LessonMoment[DystopiaView]
_DEED, _CURSE, _SUN = "Heroic Deed", "Curse", "Minion of the Sun"
_CARRIER, _GUIDE, _SMITH = "Ember Carrier", "Tunnel Guide", "Scrap Smith"
_MENDED, _TORN = "Mended Signpost", "Torn Signpost"
"""Both sides of the Weapon that is turned over."""


def _own(view: DystopiaView) -> PlayerView:
    return view.players[lessons.LEARNER if view.viewer is None else view.viewer]


def _other(view: DystopiaView) -> PlayerView:
    """Return the other player of a duel."""
    return view.players[1 - _own(view).seat]


def _sides(view: DystopiaView, titles: Sequence[str]) -> list[CompiledSide]:
    return [pool_of(view).sides[title] for title in titles if title]


_is_turn, _is_attacked = lessons.asks(Topic.ACT), lessons.asks(Topic.BLOCK)
_is_helping = lessons.asks(Topic.SUPPORT_ATTACK, Topic.SUPPORT_BLOCK)


# ------------------------------------------------------------------------------------------------ explanations


def _meets_defender(view: DystopiaView, question: Question) -> bool:
    """Return whether a fighter, or a possible blocker, has Defender."""
    combat, could = view.combat, _sides(view, _own(view).hand) if _is_attacked(view, question) else []
    fights = combat is not None and (combat.attacker.defender or combat.defender.defender)
    return fights or any(KeywordName.DEFENDER in side.keywords for side in could)


def _lacks_faction(view: DystopiaView, question: Question) -> bool:
    """Return whether a card in hand can't help the viewer's fighter because it is of the other faction."""
    if view.combat is None or not _is_helping(view, question):
        return False
    fighters = (view.combat.attacker, view.combat.defender)
    titles = [fighter.card for fighter in fighters if fighter.seat == _own(view).seat]
    helpers = [side for side in _sides(view, _own(view).hand) if side.is_helper]
    return any(helper.faction is not own.faction for own in _sides(view, titles) for helper in helpers)


def _can_recruit(view: DystopiaView, question: Question) -> bool:
    return any(option.verb == OptionVerb.RECRUIT for option in question.options)


EXPLAINED: tuple[lessons.LessonExplanation[DystopiaView], ...] = (
    lessons.LessonExplanation(
        "Master",
        lessons.asks(Topic.MASTER),
        msg(
            "Your Master is you: its LP are your life, and its side is your faction. Without LP you are out."
        ),
        of_question=True,
    ),
    lessons.LessonExplanation(
        "Defender",
        _meets_defender,
        msg("**Defender:** its player loses no LP, however much stronger the other Minion is."),
    ),
    lessons.LessonExplanation(
        "block",
        _is_attacked,
        msg(
            "You lose the attack's ATK above your blocker's DEF. Cards you block with "
            "aren't available on your turn."
        ),
        of_question=True,
    ),
    lessons.LessonExplanation(
        "faction",
        _lacks_faction,
        msg("**Factions:** Divine cards help Divine Minions, Demonic cards help Demonic ones."),
        in_lessons=True,
    ),
    lessons.LessonExplanation(
        "helpers",
        _is_helping,
        msg("Add helpers, or none. Each helper is used up for this turn."),
        of_question=True,
    ),
    lessons.LessonExplanation(
        "target", lessons.asks(Topic.TARGET), msg("Only the player you attack can block."), of_question=True
    ),
    lessons.LessonExplanation(
        "turn",
        _is_turn,
        msg(
            "Once each in a turn: an Ability, a Heroic Deed, an attack; last of all, a card from the Supply."
        ),
        of_question=True,
    ),
    lessons.LessonExplanation(
        "Fame",
        _can_recruit,
        msg("You don't spend Fame: you can recruit a Minion if your Fame is at least its LOYALTY."),
    ),
    lessons.LessonExplanation(
        "Curse",
        lambda view, question: _is_turn(view, question) and _CURSE in _own(view).hand,
        msg("**Curses** can't be used for anything. Some cards and Masters return them to the Supply."),
        in_lessons=True,
    ),
    lessons.LessonExplanation(
        "other faction",
        _can_recruit,
        msg("A card of the other faction needs 2 more Fame. You choose its side when you acquire it."),
    ),
)
"""In order of precedence: rare ones before frequent ones."""


# ------------------------------------------------------------------------------------------------ lessons


def _turn_is_over(moment: _Moment) -> bool:
    return moment.view.turn > moment.start.turn


def _has_taken(moment: _Moment) -> bool:
    """Return whether the learner has acquired a card. Their turn may already be over, as nothing else is left (DD13)."""
    before, now = (
        sum(map(len, (own.hand, own.deck, own.discard, own.used, own.table)))
        for own in map(_own, (moment.start, moment.view))
    )
    return now > before


def _has_attacked(moment: _Moment) -> bool:
    """Return whether the turn's attack, or the turn, is over."""
    return (moment.view.attacks > 0 and moment.view.combat is None) or _turn_is_over(moment)


def _has_hit(moment: _Moment) -> bool:
    """Return whether the opponent lost LP by an attack with a Weapon."""
    has_weapon = any(side.noun is Noun.WEAPON for side in _sides(moment.view, _own(moment.view).used))
    return _has_attacked(moment) and has_weapon and _other(moment.view).lp < _other(moment.start).lp


def _is_answered(moment: _Moment) -> bool:
    return moment.view.combat is None


def _has_blocked(moment: _Moment) -> bool:
    """Return whether the learner lost fewer LP than the attack's ATK."""
    combat = moment.start.combat
    assert combat is not None
    return _is_answered(moment) and _own(moment.start).lp - _own(moment.view).lp < combat.attacker.atk


def _can_turn(moment: _Moment) -> bool:
    """Return whether the Weapon can still be turned over."""
    return _TORN in _own(moment.view).hand and lessons.offered(OptionVerb.ABILITY, _SMITH)(moment)


_deed, _ability = lessons.offered(OptionVerb.DEED, _DEED), lessons.offered(OptionVerb.ABILITY, _CARRIER)
_adds, _attacks = lessons.offered(OptionVerb.HELPER, _MENDED), lessons.offered(OptionVerb.ATTACK, _GUIDE)

LESSONS: tuple[lessons.Lesson[DystopiaView], ...] = (
    lessons.Lesson(
        "fame",
        msg("Fame", "lesson"),
        20,
        msg("Gain 2 Fame in one turn."),
        (
            lessons.LessonLine(
                lambda moment: _deed(moment) and _ability(moment),
                msg(
                    "Better cards win matches, and Fame brings better cards: use {card} to gain 1.",
                    card=title(_DEED),
                ),
                press=(OptionVerb.DEED, _DEED),
            ),
            lessons.LessonLine(
                _deed,
                msg("Now use {card}: it gives you 1 Fame too.", card=title(_DEED)),
                press=(OptionVerb.DEED, _DEED),
            ),
            lessons.LessonLine(
                _ability,
                msg(
                    "Once a turn you can use a Minion's ABILITY. {card} gives you 1 Fame: use it.",
                    card=title(_CARRIER),
                ),
                press=(OptionVerb.ABILITY, _CARRIER),
            ),
        ),
        lambda moment: _own(moment.view).fame >= _own(moment.start).fame + 2,
        msg("**2 more Fame.** You don't spend Fame: it only has to be high enough for the card you want."),
        lambda moment: moment.view.is_acquiring or _turn_is_over(moment),
        msg(
            "You can't gain more Fame this turn. Start again, and use {deed} and {minion}.",
            deed=title(_DEED),
            minion=title(_CARRIER),
        ),
    ),
    lessons.Lesson(
        "supply",
        msg("A card of your choice", "lesson"),
        22,
        msg("Take a card from the Supply."),
        (
            lessons.LessonLine(
                lessons.is_asked(_is_turn),
                msg(
                    "Your Fame is enough for every card offered: {minion} fights well, {weapon} arms your Minions. Cards of "
                    "the other faction need 2 more.",
                    minion=title(_GUIDE),
                    weapon=title(_MENDED),
                ),
                press=(OptionVerb.RECRUIT, _GUIDE),
            ),
        ),
        _has_taken,
        msg(
            "**It's yours**, in your discard pile. When your deck is empty, that pile "
            "is shuffled and becomes your deck."
        ),
        _turn_is_over,
        msg("Your turn is over, and you took nothing. Start again, and recruit or purchase a card."),
    ),
    lessons.Lesson(
        "attack",
        msg("Attack", "lesson"),
        41,
        msg("Hit your opponent with a Minion that uses a Weapon."),
        (
            lessons.LessonLine(
                _adds,
                msg(
                    "Add {card}: it raises your Minion's ATK. A Weapon needs SKL, and your Minion has enough.",
                    card=title(_MENDED),
                ),
            ),
            lessons.LessonLine(
                lessons.is_asked(_is_helping),
                msg("Add more helpers, or none. Then your opponent can block."),
            ),
            lessons.LessonLine(
                _attacks,
                msg(
                    "Attack with {card}: your opponent loses LP equal to its ATK minus a blocker's DEF.",
                    card=title(_GUIDE),
                ),
                press=(OptionVerb.ATTACK, _GUIDE),
            ),
        ),
        _has_hit,
        msg(
            "**A hit.** At the end of your turn, the cards you used go to your discard "
            "pile, and you draw five new ones."
        ),
        _has_attacked,
        msg(
            "No Weapon hit. Start again: attack with {minion}, and add {weapon}.",
            minion=title(_GUIDE),
            weapon=title(_MENDED),
        ),
    ),
    lessons.Lesson(
        "block",
        msg("Block", "lesson"),
        50,
        msg("Lose fewer LP than the attack's ATK."),
        (
            lessons.LessonLine(
                lessons.is_asked(_is_attacked),
                msg(
                    "A blocker's DEF saves LP, and {card} draws 2 cards. Without a block you keep your cards for your own "
                    "turn, but lose the most LP.",
                    card=title(_SUN),
                ),
            ),
            lessons.LessonLine(
                lessons.is_asked(_is_helping),
                msg("A helper saves LP now, but isn't available on your own turn. Add one, or none."),
            ),
        ),
        _has_blocked,
        msg("**Blocked.** The cards you didn't use are your hand for your own turn, which comes next."),
        _is_answered,
        msg("You kept your cards, and lost the most LP. Start again to see how much a block saves."),
    ),
    lessons.Lesson(
        "other side",
        msg("The other side", "lesson"),
        107,
        msg("Take your opponent's last LP, and win."),
        (
            lessons.LessonLine(
                lessons.is_asked(lessons.asks(Topic.MAY, Topic.CARDS)),
                msg(
                    "Turned over, {torn} is {mended}: Divine, like your Minions.",
                    torn=title(_TORN),
                    mended=title(_MENDED),
                ),
                press=(OptionVerb.YES, ""),
            ),
            lessons.LessonLine(_adds, msg("Now {card} fits your Minion: add it.", card=title(_MENDED))),
            lessons.LessonLine(lessons.is_asked(_is_helping), msg("Add everything that fits.")),
            lessons.LessonLine(
                _can_turn,
                msg(
                    "Every card has two sides. {torn} is Demonic, so your Divine Minions can't use it. Use the ABILITY of "
                    "{smith} to turn it over.",
                    torn=title(_TORN),
                    smith=title(_SMITH),
                ),
                press=(OptionVerb.ABILITY, _SMITH),
            ),
            lessons.LessonLine(
                _attacks,
                msg("Attack with {card}, and add everything that fits.", card=title(_GUIDE)),
                press=(OptionVerb.ATTACK, _GUIDE),
            ),
        ),
        lambda moment: _other(moment.view).is_out,
        msg("**You won your first match.** Every card has a Divine and a Demonic side: choose well."),
        _has_attacked,
        msg(
            "Your opponent still has LP. Start again, and turn {card} over before you attack.",
            card=title(_TORN),
        ),
    ),
)


COURSE = lessons.Course(
    game=DYSTOPIA,
    phrasing=DYSTOPIA_PHRASING,
    prepare=lambda: DYSTOPIA.setup([None, None]),
    story=lessons.story_in("engine.dreams_of_dystopia.lessons"),
    lessons=LESSONS,
    aim=msg(
        "**You win** when your opponent has no LP left, and **you lose** when you have none. LP are a Master's life: attacks take them."
    ),
    cards=lambda view: _own(view).hand,
    explained=EXPLAINED,
)
