"""Judges: one for each family, every line reachable, and no answer hangs on the order of cards."""

from itertools import combinations_with_replacement, permutations, product
from random import Random

import pytest

from upcard.cards import Card, Deck, read_cards
from upcard.catalogue import CATALOGUE, every_game, rules_of
from upcard.money import Loses
from upcard.rules.families import FAMILIES, CardPlace, Family
from upcard.rules.setting_paths import with_settings
from upcard.wagers import offer_of
from upcard.wagers.judges import JUDGES
from upcard.wagers.three_cards import judge_three_cards

CARDS = Deck.STANDARD.cards
FEW = read_cards("As Ah Ks Kd Qs 9s 9d 8h 7s 7d 2s 3s")


def verdicts(family: Family) -> set[str]:
    """Every line that any cards fit, over a few cards that make everything."""
    readings = {name: answers[0] for name, answers in family.readings.items()}
    judge = JUDGES[family.name]
    return {
        line
        for cards in product(FEW, repeat=len(family.sees_for(family.lines)))
        for line in judge(cards, readings)
    }


def test_every_family_has_a_judge_and_every_judge_a_family() -> None:
    assert set(JUDGES) == set(FAMILIES)


@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda family: family.name)
def test_every_line_of_a_family_can_be_reached_and_no_other(family: Family) -> None:
    lines = set(family.lines)
    if "two_matches" in family.readings:
        lines = {
            "two-suited",
            "suited-and-unsuited",
            "one-suited",
            "two-unsuited",
            "one-unsuited",
        }

    assert verdicts(family) == lines


@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda family: family.name)
def test_a_judge_does_not_care_which_of_two_cards_came_first(family: Family) -> None:
    assert family.sees[:2] in (
        (CardPlace.FIRST, CardPlace.SECOND),
        (CardPlace.UPCARD, CardPlace.HOLE),
    )
    readings = {name: answers[0] for name, answers in family.readings.items()}
    judge, rng = JUDGES[family.name], Random(7)
    for _ in range(3000):
        first, second, *rest = rng.choices(CARDS, k=len(family.sees_for(family.lines)))
        assert judge((first, second, *rest), readings) == judge((second, first, *rest), readings)


def test_three_card_hands_do_not_depend_on_order_at_all() -> None:
    for cards in combinations_with_replacement(FEW, 3):
        answers = {
            judge_three_cards(order, straights_over_missing_ten=True)
            for order in permutations(cards)
        }
        assert len(answers) == 1


@pytest.mark.parametrize(
    ("ranks", "bridged", "is_straight"),
    [
        ("A23", False, True),
        ("QKA", False, True),
        ("KA2", False, False),
        ("9TJ", False, True),
        ("8TJ", False, False),
        ("89J", False, False),
        ("89J", True, True),
        ("9JQ", True, True),
        ("8JQ", True, False),
        ("79J", True, False),
        ("JQK", True, True),
    ],
)
def test_straights_and_the_missing_ten(ranks: str, bridged: bool, is_straight: bool) -> None:
    cards = tuple(Card(rank, suit) for rank, suit in zip(ranks, "shd", strict=True))

    assert ("straight" in judge_three_cards(cards, straights_over_missing_ten=bridged)) == (
        is_straight
    )


def test_every_paytable_line_in_the_catalogue_is_a_line_of_its_family() -> None:
    for name in CATALOGUE.names("sheets"):
        sheet = CATALOGUE.sheet(name)
        assert sheet is not None
        if sheet.kind == "special":
            continue
        for paytable in sheet.paytables.values():
            assert set(paytable.pays) <= set(FAMILIES[sheet.family].lines)


@pytest.mark.parametrize("rules", every_game(), ids=lambda rules: rules.name)
def test_offers_list_their_outcomes_most_special_first(rules: object) -> None:
    from upcard.rules import Rules

    assert isinstance(rules, Rules)
    for wager in rules.side_wagers:
        for table in wager.paytables:
            offer = offer_of(wager, table.name)
            assert list(offer.pays)
            if "two_matches" not in wager.readings:
                paid = [line for line, pay in offer.pays.items() if pay != Loses()]
                places = [FAMILIES[wager.family].lines.index(line) for line in paid]
                assert places == sorted(places)


def test_a_line_that_loses_leaves_the_hand_to_the_next_line_it_fits() -> None:
    changed = with_settings(
        rules_of("bahamas"), {"side_wagers.trilux.lines.mini-royal": "loses"}, CATALOGUE
    )
    offer = offer_of(next(w for w in changed.side_wagers if w.wager == "trilux"))

    assert offer.verdict(read_cards("As Ks Qs")).outcome == "straight-flush"
