"""Preset ``frostgrid``: what a practitioner would search, at most a few seconds per 1,000 rows."""
