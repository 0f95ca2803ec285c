"""Measurements. Ratios are taken within one run, so that they mean the same on every machine."""
