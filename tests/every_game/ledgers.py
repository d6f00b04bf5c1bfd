"""Where the chips of a round lie, followed event by event: in pockets, felt, tray and meter."""

from dataclasses import dataclass, field

from upcard.table import Decision, Round
from upcard.table.events import (
    AwardConfirmed,
    AwardTakenBack,
    DecisionMade,
    Event,
    GameStarted,
    WagerCollected,
    WagerLifted,
    WagerPlaced,
    WagerSettled,
    WinningsMoved,
)
from upcard.table.rounds import MAIN, Hand
from upcard.table.settlements import Settlement

Place = tuple[int, str]


@dataclass
class Chips:
    """
    The ledger of one round. Whatever one account gains another one gives.

    It knows nothing of movements: it carries out what each event says has happened.
    """

    pocket: int = 0
    tray: int = 0
    meter: int = 0
    felt: dict[Place, int] = field(default_factory=dict)
    lifted: dict[Place, int] = field(default_factory=dict)
    """Stakes in the tray whose wagers are not settled."""

    def take(self, before: Round, event: Event) -> None:
        """Carry out *event*, which happened to the round *before*."""
        match event:
            case WagerPlaced(spot, wager, amount):
                self._put(spot, wager, amount - self.felt.get((spot, wager), 0))
            case WagerLifted(spot, wager):
                self._put(spot, wager, -self.felt[spot, wager])
            case GameStarted(not_latched):
                for one in not_latched:
                    self._put(one.spot, one.wager, -self.felt[one.spot, one.wager])
            case WagerCollected(spot, wager):
                self.lifted[spot, wager] = self.felt.pop((spot, wager))
                self.tray += self.lifted[spot, wager]
            case WinningsMoved(spot, amount):
                self._put(spot, MAIN, amount)
            case DecisionMade(_, decision):
                hand = before.hands[before.turn]
                on_hand = hand.wager * 2**hand.doubles
                more = {Decision.DOUBLE: on_hand, Decision.SPLIT: hand.wager}
                if not _house_pays(before, hand, decision):
                    self._put(hand.spot, MAIN, more.get(decision, 0))
            case WagerSettled(settlement):
                self._settle(settlement)
                self._pay_from_tray(settlement.won)
            case AwardConfirmed(settlement):
                if not _was_settled(before, settlement):
                    self._settle(settlement)
                self.meter -= settlement.won
                self.pocket += settlement.won
            case AwardTakenBack(settlement):
                paid = next(one.won for one in before.settlements if _is_same(one, settlement))
                self.meter += paid
                self.pocket -= paid

    def _put(self, spot: int, wager: str, amount: int) -> None:
        self.felt[spot, wager] = self.felt.get((spot, wager), 0) + amount
        self.pocket -= amount

    def _settle(self, settlement: Settlement) -> None:
        """The stake goes to the house, back to the player, or in parts to both."""
        place = settlement.spot, settlement.wager
        if place in self.lifted:
            assert self.lifted.pop(place) == settlement.stake
            self._pay_from_tray(settlement.returned)
        elif settlement.stake:
            self.felt[place] -= settlement.stake
            assert self.felt[place] >= 0
            self.tray += settlement.taken
            self.pocket += settlement.returned

    def _pay_from_tray(self, amount: int) -> None:
        self.tray -= amount
        self.pocket += amount


def _house_pays(before: Round, hand: Hand, decision: Decision) -> bool:
    """Whether the rules file says that the house pays for this decision."""
    bets = before.game.rules.free_bets
    if bets == "none":
        return False
    if decision is Decision.DOUBLE:
        is_early = len(hand.cards) == 2 or bets.double_on == "any-number-of-cards"
        is_listed = not hand.total.is_soft and hand.total.points in bets.double_totals
        return not hand.doubles and is_early and is_listed
    splits = sum(other.spot == hand.spot for other in before.hands) - 1
    return hand.cards[0].points in bets.split_pairs and splits < bets.splits_max


def _is_same(one: Settlement, other: Settlement) -> bool:
    return (one.spot, one.wager) == (other.spot, other.wager)


def _was_settled(before: Round, settlement: Settlement) -> bool:
    return any(_is_same(one, settlement) for one in before.settlements)
