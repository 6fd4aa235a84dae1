"""Twins, one file per pair of learners; a new file registers itself."""
