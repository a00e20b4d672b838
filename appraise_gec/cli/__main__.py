"""`python -m appraise_gec.cli`."""

from appraise_gec.cli import main

main(prog_name="appraise-gec")
