"""How well automatic metrics agree with people: correlations, their uncertainty, tests, and sweeps.

Nothing here needs Django. Scores come from files or from `metrics.scorers`, judgments from
`rankings.analysis`.
"""
