"""Moved to `appraise_gec.cli.judgment_files`; kept until the commands beside it have moved as well."""

from appraise_gec.cli.judgment_files import Evaluation, ReadFile, read_all, read_evaluation, told_before

__all__ = ["Evaluation", "ReadFile", "read_all", "read_evaluation", "told_before"]
