"""Every field explains itself, and every ambiguity of the documents is a setting."""

import re
from datetime import date

import pytest

from upcard.catalogue import CATALOGUE, every_game, rules_of, schedule_of
from upcard.money import Cents
from upcard.rules import Rules, RulesError
from upcard.rules.documentation import fields_of_rules, source_of
from upcard.rules.setting_paths import differences, settings_of, with_settings

PAGES = fields_of_rules()
DOCUMENTS = re.compile(r"S[0-4]|catalogue|house|document|sheet|inferred|WAC|regulation")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_a_field_says_what_it_means_whom_it_favours_and_who_says_so(page: object) -> None:
    from upcard.rules.documentation import FieldPage

    assert isinstance(page, FieldPage)
    assert page.what.endswith(".")
    assert page.favours.split(":")[0].split(",")[0] in ("player", "house", "nobody")
    assert DOCUMENTS.search(page.says)
    assert page.allowed


def test_each_of_the_21_ambiguities_is_a_named_setting() -> None:
    named = {
        int(number)
        for page in PAGES
        for list_ in re.findall(r"Ambiguit(?:y|ies) ([\d, and]+)", page.what)
        for number in re.findall(r"\d+", list_)
    }

    assert named == set(range(1, 22))


@pytest.mark.parametrize("rules", every_game(), ids=lambda rules: rules.name)
def test_sources_are_given_for_settings_that_exist(rules: Rules) -> None:
    paths = set(settings_of(rules))
    known = {".".join(path.split(".")[:n]) for path in paths for n in range(1, 9)}

    assert {path for path in rules.sources if path not in known} == set()


def test_a_setting_s_source_is_the_nearest_one_given() -> None:
    rules = rules_of("bahama-wsgc")

    assert source_of(rules, "splitting.aces") == "S0 5.c: only one card on an Ace"
    assert source_of(rules, "natural.pays") == "S0 3.d"
    assert source_of(rules, "payments.unit") == rules.source


def test_settings_can_be_changed_by_path_and_compared() -> None:
    base = rules_of("bahama-wsgc")
    changes = {
        "rescue.after_redouble": "half",
        "side_wagers.match-up.readings.two_matches": "best-only",
        "side_wagers.trilux.lines.pair": "1:1",
        "doubling.caps": "eight-times,each-double-within-table-limit",
        "surrender": "none",
        "splitting.hands_max": "3",
        "twenty_one.ends_turn": "false",
    }

    changed = with_settings(base, changes, CATALOGUE)

    assert differences(changed, base) == changes
    assert with_settings(changed, differences(base, changed), CATALOGUE).surrender != "none"


def test_a_feature_that_is_off_is_switched_on_by_its_settings() -> None:
    changed = with_settings(rules_of("blackjack"), {"surrender.forfeits": "half"}, CATALOGUE)

    assert changed.surrender != "none"


@pytest.mark.parametrize("path", ["colour", "doubling.colour", "side_wagers.nope.needs"])
def test_a_setting_that_is_not_there_is_refused(path: str) -> None:
    with pytest.raises(RulesError, match=f"{path}: is not a setting of this game"):
        with_settings(rules_of("bahamas"), {path: "1"}, CATALOGUE)


@pytest.mark.parametrize(
    ("day", "limit"),
    [
        (date(1996, 12, 31), 0),
        (date(1999, 12, 31), 2500),
        (date(2008, 12, 31), 10_000),
        (date(2009, 5, 1), 30_000),
        (date(2023, 6, 30), 30_000),
        (date(2023, 7, 1), 40_000),
        (None, 40_000),
    ],
)
def test_the_single_wager_limit_is_the_one_in_force_on_the_day(
    day: date | None, limit: int
) -> None:
    schedule = schedule_of("washington")

    assert schedule is not None
    assert schedule.on(day) == Cents(limit)
