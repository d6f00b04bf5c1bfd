"""The solver's machine code is kept under a hash of every kernel, so that none goes stale."""

import shutil
from pathlib import Path

import pytest

from upcard.odds.play.kernels import kernel_cache
from upcard.odds.play.kernels.kernel_cache import digest_of, solver_folder

KERNELS = Path(kernel_cache.__file__).parent
SOURCES = sorted(path.name for path in KERNELS.glob("*.py"))


@pytest.mark.parametrize("name", SOURCES)
def test_a_change_in_any_kernel_leads_to_another_folder(name: str, tmp_path: Path) -> None:
    changed = Path(shutil.copytree(KERNELS, tmp_path / "kernels"))
    same = digest_of(changed)
    with (changed / name).open("a", encoding="utf-8") as source:
        source.write("# Changed.\n")

    assert same == digest_of(KERNELS)
    assert digest_of(changed) != same


def test_the_folder_is_named_by_the_hash_of_the_kernels_that_run() -> None:
    folder = solver_folder()

    assert folder is not None
    assert folder.name == f"solver-{digest_of(KERNELS)}"


def test_every_kernel_calls_only_what_is_hashed_with_it() -> None:
    imports = {
        line.split()[1]
        for path in KERNELS.glob("*_kernels.py")
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("from upcard")
    }

    # Of compositions they take the types of arrays alone.
    assert {name.rpartition(".")[0] for name in imports} <= {
        "upcard.odds.play",
        "upcard.odds.play.kernels",
    }
    assert {name for name in imports if ".kernels." not in name} <= {
        "upcard.odds.play.compositions"
    }
