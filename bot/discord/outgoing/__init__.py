"""Announcements to Discord: send them, and keep posted messages current."""
