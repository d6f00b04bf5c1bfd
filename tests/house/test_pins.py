"""The list of pinned packages with their dates is of the packages that are pinned."""

from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

from tests.house.sources import ROOT


def dating() -> Any:
    """The script that writes the list."""
    spec = spec_from_file_location("dating", ROOT / "requirements" / "dating.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_pin_is_on_the_list_with_its_version_and_a_date() -> None:
    text = (ROOT / "requirements" / "dates.tsv").read_text()
    listed = {
        name: version for name, version, _ in (line.split("\t") for line in text.splitlines()[1:])
    }
    pinned = dating().pins((ROOT / "requirements" / "runtime.txt").read_text())

    assert listed == pinned, "run make lock: it writes requirements/dates.tsv anew"
