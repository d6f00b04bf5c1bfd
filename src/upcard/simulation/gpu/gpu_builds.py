"""
Machine code for graphics cards, built without one and kept, for machines that only have CuPy.

    python -m upcard.simulation.gpu.gpu_builds sm_90

builds it where numba-cuda is installed; the folder it names may be carried to the other machine.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from upcard.extras import install_command
from upcard.simulation.kernels.compilation import gpu_folder
from upcard.simulation.problems import SetupError

DEFAULT_ARCHITECTURE: Final = "sm_90"
HOW_TO_BUILD: Final = "python -m upcard.simulation.gpu.gpu_builds"


def cubin_path(kernel: str, architecture: str) -> Path | None:
    """Where the machine code of *kernel* is kept, whether or not it has been built."""
    folder = gpu_folder()
    return folder / f"{kernel}-{architecture}.cubin" if folder is not None else None


def build_cubins(architecture: str) -> list[Path]:
    """Compile every kernel for *architecture*, such as sm_90, and keep it; where."""
    number = architecture.removeprefix("sm_")
    if not architecture.startswith("sm_") or not number.isdecimal() or len(number) < 2:
        raise SetupError(f"architecture is {architecture!r}: write sm_ and a number, like sm_90")
    if find_spec("numba_cuda") is None:
        raise SetupError(
            f"building needs numba-cuda, which is not installed: {install_command('gpu')}"
        )
    capability = (int(number[:-1]), int(number[-1]))
    _stand_in_for_a_card(capability)
    kernels = import_module("upcard.simulation.kernels.gpu_kernels").KERNELS
    built = []
    for name in kernels:
        path = cubin_path(name, architecture)
        if path is None:
            raise SetupError("there is no writable folder for built kernels: set NUMBA_CACHE_DIR")
        path.write_bytes(_linked(name, _ptx(name, capability), architecture))
        built.append(path)
    return built


def _stand_in_for_a_card(capability: tuple[int, int]) -> None:
    """Numba asks the card at hand what it can do, even when it only compiles: answer for it."""
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    card = SimpleNamespace(compute_capability=capability)
    dispatcher.get_current_device = lambda: card


def _ptx(name: str, capability: tuple[int, int]) -> bytes:
    """A kernel as portable assembly, under its plain *name* instead of a mangled one."""
    gpu_kernels = import_module("upcard.simulation.kernels.gpu_kernels")
    kernel = gpu_kernels.KERNELS[name]
    text, _ = gpu_kernels.cuda.compile(
        kernel.function,
        kernel.arguments,
        cc=capability,
        device=False,
        abi="numba",
        output="ptx",
        launch_bounds=kernel.bounds,
    )
    mangled = text.partition(".entry ")[2].partition("(")[0].strip()
    ptx: bytes = text.replace(mangled, name).encode()
    return ptx


def _linked(name: str, ptx: bytes, architecture: str) -> bytes:
    """Machine code of *ptx*. NVIDIA's linker does without a card and without a driver."""
    linker = import_module("cuda.bindings.nvjitlink")
    options = [f"-arch={architecture}", "-O3"]
    handle = linker.create(len(options), options)
    try:
        linker.add_data(handle, linker.InputType.PTX, ptx, len(ptx), name)
        linker.complete(handle)
        code = bytearray(linker.get_linked_cubin_size(handle))
        linker.get_linked_cubin(handle, code)
    finally:
        linker.destroy(handle)
    return bytes(code)


def main() -> int:
    """Build for the architecture named on the command line, and print where."""
    try:
        for path in build_cubins(*(sys.argv[1:] or [DEFAULT_ARCHITECTURE])):
            print(path)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
