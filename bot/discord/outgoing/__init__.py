"""Announcements to Discord: sending them, and keeping posted messages current."""
