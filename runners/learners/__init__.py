"""The learners. A module here that ends with ``LEARNERS.add(...)`` is a Python learner."""
