"""The story of Voidream: related events are one beat, in chronological order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cards.i18n import Locale
from cards.voidream.language.tree import ConflictKind
from engine.kernel.events.event import Ended, Fact, SeenEvent
from engine.kernel.events.story import StoryAct
from engine.kernel.events.summary import summary_lines
from engine.voidream.facts import actions, cards, conflicts, deck, rounds
from engine.voidream.facts.terms import PublicName
from engine.voidream.game import VOIDREAM

NAMES = ("Mia", "Bo")
GUARD = PublicName(3, 1, title="Chalk Sentinel")


def line(
    *happened: Fact | tuple[Fact, str], reader: int | None = None, locale: Locale = Locale.ENGLISH
) -> str:
    """Return the summary of an act, with highlights between stars."""
    seen = [
        SeenEvent(*one) if isinstance(one, tuple) else SeenEvent(one, "§4 Main phase") for one in happened
    ]
    translator = VOIDREAM.translator(locale)
    (summary,) = summary_lines([StoryAct(1, VOIDREAM.story(seen, NAMES, reader))], words=99)
    texts = ((translator(one.text), one.stands_out) for one in summary.sentences)
    return " ".join(f"*{text}*" if stands_out else text for text, stands_out in texts)


def test_a_play_is_summarised_with_its_cost_but_without_the_cards_new_place() -> None:
    act = (
        rounds.MindTurned(0, 1, 0),
        actions.Played(0, "Open Eyes", "hand", inverted=False),
        cards.Discarded("Open Eyes", 0, "playing"),
    )
    assert line(*act) == "Mia plays Open Eyes (mind 1 → 0)."
    assert line(*act, reader=0) == "You play Open Eyes (mind 1 → 0)."
    assert line(*act, reader=0, locale=Locale.SPANISH) == "Juegas Ojos abiertos (mente 1 → 0)."


def test_the_chosen_mode_of_a_text_is_summarised_with_its_card() -> None:
    chose = (actions.ModeChosen(0, "Listen to the Ice", "Evoke."), "Listen to the Ice")
    assert line(chose) == "Mia chooses for Listen to the Ice: Evoke."
    assert line(chose, reader=0) == "You choose for Listen to the Ice: Evoke."
    assert line(chose, reader=0, locale=Locale.SPANISH) == "Eliges para Escuchar el hielo: Evoca."


@pytest.mark.parametrize(("reader", "who"), [(0, "You"), (1, "Mia"), (None, "Mia")])
def test_the_reader_is_called_you(reader: int | None, who: str) -> None:
    assert line(actions.Passed(0), reader=reader) == ("You pass." if who == "You" else "Mia passes.")


def test_a_conflict_is_summarised_by_its_result_and_both_scores() -> None:
    act = (
        actions.Passed(1),
        deck.Rolled(1, 2),
        conflicts.ConflictScored(
            ConflictKind.DUSK,
            (8, 3),
            winner=1,
            difference=5,
            parts=[
                [("depth", "", 5), ("entity", "Paper Heron", 3)],
                [("depth", "", 4), ("effect", "First Step", -1)],
            ],
        ),
        deck.DreamDamageDealt(0, 5),
        deck.DreamDamageDiscards(0, ["Pardon at Noon", "Herald of the Bench"]),
        cards.Exhausted([GUARD]),
        conflicts.ConflictEnded(1, 1),
    )
    assert line(*act, reader=0) == (
        "*Bo won the dusk conflict 3 : 8.* Bo 3 = depth 4 − First Step 1; you 8 = depth 5 + Paper Heron 3. "
        "*You lost 2 cards from your deck: Pardon at Noon and Herald of the Bench.*"
    )


def test_effects_of_a_card_in_play_are_summarised_with_its_title() -> None:
    act = ((cards.Destroyed(GUARD), "Barrier Gate"), (cards.Destroyed(GUARD), "Barrier Gate"))
    assert line(*act) == "*Destroyed on Bo's side: Chalk Sentinel ×2 (Barrier Gate).*"


def test_a_turned_mind_is_summarised_with_its_owner_and_cause() -> None:
    act = ((cards.Exhausted([GUARD]), "Show of Hands"), (cards.Readied([GUARD]), "Summons"))
    assert line(*act) == (
        "Exhausted on Bo's side: Chalk Sentinel (Show of Hands). Readied on Bo's side: Chalk Sentinel (Summons)."
    )
    assert line((cards.Readied([GUARD]), GUARD.title)) == "Readied on Bo's side: Chalk Sentinel."
    assert line(*act[1:], reader=1) == "Readied on your side: Chalk Sentinel (Summons)."
    assert line(*act[1:], reader=1, locale=Locale.SPANISH) == (
        "Se endereza en tu lado: Centinela de tiza (Citación)."
    )


def test_a_charge_is_summarised_with_its_owner_and_cause() -> None:
    charge = (cards.Charged(PublicName(5, 1, value=2), GUARD, "Glass Fern"), "Summons")
    hidden = (cards.Charged(PublicName(5, 1, value=2), GUARD), "Summons")
    assert line(charge, reader=1) == (
        "Charged on your side: Chalk Sentinel, with Glass Fern (value 2) (Summons)."
    )
    assert line(hidden) == "Charged on Bo's side: Chalk Sentinel, with a card of value 2 (Summons)."


def test_a_charge_by_its_own_host_names_it_once() -> None:
    host = (cards.Charged(PublicName(9, 1, value=4), GUARD), "Chalk Sentinel")
    assert line(host) == "Charged on Bo's side: Chalk Sentinel, with a card of value 4."


def test_a_card_with_two_effects_takes_effect_once() -> None:
    act = tuple((actions.TookEffect(1, "Slam the Door"), "Slam the Door") for _ in range(2))
    assert line(*act) == "Slam the Door takes effect."


def test_a_card_with_two_effects_is_named_once_among_those_in_force() -> None:
    act = [SeenEvent(actions.TookEffect(1, "Slam the Door"), "Slam the Door") for _ in range(2)]
    (summary,) = summary_lines(
        [StoryAct(rev, VOIDREAM.story([one], NAMES, 0)) for rev, one in enumerate(act)], words=0
    )
    assert [str(one.text) for one in summary.sentences] == ["In force: Slam the Door."]


def test_a_card_named_like_a_ruling_is_not_a_rule() -> None:
    assert line((deck.Revealed(0, 1, ["Paper Heron"], 2), "Rings of an Unseen Tree")) == (
        "Mia reveals Paper Heron (Rings of an Unseen Tree)."
    )


def test_a_card_destroyed_face_down_is_named_once_it_is_public() -> None:
    veiled = PublicName(4, 0, value=3)
    act = (cards.Destroyed(veiled), cards.Discarded("Void Intern", 0, "play", was=veiled))
    assert line(*act, reader=0) == "*Destroyed on your side: Void Intern.*"


def test_a_long_list_is_cut_and_counted() -> None:
    titles = [
        "Paper Heron",
        "Paper Heron",
        "Glass Fern",
        "Amber Saint",
        "Cold Shock",
        "Crystal Hedge",
        "Overgrowth",
    ]
    assert line(deck.DreamDamageDealt(1, 7), deck.DreamDamageDiscards(1, titles)) == (
        "*Bo lost 7 cards from the deck: Paper Heron ×2, Glass Fern, Amber Saint and 3 more.*"
    )


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (0, "*Bo wins: your bastion has fallen.*"),
        (1, "*You win: Mia's bastion has fallen.*"),
        (None, "*Bo wins: Mia's bastion has fallen.*"),
    ],
)
def test_the_end_names_the_winner_and_the_reason(reader: int | None, text: str) -> None:
    assert line(rounds.MatchWon([[1], [0]], "bastion"), reader=reader) == text


def test_a_prototype_is_summarised_with_its_way_to_the_void() -> None:
    act = (
        (actions.Played(0, "Second Draft of an Angel", "deck", inverted=False), "Open Eyes"),
        (cards.Voided("Second Draft of an Angel", 0, "playing", offering=True), "§6 Prototype"),
    )
    assert line(*act, reader=0) == (
        "You play Second Draft of an Angel from your deck: as a Prototype, it goes to the Void (Open Eyes)."
    )


def test_an_end_from_outside_is_summarised() -> None:
    assert line(Ended([[0, 1]], "agreement"), reader=0) == "*The match is a draw: all agreed on it.*"


def test_entering_nightmare_is_summarised_with_its_cost() -> None:
    nightmare = "§4 Entering Nightmare"
    act = (
        (conflicts.FacesNightmare(1, "empty hand"), "§4 Nightmare phase"),
        (conflicts.EnteredNightmare(1), nightmare),
        (cards.ReturnedToHand(1, ["Summons"]), nightmare),
        (cards.Voided("Summons", 1, "hand", offering=False), nightmare),
    )
    assert line(*act) == (
        "Bo is out of arcana and must face Nightmare. *Bo entered Nightmare.* Summons went to the Void for it."
    )


def test_a_sum_of_several_causes_names_them() -> None:
    act = (
        (deck.DreamDamageDealt(1, 5), "§4 Damage"),
        (deck.DreamDamageDiscards(1, ["Pardon at Noon", "Herald of the Bench"]), "§4 Damage"),
        (deck.DreamDamageDealt(1, 1), "The Sealed Wing"),
        (deck.DreamDamageDiscards(1, ["Void Intern"]), "The Sealed Wing"),
    )
    lost = "cards from the deck: Pardon at Noon, Herald of the Bench and Void Intern"
    causes = "(2 from the conflict, 1 from The Sealed Wing)"
    assert line(*act) == f"*Bo lost 3 {lost} {causes}.*"
    acts = [
        StoryAct(rev, VOIDREAM.story([SeenEvent(*one) for one in act[2 * rev : 2 * rev + 2]], NAMES, 0))
        for rev in (0, 1)
    ]
    (summary,) = summary_lines(acts, words=0)
    assert [str(one.text) for one in summary.sentences] == [f"Cards lost from decks: Bo 3 {causes}."]


def test_a_forced_pass_is_summarised_as_forced() -> None:
    assert line(actions.Passed(0, is_forced=True), reader=0) == "Nothing left to do: passed for you."
    assert line(actions.Passed(0, is_forced=True)) == "Nothing left to do: passed for Mia."
    faces = conflicts.FacesNightmare(0, "last to pass")
    assert line(actions.Passed(0, is_forced=True), faces, reader=0) == (
        "Nothing left to do: passed for you. You must face Nightmare."
    )
    assert line(actions.Passed(0), faces, reader=0) == "You pass. You passed last and must face Nightmare."


def test_unveiling_is_summarised_with_its_cost() -> None:
    act = (rounds.MindTurned(0, 2, 0), actions.Unveiled(0, "Void Intern", "play", inverted=False))
    assert line(*act, reader=0) == "You unveil Void Intern (mind 2 → 0)."


def test_a_score_without_parts_has_no_equals_sign() -> None:
    scored = conflicts.ConflictScored(ConflictKind.DAWN, (13, 0), 0, 13, [[("depth", "", 13)], []])
    assert line(scored, reader=1) == "*Mia won the dawn conflict 13 : 0.* Mia 13 = depth 13; you 0."


def test_an_ability_is_summarised_with_its_cost() -> None:
    act = (
        (actions.AbilityActivated(1, GUARD.title or ""), "§6 Activated Ability"),
        (rounds.MindTurned(1, 2, 1), "Chalk Sentinel"),
        (cards.Exhausted([GUARD]), "Chalk Sentinel"),
    )
    assert line(*act) == "Bo activates Chalk Sentinel (mind 2 → 1)."


def test_a_played_card_is_summarised_with_the_cards_it_affects() -> None:
    act = (
        (actions.Played(1, "Letter of the Law", "hand", inverted=False), "§4 Main phase"),
        (actions.TookEffect(1, "Letter of the Law", [GUARD]), "Letter of the Law"),
    )
    assert line(*act) == "Bo plays Letter of the Law. Letter of the Law takes effect on Chalk Sentinel."
    assert line(act[0], (actions.TookEffect(1, "Letter of the Law"), "Letter of the Law")) == (
        "Bo plays Letter of the Law."
    )


def test_a_player_who_must_enter_nightmare_reads_why() -> None:
    act = (
        (conflicts.FacesNightmare(0, "highest mind"), "§4 Nightmare phase"),
        (conflicts.CannotAvoidNightmare(0), "Hall of First Light"),
        (conflicts.EnteredNightmare(0), "§4 Entering Nightmare"),
    )
    assert line(*act, reader=0) == (
        "You have the highest mind and must face Nightmare. You can't avoid Nightmare (Hall of First Light). "
        "*You entered Nightmare.*"
    )


def test_a_card_affected_twice_counts_once() -> None:
    advocate, other = PublicName(7, 1, "Advocate"), PublicName(8, 1, "Advocate")
    acts = [
        StoryAct(n, VOIDREAM.story([SeenEvent(cards.Exhausted([card]), "Show of Hands")], NAMES, 0))
        for n, card in enumerate((advocate, advocate, other))
    ]
    assert [str(one.text) for one in summary_lines(acts[:2], words=5)[-1].sentences] == [
        "Exhausted on Bo's side: Advocate."
    ]
    assert [str(one.text) for one in summary_lines(acts, words=5)[-1].sentences] == [
        "Exhausted on Bo's side: Advocate ×2."
    ]
    assert [str(one.text) for one in summary_lines(acts, words=0)[-1].sentences] == ["Exhausted: Bo 2 cards."]


def test_entering_cards_are_summed_up_after_their_cause() -> None:
    acts = [
        StoryAct(
            n,
            VOIDREAM.story(
                [SeenEvent(cards.EnteredPlay(1, PublicName(n, 1, title)), "§4"), SeenEvent(between, "§4")],
                NAMES,
                0,
            ),
        )
        for n, (title, between) in enumerate(
            [("Amber Saint", rounds.MindTurned(0, 2, 1)), ("Moth Chorus", rounds.MindTurned(1, 3, 1))], 1
        )
    ]
    first, second = (
        [str(one.text) for one in summary.sentences] for summary in summary_lines(acts, words=18)
    )
    assert first == ["Your mind: 2 → 1."]
    assert second == ["New in play for Bo: Amber Saint and Moth Chorus.", "Bo's mind: 3 → 1."]


def test_short_summaries_join_the_events_of_both_players_by_kind() -> None:
    happened = [
        [rounds.MindTurned(0, 2, 1), deck.DreamDamageDiscards(1, ["Oar", "Owl"])],
        [
            rounds.MindTurned(1, 3, 1),
            deck.DreamDamageDiscards(0, ["Fern"]),
            deck.DreamDamageDiscards(0, ["Moth"]),
        ],
    ]
    acts = [
        StoryAct(
            n,
            VOIDREAM.story(
                [SeenEvent(fact, ("§4 Damage", "Open Eyes")[place % 2]) for place, fact in enumerate(act)],
                NAMES,
                0,
            ),
        )
        for n, act in enumerate(happened)
    ]
    sentences = [str(one.text) for summary in summary_lines(acts, words=0) for one in summary.sentences]
    assert sentences == [
        "Mind: you 2 → 1, Bo 3 → 1.",
        "Cards lost from decks: Bo 2, you 2 (1 from Open Eyes, 1 from the conflict).",
    ]


@pytest.mark.parametrize(
    "happened",
    [
        lambda titles: [deck.DreamDamageDealt(0, 12), deck.DreamDamageDiscards(0, titles)],
        lambda titles: [cards.Exhausted([PublicName(n, 1, title=one) for n, one in enumerate(titles)])],
        lambda titles: [cards.Discarded(one, 0, "effect") for one in titles],
    ],
)
def test_twelve_cards_with_long_titles_at_once_take_few_words(
    happened: Callable[[list[str]], list[Fact]],
) -> None:
    titles = [f"Unforgettable Longlost {letter * 5}" for letter in "ABCDEFGHIJKL"]
    assert {len(one) for one in titles} == {28}
    summary = line(*((fact, "Open Eyes") for fact in happened(titles)), reader=0)
    assert titles[0] in summary and len(summary.split()) <= 45
