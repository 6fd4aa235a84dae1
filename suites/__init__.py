"""Datasets: the catalogue, its loaders, and named lists of datasets."""
