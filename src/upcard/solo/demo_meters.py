"""The jackpot of a solo table: real accounts with demo seeds, kept in memory."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from upcard.game.words import words_of
from upcard.jackpot import (
    AboveCertified,
    AwardLock,
    Jackpots,
    LevelParameters,
    Parameters,
    Person,
    apply,
    decide,
)
from upcard.jackpot.commands import ClaimAward, Command, Contribute, PostAward, StartProgressive
from upcard.jackpot.events import AwardPosted, Event
from upcard.money import Cents, Fixed, ForOne
from upcard.screens.frames import LevelPicture, MeterPicture
from upcard.table.games import Game
from upcard.table.rounds import Award, Round
from upcard.table.winners import winners_sharing
from upcard.wagers import Offer

PLAYER: Final = Person("player", "dealer")
HOUSE: Final = Person("house", "supervisor")
OWNER: Final = Person("owner", "executive")
CONTRIBUTION: Final = Fraction(24, 100)
TOP_SEED: Final = Cents(1_000_000)
"""What the top level of a solo jackpot starts from; each level below it from half as much."""
UNREASONABLE: Final = Cents(1_000_000)
DOLLAR: Final = Cents(100)


def opened_for(game: Game) -> Jackpots:
    """A jackpot for every progressive wager of *game*, each with its seeds."""
    jackpots = Jackpots()
    for offer in game.offers.values():
        if offer.meter_levels:
            command = StartProgressive(parameters=_parameters(offer), by=HOUSE, approved_by=OWNER)
            jackpots, _ = _done(jackpots, command)
    return jackpots


def _parameters(offer: Offer) -> Parameters:
    levels = offer.meter_levels
    rate = CONTRIBUTION / len(levels)
    return Parameters(
        name=offer.name,
        levels=tuple(
            LevelParameters(
                name=level,
                seed=Cents(TOP_SEED >> place),
                rate=rate,
                reserve_rate=Fraction(0),
                hidden_rate=Fraction(0),
                limit=None,
                unreasonable_over=UNREASONABLE,
            )
            for place, level in enumerate(levels)
        ),
        award_lock=AwardLock.ON_CONFIRM,
        house_share=Fraction(0),
        largest_fixed_award=_largest_fixed(offer),
        certified_rate=None,
        above_certified=AboveCertified.RECALCULATE,
        zero_seed_reason="",
    )


def _largest_fixed(offer: Offer) -> Cents:
    amounts = [Cents(0)]
    for pay in offer.pays.values():
        if isinstance(pay, Fixed):
            amounts.append(pay.amount)
        elif isinstance(pay, ForOne):
            amounts.append(Cents(pay.times * DOLLAR))
    return max(amounts)


def _done(jackpots: Jackpots, command: Command) -> tuple[Jackpots, list[Event]]:
    events = decide(jackpots, command)
    for event in events:
        jackpots = apply(jackpots, event)
    return jackpots, events


def contributed(jackpots: Jackpots, round_: Round, start_id: str) -> Jackpots:
    """The meters after START GAME: each latched progressive wager feeds its own."""
    for name in jackpots.progressives:
        wagers = tuple(wager.amount for wager in round_.wagers if wager.name == name)
        if wagers:
            command = Contribute(progressive=name, start_id=start_id, wagers=wagers)
            jackpots, _ = _done(jackpots, command)
    return jackpots


def paid(jackpots: Jackpots, round_: Round, award: Award, award_id: str) -> tuple[Jackpots, Cents]:
    """The meters after *award* is claimed and confirmed, and what it came to."""
    claim = ClaimAward(
        progressive=award.wager,
        level=award.level,
        award_id=award_id,
        percent=award.percent,
        winners=winners_sharing(round_, award),
        round_id=award_id.rpartition("/")[0],
        place=8 - award.spot,
        by=PLAYER,
        details=f"spot {award.spot}: {words_of(award.outcome)}",
        rounding=round_.game.rounding,
    )
    jackpots, _ = _done(jackpots, claim)
    post = PostAward(progressive=award.wager, level=award.level, award_id=award_id, by=HOUSE)
    jackpots, events = _done(jackpots, post)
    return jackpots, Cents(sum(e.amount for e in events if isinstance(e, AwardPosted)))


def pictures_of(jackpots: Jackpots, game: Game) -> tuple[MeterPicture, ...]:
    """The meters as a frame shows them."""
    return tuple(
        MeterPicture(
            progressive=name,
            title=game.offers[name].title,
            wager=name,
            is_available=True,
            levels=tuple(
                LevelPicture(level, found.display, found.is_pending, found.parameters.limit)
                for level, found in progressive.levels.items()
            ),
        )
        for name, progressive in jackpots.progressives.items()
    )
