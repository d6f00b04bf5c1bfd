"""When a side wager can be settled, and its result."""

from __future__ import annotations

from collections.abc import Iterator

from upcard.cards import Card
from upcard.families import CardPlace
from upcard.families.round_results import BOTH_BUST, LOST, TIED, WON
from upcard.game.choices import Settles
from upcard.hand_values import TWENTY_ONE, is_natural, total_of
from upcard.money import NOTHING, Cents, Loses, OfMeter, Pay, ToOne
from upcard.table.envies import envy_of
from upcard.table.events import AwardDue, Event, WagerSettled
from upcard.table.lone_cards import lacks_third
from upcard.table.next_cards import dealer_is_finished
from upcard.table.rounds import INSURANCE, Award, Hand, HandState, Round, Stage, Wager
from upcard.table.settle import PUSHED, settle_hand
from upcard.table.settlements import Settlement, Source, lost, returned
from upcard.table.two_hands import other_spot
from upcard.wagers import Offer, Verdict


def settle_side_wagers(
    round_: Round, when: Settles, *, spots: tuple[int, ...] | None = None
) -> Iterator[Event]:
    """Wagers of the kind that settles *when*, dealer's right to left, on *spots* or on all."""
    for wager in _right_to_left(unjudged(round_)):
        offer = round_.game.offers[wager.name]
        if offer.settles is not when or (spots is not None and wager.spot not in spots):
            continue
        if when is Settles.ON_DEAL and offer.must_wait(_first_three(round_, wager.spot)):
            continue
        yield from _judged_with_envy(round_, wager, offer)


def settle_what_waited(round_: Round) -> Iterator[Event]:
    """Wagers that a documented exception kept for the end of the round."""
    for wager in _right_to_left(unjudged(round_)):
        yield from _judged_with_envy(round_, wager, round_.game.offers[wager.name])


def settle_with_main(round_: Round, spot: int, *, this_too: Hand) -> Iterator[Event]:
    """The wagers that go with the main wager of *spot*, once *this_too* was its last open hand."""
    if any(
        hand.spot == spot and not hand.is_settled and hand.name != this_too.name
        for hand in round_.hands
    ):
        return
    for wager in unjudged(round_):
        offer = round_.game.offers[wager.name]
        if wager.spot != spot or offer.settles is not Settles.WITH_MAIN:
            continue
        if not _cards_are_known(round_, spot, offer):
            continue
        yield from _judged_with_envy(round_, wager, offer)


def _cards_are_known(round_: Round, spot: int, offer: Offer) -> bool:
    """Whether the cards that *offer* looks at are all on the table."""
    if offer.family.waits_for_dealer or offer.family.is_on_first_five:
        return round_.stage is Stage.PAYING
    if offer.family.third_is_dealt and round_.stage is not Stage.PAYING:
        return not lacks_third(round_, spot)
    return CardPlace.HOLE not in offer.sees or round_.is_hole_shown


def unjudged(round_: Round) -> list[Wager]:
    """Side wagers whose cards have not been judged."""
    if len(round_.wagers) == len(round_.spots):
        return []  # Nothing but main wagers: the quick answer for the plainest rounds.
    awarded = {(award.spot, award.wager) for award in round_.awards}
    offers = round_.game.offers
    return [
        wager
        for wager in round_.wagers
        if wager.name in offers and not wager.is_settled and (wager.spot, wager.name) not in awarded
    ]


def _right_to_left(wagers: list[Wager]) -> list[Wager]:
    return sorted(wagers, key=lambda wager: -wager.spot)


def _judged_with_envy(round_: Round, wager: Wager, offer: Offer) -> Iterator[Event]:
    """The result of *wager*, and what it brings the other players."""
    event = judged(round_, wager, offer)
    yield event
    outcome = event.award.outcome if isinstance(event, AwardDue) else event.settlement.outcome
    for envy in envy_of(round_, wager.spot, offer, outcome):
        yield WagerSettled(envy)


def judged(round_: Round, wager: Wager, offer: Offer) -> AwardDue | WagerSettled:
    """The result of *wager*: a settlement, or an award that a meter must pay."""
    if _is_returned(round_, offer):
        return WagerSettled(returned(wager.spot, wager.name, wager.amount))
    outcome, pay = _verdict(round_, wager.spot, offer)
    if isinstance(pay, OfMeter):
        return AwardDue(award_of(wager.spot, wager.name, outcome, pay))
    if isinstance(pay, Loses):
        return WagerSettled(lost(wager.spot, wager.name, "", outcome, wager.amount))
    return WagerSettled(from_the_tray(round_, wager, outcome, pay))


def _verdict(round_: Round, spot: int, offer: Offer) -> Verdict:
    """What the cards get; beside them counts what became of the hand, for some families."""
    cards = cards_seen(round_, spot, offer)
    if offer.family.round_sight is None:
        return offer.verdict(cards)
    hand = next(hand for hand in round_.hands if hand.spot == spot)
    return offer.verdict_on_result(cards, _result_of(round_, hand))


def _result_of(round_: Round, hand: Hand) -> int:
    """What became of a hand whose main wager is settled, or is being settled."""
    settled = (one for one in round_.settlements if one.hand == hand.name)
    main = next(settled, None) or settle_hand(round_, hand)
    if hand.state is HandState.BUST and total_of(round_.dealer).points > TWENTY_ONE:
        return BOTH_BUST
    if main.won:
        return WON
    return TIED if main.outcome == PUSHED else LOST


def award_of(spot: int, wager: str, outcome: str, pay: OfMeter) -> Award:
    """The award that a line of a meter brings a spot."""
    return Award(spot, wager, outcome, pay.level, int(pay.share * 100))


def from_the_tray(round_: Round, wager: Wager, outcome: str, pay: Pay) -> Settlement:
    """What the tray pays *wager* for a line that wins."""
    assert not isinstance(pay, Loses | OfMeter), "a line of the tray pays a fixed amount"
    back = wager.amount if isinstance(pay, ToOne) else NOTHING
    won = pay.won(wager.amount, round_.game.rounding)
    if won < 0:  # Some of the stake is lost.
        back, won = Cents(back + won), NOTHING
    return Settlement(wager.spot, wager.name, "", outcome, wager.amount, back, won, str(pay))


def cards_seen(round_: Round, spot: int, offer: Offer) -> tuple[Card, ...]:
    """The cards the offer looks at; the third card is left out where none counts."""
    own = round_.cards_dealt_to(spot)
    lone = round_.cards_alone(spot) if offer.family.third_is_dealt else ()
    if lone or not _has_third_card(round_, spot):
        own = (*own[:2], *lone)
    after = round_.cards_alone(0) if offer.family.is_on_first_five else ()
    second = other_spot(round_, spot) if offer.family.is_on_two_hands else None
    other = round_.cards_dealt_to(second) if second else ()
    return seen_by(offer, own, (*round_.dealer, *after), other)


def seen_by(
    offer: Offer,
    own: tuple[Card, ...],
    dealers: tuple[Card, ...],
    other: tuple[Card, ...] = (),
) -> tuple[Card, ...]:
    """The cards that the offer looks at, of a player's *own*, the dealer's and the *other* hand."""
    cards = {
        CardPlace.FIRST: own[:1],
        CardPlace.SECOND: own[1:2],
        CardPlace.THIRD: own[2:3],
        CardPlace.UPCARD: dealers[:1],
        CardPlace.HOLE: dealers[1:2],
        CardPlace.DRAWN: dealers[2:],
        CardPlace.DEALERS_THIRD: dealers[2:3],
        CardPlace.DEALERS_FOURTH: dealers[3:4],
        CardPlace.DEALERS_FIFTH: dealers[4:5],
        CardPlace.OTHER_FIRST: other[:1],
        CardPlace.OTHER_SECOND: other[1:2],
    }
    return tuple(card for place in offer.sees for card in cards[place])


def _has_third_card(round_: Round, spot: int) -> bool:
    """Whether the spot's third card counts: not one that bust its only hand (S3 10)."""
    hands = [hand for hand in round_.hands if hand.spot == spot]
    first = hands[0]
    if round_.game.house.third_card_beside_two_only and (len(hands) > 1 or first.is_zapped):
        return False
    return len(hands) > 1 or first.state is not HandState.BUST or len(first.cards) != 3


def _first_three(round_: Round, spot: int) -> tuple[Card, Card, Card]:
    first, second, *_ = round_.cards_dealt_to(spot)
    return first, second, round_.dealer[0]


def _is_returned(round_: Round, offer: Offer) -> bool:
    """Whether the cards that the wager is about never came."""
    return offer.family.waits_for_dealer and not dealer_is_finished(round_)


def settle_insurance(round_: Round) -> Iterator[Event]:
    """Every insurance wager, dealer's right to left, now that the hole card is known."""
    insurance = round_.game.rules.insurance
    for wager in reversed(round_.wagers):
        if wager.name != INSURANCE or wager.is_settled or insurance == "none":
            continue
        if is_natural(round_.dealer[:2]):
            won = insurance.pays.won(wager.amount, round_.game.rounding)
            settlement = Settlement(
                wager.spot,
                INSURANCE,
                "",
                "win",
                wager.amount,
                wager.amount,
                won,
                str(insurance.pays),
            )
        else:
            settlement = lost(wager.spot, INSURANCE, "", "lose", wager.amount)
        yield WagerSettled(settlement)


def confirmed(round_: Round, award: Award, amount: Cents) -> Settlement:
    """A meter award with its money: the stake is kept, the meter pays."""
    level = "" if award.level == "meter" else f" {award.level}"
    return _of_meter(round_, award, amount, f"{award.percent}%{level}")


def taken_back(round_: Round, award: Award) -> Settlement:
    """
    A meter award after its reversal: the meter pays nothing.

    The stake stays where it is, with the house. S0 10.h backs out the pay and nothing else, and
    the original wager of a progressive is not returned. If the round is voided it goes back.
    """
    return _of_meter(round_, award, NOTHING, "reversed")


def _of_meter(round_: Round, award: Award, amount: Cents, pays: str) -> Settlement:
    wager = round_.wager_on(award.spot, award.wager)
    assert wager is not None, f"the award on spot {award.spot} has no wager"
    return Settlement(
        award.spot,
        award.wager,
        "",
        award.outcome,
        wager.amount,
        NOTHING,
        amount,
        pays,
        Source.METER,
        award.level,
    )
