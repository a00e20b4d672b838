"""Names for the array types that the statistics pass around."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
IndexArray = NDArray[np.int32]
CodeArray = NDArray[np.int8]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
NumberArray = NDArray[Any]
