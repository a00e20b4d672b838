"""The judgments that a table of arrays was, or could have been, made from."""

from rankings.analysis.judgments import JudgmentTable
from rankings.formats.records import JudgedOutput, Judgment


def judgments_of(table: JudgmentTable) -> list[Judgment]:
    """A judgment for each row of a table in which every system has an output of its own."""
    return [
        Judgment(
            table.judges[table.judge[row]],
            table.sentences[table.sentence[row]],
            tuple(
                JudgedOutput((name,), int(rank))
                for name, rank in zip(table.systems, table.ranks[row], strict=True)
                if rank
            ),
        )
        for row in range(len(table))
    ]
