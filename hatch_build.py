"""A build hook: no package without the pages of the web table."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = Path("src", "upcard", "web", "pages", "index.html")
NODE_MIN = (20, 19)


class PagesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Build the pages where they are missing, or say what is needed to build them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before a wheel or an sdist is made; who works on the code in place builds them later."""
        root = Path(self.root)
        if version == "editable" or (root / PAGES).exists():
            return
        npm = shutil.which("npm")
        if npm is None or _node_version() < NODE_MIN:
            needed = ".".join(map(str, NODE_MIN))
            raise SystemExit(
                f"{PAGES} is missing: the pages of the web table are not built, and there is no "
                f"Node {needed} or newer with npm to build them. Install Node, or run make pages "
                "first: it takes Node from a Python package."
            )
        for words in (["ci", "--silent", "--ignore-scripts"], ["run", "--silent", "build"]):
            subprocess.run([npm, "--prefix", str(root / "frontend"), *words], check=True)


def _node_version() -> tuple[int, ...]:
    """Node's version; none is older than every other."""
    node = shutil.which("node")
    if node is None:
        return ()
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2] if part.isdecimal())
