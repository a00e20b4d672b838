"""The programs below ours that move the last bits of a result, and so belong to its recipe."""

import platform
from collections.abc import Collection
from importlib.metadata import version

from rankings.analysis.choices import Method


def software_versions(methods: Collection[Method] = ()) -> dict[str, str]:
    """Versions of Python and the numerical libraries that compute.

    Args:
        methods: those whose replicates are drawn. Runs of "trueskill" are compiled by numba.
    """
    compiled = ("numba",) if "trueskill" in methods else ()
    libraries = {name: version(name) for name in ("numpy", "scipy", *compiled)}
    return {"python": platform.python_version(), **libraries}
