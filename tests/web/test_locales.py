"""How amounts are written is the server's setting, and every page is told."""

from pathlib import Path

import pytest

from tests.web.houses import NO_LIMITS, Guest, house_in, running
from upcard.amounts import FORMATS, AmountFormat
from upcard.web.server_settings import PAGES, ServerSettings

DOCUMENT = '<head><meta name="amounts" content="en-US" /><title>x</title></head>'


def document_of(tmp_path: Path, pages: Path, amounts: AmountFormat) -> str:
    """What the server sends for the desk."""
    settings = ServerSettings(limits=NO_LIMITS, pages=pages, amounts=amounts)
    with (
        house_in(tmp_path / "room", settings) as house,
        running(house) as origin,
        Guest(origin) as guest,
    ):
        return guest.client.get("/desk").text


def test_every_page_is_told_the_signs_of_the_server_s_locale(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "index.html").write_text(DOCUMENT)

    assert document_of(tmp_path, pages, FORMATS["fr-FR"]) == (
        '<head><meta name="amounts" content="fr-FR" data-decimal="," data-thousands="\u202f" '
        'data-also=" \u00a0\u2009"><title>x</title></head>'
    )


@pytest.mark.skipif(not PAGES.exists(), reason="the pages are not built: make pages")
def test_the_built_pages_have_a_place_for_the_signs(tmp_path: Path) -> None:
    document = document_of(tmp_path, PAGES, FORMATS["de-DE"])

    assert '<meta name="amounts" content="de-DE" data-decimal="," data-thousands="."' in document
