"""Spaces, one folder per preset and one file per learner; a new file registers itself."""
