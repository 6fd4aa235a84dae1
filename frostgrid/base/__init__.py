"""Foundations that every package of frostgrid uses: errors, digests, registries, files, streams."""
