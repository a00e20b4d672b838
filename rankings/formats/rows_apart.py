"""Files whose judgments cannot be read one after the other."""


class RowsApartError(Exception):
    """Rows of one judgment may stand anywhere in the file, so that it has to be in memory as a whole."""
