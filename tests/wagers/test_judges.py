"""Judges: what cards are, and which line of a paytable they get."""

from itertools import combinations_with_replacement, permutations

import pytest

from upcard.cards import Card, read_cards
from upcard.catalogue import CATALOGUE, every_game, rules_of
from upcard.families import FAMILIES
from upcard.families.dealer_hands import hand_of
from upcard.money import Loses
from upcard.rules.setting_paths import with_settings
from upcard.wagers import offer_of

FEW = read_cards("As Ah Ks Kd Qs 9s 9d 8h 7s 7d 2s 3s")
CASES = {
    "match-up": {
        "9s 4h 9s": "one-suited",
        "Ks 9h 9d": "one-unsuited",
        "Ks Qd Jc": "",
        "9s 9d 9s": "suited-and-unsuited",
        "9s 9s 9s": "two-suited",
        "9s 9h 9d": "two-unsuited",
    },
    "three-card": {
        "Ks As Qs": "mini-royal straight-flush straight flush",
        "8h 9d Jc": "straight",
        "7h 7h 7h": "suited-three-of-a-kind three-of-a-kind flush",
        "Ah Ah Ah": "suited-aces suited-three-of-a-kind three-of-a-kind flush",
        "4h 4h 9h": "flush pair",
    },
    "kings-bounty": {
        "Ks Ks 5d 6h": "two-kings-of-spades two-suited-kings suited-20 two-kings",
        "Ah 9d 5d 6h": "unsuited-20",
        "Kh Ks Ad Th": "two-kings unsuited-20",
        "5h 6h Ad Th": "",
    },
    "bonanza": {
        "Kh Kh Kh Kh": "both-dealer-cards-the-same-card upcard-the-same-card "
        "same-rank-and-suit-ten-up",
        "Ah 9h Qd 5s": "same-suit-ten-up",
        "Ah 9h 2d 5s": "any-20",
    },
    "four-of-a-kind": {
        "9h 9d 9h 4s": "three-of-a-kind-same-colour three-of-a-kind suited-pair",
        "9h 9s 4d 4c": "",
    },
    "three-7s-player": {
        "7d 7h 7d": "three-7s-same-colour three-7s first-two-7s one-7",
        "7d 4c 7s": "one-7",
        "4c 5c 7s": "",
        "7d 7h": "first-two-7s one-7",
    },
    "royal-match": {
        "Kd Qd": "royal-match suited",
        "Kd Qs": "",
        "Ah Th": "suited-natural suited",
        "Kd Qd Qs Ks": "crown-treasure royal-match suited",
        "Kh Kh": "suited",
    },
    "pair": {"8d 8d": "suited-pair pair", "8d 8s": "pair", "Kd Qd": ""},
    "house-money": {
        "9h Td": "neighbours",
        "8d 8d": "pair",
        "9h Jh": "",
        "9h Th": "suited-neighbours neighbours",
        "Kd Ad": "suited-ace-king suited-neighbours neighbours",
        "Ah 2d": "neighbours",
    },
    "push-22": {
        "6h Kd 6d": "same-colour-22 any-22",
        "6h Kc 6d": "any-22",
        "6h Kh 6h": "suited-22 same-colour-22 any-22",
        "As Ks": "",
    },
}
"""For each family some cards, place by place, and every line they fit."""


def lines_fit(name: str, text: str) -> list[str]:
    """The lines that cards fit, most special first, with the first answer to every reading."""
    family = FAMILIES[name]
    usual = {one: reading.answers[0] for one, reading in family.readings.items()}
    cards, told = read_cards(text), family.told(usual)
    if family.needs_finished_dealer:
        own = family.own_cards
        fits = family.named(family.fits_beside(cards[:own], hand_of(cards[own:]), told))
    else:
        fits = family.named(family.fits(cards, told))
    return [outcome for outcome in family.outcomes if outcome in fits]


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [(name, text, lines) for name, cases in CASES.items() for text, lines in cases.items()],
)
def test_a_judge_names_every_line_that_cards_fit(name: str, text: str, lines: str) -> None:
    assert lines_fit(name, text) == lines.split()


def test_three_card_hands_do_not_depend_on_order_at_all() -> None:
    for cards in combinations_with_replacement(FEW, 3):
        answers = {FAMILIES["three-card"].fits(order, (0,)) for order in permutations(cards)}
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
    family = FAMILIES["three-card"]
    told = family.told({"straights_over_missing_ten": "yes" if bridged else "no"})

    assert ("straight" in family.named(family.fits(cards, told))) == is_straight


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
            if not offer.family.joined:
                paid = [line for line, pay in offer.pays.items() if pay != Loses()]
                places = [FAMILIES[wager.family].lines.index(line) for line in paid]
                assert places == sorted(places)


def test_a_line_that_loses_leaves_the_hand_to_the_next_line_it_fits() -> None:
    changed = with_settings(
        rules_of("bahamas"), {"side_wagers.trilux.lines.mini-royal": "loses"}, CATALOGUE
    )
    offer = offer_of(next(w for w in changed.side_wagers if w.wager == "trilux"))

    assert offer.verdict(read_cards("As Ks Qs")).outcome == "straight-flush"
