"""A game, its wagers and a chart as the arrays that kernels read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import gcd
from typing import Final

import numpy as np

from upcard.cards import RANKS
from upcard.families.round_results import RoundSight
from upcard.game.choices import EnvyGoesTo, EnvyPer
from upcard.game.features import not_played
from upcard.money import NOTHING, Cents, write_money
from upcard.notation.charts import Chart
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.layout import Bytes, Integers, Settings, Tables
from upcard.simulation.problems import SetupError
from upcard.simulation.setups.chart_tables import asking_tables, chart_tables, forced_tables
from upcard.simulation.setups.parlays import Moves, ParlayPrices, parlay_prices
from upcard.simulation.setups.prices import HandPrices, SidePrices, hand_prices, side_prices
from upcard.table import Refused, Round, handle
from upcard.table.commands import PlaceWager, StartGame, TakeSeat
from upcard.table.events import WagerPlaced
from upcard.table.evolve import evolve
from upcard.table.games import Game
from upcard.table.rounds import MAIN, Stage
from upcard.table.wager_checks import check_wager

DEFAULT_WAGER: Final = Cents(1000)
ROUND_NET_MAX: Final = 1 << 31


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What is simulated: a game, who wagers how much, by which chart, from which shoe."""

    game: Game
    chart: Chart | None
    """How everybody plays; None only in replays, which have their own decisions."""
    wager: Cents = DEFAULT_WAGER
    """The main wager of each spot."""
    sides: Mapping[str, Cents] = field(default_factory=dict)
    """The side wagers of each spot."""
    spots: int = 1
    insures: bool = False
    """Whether insurance of half the wager is taken whenever it is offered."""
    cut: int = 0
    """After how many cards the shoe is shuffled; 0 is a fresh shoe each round."""
    players: tuple[int, ...] = ()
    """Who plays each spot, by any number; empty where each spot is a player of its own."""
    count: Mapping[str, int] = field(default_factory=dict)
    """What each rank adds to a running count, for a table by true counts; empty for no count."""
    moves: Moves | None = None
    """Onto which cards winnings are moved that may be moved, all of them; empty for none. None
    only where the setup has no such wager."""
    meters: Mapping[str, Cents] = field(default_factory=dict)
    """What each progressive level pays at 100%; a level that is not named counts as empty."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Packed:
    """A setup in the only form a kernel can read, and what its numbers mean."""

    setup: Setup
    tables: Tables
    unit: Cents
    """All money in the tables and results is counted in this."""
    insurance: Cents
    """What is wagered on insurance by each spot, when it is."""
    verdicts: tuple[tuple[str, ...], ...]
    """For each side wager the names of its outcomes, as the kernel numbers them."""

    @property
    def fingerprint(self) -> str:
        """A hash of everything that determines a run's result, except its seed and its stream."""
        setup, tables = self.setup, self.tables
        offers = [setup.game.offers[name] for name in setup.sides]
        judged = [(one.family.name, one.told, *one.pays) for one in offers]
        hashed = sha256(repr((tables.settings, setup.game.house, judged)).encode())
        for array in tables[1:]:
            hashed.update(np.asarray(array).tobytes())
        return hashed.hexdigest()[:16]


def packed(setup: Setup) -> Packed:
    """*setup* as arrays; refuses what the table would refuse, and a chart with a row missing."""
    _check(setup)
    game = setup.game
    hands = hand_prices(game, setup.wager)
    sides = [
        side_prices(game, game.offers[name], amount, setup.meters)
        for name, amount in setup.sides.items()
    ]
    insurance = _insurance(setup)
    parlay = parlay_prices(game, setup.wager, setup.sides, setup.moves)
    unit = _unit(setup, hands, sides, (*insurance, *parlay.amounts))
    return Packed(
        setup=setup,
        tables=_tables(
            setup, hands, sides, parlay, _settings(setup, hands, insurance, parlay, unit), unit
        ),
        unit=unit,
        insurance=insurance[0],
        verdicts=tuple(side.names for side in sides),
    )


def _tables(
    setup: Setup,
    hands: HandPrices,
    sides: list[SidePrices],
    parlay: ParlayPrices,
    settings: Settings,
    unit: Cents,
) -> Tables:
    decisions, pairs = _decisions(setup, setup.wager)
    for amount in {one for one in parlay.moved if one}:
        _refuse_other_decisions(setup, Cents(setup.wager + amount), (decisions, pairs))
    return Tables(
        settings=settings,
        decisions=decisions,
        pairs=pairs,
        specials=_integers(hands.specials),
        pays=_integers(net // unit for net in hands.pays),
        side_pays=_integers(net // unit for side in sides for net in side.pays),
        envies=_integers(amount // unit for side in sides for amount in side.envies),
        players=_integers(players_of(setup)),
        tags=_integers(setup.count.get(rank, 0) for rank in at.RANK_ORDER if setup.count),
        moves=np.array(parlay.moves, np.uint8),
        moved=_integers(amount // unit for amount in parlay.moved),
        moved_pays=_integers(net // unit for net in parlay.pays),
    )


def _decisions(setup: Setup, wager: Cents) -> tuple[Bytes, Bytes]:
    """The decision with a main wager of *wager*: by the chart, or by the player asked."""
    if forcing := forced_play(setup):
        return forced_tables(forcing)
    if setup.chart is None:
        return asking_tables(setup.game, wager)
    return chart_tables(setup.game, setup.chart, wager)


def players_of(setup: Setup) -> tuple[int, ...]:
    """Who plays each spot of *setup*, by number."""
    each = setup.game.house.spots_each
    return setup.players or tuple(spot // each for spot in range(setup.spots))


def forced_play(setup: Setup) -> RoundSight | None:
    """How every hand of *setup* must be played, where a side wager says so."""
    families = (setup.game.offers[name].family for name in setup.sides)
    return next((family.round_sight for family in families if family.forces), None)


def _refuse_other_decisions(setup: Setup, wager: Cents, usual: tuple[Bytes, Bytes]) -> None:
    """A limit in money may forbid what the first wager may do: no kernel plays that."""
    for mine, other in zip(usual, _decisions(setup, wager), strict=True):
        if not np.array_equal(mine, other):
            raise SetupError(
                f"doubling.caps stop a main wager of {write_money(wager)} from being doubled after "
                "winnings are moved onto it: use a smaller wager, or --parlay never"
            )


def _integers(numbers: Iterable[int]) -> Integers:
    return np.array(list(numbers), np.int64)


def _unit(setup: Setup, hands: HandPrices, sides: list[SidePrices], others: Sequence[int]) -> Cents:
    """The largest amount that every sum of money in the setup is a multiple of."""
    amounts = [*hands.pays, setup.wager, hands.bonus, hands.envy, *others]
    amounts += [net for side in sides for net in (*side.pays, *side.envies)]
    unit = gcd(*amounts)
    # A round's net must be squared in 64 bits: no round of 7 spots comes near the sum of all.
    if setup.spots * at.HANDS_PER_SPOT * sum(map(abs, amounts)) // unit >= ROUND_NET_MAX:
        raise SetupError("the wagers are too large to add up exactly: make them smaller")
    return Cents(unit)


def _insurance(setup: Setup) -> tuple[Cents, Cents]:
    """What each spot puts on insurance, half the wager in whole units, and what it wins."""
    insurance = setup.game.rules.insurance
    if not setup.insures:
        return NOTHING, NOTHING
    if insurance == "none":
        raise SetupError(f"{setup.game.rules.name} has no insurance: leave it out")
    unit = setup.game.rounding.unit
    stake = Cents(setup.wager // 2 // unit * unit)
    return stake, insurance.pays.won(stake, setup.game.rounding)


def _settings(
    setup: Setup,
    hands: HandPrices,
    insurance: tuple[Cents, Cents],
    parlay: ParlayPrices,
    unit: Cents,
) -> Settings:
    still_in, per_spot = _envy_goes(setup)
    return Settings(
        decks=setup.game.decks,
        types=len(setup.game.rules.deck.cards),
        spots=setup.spots,
        sides=len(setup.sides),
        cut=setup.cut,
        true_count_table=totals_before_counts(len(setup.sides)) if setup.count else 0,
        bonus=hands.bonus // unit,
        envy=hands.envy // unit,
        envy_to_players_still_in=still_in,
        envy_per_spot=per_spot,
        insurance_stake=insurance[0] // unit,
        insurance_win=insurance[1] // unit,
        parlay_side=parlay.side,
        is_envied=int(any(setup.game.offers[name].envy for name in setup.sides)),
        played_out=_played_out(setup),
    )


def _envy_goes(setup: Setup) -> tuple[int, int]:
    """Whether envy goes to players still in only, and whether once for each of their spots."""
    bonus = setup.game.rules.super_bonus
    if bonus == "none":
        return 0, 0
    still_in = bonus.envy_goes_to is EnvyGoesTo.PLAYERS_STILL_IN
    return int(still_in), int(bonus.envy_per is EnvyPer.SPOT)


def _played_out(setup: Setup) -> int:
    """The up cards under which the dealer draws for a side wager of *setup*, one bit for each."""
    offers = [setup.game.offers[name] for name in setup.sides]
    waiting = [offer for offer in offers if offer.family.waits_for_dealer]
    if not waiting or not setup.game.house.draws_for_wagers:
        return 0
    under = [offer.opens_under if offer.is_late else frozenset(range(1, 11)) for offer in waiting]
    return sum(1 << points for points in frozenset[int]().union(*under))


def totals_before_counts(sides: int) -> int:
    """How many totals a block has with this many side wagers, before any true-count table."""
    return at.WAGERS + at.WAGER_FIELDS * (at.FIRST_SIDE + sides)


def _check(setup: Setup) -> None:
    """Let the table itself take the wagers, and refuse what it refuses."""
    rules = setup.game.rules
    for name in not_played(rules, "simulator"):
        raise SetupError(f"{name} is on: the simulator does not play it yet")
    if not 1 <= setup.spots <= rules.spots_max:
        raise SetupError(f"spots is {setup.spots}: {rules.name} has 1 to {rules.spots_max}")
    if setup.players and len(setup.players) != setup.spots:
        raise SetupError(f"players is {setup.players}: name one for each of {setup.spots} spots")
    cards = setup.game.decks * len(rules.deck.cards)
    if not 0 <= setup.cut <= cards:
        raise SetupError(f"cut is {setup.cut}: the shoe has {cards} cards")
    strange = [rank for rank in setup.count if rank not in at.RANK_ORDER]
    if strange:
        raise SetupError(f"count names {', '.join(strange)}: ranks are {', '.join(RANKS)}")
    _check_parlay(setup)
    _check_wagers(setup)


def _check_parlay(setup: Setup) -> None:
    """Refuse a wager whose winnings may be moved, unless it was said what winners do."""
    parlay = setup.game.rules.parlay
    if parlay != "none" and parlay.wager in setup.sides and setup.moves is None:
        raise SetupError(
            f"{parlay.wager} may be moved onto the main wager: give --parlay best or "
            f"--parlay never, or leave {parlay.wager} out"
        )


def _seated(round_: Round, setup: Setup) -> Round:
    """The players on their spots, and the main wagers of all spots but the first."""
    for player in sorted(set(setup.players)):
        own = tuple(spot for spot, who in enumerate(setup.players, start=1) if who == player)
        round_, _ = handle(round_, TakeSeat(f"player-{player}", own))
    for spot in range(2, setup.spots + 1):
        round_, _ = handle(round_, PlaceWager(spot, MAIN, setup.wager))
    return round_


def _check_wagers(setup: Setup) -> None:
    round_ = Round(setup.game)
    try:
        round_ = _seated(round_, setup)
        late = {offer.name for offer in setup.game.late}
        for name, amount in {MAIN: setup.wager, **setup.sides}.items():
            if name not in late:
                round_, _ = handle(round_, PlaceWager(1, name, amount))
        round_, _ = handle(round_, StartGame())
        for name in late & set(setup.sides):
            check_wager(round_, PlaceWager(1, name, setup.sides[name]))
            round_ = evolve(round_, WagerPlaced(1, name, setup.sides[name]))
    except Refused as refusal:
        raise SetupError(str(refusal)) from refusal
    assert round_.stage is not Stage.BETTING, "wagers that the table took did not start the game"
