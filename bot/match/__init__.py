"""Matches: begun, played, looked at, ended. Each change is one transaction."""
