"""Names in any script reach the page: in their own letters where a font has them, else in Latin."""

from __future__ import annotations

from pathlib import Path

import pytest

from upcard.reports import typesetting
from upcard.reports.typesetting import pdf_of

PAGE = b"""
#let page = json(bytes(sys.inputs.page))
#set document(title: "Names")
#set text(font: "Libertinus Serif", lang: "en")
#for name in page.names [#name #linebreak()]
"""
NAMES = [
    "李小龍",
    "محمد علي",
    "Ольга Петрова",
    "ฉัตร",
    "Zoë Müller",
    "नेहा",
    "김철수",
    "たなか",
    "Ἀθηνᾶ",
    "אבי",
    "ሰላም",
    "😀",
    "𐍈",
    "Nguyễn Thị Ánh",
]


def pages(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What is handed to Typst, time after time."""
    seen: list[object] = []
    compiled = typesetting._compiled

    def watched(template: bytes, name: str, document: object, fonts: typesetting.Fonts) -> bytes:
        seen.append(document)
        return compiled(template, name, document, fonts)

    monkeypatch.setattr(typesetting, "_compiled", watched)
    return seen


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_script_is_set_also_where_no_font_has_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typesetting, "_any_fonts", typesetting._own_fonts)
    made = pdf_of(PAGE, "page", {"names": [name, "Dana"]})

    assert made.startswith(b"%PDF-")


def test_what_the_fonts_have_is_left_as_it_is_and_set_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = pages(monkeypatch)
    document = {"names": ["Ольга", "Zoë"]}
    pdf_of(PAGE, "page", document)

    assert seen == [document]


def test_only_the_script_that_no_font_has_is_written_in_latin_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(typesetting, "_any_fonts", typesetting._own_fonts)
    seen = pages(monkeypatch)
    pdf_of(PAGE, "page", {"names": ["李小龍 and Ольга", "Zoë"]})

    assert seen[-1] == {"names": ["LiXiaoLong and Ольга", "Zoë"]}


def test_a_mistake_in_the_template_is_still_a_mistake() -> None:
    with pytest.raises(Exception, match="unknown variable"):
        pdf_of(b"#nothing", "page", {})


def test_a_page_needs_nothing_of_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's user runs in folders that it may not read, or that are gone."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()

    assert pdf_of(PAGE, "page", {"names": ["Zoë"]}).startswith(b"%PDF")
