"""Whether a wager may be placed, and whether it still counts when the game starts."""

from __future__ import annotations

from collections.abc import Iterator

from upcard.game.choices import AtMost
from upcard.money import NOTHING, Cents, write_money
from upcard.table.commands import PlaceWager
from upcard.table.events import NotLatched
from upcard.table.refusals import RefusalCode, Refused
from upcard.table.rounds import MAIN, Round, Wager, changed
from upcard.table.titles import wager_on, wager_title
from upcard.table.two_hands import other_spot
from upcard.wagers import Offer


def check_wager(round_: Round, command: PlaceWager) -> None:
    """Refuse *command* if the rules, the limits or the other wagers on the spot forbid it."""
    check_spot(round_, command.spot)
    check_amount(round_, command.amount)
    if command.wager == MAIN and round_.game.knows_cards:
        _check_main(round_, command)
        return
    offer = round_.game.offers.get(command.wager)
    if offer is None:
        known = [MAIN] if round_.game.knows_cards else []
        allowed = ", ".join([*known, *round_.game.offers])
        raise Refused(
            RefusalCode.WAGER_UNKNOWN,
            f"{command.wager!r} is not a wager at this table: it offers {allowed}",
        )
    _check_side_amount(round_, command, offer)
    _check_number_of_games(round_, command)
    broken = _why_not_latched(round_, Wager(command.spot, command.wager, command.amount), offer)
    if broken:
        raise Refused(*broken)


def check_spot(round_: Round, spot: int) -> None:
    """Refuse a spot the table does not have."""
    if not 1 <= spot <= round_.game.rules.spots_max:
        raise Refused(
            RefusalCode.SPOT_UNKNOWN,
            f"spot is {spot!r}: this table has spots 1 to {round_.game.rules.spots_max}",
        )


def check_amount(round_: Round, amount: Cents) -> None:
    """Refuse what is not a positive amount in the house's units."""
    unit = round_.game.rounding.unit
    if amount <= 0 or amount % unit:
        raise Refused(
            RefusalCode.AMOUNT_NOT_ALLOWED,
            f"amount is {amount!r} cents: wager a positive multiple of {write_money(unit)}",
        )


def _check_main(round_: Round, command: PlaceWager) -> None:
    limits = round_.game.limits
    _check_range(round_, command, limits.main_min, limits.main_max)
    _check_single_wager(round_, command)


def _check_side_amount(round_: Round, command: PlaceWager, offer: Offer) -> None:
    if offer.amount is not None:
        if command.amount != offer.amount:
            raise Refused(
                RefusalCode.AMOUNT_NOT_ALLOWED,
                f"{wager_on(round_.game, offer.name, command.spot)} is "
                f"{write_money(command.amount)}: wager exactly {write_money(offer.amount)}",
            )
        return
    limits = round_.game.limits
    _check_range(round_, command, limits.side_min, limits.side_max)
    _check_single_wager(round_, command)


def _check_range(round_: Round, command: PlaceWager, low: Cents, high: Cents) -> None:
    what = _placed(round_, command)
    if command.amount < low:
        raise Refused(RefusalCode.BELOW_MINIMUM, f"{what}: the minimum is {write_money(low)}")
    if command.amount > high:
        raise Refused(RefusalCode.ABOVE_MAXIMUM, f"{what}: the maximum is {write_money(high)}")


def _placed(round_: Round, command: PlaceWager) -> str:
    where = wager_on(round_.game, command.wager, command.spot)
    return f"{where} is {write_money(command.amount)}"


def _check_single_wager(round_: Round, command: PlaceWager) -> None:
    single = round_.game.limits.single_wager
    if single is not None and command.amount > single:
        day = f" on {round_.game.day}" if round_.game.day else ""
        raise Refused(
            RefusalCode.ABOVE_SINGLE_WAGER_LIMIT,
            f"{_placed(round_, command)}: a single wager{day} may be {write_money(single)} at most",
        )


def _check_number_of_games(round_: Round, command: PlaceWager) -> None:
    others = [
        wager_title(round_.game, wager.name)
        for wager in round_.wagers
        if wager.spot == command.spot and wager.name != command.wager
    ]
    most = round_.game.rules.games_max
    if len(others) >= most:
        raise Refused(
            RefusalCode.TOO_MANY_GAMES,
            f"spot {command.spot} already wagers on {', '.join(others)}: {most} games at most",
        )


def _why_not_latched(round_: Round, wager: Wager, offer: Offer) -> tuple[RefusalCode, str] | None:
    """What is missing beside a side wager on its spot, if something is."""
    where = wager_on(round_.game, wager.name, wager.spot)
    if not round_.game.knows_cards:
        return None  # The dealer sees to the main wager: no sensor tells the system of it.
    main = round_.wager_on(wager.spot, MAIN)
    if main is None:
        return RefusalCode.NO_MAIN_WAGER, f"{where} does not count: place a main wager first"
    if offer.family.is_on_two_hands and other_spot(round_, wager.spot) is None:
        return (
            RefusalCode.NEEDS_OTHER_WAGER,
            f"{where} does not count: it lies on the first of a player's two spots, and needs a "
            "main wager on both",
        )
    for needed in offer.needs:
        if round_.wager_on(wager.spot, needed) is None:
            return (
                RefusalCode.NEEDS_OTHER_WAGER,
                f"{where} does not count: it needs a {wager_title(round_.game, needed)} wager",
            )
    if offer.at_most is AtMost.MAIN_WAGER and wager.amount > main.amount:
        return (
            RefusalCode.OVER_MAIN_WAGER,
            f"{where} is {write_money(wager.amount)}: it may not exceed the main wager "
            f"of {write_money(main.amount)}",
        )
    return None


def not_latched(round_: Round) -> tuple[NotLatched, ...]:
    """
    The side wagers that do not count at the start, each with its reason.

    A wager that falls may have been needed by another, so the rest is looked at again.
    """
    found: list[NotLatched] = []
    while broken := next(_broken(round_), None):
        found.append(broken)
        left = tuple(w for w in round_.wagers if (w.spot, w.name) != (broken.spot, broken.wager))
        round_ = changed(round_, wagers=left)
    return tuple(found)


def _broken(round_: Round) -> Iterator[NotLatched]:
    for wager in round_.wagers:
        offer = round_.game.offers.get(wager.name)
        reason = _why_not_latched(round_, wager, offer) if offer else None
        if reason:
            yield NotLatched(wager.spot, wager.name, reason[1])


def most_insured(round_: Round, spot: int) -> Cents:
    """The most that a spot may insure: half its main wager, in units that the house takes."""
    main = round_.wager_on(spot, MAIN)
    unit = round_.game.rounding.unit
    return Cents(main.amount // 2 // unit * unit) if main else NOTHING


def check_insurance(round_: Round, command: PlaceWager, spots: tuple[int, ...]) -> None:
    """Refuse insurance over half the main wager, or on a spot with nothing to insure."""
    check_spot(round_, command.spot)
    check_amount(round_, command.amount)
    main = round_.wager_on(command.spot, MAIN)
    if command.spot not in spots or main is None:
        raise Refused(
            RefusalCode.INSURANCE_NOT_OFFERED,
            f"spot {command.spot} has no wager to insure: choose from {', '.join(map(str, spots))}",
        )
    if 2 * command.amount > main.amount:
        raise Refused(
            RefusalCode.INSURANCE_TOO_LARGE,
            f"{_placed(round_, command)}: at most half the main wager of "
            f"{write_money(main.amount)}",
        )
