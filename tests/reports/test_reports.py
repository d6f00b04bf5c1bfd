"""Reports: both formats of every game, the same bytes every time, with everything in them."""

import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from tests.reports.parts import figures, level_of, tables, texts
from tests.rounds.finding import PUSH_22, golden_rules
from upcard import __version__
from upcard.app.odds_results import odds
from upcard.catalogue import CATALOGUE, rules_of
from upcard.reports import ReportError, protections, write_odds_report
from upcard.reports.deck_counts import deck_count_section
from upcard.reports.documents import odds_report
from upcard.reports.html import as_html
from upcard.reports.main_game import main_game_section
from upcard.reports.meter_plans import expected_meter, meter_section
from upcard.reports.outcomes import outcome_section
from upcard.reports.pdf import as_pdf
from upcard.reports.report_blocks import FactList, Mark, Report, Table
from upcard.reports.report_files import write_report
from upcard.reports.resolved_rules import rules_section
from upcard.reports.summaries import scope, summary
from upcard.reports.wager_proofs import proofs_of
from upcard.rules.fingerprints import fingerprint
from upcard.rules.setting_paths import settings_of, with_settings
from upcard.table import GameError

GAMES = CATALOGUE.names("games")
SUFFIXES = (".html", ".pdf")


COMMAND = "upcard odds GAME --report report"


def report_of(game: str) -> Report:
    """The report of *game* at its default deck count: a solve, which takes seconds."""
    rules = rules_of(game)
    return odds_report(rules, rules.decks_default, command=COMMAND)


@pytest.fixture(autouse=True)
def few_depths(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exposure at three depths of the shoe: it is odds that proves the figures, not reports."""
    monkeypatch.setattr(protections, "DEPTHS_MAX", 3)


MADE_TWICE = "kings-bounty"
"""The game of which a second report is made and compared."""


# One test for each game, so that its wagers are computed once and not in every worker.
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_report_in_both_formats(game: str, tmp_path: Path) -> None:
    paths = [tmp_path / f"{game}{suffix}" for suffix in SUFFIXES]
    report = report_of(game)
    for path in paths:
        write_report(report, path)
    page, document = (path.read_bytes() for path in paths)

    check_page(game, page.decode(), COMMAND)
    check_document(document)
    if game == MADE_TWICE:
        assert report_of(game) == report
        assert [as_html(report), as_pdf(report)] == [page, document]


def test_a_report_says_which_odds_suppose_another_dealer_and_how_their_hands_are_counted() -> None:
    rules = golden_rules(PUSH_22)
    live = with_settings(rules, {"dealer_draws.when": "while-a-hand-is-live"}, CATALOGUE)
    proofs, own = proofs_of(live, 6), proofs_of(rules, 6)
    flags = [row[-1].mark for row in tables(summary(live, proofs, 6))[0].rows]

    assert flags == [Mark.FLAG] * 3 + [Mark.PLAIN]
    assert not any(row[-1].mark is Mark.FLAG for row in tables(summary(rules, own, 6))[0].rows)
    assert "the wager is then returned" in texts(scope(live, proofs))
    assert "Push 22 looks at the dealer's finished hand" in texts(scope(rules, own))
    (facts,) = (
        one for one in outcome_section(proofs, 6).parts[0].blocks if isinstance(one, FactList)
    )
    assert dict(facts.items)["Warning"].text == "holds only if the dealer always finishes the hand"


def check_page(game: str, page: str, command: str) -> None:
    """The page names its rules, its command and every wager, and needs nothing from outside."""
    rules = rules_of(game)
    record = odds(rules, main=False).to_dict()

    assert fingerprint(rules) in page
    assert command in page
    assert f"<dd>{__version__}</dd>" in page
    assert "no laboratory or regulator has approved it" in page
    for wager in record["wagers"] + record["progressives"]:
        assert f"<code>{wager['wager']} {wager['paytable']}</code>" in page
        for outcome in wager["outcomes"]:
            assert f">{outcome['probability']}<" in page
            assert f">{outcome['combinations']:,}<" in page
    assert set(re.findall(r"https?:[^\"'\s<>)]*", page)) == {"http://www.w3.org/2000/svg"}
    for word in ("<script", "<link", "@import", "url(", "src="):
        assert word not in page
    assert page.count("<svg ") == page.count('<svg role="img" aria-label="') > 0


def check_document(document: bytes) -> None:
    """A tagged PDF/UA of several pages, with a title."""
    assert document.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type\s*/Page\b", document)) > 1
    assert b"/Title" in document
    assert b"/DisplayDocTitle true" in document
    assert b"/Marked true" in document


def test_a_report_is_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from upcard.catalogue import rules_of; "
        "from upcard.reports import protections, documents, report_files; "
        "protections.DEPTHS_MAX = 3; "
        "report = documents.odds_report(rules_of('bonanza'), 6, command='x'); "
        "[report_files.write_report(report, Path(sys.argv[1] + suffix)) "
        "for suffix in ('.html', '.pdf')]"
    )
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / seed)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        )

    for suffix in SUFFIXES:
        first, second = (tmp_path / f"{seed}{suffix}" for seed in ("1", "2"))
        assert first.read_bytes() == second.read_bytes()


def test_the_fractions_of_match_up_are_those_that_can_be_derived() -> None:
    part = outcome_section(proofs_of(rules_of("bahama-wsgc"), 6), 6).parts[0]
    facts, table, *_ = part.blocks
    assert isinstance(facts, FactList)
    assert isinstance(table, Table)
    chances = {row[0].text: row[3].text for row in table.rows}

    # Table 1, six decks of 48: the player's two cards against the up card. Of the 287 cards left
    # 5 are the same card, 18 the same rank in another suit, 264 another rank.
    assert part.title == "Match-Up, paytable 1"
    assert chances == {
        "two suited": str(Fraction(5 * 4, 287 * 286)),
        "suited and unsuited": str(Fraction(2 * 5 * 18, 287 * 286)),
        "one suited": str(Fraction(2 * 5 * 264, 287 * 286)),
        "two unsuited": str(Fraction(18 * 17, 287 * 286)),
        "one unsuited": str(Fraction(2 * 18 * 264, 287 * 286)),
        "nothing": str(Fraction(264 * 263, 287 * 286)),
        "all deals": "1",
    }
    assert ("House edge", "3.055481% = 114/3731") in [(n, cell.text) for n, cell in facts.items]


def test_the_printed_holds_are_in_the_report_of_kings_bounty() -> None:
    rules = rules_of("kings-bounty")
    section = deck_count_section(rules, proofs_of(rules, 6))
    cells = {cell.text for table in tables(section) for row in table.rows for cell in row}

    # S3 prints them: PT1, PT2 and ML04 for six decks, ML03 for eight.
    assert cells >= {"24.78", "23.59", "22.39", "21.65"}


def test_a_deck_count_that_favours_the_player_is_flagged_and_marked_not_approved() -> None:
    rules = rules_of("bahama-wsgc")
    section = deck_count_section(rules, proofs_of(rules, 6))
    flagged = [
        (row[0].text, row[1].text, row[-1].text)
        for table in tables(section)
        for row in table.rows
        if row[-1].mark is Mark.FLAG
    ]

    assert flagged == [("Match-Up", "3", "−0.670°!"), ("Match-Down", "3", "−0.670°!")]
    assert "Match-Up, paytable 3, favours the player at 8 decks" in texts(section)


def test_a_paytable_that_is_not_approved_for_the_decks_is_said_to_be_left_out() -> None:
    rules = rules_of("bahamas")
    proofs = proofs_of(rules, 8)

    said = texts(summary(rules, proofs, 8))
    assert "Not approved for 8 decks" in said
    assert "Match Up, paytable 3 (approved: 5 and 6 decks)." in said
    titles = [part.title for part in outcome_section(proofs, 8).parts]
    assert "Match Up, paytable 2" in titles
    assert "Match Up, paytable 3" not in titles


def test_every_setting_is_in_the_report() -> None:
    rules = rules_of("kings-bounty")

    assert sum(len(table.rows) for table in tables(rules_section(rules))) == len(settings_of(rules))


def test_the_report_of_house_money_has_its_edge_without_and_with_the_best_parlay() -> None:
    rules = rules_of("house-money")
    facts = {
        label: cell.text
        for block in main_game_section(rules, 6).blocks
        if isinstance(block, FactList)
        for label, cell in block.items
    }

    assert facts["House edge, never moved"] == "26.490230%"
    assert facts["House edge, with the best moves"] == "2.513076%"


def test_every_chart_has_words_that_stand_for_it() -> None:
    rules = rules_of("bahama-wsgc")
    proofs = proofs_of(rules, 6)
    sections = (
        outcome_section(proofs, 6),
        deck_count_section(rules, proofs),
        meter_section(proofs, 6),
    )

    charts = [figure for section in sections for figure in figures(section)]
    assert len(charts) == 15 + 6 + 4  # Insurance has one paying outcome, and no bars.
    assert all(len(figure.alt) > 60 and figure.width < 680 for figure in charts)


def test_the_expected_meter_follows_wager_by_wager() -> None:
    proof = next(p for p in proofs_of(rules_of("kings-bounty"), 6) if p.paytable == "PT1")
    found = proof.progressive
    assert found is not None
    level = level_of(found)
    lower = (found.share_rate("meter") - found.reset_probability("meter")) / (
        1 - found.reset_probability("meter")
    )
    meter = float(level.seed)
    for _ in range(500):
        meter = (meter + float(level.contribution)) * (1 - float(lower))

    assert expected_meter(found, level, 500) == pytest.approx(meter, rel=1e-12)


@pytest.mark.parametrize("name", ["report.docx", "report", "html"])
def test_another_suffix_is_refused_with_what_is_allowed(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    with pytest.raises(ReportError, match=rf"{name}'.*ends in \.html or \.pdf") as refused:
        write_odds_report(rules_of("blackjack"), 6, path, command="x")

    assert isinstance(refused.value, ValueError)
    assert refused.value.code == "report-format"
    assert not path.exists()


def test_a_deck_count_that_the_game_does_not_offer_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="decks is 7: write 5, 6, 8"):
        write_odds_report(rules_of("bahama-wsgc"), 7, tmp_path / "x.pdf", command="x")


def test_text_that_looks_like_markup_stays_text() -> None:
    rules = rules_of("blackjack").model_copy(update={"title": '<b>"A" & #B *C* $x$</b>'})
    report = odds_report(rules, 6, command="upcard odds '<x>' `y`")
    page = as_html(report).decode()

    assert "<h1>&lt;b&gt;&quot;A&quot; &amp; #B *C* $x$&lt;/b&gt;: exact odds</h1>" in page
    assert "&lt;x&gt;" in page
    assert as_pdf(report).startswith(b"%PDF-")
