"""Heights of a report's figures, for drawing and for page layout. Light to import."""

FREQUENCIES_HEIGHT = 3.0  # inches, as all
PLANNING_HEIGHT = 3.2


def ranking_height(systems: int) -> float:
    """Height of the ranking's figure in inches."""
    return 1.3 + 0.34 * max(1, systems)


def probabilities_height(systems: int) -> float:
    """Height of the figure of rank probabilities in inches."""
    return 1.0 + 0.34 * max(1, systems)
