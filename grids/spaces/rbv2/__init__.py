"""Preset ``rbv2``: the second random bot, Binder et al. (2020), as mlr3tuningspaces has it."""
