"""Run every benchmark: python -m benchmarks [NAME...]."""

import sys
from importlib import import_module
from pathlib import Path

from benchmarks.machine import machine


def main() -> None:
    """Print the machine, then each benchmark's figures."""
    names = sys.argv[1:] or sorted(
        path.stem.removesuffix("_bench") for path in Path(__file__).parent.glob("*_bench.py")
    )
    print(f"machine: {machine()}\n")
    for name in names:
        import_module(f"benchmarks.{name}_bench").run()
        print()


if __name__ == "__main__":
    main()
