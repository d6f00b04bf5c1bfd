"""A dealer on screen: every decision and every badge has its sentence."""

import random

from upcard.catalogue_games import game
from upcard.drills.dealer_scripts import badge_for, script_of
from upcard.drills.practice_rounds import play_round
from upcard.game.decisions import Decision
from upcard.money import Cents
from upcard.room.people.roles import Role
from upcard.screens.round_replays import steps_of
from upcard.table import Round
from upcard.table.events import DecisionMade
from upcard.table.views import Audience, Viewer


def test_a_zapped_hand_is_told_in_scripts_and_in_replays() -> None:
    zappit = game("zappit")
    rounds = (play_round(zappit, random.Random(seed), spots=5) for seed in range(40))
    played = next(
        one
        for one in rounds
        if one
        and any(isinstance(e, DecisionMade) and e.decision is Decision.ZAP for e in one.events)
    )

    told = [step.sentence for step in script_of(Round(zappit), played.events)]
    replayed = steps_of(zappit, played.events, Viewer(Audience.DEALER))
    assert any("is zapped" in sentence for sentence in told)
    assert any("is zapped" in step["sentence"] for step in replayed)


def test_from_5000_on_an_executive_swipes_and_below_it_a_supervisor() -> None:
    assert badge_for(Cents(499_999)) is Role.SUPERVISOR
    assert badge_for(Cents(500_000)) is Role.EXECUTIVE


def test_the_first_and_the_second_cards_are_each_dealt_in_one_step() -> None:
    blackjack = game("blackjack")
    played = play_round(blackjack, random.Random(1), spots=3)
    assert played is not None
    told = [step.sentence for step in script_of(Round(blackjack), played.events)]

    start = told.index("The dealer presses START GAME.")
    assert told[start + 1 : start + 3] == [
        "The dealer deals the first cards.",
        "The dealer deals the second cards.",
    ]
    assert told[-1] == "The dealer presses END GAME."
