"""Evaluations: learners, metrics, and the engine that runs them."""
