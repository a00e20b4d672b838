"""How often every two systems were compared, as a matrix shaded by the number."""

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

    def cell(row: int, column: int) -> Cell | str:
        if row == column:
            return ""
        number = comparisons[row][column]
        return Cell(number, shade=(number - least) / (most - least) if most > least else 0.0)

    return Table(
        "comparisons",
        title,
        [
            Column("system", corner, Kind.NAME),
            *(Column(system, system, Kind.COUNT, named=True) for system in systems),
        ],
        [
            Row([system, *(cell(place, other) for other in range(len(systems)))])
            for place, system in enumerate(systems)
        ],
        notes=[note] if note else [],
    )
