"""Hyperparameter spaces, and the grids frozen from them."""
