"""The printed numbers of Choshen and Abend (2018)."""

from appraise_gec.reproduction.exhibits import grid

# A dagger stands for p below .001.
TABLE_2 = grid(
    """
iBLEU        0.418 0.200  0.230 †      0.050 †
M2           0.060 0.853 -0.025 0.024  0.213 †
LT           0.973 †      0.167 †      0.222 †
BLEU         0.564 0.071  0.214 †      0.111 †
MinLD_O→R   -0.867 †      0.011 0.327 -0.183 †
GLEU         0.736 0.001  0.189 †     -0.028 †
MAX-SARI    -0.809 0.003  0.027 0.015 -0.070 †
SARI        -0.545 0.080  0.061 †     -0.039 †
LD_S→O      -0.118 0.729  0.109 †      0.094 †
""",
    "rho p_of_rho r p_of_r tau p_of_tau",
)
# What the text says of the figures.
FIGURE_1 = {("combined references of a sentence", "median"): "512"}
FIGURE_4 = {("GLEU", "people, 2015"): "0.51"}
