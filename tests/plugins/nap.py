"""How a process that ``fork`` leaves behind is told from all others."""

from __future__ import annotations

NAP = "86399.75"
"""Seconds that it sleeps: odd, so that it can be found by them."""
