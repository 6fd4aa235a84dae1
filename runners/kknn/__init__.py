"""Weighted k nearest neighbours as R's kknn defines them, for machines without that package.

The method is that of Hechenbichler and Schliep (2004), "Weighted k-nearest-neighbor techniques and
ordinal classification"; the optimal weights are those of Samworth (2012), "Optimal weighted
nearest neighbour classifiers".
"""
