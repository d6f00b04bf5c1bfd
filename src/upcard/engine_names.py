"""The names of the simulator's engines."""

from typing import Final

AUTO: Final = "auto"
"""The fastest engine that is here."""
AVX512: Final = "avx512"
PORTABLE: Final = "portable"
GPU: Final = "gpu"
ENGINE_NAMES: Final = (AUTO, AVX512, PORTABLE, GPU)
