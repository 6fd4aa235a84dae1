"""Preset ``memento``: the grids of MementoML, completed where they are unknown."""
