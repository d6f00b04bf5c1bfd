"""A wager as one table offers it: a judge, and what each line pays with the readings settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from upcard.cards import Card
from upcard.families import FAMILIES, CardPlace, Family
from upcard.families.dealer_hands import DealerHand, hand_of
from upcard.families.family import FINISHED_DEALER
from upcard.game.choices import (
    AfterStart,
    AtMost,
    PaysIn,
    Settles,
    SeveralWinners,
)
from upcard.money import Cents, Fixed, ForOne, Loses, OfMeter, Pay, PrintedPay, Times
from upcard.rules.offered_wagers import SideWager

DOLLAR = Cents(100)


class Verdict(NamedTuple):
    """The line a wager's cards get, and what it pays."""

    outcome: str
    pay: Pay


NO_LINE = Verdict("nothing", Loses())
"""The verdict on cards that fit no line of the paytable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One side wager or progressive, ready to be judged."""

    name: str
    title: str
    family: Family
    paytable: str
    is_progressive: bool
    levels: tuple[str, ...]
    pays: Mapping[str, Pay]
    """What each outcome pays, most special outcome first; lines that pay nothing come last."""
    readings: Mapping[str, str]
    settles: Settles
    unless: str
    """The exception of its family that makes it wait, or never."""
    after_start: AfterStart
    needs: tuple[str, ...]
    at_most: AtMost
    amount: Cents | None
    """The one amount that can be wagered, if there is one."""
    several_winners: SeveralWinners
    envy: Mapping[str, Cents] = field(default_factory=dict)
    """What an outcome brings each other player who made the wager, where it brings something."""
    bits: tuple[int, ...] = field(init=False, compare=False)
    """The judge's bit of each outcome that pays."""
    told: tuple[int, ...] = field(init=False, compare=False)
    """What the judge is told of the readings."""

    def __post_init__(self) -> None:
        bits = tuple(1 << self.family.outcomes.index(outcome) for outcome in self.pays)
        object.__setattr__(self, "bits", bits)
        object.__setattr__(self, "told", self.family.told(self.readings))

    @property
    def sees(self) -> tuple[CardPlace, ...]:
        """The cards it is judged on, in order; a line that pays nothing looks at none."""
        if not self.family.further:
            return self.family.sees
        return self.family.sees_for([x for x, pay in self.pays.items() if pay != Loses()])

    @property
    def meter_levels(self) -> tuple[str, ...]:
        """The levels that this paytable pays from, top first."""
        paid = {pay.level for pay in self.pays.values() if isinstance(pay, OfMeter)}
        return tuple(level for level in self.levels if level in paid)

    def verdict(self, cards: Sequence[Card]) -> Verdict:
        """What *cards*, in the order of `sees`, get: the most special paid line they fit."""
        return self.verdict_on(self.fits(cards))

    def fits(self, cards: Sequence[Card]) -> int:
        """What the judge says to *cards*, in the order of `sees`: a bit for each line they fit."""
        if not self.family.needs_finished_dealer:
            return self.family.fits(cards, self.told)
        own = len(self.sees) - len(FINISHED_DEALER)
        return self.family.fits_beside(cards[:own], hand_of(cards[own:]), self.told)

    def verdict_on_dealer(self, hand: DealerHand, own: Sequence[Card] = ()) -> Verdict:
        """What the dealer's finished hand gets, beside the player's *own* cards if it sees them."""
        return self.verdict_on(self.family.fits_beside(own, hand, self.told))

    def verdict_on_result(self, own: Sequence[Card], result: int) -> Verdict:
        """What the player's first two cards get when the hand comes to *result*."""
        first, second = own
        return self.verdict_on(self.family.judge(first.number, second.number, result, *self.told))

    @property
    def is_late(self) -> bool:
        """Whether it is made on a card that is seen, and not before START GAME."""
        return self.family.made_on is not None

    @property
    def opens_under(self) -> frozenset[int]:
        """For a wager made late: the points of the card that it may be made on, the ace as 1."""
        return frozenset(self.family.under[x] for x, pay in self.pays.items() if pay != Loses())

    def verdict_on(self, fits: int) -> Verdict:
        """The most special line of those whose bits the judge set, of the lines that pay."""
        if fits:
            for line, verdict in zip(self.bits, self.pays.items(), strict=True):
                if fits & line:
                    return Verdict(*verdict)
        return NO_LINE

    def must_wait(self, cards: Sequence[Card]) -> bool:
        """
        Whether a documented exception makes the wager wait: *cards* are two and the up card.

        There is nothing to wait for where no line looks at the hole card.
        """
        waits = self.family.waits.get(self.unless)
        if waits is None or CardPlace.HOLE not in self.sees:
            return False
        first, second, upcard = cards
        return waits(first.number, second.number, upcard.number)


def offer_of(wager: SideWager, paytable: str | None = None) -> Offer:
    """*wager* with one of its paytables: the game's own choice, unless another is named."""
    name = paytable or wager.paytable
    table = wager.named_paytable(name)
    if table is None:
        allowed = ", ".join(table.name for table in wager.paytables)
        raise ValueError(f"{wager.wager} has no paytable {name!r}: this game has {allowed}")
    family = FAMILIES[wager.family]
    return Offer(
        name=wager.wager,
        title=wager.title,
        family=family,
        paytable=name,
        is_progressive=wager.kind == "progressive",
        levels=wager.levels,
        pays=_pays(wager, {**table.pays, **wager.lines}, family),
        readings=wager.readings,
        settles=wager.settles,
        unless=wager.unless,
        after_start=wager.after_start,
        needs=wager.needs,
        at_most=wager.at_most,
        amount=None if wager.wager_amount == "any" else Cents(wager.wager_amount),
        several_winners=wager.several_winners,
        envy=table.envy,
    )


def _pays(wager: SideWager, printed: Mapping[str, PrintedPay], family: Family) -> dict[str, Pay]:
    lines = {line: _settled(pay, wager) for line, pay in printed.items()}
    if family.joined:
        return {name: pay(lines, wager.readings) for name, pay in family.joined.items()}
    printed_lines = [line for line in family.lines if line in lines]
    printed_lines.sort(key=lambda line: isinstance(lines[line], Loses))
    return {line: lines[line] for line in printed_lines}


def _settled(pay: PrintedPay, wager: SideWager) -> Pay:
    """A printed pay with its reading applied: what X means, and whether numbers are dollars."""
    if isinstance(pay, Times):
        return pay.meaning(wager.readings["x_means"])
    if isinstance(pay, ForOne) and wager.pays_in is PaysIn.DOLLARS:
        return Fixed(Cents(pay.times * DOLLAR))
    return pay
