"""Typeset pages with Typst, with names in any script."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from upcard.extras import Later

if TYPE_CHECKING:
    import anyascii
    import typst
else:
    anyascii, typst = Later("anyascii"), Later("typst")

FONTS_VARIABLE: Final = "UPCARD_FONTS"
"""A folder with more fonts, like the one that a package of Noto or Unifont fonts installs."""
_MISSING: Final = re.compile(r'the text `"(.+?)"` could not be displayed')
_TRIES_MAX: Final = 40
_ROOT: Final = str(Path(__file__).parent)
"""What Typst may read from: templates name no files, and the current folder may be closed to us."""
Fonts = dict[str, object]
"""Options of `typst.compile`."""


def pdf_of(template: bytes, name: str, document: object) -> bytes:
    """
    The PDF (PDF/UA) that *template* makes of *document*, which it reads as the input *name*.

    The fonts inside Typst come first, so that a page is the same on every machine. A name that
    they cannot show is set in a font of this machine, and where there is none, it is written in
    Latin letters: a page with a name on it never fails.
    """
    for fonts in (_own_fonts, _any_fonts):
        try:
            return _compiled(template, name, document, fonts())
        except typst.TypstError as error:
            if not _MISSING.search(str(error)):
                raise
    return _in_latin_letters(template, name, document)


def _in_latin_letters(template: bytes, name: str, document: object) -> bytes:
    scripts: set[str] = set()
    for _ in range(_TRIES_MAX):
        try:
            return _compiled(template, name, _without(document, scripts), _any_fonts())
        except typst.TypstError as error:
            found = _MISSING.search(str(error))
            if found is None:
                raise
            scripts |= {script_of(sign) for sign in found[1]}
    return _compiled(template, name, _changed(document, anyascii.anyascii), _any_fonts())


def _own_fonts() -> Fonts:
    return {"ignore_system_fonts": True}


def _any_fonts() -> Fonts:
    folder = os.environ.get(FONTS_VARIABLE)
    return {"font_paths": [folder]} if folder else {}


def _compiled(template: bytes, name: str, document: object, fonts: Fonts) -> bytes:
    inputs = {name: json.dumps(document, ensure_ascii=False)}
    # Its own types want folders of the type of the template, and take it for a path.
    compile_: Callable[..., object] = typst.compile
    made = compile_(
        template, root=_ROOT, format="pdf", pdf_standards=["ua-1"], sys_inputs=inputs, **fonts
    )
    assert isinstance(made, bytes)
    return made


def script_of(sign: str) -> str:
    """
    The script of a character, as the first word of its Unicode name.

    >>> script_of("李"), script_of("ฉ"), script_of("a")
    ('CJK', 'THAI', 'LATIN')
    """
    return unicodedata.name(sign, "UNNAMED").partition(" ")[0]


def _without(document: object, scripts: set[str]) -> object:
    """*document* with every character of *scripts* in Latin letters."""

    def in_latin(text: str) -> str:
        if text.isascii():
            return text
        signs = (anyascii.anyascii(sign) if script_of(sign) in scripts else sign for sign in text)
        return "".join(signs).strip()

    return _changed(document, in_latin)


def _changed(document: object, change: Callable[[str], str]) -> object:
    if isinstance(document, str):
        return change(document)
    if isinstance(document, dict):
        return {key: _changed(value, change) for key, value in document.items()}
    if isinstance(document, list | tuple):
        return [_changed(value, change) for value in document]
    return document
