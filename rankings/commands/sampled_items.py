"""Moved to `appraise_gec.cli.inputs`; kept until the commands beside it have moved as well."""

from appraise_gec.cli.inputs import read_outputs

__all__ = ["read_outputs"]
