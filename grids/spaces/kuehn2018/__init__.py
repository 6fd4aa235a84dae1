"""Preset ``kuehn2018``: the random bot of Kuehn et al. (2018), used by Probst et al. (2019) too."""
