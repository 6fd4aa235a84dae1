"""Pages of ``docs/learners``, written from what learners and spaces declare.

Nothing of this machine is in them: no version of a package, nor whether a learner can run here.
"""
