"""Settings for all tests: runs repeat, and compiling or not compiling makes no noise."""

import numba
import numpy as np
from hypothesis import settings

# The first call of a compiled function takes long: no deadline.
settings.register_profile("gofsim", deadline=None, derandomize=True)
settings.load_profile("gofsim")

if numba.config.DISABLE_JIT:
    np.seterr(over="ignore")  # products of words are meant to overflow, as they do when compiled
