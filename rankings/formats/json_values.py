"""Results as values that JSON can hold."""

import math
from dataclasses import asdict, is_dataclass
from typing import Any


def json_values(value: Any) -> Any:
    """With lists for tuples, mappings for dataclasses, and None for what is not a finite number."""
    if is_dataclass(value) and not isinstance(value, type):
        return json_values(asdict(value))
    if isinstance(value, dict):
        return {str(key): json_values(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [json_values(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
