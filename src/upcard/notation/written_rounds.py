"""Write a played round as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from upcard.catalogue import rules_of
from upcard.game.decisions import Decision
from upcard.game.signs import LETTERS
from upcard.hand_values import is_natural, total_of
from upcard.jackpot.awards import Claim, Meter, awards_in_order
from upcard.money import NOTHING, Cents, write_money
from upcard.notation.grammar import name_of
from upcard.notation.line_orders import in_order, level_word
from upcard.notation.lines import JACKPOT, Line
from upcard.notation.record_headers import FindRules, game_of_record, header_lines, seats_in
from upcard.notation.record_lines import Record
from upcard.rules.schema import Rules
from upcard.table.bonus_pays import SUPER_BONUS
from upcard.table.envies import ENVY
from upcard.table.events import CardDealt, DecisionMade, Event
from upcard.table.rounds import ALONE, DEALER, INSURANCE, MAIN, Award, Hand, Round, Seat
from upcard.table.winners import winners_sharing

Meters = Mapping[str, Meter]
"""The meters a round was played with, by level."""


def write_round(
    round_: Round,
    events: Sequence[Event],
    *,
    meters: Meters | None = None,
    comments: Sequence[str] = (),
    base: Rules | None = None,
) -> str:
    """
    The canonical text of *round_*, which *events* led to.

    *base* is what its `rules` line will find: the catalogue's rules of that name, unless said.
    """
    headers = [*header_lines(round_.game, base), *map(_seat_line, round_.seats)]
    lines = [*in_order(round_.game, headers), *lines_of(round_, events, meters or {})]
    return str(Record(list(map(_comment, comments)), lines))


def canonical(record: Record, find_rules: FindRules = rules_of) -> Record:
    """*record* in canonical form: its headers and its order; cards and figures stay as they are."""
    game = game_of_record(record, find_rules)
    name = name_of(record.with_key("rules")[0])
    seats = [Seat(player, tuple(sorted(spots))) for player, spots in seats_in(record)]
    headers = [*header_lines(game, find_rules(name), name=name), *map(_seat_line, seats)]
    return Record(record.comments, in_order(game, [*headers, *record.played]))


def lines_of(round_: Round, events: Sequence[Event], meters: Meters) -> list[Line]:
    """What happened to the dealer, to each spot, and to the meters, as lines."""
    lines = [Line(0, DEALER, tuple(_dealer_words(round_)), _dealer_result(round_))]
    lines += _hand_lines(round_, _played(round_, events))
    lines += _wager_lines(round_)
    lines += _parlay_lines(round_)
    lines += _bonus_lines(round_)
    lines += _jackpot_lines(round_, meters)
    return in_order(round_.game, lines)


def _comment(text: str) -> str:
    """A comment as the reader takes it: one line, a space for whatever does not print."""
    return "".join(sign if sign.isprintable() else " " for sign in text).rstrip()


def _seat_line(seat: Seat) -> Line:
    return Line(0, "seat", (seat.player, *map(str, seat.spots)), None)


def _played(round_: Round, events: Sequence[Event]) -> dict[str, list[str]]:
    """For each hand, its cards and decisions in the order they came."""
    played: dict[str, list[str]] = {}
    for event in events:
        match event:
            case CardDealt(to, card) if to.endswith(ALONE):
                if to != DEALER + ALONE:
                    played[to.removesuffix(ALONE)] += [ALONE, card.text]
            case CardDealt(to, card) if to != DEALER:
                played.setdefault(to, []).append(card.text)
            case DecisionMade(hand, decision):
                words = played[hand]
                words.append(LETTERS[decision])
                if decision is Decision.SPLIT:
                    played[hand + "a"], played[hand + "b"] = [words[-3]], [words[-2]]
            case _:
                pass
    return played


def _dealer_words(round_: Round) -> Iterable[str]:
    hole = 0 if round_.game.house.second_card_last else 1
    for index, card in enumerate(round_.dealer):
        yield f"[{card}]" if index == hole > 0 else card.text
    lone = round_.cards_alone(0)
    yield from (ALONE, *(card.text for card in lone)) if lone else ()


def _dealer_result(round_: Round) -> str:
    natural = " natural" if is_natural(round_.dealer) else ""
    return f"{total_of(round_.dealer).points}{natural}"


def _hand_lines(round_: Round, played: Mapping[str, list[str]]) -> Iterable[Line]:
    hands = {hand.name: hand for hand in round_.hands}
    for name, words in played.items():
        spot = int(name[0])
        main = round_.wager_on(spot, MAIN)
        moved = NOTHING if name.isdigit() else round_.moved_on(spot)
        wager = write_money(Cents(main.amount + moved)) if main else ""
        result = _hand_result(round_, hands[name]) if name in hands else None
        yield Line(0, name, (wager, *words), result)


def _hand_result(round_: Round, hand: Hand) -> str | None:
    for settled in round_.settlements:
        if settled.wager == MAIN and settled.hand == hand.name:
            return f"{hand.total.points} {settled.outcome} {write_money(settled.net)}"
    return None


def _wager_lines(round_: Round) -> Iterable[Line]:
    for wager in round_.wagers:
        if wager.name == MAIN:
            continue
        amount = write_money(wager.amount)
        is_insurance = wager.name == INSURANCE
        words = (INSURANCE, amount) if is_insurance else ("side", wager.name, amount)
        found = [s for s in round_.settlements if (s.spot, s.wager) == (wager.spot, wager.name)]
        result = f"{found[0].outcome} {write_money(found[0].net)}" if found else None
        yield Line(0, str(wager.spot), words, result)


def _parlay_lines(round_: Round) -> Iterable[Line]:
    for moved in round_.moved:
        if moved.amount:
            yield Line(0, str(moved.spot), ("parlay", write_money(moved.amount)), None)


def _bonus_lines(round_: Round) -> Iterable[Line]:
    won: dict[tuple[int, str], int] = {}
    for settled in round_.settlements:
        if settled.wager in (SUPER_BONUS, ENVY):
            place = settled.spot, settled.wager
            won[place] = won.get(place, 0) + settled.won
    for (spot, name), amount in won.items():
        yield Line(0, str(spot), (name,), write_money(Cents(amount)))


def _jackpot_lines(round_: Round, meters: Meters) -> Iterable[Line]:
    for level, meter in meters.items():
        after = meter_after(round_, level, meter)
        reseed = (write_money(meter.reseed),) if meter.reseed else ()
        words = (level_word(level), write_money(meter.value), *reseed)
        yield Line(0, JACKPOT, words, write_money(after.value))


def meter_after(round_: Round, level: str, meter: Meter) -> Meter:
    """The meter when every award of the round on *level* is paid, in the documented order."""
    return awards_in_order(meter, _claims(round_, level), round_.game.rounding)[1]


def amount_due(round_: Round, award: Award, meter: Meter) -> Cents:
    """What *award* is paid from a meter that began the round at *meter*."""
    amounts, _ = awards_in_order(meter, _claims(round_, award.level), round_.game.rounding)
    order = [other.spot for other in _in_order(round_, award.level)]
    return amounts[order.index(award.spot)]


def _claims(round_: Round, level: str) -> list[Claim]:
    return [
        Claim(award.percent, winners_sharing(round_, award)) for award in _in_order(round_, level)
    ]


def _in_order(round_: Round, level: str) -> list[Award]:
    won = [award for award in round_.awards if award.level == level]
    return sorted(won, key=lambda award: -award.spot)
