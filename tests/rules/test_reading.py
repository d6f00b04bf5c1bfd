"""A rules file is read strictly: every error is told, with its path and what is allowed."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from tests.rounds.finding import PUSH_22, golden_rules
from upcard.catalogue import CATALOGUE, every_game, rules_of
from upcard.game.choices import AfterStart
from upcard.rules import RulesError, read_rules
from upcard.rules.rules_files import resolve_rules

FOLDER = files("upcard.catalogue") / "games"
BLACKJACK = (FOLDER / "blackjack.toml").read_text()


def problems(raw: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(RulesError) as error:
        resolve_rules(raw, CATALOGUE)
    return {problem.path: problem.message for problem in error.value.problems}


def resolved(name: str, **changes: Any) -> dict[str, Any]:
    """A catalogue game as plain data, with top-level fields changed."""
    return {**rules_of(name).model_dump(mode="json"), **changes}


def section(name: str, path: str, **changes: Any) -> dict[str, Any]:
    """A catalogue game as plain data, with fields of one section changed."""
    raw = resolved(name)
    return {**raw, path: {**raw[path], **changes}}


def wager(name: str, which: str, **changes: Any) -> dict[str, Any]:
    """A catalogue game as plain data, with fields of one side wager changed."""
    raw = resolved(name)
    raw["side_wagers"] = [
        {**offer, **changes} if offer["wager"] == which else offer for offer in raw["side_wagers"]
    ]
    return raw


def push_22(**changes: Any) -> dict[str, Any]:
    """The table of the rounds of Push 22 as plain data, with fields of its wager changed."""
    raw = golden_rules(PUSH_22).model_dump(mode="json")
    return {**raw, "side_wagers": [{**raw["side_wagers"][0], **changes}]}


def test_every_catalogue_game_is_valid_and_says_its_own_name() -> None:
    assert {rules.name for rules in every_game()} == set(CATALOGUE.names("games"))
    assert len(every_game()) >= 11


@pytest.mark.parametrize("rules", every_game(), ids=lambda rules: rules.name)
def test_a_resolved_game_reads_back_as_itself(rules: Any) -> None:
    assert resolve_rules(rules.model_dump(mode="json"), CATALOGUE) == rules


def test_all_errors_are_told_at_once_with_their_paths() -> None:
    raw = tomllib.loads(BLACKJACK)
    raw["dealer"]["soft_17"] = "maybe"
    raw["decks_default"] = 9
    raw["limits"]["main_min"] = "ten"
    raw["colour"] = "green"
    del raw["natural"]["pays"]
    raw["doubling"]["after_split"] = "yes"

    found = problems(raw)

    assert found["dealer.soft_17"] == "is 'maybe': write 'hit' or 'stand'"
    assert found["limits.main_min"].startswith("'ten' is not an amount")
    assert found["colour"] == "is not a field of a rules file: check its spelling"
    assert found["natural.pays"].startswith("is missing: every field is required")
    assert found["doubling.after_split"].startswith("is 'yes'")
    assert "decks_default" in found


def test_a_combination_is_told_beside_field_errors() -> None:
    raw = section("bahama-wsgc", "dealer", soft_17="stand")
    raw["spots_max"] = 12

    assert set(problems(raw)) == {"spots_max", "doubling.doubles_max"}


@pytest.mark.parametrize("value", ["1", True, 1.0])
def test_a_number_is_a_number_and_nothing_that_looks_like_one(value: object) -> None:
    assert "games_max" in problems(resolved("blackjack", games_max=value))


def test_text_that_is_not_toml_is_told_with_its_line() -> None:
    with pytest.raises(RulesError, match=r"mine\.toml: this is not TOML: .*line 2"):
        read_rules("name = 'x'\ndecks = ]\n", CATALOGUE, file="mine.toml")


def test_a_file_extends_one_other_and_no_more() -> None:
    found = problems({"extends": "bahamas-s17", "name": "deeper"})

    assert found["extends"] == "is 'bahamas-s17', which extends 'bahamas': one level only"


def test_a_wager_is_offered_as_in_the_game_that_it_names() -> None:
    bounty, ours = rules_of("kings-bounty"), rules_of("bet-the-set-21")

    assert ours.side_wagers[1:] == bounty.side_wagers[1:]


def test_a_wager_as_in_another_game_may_differ_in_what_it_says_itself() -> None:
    raw = tomllib.loads((FOLDER / "bet-the-set-21.toml").read_text())
    raw["side_wagers"][3]["after_start"] = "lifted"
    trilux = resolve_rules(raw, CATALOGUE).side_wagers[3]

    assert trilux.after_start is AfterStart.LIFTED
    assert trilux.paytable == "PT6"


@pytest.mark.parametrize("where", ["pinochle", "blackjack", "royal-match-21", 7])
def test_a_game_that_does_not_offer_the_wager_itself_is_refused_by_name(where: Any) -> None:
    raw = tomllib.loads((FOLDER / "bet-the-set-21.toml").read_text())
    raw["side_wagers"][3]["as_in"] = where

    found = problems(raw)["side_wagers.3.as_in"]
    assert found == f"is {where!r}: name a game whose own file offers trilux-progressive"


def test_a_file_that_extends_nothing_known_is_told_what_there_is() -> None:
    assert "blackjack" in problems({"extends": "pinochle"})["extends"]


def test_a_file_that_extends_changes_only_what_it_says() -> None:
    base, stands = rules_of("bahamas"), rules_of("bahamas-s17")

    assert stands.dealer.soft_17 == "stand"
    assert stands.dealer.peek is base.dealer.peek
    assert stands.side_wagers == base.side_wagers


REFUSED = {
    "redouble with stand on soft 17": (
        section("bahama-wsgc", "dealer", soft_17="stand"),
        "doubling.doubles_max",
        "redoubling is for games that hit soft 17",
    ),
    "Super 3 without TriLux": (
        wager("bahama-wsgc", "trilux-super-3", needs=[]),
        "side_wagers.3.needs",
        "Super 3 cannot be wagered without TriLux",
    ),
    "tens in a pontoon game": (
        resolved("bahama-wsgc", deck="standard"),
        "deck",
        "tens may not be in it",
    ),
    "rescue without doubling": (
        resolved("bahama-wsgc", doubling="none"),
        "rescue",
        "there is nothing to rescue",
    ),
    "straights over a ten that is there": (
        wager("kings-bounty", "trilux-progressive", readings={"straights_over_missing_ten": "yes"}),
        "side_wagers.3.readings.straights_over_missing_ten",
        "8-9-J is not a straight there",
    ),
    "a reading nobody knows": (
        wager("bahamas", "match-up", readings={"two_matches": "doubled"}),
        "side_wagers.0.readings.two_matches",
        "write added or best-only",
    ),
    "two sevens given back against a dealer's natural": (
        wager("kings-bounty", "blazing-7s-player", readings={"on_dealer_natural": "returned"}),
        "side_wagers.2.readings.on_dealer_natural",
        "is 'returned': S3 8.a pays two sevens by the first two cards only, whatever the dealer "
        "has; write two-cards-only",
    ),
    "a wager on the hole card settled before it is seen": (
        wager("bahamas", "match-down", settles="on-deal"),
        "side_wagers.1.settles",
        "the wager needs the hole card",
    ),
    "a third-card wager settled before the third card": (
        wager("kings-bounty", "blazing-7s-player", settles="on-deal"),
        "side_wagers.2.settles",
        "must be 'with-main'",
    ),
    "a wager on the dealer's finished hand settled before it is finished": (
        push_22(settles="on-hole-card"),
        "side_wagers.0.settles",
        "must be 'with-main': the wager needs the dealer's finished hand",
    ),
    "a wager on the dealer's finished hand where nobody says when the dealer draws": (
        {**push_22(), "dealer_draws": "none"},
        "dealer_draws",
        "is 'none' while push-22 is a wager on the dealer's finished hand: write a section",
    ),
    "a wager that needs one in another pack": (
        wager("bahama-wsgc", "match-down", needs=["trilux"]),
        "side_wagers.1.needs",
        "which is in another pack",
    ),
    "a wager that needs one not offered": (
        wager("bahama-rack-card", "match-down", needs=["bonanza"]),
        "side_wagers.1.needs",
        "which this game does not offer",
    ),
    "meter awards without an order of payment": (
        wager("bahama-wsgc", "bahama-progressive", several_winners="not-from-meter"),
        "side_wagers.4.several_winners",
        "must say how several meter awards",
    ),
    "dollar pays for another wager than a dollar": (
        wager("bahama-rack-card", "bahama-progressive", wager_amount="any"),
        "side_wagers.2.wager_amount",
        "printed for a wager of 1.00",
    ),
    "a paytable that is not approved for the decks": (
        wager("bahama-wsgc", "match-up", paytable="3"),
        "side_wagers.0.paytable",
        "not approved for 8 decks",
    ),
    "a deck count for which no pack can be played": (
        resolved("kings-bounty", decks=[2, 6, 8]),
        "packs",
        "hold no pack for 2 decks",
    ),
    "a wager outside packs that no deck count approves": (
        wager("bet-the-set-21", "bet-the-set", paytable="25-10"),
        "side_wagers.0.paytable",
        "is '25-10', which is not approved for 6, 8 decks",
    ),
    "a crown treasure that nobody waits for": (
        wager("royal-match-21", "royal-match", unless="never"),
        "side_wagers.0.settles",
        "needs the hole card: write 'on-hole-card' or 'with-main', or unless = "
        "'royal-match-faces-king-or-queen'",
    ),
    "another wager's exception": (
        wager("bonanza", "bonanza", unless="kings-of-spades-face-possible-natural"),
        "side_wagers.0.settles",
        "or unless = 'two-highest-awards'",
    ),
    "a parlay of a wager that is not offered": (
        resolved("house-money", parlay={"wager": "bingo", "limit": "no-limit"}),
        "parlay.wager",
        "is 'bingo': name one of house-money, blazing-7s-upcard, blazing-7s-player, "
        "trilux-progressive",
    ),
    "a parlay of a progressive": (
        resolved("house-money", parlay={"wager": "trilux-progressive", "limit": "no-limit"}),
        "parlay.wager",
        "is 'trilux-progressive', a progressive: only a side wager can be moved",
    ),
    "a parlay of a wager that is paid too late": (
        wager("house-money", "house-money", settles="with-main"),
        "parlay.wager",
        "is 'house-money', which settles 'with-main': only a wager that settles 'on-deal' is paid "
        "in time",
    ),
    "a parlay before the dealer has looked": (
        resolved("house-money", dealer={"soft_17": "hit", "peek": "ace"}),
        "dealer.peek",
        "is ace while parlay is on: write ace-or-ten, because winnings are moved only after "
        "the dealer has looked for a natural",
    ),
    "a parlay of winners that nobody sees": (
        resolved("house-money", cards_dealt="face-down"),
        "cards_dealt",
        "is face-down while parlay is on: write face-up",
    ),
    "a parlay of winnings that nobody was paid": (
        resolved("house-money", bonus_round_pause=False),
        "bonus_round_pause",
        "is false while parlay is on: write true, because winnings are paid before they can be "
        "moved",
    ),
    "a line that the family does not have": (
        wager("bahamas", "trilux", lines={"full-house": "9:1"}),
        "side_wagers.2.lines.full-house",
        "is not a line of three-card",
    ),
    "limits upside down": (
        section("blackjack", "limits", main_min="500", main_max="400"),
        "limits.main_max",
        "write a minimum above 0 and under the maximum",
    ),
    "a schedule nobody has": (
        section("blackjack", "limits", schedule="atlantis"),
        "limits.schedule",
        "write none, washington",
    ),
    "bonus tiers out of order": (
        section(
            "spanish-21",
            "super_bonus",
            tiers=[{"from_wager": "25", "pays": "5000"}, {"from_wager": "5", "pays": "1000"}],
        ),
        "super_bonus.tiers",
        "write the smallest from_wager first",
    ),
    "a default deck count that is not allowed": (
        resolved("bahamas", decks_default=7),
        "decks_default",
        "write one of 5, 6, 8",
    ),
    "a wager offered twice": (
        resolved("bahamas", side_wagers=2 * resolved("bahamas")["side_wagers"]),
        "side_wagers.4.wager",
        "offer each wager once",
    ),
    "a pack of nothing on offer": (
        resolved("blackjack", packs=[{"name": "match", "wagers": ["match-up"]}]),
        "packs.0.wagers",
        "which is not in side_wagers",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_impossible_combination_is_refused_by_name(name: str) -> None:
    raw, path, sentence = REFUSED[name]

    assert sentence in problems(raw)[path]


def test_an_unknown_wager_or_paytable_is_told_what_there_is() -> None:
    raw = tomllib.loads(BLACKJACK)
    raw["side_wagers"] = [{"wager": "pinochle"}, {"wager": "match-up", "paytables": ["7"]}]

    found = problems(raw)

    assert found["side_wagers.0.wager"].startswith("is 'pinochle': choose one of")
    assert found["side_wagers.1.paytables.0"] == "is '7': choose one of 1, 2, 3"
