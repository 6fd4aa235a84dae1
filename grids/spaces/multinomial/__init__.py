"""Preset ``multinomial``: what must be asked for, since the package calls its own method broken."""
