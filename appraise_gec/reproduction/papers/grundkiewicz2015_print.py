"""The printed numbers of Grundkiewicz, Junczys-Dowmunt and Gillian (2015)."""

from appraise_gec.reproduction.exhibits import Place, grid

JUDGES = ("1", "2", "3", "4", "5", "6", "7", "8")
TEAMS = "AMU RAC CAMB CUUI POST UFC PKU UMC IITB SJTU INPUT NTHU IPN"

TABLE_1 = grid(
    """
1      400  3525 1022  18400 10166
2      299  2684 1099  13657  8429
3      400  3523  914  18912  9684
4      201  1750  550   9478  5539
5      349  3099  766  17107  8972
6      400  3474  517  19313  9209
7       70   646  145   3383  1593
8      200  1815  681   8848  5525
Total 2319 20516 5694 109098 59117
""",
    "rankings unexpanded unexpanded_ties expanded expanded_ties",
)

TABLE_2A = grid("inter-annotator 0.29\nintra-annotator 0.46", "kappa")

_TABLE_2B = grid(
    """
1 .42 .26 .30 .37 .34 .26 .31 .24
2 - .30 .25 .28 .23 .20 .10 .20
3 - - .50 .35 .44 .34 .46 .26
4 - - - .34 .34 .30 .20 .26
5 - - - - .60 .36 .34 .32
6 - - - - - .44 .35 .25
7 - - - - - - * *
8 - - - - - - - .48
""",
    "1 2 3 4 5 6 7 8",
)
TABLE_2B = {place: printed for place, printed in _TABLE_2B.items() if printed != "-"}

TABLE_3A = grid(
    """
CAMB 0.397 0.301 0.373
CUUI 0.417 0.248 0.367
AMU 0.416 0.214 0.350
POST 0.345 0.217 0.308
NTHU 0.350 0.188 0.299
RAC 0.331 0.149 0.266
UMC 0.312 0.144 0.253
PKU 0.322 0.136 0.253
SJTU 0.301 0.051 0.151
UFC 0.700 0.017 0.078
IPN 0.112 0.028 0.071
IITB 0.307 0.013 0.059
INPUT 0.000 0.000 0.000
""",
    "P R F0.5",
)

TABLE_3B = grid(
    """
AMU 0.628 1 1
RAC 0.566 2-3 2
CAMB 0.561 2-4 2
CUUI 0.550 3-5 2
POST 0.539 4-5 2
UFC 0.513 6-8 3
PKU 0.506 6-8 3
UMC 0.495 7-9 3
IITB 0.485 7-10 3
SJTU 0.463 10-11 3
INPUT 0.456 9-12 3
NTHU 0.437 11-12 3
IPN 0.300 13 4
""",
    "score range cluster",
)

TABLE_3C = grid(
    """
AMU 0.273 1 1
CAMB 0.182 2 2
RAC 0.114 3-4 3
CUUI 0.105 3-5 3
POST 0.080 4-5 3
PKU -0.001 6-7 4
UMC -0.022 6-8 4
UFC -0.041 7-10 4
IITB -0.055 8-11 4
INPUT -0.062 8-11 4
SJTU -0.074 9-11 4
NTHU -0.142 12 5
IPN -0.358 13 6
""",
    "score range cluster",
)

# Each cell: how often the system of the column won against that of the row, and the mark.
_TABLE_3D = grid(
    """
AMU   - .44‡ .47* .46† .44‡ .34‡ .40‡ .37‡ .32‡ .34‡ .32‡ .31‡ .24‡
RAC   .56‡ - .53 .48 .48 .40‡ .45† .44‡ .39‡ .38‡ .38‡ .43‡ .28‡
CAMB  .53* .47 - .49 .45‡ .43‡ .43‡ .42‡ .42‡ .43‡ .42‡ .43‡ .34‡
CUUI  .54† .52 .51 - .49 .42‡ .47 .46† .42‡ .41‡ .41‡ .42‡ .32‡
POST  .56‡ .52 .55‡ .51 - .45‡ .47 .46* .44‡ .44‡ .43‡ .42‡ .29‡
UFC   .66‡ .60‡ .57‡ .58‡ .55‡ - .54* .50 .49 .44* .27† .42‡ .21‡
PKU   .60‡ .55† .57‡ .53 .53 .46* - .50 .47 .46* .46* .46† .35‡
UMC   .63‡ .56‡ .58‡ .54† .54* .50 .50 - .48 .47 .48 .45‡ .35‡
IITB  .68‡ .61‡ .58‡ .58‡ .56‡ .51 .53 .52 - .48 .43 .43‡ .27‡
SJTU  .66‡ .62‡ .57‡ .59‡ .56‡ .56* .54* .53 .52 - .53 .46* .30‡
INPUT .68‡ .62‡ .58‡ .59‡ .57‡ .73† .54* .52 .57 .47 - .43‡ .22‡
NTHU  .69‡ .57‡ .57‡ .58‡ .58‡ .58‡ .54† .55‡ .57‡ .54* .57‡ - .41‡
IPN   .76‡ .72‡ .66‡ .68‡ .71‡ .79‡ .65‡ .65‡ .73‡ .70‡ .78‡ .59‡ -
""",
    TEAMS,
)
TABLE_3D = {place: printed for place, printed in _TABLE_3D.items() if printed != "-"}

TABLE_4 = grid("Total_order_(non-ties) 58.18 58.15\nBootstrapped_clusters 40.12 39.48", "EW TS")

TABLE_5 = grid(
    """
M2_F1.0 0.648 0.610
M2_F0.5 0.692 0.627
M2_F0.25 0.720 0.680
M2_F0.18 0.758 0.701
M2_F0.1 0.670 0.652
I-WAcc -0.154 -0.098
BLEU -0.346 -0.240
METEOR -0.374 -0.241
""",
    "rho r",
)

# Spearman's rho above the diagonal and in the last column, Pearson's r below and in the last row.
_TABLE_6 = grid(
    """
1 - .70 .31 .76 .74 .19 .62 .48 .70
2 .72 - .77 .84 .90 .57 .59 .64 .93
3 .53 .89 - .66 .70 .58 .42 .64 .63
4 .82 .79 .69 - .91 .42 .67 .54 .91
5 .65 .85 .82 .87 - .63 .63 .51 .93
6 .32 .71 .67 .56 .86 - .63 .39 .42
7 .72 .74 .57 .76 .72 .63 - .63 .76
8 .64 .85 .86 .69 .72 .57 .75 - .60
""",
    "1 2 3 4 5 6 7 8 others",
)
_OTHERS = dict(zip(JUDGES, [".67", ".93", ".82", ".87", ".92", ".66", ".80", ".82"], strict=True))
TABLE_6 = (
    {place: printed for place, printed in _TABLE_6.items() if printed != "-"}
    | {("others", judge): printed for judge, printed in _OTHERS.items()}
    | {("mean", "rho"): ".72", ("mean", "r"): ".80"}
)

# By judge: score, range and cluster.
_TABLE_7 = {
    "1": """
CAMB 0.674 1-2 1
AMU 0.658 1-2 1
CUUI 0.573 3-6 2
PKU 0.573 3-6 2
POST 0.566 3-7 2
RAC 0.553 3-8 2
NTHU 0.544 4-8 2
UMC 0.537 5-8 2
SJTU 0.436 9-10 3
UFC 0.419 9-11 3
IITB 0.387 10-12 3
INPUT 0.332 11-12 3
IPN 0.276 13 4
""",
    "2": """
AMU 0.640 1 1
CUUI 0.559 2-6 2
RAC 0.558 2-6 2
UFC 0.557 2-7 2
CAMB 0.543 2-7 2
PKU 0.526 3-9 2
POST 0.511 5-10 2
IITB 0.511 4-11 2
UMC 0.508 5-10 2
INPUT 0.473 7-11 2
NTHU 0.472 8-11 2
SJTU 0.398 12 3
IPN 0.286 13 4
""",
    "3": """
AMU 0.612 1-2 1
CUUI 0.578 2-3 1
UFC 0.564 2-5 1
RAC 0.534 3-7 1
POST 0.526 4-7 1
UMC 0.517 4-8 1
IITB 0.508 4-9 1
INPUT 0.474 5-11 1
SJTU 0.467 8-12 1
PKU 0.464 8-12 1
CAMB 0.463 8-12 1
NTHU 0.458 9-12 1
IPN 0.333 13 2
""",
    "4": """
AMU 0.641 1-2 1
CAMB 0.631 1-2 1
RAC 0.581 3-4 2
CUUI 0.578 3-4 2
UFC 0.507 5-10 3
POST 0.494 5-10 3
UMC 0.490 5-10 3
SJTU 0.488 5-11 3
PKU 0.486 5-10 3
INPUT 0.473 5-11 3
NTHU 0.441 9-12 3
IITB 0.378 11-12 3
IPN 0.313 13 4
""",
    "5": """
AMU 0.613 1-2 1
RAC 0.608 1-2 1
CUUI 0.568 3-5 2
CAMB 0.554 3-6 2
POST 0.535 4-7 2
UFC 0.526 4-9 2
PKU 0.515 5-9 2
SJTU 0.496 6-10 2
INPUT 0.487 6-11 2
IITB 0.472 8-11 2
UMC 0.461 9-11 2
NTHU 0.375 12 3
IPN 0.290 13 4
""",
    "6": """
RAC 0.601 1-2 1
AMU 0.579 1-4 1
IITB 0.565 1-6 1
POST 0.562 2-6 1
INPUT 0.548 2-8 1
UFC 0.535 3-8 1
PKU 0.519 6-9 1
CAMB 0.516 6-9 1
SJTU 0.491 7-10 1
CUUI 0.474 9-10 1
UMC 0.428 11 2
NTHU 0.368 12 3
IPN 0.313 13 4
""",
    "7": """
AMU 0.788 1 1
CAMB 0.697 2 2
RAC 0.553 3-7 3
UMC 0.544 3-7 3
POST 0.537 3-7 3
IITB 0.533 3-10 3
PKU 0.487 5-10 3
INPUT 0.474 5-12 3
CUUI 0.462 6-11 3
SJTU 0.436 6-12 3
UFC 0.408 8-12 3
NTHU 0.386 9-12 3
IPN 0.303 13 4
""",
    "8": """
AMU 0.660 1-2 1
CUUI 0.625 1-3 1
IITB 0.568 2-7 1
CAMB 0.556 3-6 1
UMC 0.543 3-7 1
POST 0.537 3-7 1
INPUT 0.483 5-10 1
UFC 0.481 5-10 1
RAC 0.478 7-11 1
NTHU 0.466 7-11 1
PKU 0.420 10-12 1
SJTU 0.419 10-12 1
IPN 0.260 13 2
""",
}
TABLE_7: dict[Place, str] = {
    (f"Judge {judge}, {system}", column): printed
    for judge, text in _TABLE_7.items()
    for (system, column), printed in grid(text, "score range cluster").items()
}

# What the text says of the figures.
FIGURE_1 = {("distinct outputs per sentence", "mean"): "5.7"}
FIGURE_3 = {("Combined", "best beta for rho"): "0.18"}
