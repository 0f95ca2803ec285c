"""Each text has one meaning: the reader reads printed text as the same data."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cards.voidream.language import tree
from cards.voidream.language.printer import print_ability
from cards.voidream.language.reader import read_line
from cards.voidream.model import Kind

from . import trees


@given(trees.abilities)
@settings(max_examples=120)
def test_a_printed_ability_reads_back_the_same(ability: tree.Ability) -> None:
    kind = Kind.THOUGHT if isinstance(ability, tree.Line) else Kind.ENTITY
    assert read_line(print_ability(ability), kind) == ability


@given(trees.ongoings())
@settings(max_examples=50)
def test_an_ongoing_line_stays_on_cards_that_stay_and_is_an_effect_on_others(ongoing: tree.Ongoing) -> None:
    static = tree.Static((ongoing,))
    line = print_ability(static)
    for kind in (Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT, Kind.BASTION, Kind.MIND):
        assert read_line(line, kind) == static
    for kind in (Kind.THOUGHT, Kind.ARCANUM):
        assert read_line(line, kind) == tree.Line(((ongoing,),))


_entity = tree.Filter(tree.Noun.ENTITY)
_cards = st.sampled_from([tree.Chosen(_entity), tree.All(_entity), tree.It(), tree.This()])
_long = st.sampled_from(tree.Duration)
_joined = st.one_of(
    st.builds(
        tree.Modify,
        st.builds(tree.Number, st.integers(-2, 2)),
        st.sampled_from(tree.Stat),
        st.none() | _cards,
        each=st.sampled_from([None, tree.Filter(tree.Noun.MEMORY)]),
        duration=_long,
    ),
    st.builds(tree.Gain, st.just(tree.Keyword(tree.KeywordName.DEEP)), st.none() | _cards, _long),
    st.builds(tree.CannotBe, _cards, st.sampled_from(tree.Ban), _long),
    st.builds(tree.Cannot, st.sampled_from([tree.Player.YOU, tree.Player.EACH]), st.sampled_from(tree.Prohibition), _long),
    st.just(tree.Evoke()),
)  # fmt: skip


@given(st.lists(_joined, min_size=1, max_size=5).map(tuple))
@settings(max_examples=120)
def test_joined_sentences_read_back_the_same(sentence: tree.Sentence) -> None:
    line = tree.Line((sentence,))
    assert read_line(print_ability(line), Kind.THOUGHT) == line
