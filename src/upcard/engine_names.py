"""The names of the simulator's engines."""

from typing import Final

AUTO: Final = "auto"
"""The fastest engine that can play the run."""
AVX512: Final = "avx512"
PORTABLE: Final = "portable"
SCALAR: Final = "scalar"
ENGINE_NAMES: Final = (AUTO, AVX512, PORTABLE, SCALAR)
