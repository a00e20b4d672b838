"""Random numbers that depend on nothing but what they are for.

Each draw hashes its own label, so the demo's files and judgments are the same on every machine and Python
version, in whatever order they are asked for, and adding a sentence changes no other sentence's draws.
"""

import hashlib
from statistics import NormalDist

STEPS = 2**53


def uniform(*label: object) -> float:
    """A number in the open interval (0, 1), the same whenever the label is the same."""
    text = "\x1f".join(str(part) for part in label)
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 11
    return (number + 0.5) / STEPS


def normal(*label: object) -> float:
    """A standard normal number, the same whenever the label is the same."""
    return NormalDist().inv_cdf(uniform(*label))
