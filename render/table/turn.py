"""The turn in words: whose it is, who decides and what about, and how a match has ended."""

from __future__ import annotations

from msgspec import Struct

from cards.i18n import Translator, as_message, msg
from engine.kernel.endings import Endings, counts, why
from engine.kernel.position import Places
from render.markdown import escaped
from render.table.words import Names, capital, listed, of


class TurnStatus(Struct, frozen=True):
    """The active player and the player who decides, as one audience may know it, in the words of one reader.

    `awaited` has each open decision with its seat and what it is about. `before` is the headline while no seat has the
    turn; where `before_in_texts` is False, texts leave it out. `ended` is the key of the ending, "" while the match goes
    on, and `places` the seats by how they came out.
    """

    names: Names
    translator: Translator
    viewer: int | None
    active: int | None
    awaited: tuple[tuple[int, str], ...]
    before: str
    endings: Endings
    ended: str = ""
    places: Places = ()
    before_in_texts: bool = True

    @property
    def headline(self) -> str:
        """The active player, or the winner."""
        said = self.translator
        if self.ended:
            if len(self.places) > 1:
                return self._winners()
            return said(msg("A draw") if counts(self.endings, self.ended) else msg("No result"))
        if self.active is None:
            return self.before
        name = self.names[self.active]
        return said(msg("{whose} turn", whose=of(name), name=name))

    def _winners(self) -> str:
        first = self.places[0]
        if len(first) == 1:
            return self.translator(msg("{name} wins", name=self.names[first[0]]))
        return self.translator(msg("{names} share the first place", names=self._listed(first)))

    @property
    def ending(self) -> str:
        """Return how the match ended; "" while it goes on."""
        if not self.ended:
            return ""
        ended = self.endings.get(self.ended)
        if ended is None:
            return capital(self.translator(as_message(self.ended)))
        return capital(self.translator(ended.sentence or why(self.places, ended, self.names)))

    @property
    def waiting(self) -> list[str]:
        """Return the seats whose decisions are awaited, and about what, one sentence each."""
        return [
            self.translator(
                msg("You decide: {about}", about=about)
                if seat == self.viewer
                else msg("{name} decides: {about}", name=self.names[seat], about=about)
            )
            for seat, about in self.awaited
            if not self.ended
        ]

    @property
    def deciding(self) -> tuple[str, tuple[str, ...]]:
        """The players who decide, and about what, one line each; else the active player, or the winner with the reason."""
        if self.ended:
            return self.headline, (self.ending,)
        asked = sorted({seat for seat, _ in self.awaited})
        if not asked:
            return self.headline, ()
        abouts = tuple(dict.fromkeys(about for _, about in self.awaited))
        if asked == [self.viewer]:
            return self.translator(msg("You decide")), abouts
        if len(asked) == 1:
            return self.translator(msg("{name} decides", name=self.names[asked[0]])), abouts
        lead = self.translator(msg("{names} decide", names=self._listed(asked)))
        return lead, abouts if len(abouts) == 1 else tuple(self.waiting)

    def alt_sentences(self) -> list[str]:
        """Return the sentences with which an alternative text begins: who decides, whose turn it is, how it ended."""
        return [f"{one}." for one in (*self.waiting, *self._headlines(), self.ending) if one]

    def text_lines(self) -> list[str]:
        """Return the same in Discord's Markdown, a line each."""
        bold = [f"**{escaped(one)}.**" for one in (*self.waiting, *self._headlines())]
        return [*bold, f"{escaped(self.ending)}."] if self.ended else bold

    def _headlines(self) -> list[str]:
        is_told = self.before_in_texts or self.ended or self.active is not None
        return [self.headline] if is_told else []

    def _listed(self, seats: tuple[int, ...] | list[int]) -> str:
        return listed([self.names[seat] for seat in seats], self.translator)
