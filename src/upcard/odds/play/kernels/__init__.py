"""
The compiled solver: numba kernels that know arrays and numbers only.

`compiled` fills the arrays and says what they mean. Each kernel does what `reference` does for one
hand, over all hands. The folder holds everything that a kernel calls: the machine code is kept
under a hash of it (`kernel_cache`).
"""
