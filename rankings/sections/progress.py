"""What a campaign has so far: how often every two systems were compared."""

from collections.abc import Sequence

from appraise_gec.present.table import Cell, Column, Kind, Row, Table


def comparisons_table(
    systems: Sequence[str], comparisons: Sequence[Sequence[int]], title: str, corner: str, note: str = ""
) -> Table:
    """A row and a column for each system, from no shade at the least number to the deepest at the largest.

    Args:
        systems: names, in the order of rows and columns.
        comparisons: [row][column], symmetric.
        title, corner, note: words of the table, of its first heading and below it.
    """
    known = [
        number for row, line in enumerate(comparisons) for other, number in enumerate(line) if other != row
    ]
    least, most = min(known, default=0), max(known, default=0)
    rows = []
    for place, system in enumerate(systems):
        cells = [
            ""
            if place == other
            else Cell(number, shade=(number - least) / (most - least) if most > least else 0.0)
            for other, number in enumerate(comparisons[place])
        ]
        rows.append(Row([system, *cells]))
    named = [Column(system, system, Kind.COUNT, named=True) for system in systems]
    corner_column = Column("system", corner, Kind.NAME)
    return Table("comparisons", title, [corner_column, *named], rows, [note] if note else [])
