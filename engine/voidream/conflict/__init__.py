"""Conflicts: attackers, defenders, scores, damage (rulebook §4)."""
