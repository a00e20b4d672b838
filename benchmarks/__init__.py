"""Measured figures: each module prints what it measures when run."""

# Before any module loads numpy: linear algebra on one thread, as in the program.
import appraise_gec as appraise_gec
