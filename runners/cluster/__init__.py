"""Evaluations on the workers of a Dask cluster, written by one client."""
