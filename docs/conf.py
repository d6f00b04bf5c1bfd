"""How Sphinx builds the site of these pages: `make docs`."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import upcard

project = "Upcard"
author = "the Upcard contributors"
release = version = upcard.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_design"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
# Docstrings write code in single backticks, as Markdown does.
default_role = "literal"

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 72
add_module_names = False
toc_object_entries_show_parents = "hide"

# A doctest ends in a blank line for Python, which readers need not see.
highlight_options = {name: {"stripnl": True} for name in ("pycon", "python", "python3")}

html_theme = "furo"
html_title = "Upcard"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "navigation_with_keys": True,
    # The green of the felt.
    "light_css_variables": {"color-brand-primary": "#0f5c4a", "color-brand-content": "#0b6e57"},
    "dark_css_variables": {"color-brand-primary": "#6fd0b5", "color-brand-content": "#6fd0b5"},
}

MADE = Path(__file__).parent / "made"
"""Pictures that the library draws while the site is built."""


def draw_pictures(app: Any) -> None:
    """Draw what the pages show of today's solver and simulator."""
    MADE.mkdir(exist_ok=True)
    upcard.solve("blackjack").plot().save(MADE / "blackjack.svg")


def exported(module: ModuleType, name: str, *default: Any) -> Any:
    """What a name of the front door stands for: `odds` and `rules` are packages, too."""
    found = getattr(module, name, *default)
    is_both = module is upcard and name in upcard.__all__ and isinstance(found, ModuleType)
    return upcard._given(name) if is_both else found


def plain_signature(
    app: Any, what: str, name: str, obj: object, options: object, signature: str | None, *rest: Any
) -> tuple[str, Any] | None:
    """A signature as a reader needs it: nobody makes a result, and few set formats or watchers."""
    if not signature or what not in ("class", "function"):
        return None
    if what == "class":
        return "", None
    plain = re.sub(r"~(\w+\.)+", "", signature)
    return re.sub(r"(amounts|watch)(: \w+) = [<A].*?[>)](?=[,)])", r"\1\2 = ...", plain), rest[0]


def setup(app: Any) -> dict[str, bool]:
    """Tell Sphinx of these."""
    app.connect("autodoc-process-signature", plain_signature)
    app.connect("builder-inited", draw_pictures)
    app.add_autodoc_attrgetter(ModuleType, exported)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
