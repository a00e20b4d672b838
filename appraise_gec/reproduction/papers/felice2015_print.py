"""The printed numbers of Felice and Briscoe (2015)."""

from appraise_gec.reproduction.exhibits import grid

# The counts that the table begins with, from which the rest follows: TP, FP, TN, FN.
COUNTS = {
    "Baseline": (0, 0, 6, 4),
    "S1": (4, 1, 5, 0),
    "S2": (1, 0, 6, 3),
    "S3": (1, 1, 5, 3),
    "S4": (4, 6, 0, 0),
}
TABLE_8 = grid(
    """
Baseline 1.00 0.00 0.00 0.60 0.60
S1       0.80 1.00 0.83 0.90 0.87
S2       1.00 0.25 0.62 0.70 0.73
S3       0.50 0.25 0.42 0.60 0.58
S4       0.40 1.00 0.45 0.40 0.40
""",
    "P R F0.5 Acc WAcc",
)
