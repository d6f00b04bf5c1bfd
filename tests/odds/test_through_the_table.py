"""Exact odds against rounds played through the real table, by z-score with a fixed seed."""

import random
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from upcard.cards import Card
from upcard.catalogue_games import game
from upcard.families import CardPlace
from upcard.money import Cents, OfMeter
from upcard.odds.procedures import procedure_of
from upcard.odds.wager_odds import WagerOdds, insurance_odds, odds_of
from upcard.shoes import composition, without
from upcard.table import Decision, Game, Round, awaits, handle
from upcard.table.awaits import (
    AwaitAward,
    AwaitCard,
    AwaitDealKey,
    AwaitDecision,
    AwaitEnd,
    AwaitInsurance,
    AwaitLift,
    AwaitParlay,
)
from upcard.table.commands import (
    Choose,
    Command,
    ConfirmAward,
    Deal,
    EndGame,
    LiftWager,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
)
from upcard.table.rounds import INSURANCE, AwardState

ROUNDS = 2500
Z_MAX = 4.0
STAKE = Cents(1000)
DOLLAR = Cents(100)


def command_for(round_: Round, cards: list[Card]) -> Command | None:
    """What the simplest player and dealer do next: two sevens are hit, everything else stands."""
    match awaits(round_):
        case AwaitCard():
            return Deal(cards.pop())
        case AwaitLift(((spot, wager), *_)):
            return LiftWager(spot, wager)
        case AwaitDealKey() | AwaitParlay():
            return PressDeal()
        case AwaitInsurance():
            placed = round_.wager_on(1, INSURANCE)
            return PressDeal() if placed else PlaceWager(1, INSURANCE, Cents(STAKE // 2))
        case AwaitDecision():
            first_two = [card.rank for card in round_.cards_dealt_to(1)]
            return Choose(Decision.HIT if first_two == ["7", "7"] else Decision.STAND)
        case AwaitAward(award, _) if award.state is AwardState.DUE:
            return PressHandButton(award.spot, award.wager, award.outcome)
        case AwaitAward(award, _):
            return ConfirmAward(award.spot, award.wager, Cents(0))
        case AwaitEnd():
            return EndGame()
        case _:
            return None


def play(game_: Game, cards: list[Card]) -> dict[str, tuple[str, Cents]]:
    """One round with every side wager; for each the outcome and the net."""
    round_ = Round(game_)
    wagers = [PlaceWager(1, name, DOLLAR) for name in game_.offers]
    commands: list[Command] = [PlaceWager(1, "main", STAKE), *wagers, StartGame()]
    for command in commands:
        round_, _ = handle(round_, command)
    while (command_ := command_for(round_, cards)) is not None:
        round_, _ = handle(round_, command_)
    return {result.wager: (result.outcome, result.net) for result in round_.settlements}


def z_score(hits: int, trials: int, probability: Fraction) -> float:
    """How many standard deviations the count lies from what is expected."""
    p = float(probability)
    return (hits - trials * p) / sqrt(trials * p * (1 - p))


def check(found: WagerOdds, results: list[tuple[str, Cents]]) -> None:
    """Outcomes by z-score where they are frequent; the nets of those seen, to the cent."""
    seen = Counter(outcome for outcome, _ in results)
    trials = len(results)

    assert set(seen) <= {outcome.name for outcome in found.outcomes}
    hits = sum(seen[outcome.name] for outcome in found.outcomes if outcome.is_hit)
    assert abs(z_score(hits, trials, found.hit_frequency)) < Z_MAX
    for outcome in found.outcomes:
        if trials * min(outcome.probability, 1 - outcome.probability) >= 5:
            z = z_score(seen[outcome.name], trials, outcome.probability)
            assert abs(z) < Z_MAX, f"{found.wager}: {outcome.name} is {z:.1f} deviations off"


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("bahama-wsgc", "match"),
        ("bahama-wsgc", "trilux"),
        ("bahama-rack-card", None),
        ("kings-bounty", "blazing-7s-upcard"),
        ("kings-bounty", "blazing-7s-player"),
        ("kings-bounty", "trilux-progressive"),
        ("bonanza", None),
        ("bet-the-set-21", "no-progressive"),
        ("royal-match-21", "no-progressive"),
        ("house-money", "no-progressive"),
        ("trilux-blackjack", "trilux-progressive"),
    ],
)
def test_the_table_deals_every_wager_as_often_as_computed(name: str, pack: str | None) -> None:
    game_ = game(name, decks=6, pack=pack)
    shoe = composition(game_.rules.deck, 6)
    cards, rng = list(shoe.elements()), random.Random(f"{name} {pack}")
    rounds = [play(game_, rng.sample(cards, 30)) for _ in range(ROUNDS)]

    for offer in game_.offers.values():
        found = odds_of(offer, shoe, procedure_of(game_.rules))
        check(found, [results[offer.name] for results in rounds])


@pytest.mark.parametrize(("name", "pack"), [("kings-bounty", "blazing-7s-player")])
@pytest.mark.parametrize("ranks", ["7A", "7K", "7AK"])
def test_sevens_against_a_dealer_who_may_have_a_natural(name: str, pack: str, ranks: str) -> None:
    game_ = game(name, decks=6, pack=pack)
    full = composition(game_.rules.deck, 6)
    shoe = Counter({card: n for card, n in full.items() if card.rank in ranks})
    cards, rng = list(shoe.elements()), random.Random(ranks)
    rounds = [play(game_, rng.sample(cards, 40)) for _ in range(ROUNDS // 2)]
    offer = game_.offers[pack]

    assert CardPlace.THIRD in offer.sees
    check(odds_of(offer, shoe), [results[pack] for results in rounds])


def test_the_table_pays_what_the_odds_say() -> None:
    game_ = game("bahama-wsgc", decks=6, pack="match")
    full = composition(game_.rules.deck, 6)
    shoe = Counter({card: n for card, n in full.items() if card.rank in "9K"})
    cards, rng = list(shoe.elements()), random.Random(9)
    for _ in range(150):
        for wager, (outcome, net) in play(game_, rng.sample(cards, 20)).items():
            if wager not in game_.offers:
                continue
            found = odds_of(game_.offers[wager], shoe)
            named = next(one for one in found.outcomes if one.name == outcome)
            if not isinstance(named.pay, OfMeter):
                alone = WagerOdds(
                    wager=wager,
                    paytable="",
                    combinations=1,
                    stake=DOLLAR,
                    assumptions=(),
                    outcomes=(
                        type(named)(
                            name=outcome,
                            pay=named.pay,
                            combinations=1,
                            probability=Fraction(1),
                        ),
                    ),
                )

                assert Fraction(net, DOLLAR) == -alone.house_edge


@pytest.mark.parametrize("name", ["blackjack", "bahama-wsgc"])
def test_insurance_wins_as_often_as_computed(name: str) -> None:
    game_ = game(name, decks=6)
    rules, rng = game_.rules, random.Random(name)
    assert rules.insurance != "none"
    shoe = composition(rules.deck, 6)
    others = list(without(shoe, [Card("A", "h")]).elements())
    results = []
    for _ in range(ROUNDS):
        # Cards are taken from the end: player, dealer up, player, hole.
        drawn = rng.sample(others, 60)
        results.append(play(game_, [*drawn[:-1], Card("A", "h"), drawn[-1]]))

    # Where a player's natural is paid at once there is no insurance: too seldom to move the odds.
    check(
        insurance_odds(rules.insurance.pays, shoe),
        [result[INSURANCE] for result in results if INSURANCE in result],
    )
