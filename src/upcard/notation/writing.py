"""Writing a played round down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from upcard.game.decisions import Decision
from upcard.hands import is_natural, total_of
from upcard.jackpot.awards import Claim, Meter, awards_in_order
from upcard.money import Cents, write_money
from upcard.notation.records import Line, Record
from upcard.notation.setting_up import headers_of
from upcard.table.events import CardDealt, DecisionMade, Event
from upcard.table.rounds import DEALER, INSURANCE, MAIN, Award, Hand, Round
from upcard.table.specials import ENVY, SUPER_BONUS
from upcard.table.winners import winners_sharing

LETTERS: Final = {
    Decision.HIT: "H",
    Decision.STAND: "S",
    Decision.DOUBLE: "D",
    Decision.SPLIT: "P",
    Decision.SURRENDER: "R",
    Decision.RESCUE: "R",
}
"""The letter of each decision. R gives a hand up: before a double surrender, after it rescue."""

Meters = Mapping[str, Meter]
"""The meters a round was played with, by level."""


def write_round(
    round_: Round,
    events: Sequence[Event],
    *,
    meters: Meters | None = None,
    comments: Sequence[str] = (),
) -> str:
    """The canonical text of *round_*, which *events* led to."""
    headers = [*headers_of(round_.game), *_seats(round_)]
    lines = [Line(0, key, words, None) for key, words in headers]
    lines += lines_of(round_, events, meters or {})
    return str(Record(list(comments), lines))


def lines_of(round_: Round, events: Sequence[Event], meters: Meters) -> list[Line]:
    """What happened to the dealer, to each spot, and to the meters, as lines."""
    played = _played(round_, events)
    lines = [Line(0, DEALER, tuple(_dealer_words(round_)), _dealer_result(round_))]
    for spot in _spots(round_):
        lines += _hand_lines(round_, spot, played)
        lines += _wager_lines(round_, spot)
        lines += _bonus_lines(round_, spot)
    return [*lines, *_jackpot_lines(round_, meters)]


def _seats(round_: Round) -> Iterable[tuple[str, tuple[str, ...]]]:
    for seat in round_.seats:
        yield "seat", (seat.player, *map(str, seat.spots))


def _spots(round_: Round) -> list[int]:
    return sorted({*round_.spots, *(settled.spot for settled in round_.settlements)})


def _played(round_: Round, events: Sequence[Event]) -> dict[str, list[str]]:
    """For each hand, its cards and decisions in the order they came."""
    played: dict[str, list[str]] = {}
    for event in events:
        match event:
            case CardDealt(to, card) if to != DEALER:
                played.setdefault(to, []).append(card.text)
            case DecisionMade(hand, decision):
                words = played[hand]
                words.append(LETTERS[decision])
                if decision is Decision.SPLIT:
                    played[hand + "a"], played[hand + "b"] = [words[0]], [words[1]]
            case _:
                pass
    return played


def _dealer_words(round_: Round) -> Iterable[str]:
    for index, card in enumerate(round_.dealer):
        yield f"[{card}]" if index == 1 else card.text


def _dealer_result(round_: Round) -> str:
    natural = " natural" if is_natural(round_.dealer) else ""
    return f"{total_of(round_.dealer).points}{natural}"


def _hand_lines(round_: Round, spot: int, played: Mapping[str, list[str]]) -> Iterable[Line]:
    hands = {hand.name: hand for hand in round_.hands if hand.spot == spot}
    main = round_.wager_on(spot, MAIN)
    wager = write_money(main.amount) if main else ""
    own = [name for name in played if int(name[0]) == spot]
    for name in sorted(own):
        result = _hand_result(round_, hands[name]) if name in hands else None
        yield Line(0, name, (wager, *played[name]), result)


def _hand_result(round_: Round, hand: Hand) -> str | None:
    for settled in round_.settlements:
        if settled.wager == MAIN and settled.hand == hand.name:
            return f"{hand.total.points} {settled.outcome} {write_money(settled.net)}"
    return None


def _wager_lines(round_: Round, spot: int) -> Iterable[Line]:
    for wager in round_.wagers:
        if wager.spot != spot or wager.name == MAIN:
            continue
        amount = write_money(wager.amount)
        is_insurance = wager.name == INSURANCE
        words = (INSURANCE, amount) if is_insurance else ("side", wager.name, amount)
        found = [s for s in round_.settlements if (s.spot, s.wager) == (spot, wager.name)]
        result = f"{found[0].outcome} {write_money(found[0].net)}" if found else None
        yield Line(0, str(spot), words, result)


def _bonus_lines(round_: Round, spot: int) -> Iterable[Line]:
    for name in (SUPER_BONUS, ENVY):
        won = [s.won for s in round_.settlements if (s.spot, s.wager) == (spot, name)]
        if won:
            yield Line(0, str(spot), (name,), write_money(Cents(sum(won))))


def _jackpot_lines(round_: Round, meters: Meters) -> Iterable[Line]:
    for level, meter in meters.items():
        after = meter_after(round_, level, meter)
        reseed = (write_money(meter.reseed),) if meter.reseed else ()
        words = (level_word(level), write_money(meter.value), *reseed)
        yield Line(0, "jackpot", words, write_money(after.value))


def level_word(level: str) -> str:
    """A level's name as one word."""
    return level.replace(" ", "-")


def meter_after(round_: Round, level: str, meter: Meter) -> Meter:
    """The meter when every award of the round on *level* is paid, in the documented order."""
    return awards_in_order(meter, _claims(round_, level))[1]


def amount_due(round_: Round, award: Award, meter: Meter) -> Cents:
    """What *award* is paid from a meter that began the round at *meter*."""
    amounts, _ = awards_in_order(meter, _claims(round_, award.level))
    order = [other.spot for other in _in_order(round_, award.level)]
    return amounts[order.index(award.spot)]


def _claims(round_: Round, level: str) -> list[Claim]:
    return [
        Claim(award.percent, winners_sharing(round_, award)) for award in _in_order(round_, level)
    ]


def _in_order(round_: Round, level: str) -> list[Award]:
    won = [award for award in round_.awards if award.level == level]
    return sorted(won, key=lambda award: -award.spot)
