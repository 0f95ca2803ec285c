"""Bringing announcements to Discord, and keeping what stands there current."""
