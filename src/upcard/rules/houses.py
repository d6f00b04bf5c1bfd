"""A rules file as the numbers of the rule book: the one place where a field becomes a number."""

from __future__ import annotations

from upcard.game.choices import Contest, Peek, SoftSeventeen
from upcard.game.dealers import HITS_SOFT_17, STANDS_ON_SOFT_17
from upcard.game.features import features_on
from upcard.game.features.feature import WagerLimits
from upcard.game.house import NO_CAP, House
from upcard.money import Cents
from upcard.rules.schema import Rules


def house_of(rules: Rules, *, main_max: Cents, single_wager: Cents | None) -> House:
    """The numbers of *rules* at a table with these limits on a wager."""
    under_ace, under_ten = peek_numbers(rules.dealer.peek)
    house = House(
        draws_by=soft_17_number(rules.dealer.soft_17),
        peeks_under_ace=under_ace,
        peeks_under_ten=under_ten,
        natural_wins=int(rules.natural.against_dealer_natural is Contest.WINS),
        twenty_one_wins=int(rules.twenty_one.against_dealer_21 is Contest.WINS),
        twenty_one_ends_turn=int(rules.twenty_one.ends_turn),
    )
    for feature in features_on(rules).values():
        house = house._replace(**feature.numbers(WagerLimits(main_max, single_wager or NO_CAP)))
    return house


def soft_17_number(soft_17: SoftSeventeen) -> int:
    """The rule that a dealer draws by who does that on soft 17."""
    return HITS_SOFT_17 if soft_17 is SoftSeventeen.HIT else STANDS_ON_SOFT_17


def peek_numbers(peek: Peek) -> tuple[int, int]:
    """Whether the dealer looks under an ace, and whether under a ten-value card."""
    return int(peek is not Peek.NEVER), int(peek is Peek.ACE_OR_TEN)
