"""Rounds played at the table and replayed in lanes, settlement by settlement."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from tests.every_game.players import a_random_table, a_shoe
from tests.lanes.lane_blocks_played import ENGINES
from tests.simulation.charts import chart_for
from upcard.cards import Card
from upcard.engine_names import PORTABLE
from upcard.game.choices import AtMost
from upcard.game.stakes import at_risk
from upcard.money import Cents
from upcard.odds.parlays import NEVER, Moves
from upcard.rules.schema import Rules
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.lane_replays import a_recording, replay_lanes
from upcard.simulation.kernels.lane_shoe_blocks import a_table
from upcard.simulation.kernels.lane_splits import CLASSES, HAND_COUNTS, SPOT_ROWS
from upcard.simulation.kernels.lane_sums import line_place, room_for_sums
from upcard.simulation.setups.automata import automaton
from upcard.simulation.setups.automaton_decisions import CODES as DECISIONS
from upcard.simulation.setups.chart_tables import code_of
from upcard.simulation.setups.packed_games import Packed, Setup, packed
from upcard.simulation.tallies import nothing
from upcard.strategy.chart_players import follow
from upcard.table import Decision, Round, awaits, handle
from upcard.table.awaits import (
    AwaitAward,
    AwaitCard,
    AwaitDealKey,
    AwaitDecision,
    AwaitEnd,
    AwaitInsurance,
    AwaitLateWagers,
    AwaitLift,
    AwaitNothing,
    AwaitParlay,
    AwaitWagers,
)
from upcard.table.commands import (
    Choose,
    Command,
    ConfirmAward,
    Deal,
    EndGame,
    LiftWager,
    MoveWinnings,
    PlaceWager,
    PressDeal,
    PressHandButton,
    StartGame,
    TakeSeat,
)
from upcard.table.games import Game
from upcard.table.rounds import INSURANCE, MAIN, Hand

Chooser = Callable[[Hand, Card, Sequence[Decision]], Decision]
Line = tuple[int, str, str, int, int]
"""Spot, wager, outcome, stake and net of one settlement."""

WAGERS = (Cents(200), Cents(505), Cents(1001), Cents(2500), Cents(15_000), Cents(40_000))
LENGTH = 256
"""How many cards and decisions of a round there is room for."""
ROUNDS_ALIKE = 50
"""How many rounds are replayed at a time, and usually with one setup."""
SIDE_AMOUNTS = (Cents(100), Cents(333), Cents(500))


@dataclass
class Recorded:
    """A round played at the table, with the decisions in the order they were asked for."""

    round: Round
    decisions: list[int]
    """As the kernel numbers them."""


def a_random_setup(rules: Rules, rng: random.Random, *, has_chart: bool) -> Setup:
    """*rules* with everything drawn that a setup chooses; every side wager on offer is made."""
    game = a_random_table(rules, rng)
    main = rng.choice([wager for wager in WAGERS if wager <= game.limits.main_max])
    spots = rng.choice((1, 2, 3, 7))
    spots = min(spots, 2 * game.decks, rules.spots_max)
    players = tuple(rng.choice((0, 0, spot)) for spot in range(spots))
    sides = {}
    for name in some_wagers(game, rng):
        offer = game.offers[name]
        if offer.family.is_on_two_hands and not is_first_of_two(players, 0):
            continue
        amount = rng.choice(SIDE_AMOUNTS)
        if offer.at_most is AtMost.MAIN_WAGER:
            amount = min(amount, main)
        sides[name] = offer.amount or amount
    return Setup(
        game=game,
        chart=chart_for(game) if has_chart else None,
        wager=main,
        sides=sides,
        moves=some_moves(rng),
        spots=spots,
        insures=rules.insurance != "none" and rng.random() < 0.5,
        players=players,
    )


def is_first_of_two(players: tuple[int, ...], spot: int) -> bool:
    """Whether a spot is the first of two of one player, where these go in pairs."""
    before, after = players[:spot].count(players[spot]), players[spot + 1 :].count(players[spot])
    return before % 2 == 0 and after > 0


def some_wagers(game: Game, rng: random.Random) -> list[str]:
    """Every side wager of *game*, or as many of them as a spot may have."""
    most = min(at.SIDES_MAX, game.rules.games_max - 1)
    if len(game.offers) <= most:
        return list(game.offers)
    chosen = set(rng.sample(list(game.offers), most - 1))
    needed = {other for name in chosen for other in game.offers[name].needs}
    return [name for name in game.offers if name in chosen | needed]


def some_moves(rng: random.Random) -> Moves:
    """Winnings are never moved, or onto openings drawn at random, for better or worse."""
    if rng.random() < 0.3:
        return NEVER
    openings = product(range(1, 11), range(1, 11), range(1, 11), (False, True))
    return frozenset(each for each in openings if each[0] <= each[1] and rng.random() < 0.6)


def by_chart(setup: Setup) -> Chooser:
    """Follow the setup's chart."""
    chart = setup.chart
    assert chart is not None
    return lambda hand, upcard, legal: follow(chart, hand, upcard, legal)


def at_random(rng: random.Random) -> Chooser:
    """Do anything that is legal."""
    return lambda _hand, _upcard, legal: rng.choice(legal)


def recorded(pack: Packed, shoe: list[Card], choose: Chooser) -> Recorded:
    """One round at the table, from *shoe*'s end."""
    record = Recorded(Round(pack.setup.game), [])
    for command in _openings(pack.setup):
        record.round, _ = handle(record.round, command)
    while not isinstance(awaits(record.round), AwaitNothing):
        for command in _answers(record, pack, shoe, choose):
            record.round, _ = handle(record.round, command)
    return record


def _openings(setup: Setup) -> Iterator[Command]:
    players = setup.players or tuple(range(setup.spots))
    for player in sorted(set(players)):
        spots = [spot + 1 for spot, owner in enumerate(players) if owner == player]
        if setup.players:
            yield TakeSeat(f"player{player}", tuple(spots))
    for spot in range(1, setup.spots + 1):
        yield PlaceWager(spot, MAIN, setup.wager)
    for spot, (name, amount) in product(range(1, setup.spots + 1), setup.sides.items()):
        offer = setup.game.offers[name]
        is_made = not offer.family.is_on_two_hands or is_first_of_two(players, spot - 1)
        if is_made and not offer.is_late:
            yield PlaceWager(spot, name, amount)


def _answers(
    record: Recorded, pack: Packed, shoe: list[Card], choose: Chooser
) -> Iterator[Command]:
    round_ = record.round
    match awaits(round_):
        case AwaitWagers():
            yield StartGame()
        case AwaitLift(wagers):
            yield LiftWager(*wagers[0])
        case AwaitCard():
            yield Deal(shoe.pop())
        case AwaitDecision(_, legal):
            hand = round_.hands[round_.turn]
            decision = choose(hand, round_.upcard, legal)
            record.decisions.append(code_of(round_, hand, decision))
            yield Choose(decision)
        case AwaitInsurance(spots):
            for spot in spots if pack.insurance else ():
                yield PlaceWager(spot, INSURANCE, pack.insurance)
            yield PressDeal()
        case AwaitLateWagers(wagers):
            for spot, name in wagers:
                if name in pack.setup.sides:
                    yield PlaceWager(spot, name, pack.setup.sides[name])
            yield PressDeal()
        case AwaitParlay(spot, most):
            first, second = round_.cards_dealt_to(spot)
            low, high = sorted((first.points, second.points))
            opening = low, high, round_.upcard.points, first.rank == second.rank
            yield MoveWinnings(spot, most) if opening in (pack.setup.moves or ()) else PressDeal()
        case AwaitDealKey():
            yield PressDeal()
        case AwaitAward(award):
            yield PressHandButton(award.spot, award.wager, award.outcome)
            yield ConfirmAward(award.spot, award.wager, Cents(0))
        case AwaitEnd():
            yield EndGame()


class Replayed:
    """What lanes make of recorded rounds, one in each."""

    def __init__(
        self, pack: Packed, tables: Automaton, records: Sequence[Recorded], engine: str
    ) -> None:
        self.pack, self.found, self.table = pack, tables, a_table()
        self.sums = room_for_sums(len(pack.setup.sides))
        self.totals, self.counts = nothing(pack.tables)
        recording = a_recording(has_decisions=pack.setup.chart is None, length=LENGTH)
        self.used = recording.used
        for lane, record in enumerate(records):
            numbers = [dealt.card.number for dealt in record.round.dealt]
            told = [DECISIONS[decision] for decision in record.decisions]
            recording.cards.reshape(lay.LANES, -1)[lane, : len(numbers)] = numbers
            recording.decisions.reshape(lay.LANES, -1)[lane, : len(told)] = told
        replay_lanes(
            ENGINES[engine],
            self.found,
            self.table,
            recording,
            0,
            len(records),
            self.sums,
            self.totals,
            self.counts,
        )

    def use(self, lane: int) -> tuple[int, int]:
        """How many cards and decisions of a round were used."""
        return int(self.used[lane]), int(self.used[lay.LANES + lane])

    def settlements(self, lane: int) -> list[Line]:
        """Hands and side wagers of a round, spot by spot."""
        lines = list[Line]()
        for spot in range(self.pack.setup.spots):
            lines += self._hands(lane, spot)
            for side, (name, amount) in enumerate(self.pack.setup.sides.items()):
                place = line_place(lay.LANES, side, spot, lane)
                verdict = int(self.sums.lines[place])
                if verdict != at.NOT_MADE:
                    names = dict(enumerate(self.pack.verdicts[side])) | {at.RETURNED: "returned"}
                    net = self.pack.tables.side_pays[side * at.VERDICTS + verdict]
                    cents = int(net) * self.pack.unit
                    lines.append((spot + 1, name, names[verdict], amount, cents))
        return lines

    def _hands(self, lane: int, spot: int) -> Iterator[Line]:
        rows = self.table.hands.reshape(-1, lay.LANES)[SPOT_ROWS * spot :, lane]
        for number in rows[CLASSES : CLASSES + rows[HAND_COUNTS]]:
            cell = int(self.found.cells[number])
            outcome, stakes = divmod(cell, at.STAKES)
            more, added = self._moved(lane, spot, cell)
            stake = at_risk(self.pack.setup.wager + more, at.laid_of(stakes))
            net = int(self.found.pays[number]) * self.pack.unit + added
            yield spot + 1, MAIN, at.OUTCOMES[outcome], stake, net

    def _moved(self, lane: int, spot: int, cell: int) -> tuple[int, int]:
        """What was moved onto the hands of a spot, and what it adds to the net of one of them."""
        line = int(self.sums.moved[spot * lay.LANES + lane]) - 1
        if line < 0:
            return 0, 0
        tables, unit = self.pack.tables, self.pack.unit
        return int(tables.moved[line]) * unit, int(tables.moved_pays[line * at.CELLS + cell]) * unit

    def sum_of(self, wager: int) -> int:
        """The net of one kind of wager in all rounds, in cents."""
        return int(self.totals[at.WAGERS + at.WAGER_FIELDS * wager]) * self.pack.unit

    def envy(self, lines: Sequence[Line]) -> int:
        """What side wagers of others brought the players: all their sums but their own nets."""
        sides = [self.sum_of(at.FIRST_SIDE + side) for side in range(len(self.pack.setup.sides))]
        return sum(sides) - sum(net for _, name, _, _, net in lines if name != MAIN)


def table_settlements(round_: Round) -> list[Line]:
    """The same from the table: hands in the order they acted, then side wagers."""
    settled = {(s.spot, s.wager, s.hand): s for s in round_.settlements}
    keys = []
    for spot in round_.spots:
        keys += [(spot, MAIN, hand.name) for hand in round_.hands if hand.spot == spot]
        keys += [(spot, name, "") for name in round_.game.offers if round_.wager_on(spot, name)]
    found = [settled[key] for key in keys]
    return [(s.spot, s.wager, s.outcome, s.stake, s.net) for s in found]


def compare(
    pack: Packed,
    records: Sequence[Recorded],
    engine: str = PORTABLE,
    tables: Automaton | None = None,
) -> None:
    """Every settlement of every round must be that of the table, and so must all sums."""
    tables = automaton(pack) if tables is None else tables
    replayed, lines = Replayed(pack, tables, records, engine), list[Line]()
    for lane, record in enumerate(records):
        found = replayed.settlements(lane)
        decided = len(record.decisions) if pack.setup.chart is None else 0

        assert found == table_settlements(record.round)
        assert replayed.use(lane) == (len(record.round.dealt), decided)
        lines += found
    settled = [each for record in records for each in record.round.settlements]
    nets: Counter[str] = Counter()
    for each in settled:
        nets[each.wager] += each.net

    assert replayed.sum_of(at.MAIN) + replayed.sum_of(at.PARLAY) == nets[MAIN]
    bonuses = replayed.sum_of(at.SUPER_BONUS) + replayed.envy(lines)
    assert bonuses == nets["super-bonus"] + nets["envy"]
    assert replayed.sum_of(at.INSURANCE) == nets[INSURANCE]
    assert replayed.sum_of(at.BESIDE) + replayed.sum_of(at.MAIN) == sum(nets.values())


def compare_rounds(
    rules: Rules,
    rounds: int,
    seed: str,
    *,
    has_chart: bool,
    engines: Sequence[str] = (PORTABLE,),
    of_each: int = ROUNDS_ALIKE,
) -> int:
    """Play *rounds* rounds of *rules* at the table, *of_each* setup, and compare each engine."""
    rng = random.Random(seed)
    compared = 0
    while compared < rounds:
        setup = a_random_setup(rules, rng, has_chart=has_chart)
        pack = packed(setup)
        tables, last = automaton(pack), min(rounds, compared + of_each)
        choose = by_chart(setup) if has_chart else at_random(rng)
        while compared < last:
            alike = range(min(ROUNDS_ALIKE, last - compared))
            shoes = [a_shoe(setup.game, rng) for _ in alike]
            records = [recorded(pack, shoe, choose) for shoe in shoes]
            for engine in engines:
                compare(pack, records, engine, tables)
            compared += len(records)
    return compared
