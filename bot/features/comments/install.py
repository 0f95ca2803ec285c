"""Installs comments: the thread in which people talk about a match."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.comments.announcements import CommentsAnnouncements
from bot.features.comments.controls import CommentsFeature
from bot.features.comments.service import CommentThreads
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    threads = CommentThreads(of.store, of.signals)
    return CommentsFeature(of.matches, threads, of.troubles), CommentsAnnouncements(of.troubles)
