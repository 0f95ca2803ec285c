"""The story: causes before results, each event once, for its player and for everyone else."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Locale
from engine.dreams_of_dystopia.endings import FALLEN
from engine.dreams_of_dystopia.facts.cards import Discarded, Drew
from engine.dreams_of_dystopia.facts.combats import (
    AttackBlocked,
    Attacked,
    CleanedUp,
    NotBlocked,
    SentToFight,
)
from engine.dreams_of_dystopia.facts.terms import FAME, LP
from engine.dreams_of_dystopia.facts.turns import (
    AbilityUsed,
    DeedUsed,
    MasterUsed,
    ModeChosen,
    ScoreChanged,
    TurnEnded,
)
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.kernel.events import summary
from engine.kernel.events.event import Ended, Fact, SeenEvent
from engine.kernel.events.story import StoryAct

NAMES = ("Ada", "Bo", "Cy")


def told(reader: int | None, *happened: tuple[Fact, str], locale: Locale = Locale.ENGLISH) -> Sequence[str]:
    seen = [SeenEvent(fact, cause) for fact, cause in happened]
    return [DYSTOPIA.translator(locale)(beat.text) for beat in DYSTOPIA.story(seen, NAMES, reader)]


def test_a_card_is_summarised_with_its_changes_of_lp_and_fame() -> None:
    deed = (DeedUsed(0, "Heroic Deed"), "DD50"), (ScoreChanged(0, FAME, 1, 7), "DD50")
    assert told(1, *deed) == ["Ada uses Heroic Deed (FAME 6 → 7)."]
    saint = [(ScoreChanged(0, LP, 3, 12), "Saint"), (ScoreChanged(0, FAME, 1, 7), "Saint")]
    assert told(1, (AbilityUsed(0, "Saint"), "DD11"), *saint) == ["Ada uses Saint (LP 9 → 12, FAME 6 → 7)."]
    used = (AbilityUsed(0, "Well Poisoner"), "DD11")
    lost = [(ScoreChanged(seat, LP, -1, 13), "Well Poisoner") for seat in (1, 2)]
    assert told(None, used, *lost) == ["Ada uses Well Poisoner: Bo and Cy lose 1 LP each."]
    assert told(1, used, *lost) == ["Ada uses Well Poisoner: Cy and you lose 1 LP each."]
    assert told(0, used, *lost[:1]) == ["You use Well Poisoner: Bo loses 1 LP (14 → 13)."]


def test_repeated_losses_are_summarised_each_time() -> None:
    lost = [(ScoreChanged(seat, LP, -1, 9 - n), "Gutter Militia") for n in (0, 1) for seat in (1, 2)]
    assert told(0, *lost[:1]) == ["Bo loses 1 LP: 10 → 9 (Gutter Militia)."]
    assert told(1, *lost) == ["Cy and you lose 1 LP each (Gutter Militia)."] * 2


def test_one_player_s_losses_by_cards_of_the_same_name_are_added_up() -> None:
    lost = [(ScoreChanged(1, LP, -1, 8 - n), "Gutter Militia") for n in range(3)]
    assert told(0, *lost) == ["Bo loses 3 LP: 9 → 6 (Gutter Militia)."]
    assert told(0, *lost[:2], (ScoreChanged(1, LP, -1, 6), "Well Poisoner")) == [
        "Bo loses 2 LP: 9 → 7 (Gutter Militia).",
        "Bo loses 1 LP: 7 → 6 (Well Poisoner).",
    ]


def test_an_attack_is_summarised_with_its_cards_and_a_missing_block_with_its_cost() -> None:
    attack = (Attacked(0, 2, "Tunnel Guide", ["Mended Signpost", "Ember Carrier"], 8, False), "DD92")
    cards = "Tunnel Guide, Mended Signpost and Ember Carrier"
    assert told(2, attack) == [f"Ada attacks you with {cards}: 8 ATK."]
    assert told(0, attack) == [f"You attack Cy with {cards}: 8 ATK."]
    alike = (Attacked(0, 2, "Tunnel Guide", ["Mended Signpost"] * 3, 12, False), "DD92")
    assert told(2, alike) == ["Ada attacks you with Tunnel Guide and Mended Signpost ×3: 12 ATK."]
    assert told(1, attack, locale=Locale.SPANISH)[0].startswith("Ada ataca a Cy con ")
    loss, clean = (ScoreChanged(2, LP, -8, 6), "DD54"), (CleanedUp(0), "DD63")
    none = (NotBlocked(2), "DD53")
    assert told(0, none, loss, clean) == ["You hit Cy, without a block: LP 14 → 6."]
    assert told(2, none, loss, clean) == ["Ada hits you, without a block: LP 14 → 6."]
    assert told(2, none, loss) == ["You don't block and lose 8 LP (14 → 6)."], "the fighters are named later"
    block = (AttackBlocked(2, "Minion of the Moon", ["Spiked Hubcap"], 4), "DD93")
    assert told(0, block, (ScoreChanged(2, LP, -4, 10), "DD54"), clean) == [
        "Cy blocks with Minion of the Moon and Spiked Hubcap: 4 DEF.",
        "You hit Cy: LP 14 → 10.",
    ]
    last = (ScoreChanged(2, LP, -6, 0), "DD54"), (Ended([[0], [2], [1]], FALLEN.key), "DD54")
    assert told(2, none, *last)[0] == "Ada hits you, without a block: LP 6 → 0."
    assert told(1, *last)[0] == "Ada hits Cy: LP 6 → 0."


def test_attacks_and_blocks_precede_the_effects_of_their_cards() -> None:
    sent, drawn = (
        (SentToFight(2, "Minion of the Moon"), "DD51"),
        (Drew(2, 1, ["Curse"]), "Minion of the Moon"),
    )
    block = (AttackBlocked(2, "Minion of the Moon", [], 3), "DD93")
    drew = "You draw Curse (Minion of the Moon)."
    assert told(2, sent, drawn, block) == ["You block with Minion of the Moon: 3 DEF.", drew]
    assert told(2, sent, drawn) == [drew, "You send Minion of the Moon to fight."][::-1]
    attack = (Attacked(2, 0, "Minion of the Moon", [], 5, False), "DD92")
    assert told(2, sent, drawn, attack) == ["You attack Ada with Minion of the Moon: 5 ATK.", drew]


def test_equal_draws_by_cards_with_the_same_title_are_told_once() -> None:
    hidden = [(Drew(1, 1), "Signal Lamp"), (ScoreChanged(1, LP, 1, 9), "Lamp"), (Drew(1, 1), "Signal Lamp")]
    assert told(0, *hidden) == ["Bo draws 2 cards (Signal Lamp).", "Bo gains 1 LP: 8 → 9 (Lamp)."]
    own = [(Drew(1, 1, [card]), "Signal Lamp") for card in ("Curse", "Gate")]
    assert told(1, *own) == ["You draw Curse (Signal Lamp).", "You draw Gate (Signal Lamp)."]


def test_choices_and_masters_name_their_card_once() -> None:
    assert told(0, (ModeChosen(0, "Signal Lamp", "Draw 1."), "Signal Lamp")) == [
        "With Signal Lamp you choose: Draw 1."
    ]
    acts = (MasterUsed(1, "Voice in the Static", "You may discard a card."), "Voice in the Static")
    threw = (Discarded(1, ["Curse"]), "Voice in the Static")
    assert told(0, acts, threw) == ["Bo's Master acts: Voice in the Static.", "Bo discards Curse."]


def test_the_end_of_a_turn_is_one_sentence() -> None:
    ended = (TurnEnded(0), "DD16"), (Discarded(0, ["Curse"]), "DD16")
    assert told(0, *ended, (Drew(0, 2, ["Curse", "Heroic Deed"]), "DD16")) == [
        "You end your turn and draw Curse and Heroic Deed."
    ]
    assert told(1, *ended, (Drew(0, 2), "DD16")) == ["Ada ends the turn."]


def test_a_short_summary_of_a_hit_includes_what_led_to_it() -> None:
    happened: list[list[tuple[Fact, str]]] = [
        [(Attacked(0, 2, "Tunnel Guide", [], 8, False), "DD92")],
        [
            (AttackBlocked(2, "Ember Carrier", [], 3), "DD93"),
            (ScoreChanged(2, LP, -5, 6), "DD54"),
            (CleanedUp(0), "DD63"),
            (CleanedUp(2), "DD63"),
        ],
        [(ScoreChanged(1, LP, -1, 4), "Gutter Militia"), (TurnEnded(0), "DD16")],
    ]

    def lines(reader: int, words: int) -> list[str]:
        acts = [
            StoryAct(n, DYSTOPIA.story([SeenEvent(fact, cause) for fact, cause in act], NAMES, reader))
            for n, act in enumerate(happened)
        ]
        return [str(one.text) for line in summary.summary_lines(acts, words=words) for one in line.sentences]

    hit, fell = "Ada hits Cy: LP 11 → 6.", "You lose 1 LP: 5 → 4 (Gutter Militia)."
    assert lines(1, 18) == [hit, fell, "Ada ends the turn."]
    assert lines(0, 4) == ["LP: Cy 11 → 6, Bo 5 → 4."]


def test_a_short_summary_counts_own_draws() -> None:
    drew = (Drew(0, 2, ["Curse", "Heroic Deed"]), "Signal Lamp"), (Drew(0, 1, ["Curse"]), "Signal Lamp")
    acts = [
        StoryAct(n, DYSTOPIA.story([SeenEvent(fact, cause)], NAMES, 0))
        for n, (fact, cause) in enumerate(drew)
    ]
    [line, *_] = summary.summary_lines(acts, words=1)
    assert line.sentences
