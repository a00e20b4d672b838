"""Versions of the libraries that affect the last bits of a result, and so belong to its recipe."""

import platform
from collections.abc import Collection
from importlib.metadata import version

from rankings.analysis.methods import Method, registration


def software_versions(methods: Collection[Method] = ()) -> dict[str, str]:
    """Versions of Python and the numerical libraries that compute.

    Args:
        methods: those whose replicates are drawn; some need further libraries.
    """
    further = sorted({name for method in methods for name in registration(method).libraries})
    libraries = {name: version(name) for name in ("numpy", "scipy", *further)}
    return {"python": platform.python_version(), **libraries}
