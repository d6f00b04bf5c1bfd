"""How many rounds a second the table plays, events and all, and where the time goes."""

import cProfile
import pstats
import random
import time

from upcard.cards import Card
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.shoes import composition
from upcard.table import Decision, Game, Round, awaits, handle
from upcard.table.awaits import AwaitCard, AwaitDecision, AwaitEnd, AwaitInsurance
from upcard.table.commands import Choose, Command, Deal, EndGame, PlaceWager, PressDeal, StartGame

SEED = 2026
ROUNDS = 10_000
PASSES = 3
GAMES = ("blackjack", "bahamas")


def run() -> None:
    """Print rounds a second on one core: one spot, main wager only."""
    print(f"table, one spot, main wager only, one core, seed {SEED}, best of {PASSES}:")
    for name in GAMES:
        shoes = _shoes(game(name), ROUNDS)
        best = max(_rounds_per_second(game(name), shoes) for _ in range(PASSES))
        print(f"  {name:<10} {best:8,.0f} rounds/s")
    _where_the_time_goes(game("bahamas"))


def _shoes(game_: Game, rounds: int) -> list[list[Card]]:
    """Cards for each round, drawn beforehand so that only the table is timed."""
    rng = random.Random(SEED)
    cards = list(composition(game_.rules.deck, game_.decks).elements())
    return [rng.sample(cards, 30) for _ in range(rounds)]


def _rounds_per_second(game_: Game, shoes: list[list[Card]]) -> float:
    began = time.perf_counter()
    for shoe in shoes:
        play(game_, list(shoe))
    return len(shoes) / (time.perf_counter() - began)


def play(game_: Game, shoe: list[Card]) -> Round:
    """One round by a player who doubles elevens, splits eights and hits below 17."""
    round_, _ = handle(Round(game_), PlaceWager(1, "main", Cents(1000)))
    round_, _ = handle(round_, StartGame())
    while round_.stage != "over":
        round_, _ = handle(round_, _answer(round_, shoe))
    return round_


def _answer(round_: Round, shoe: list[Card]) -> Command:
    match awaits(round_):
        case AwaitCard():
            return Deal(shoe.pop())
        case AwaitDecision(_, legal):
            return Choose(_decision(round_, legal))
        case AwaitInsurance():
            return PressDeal()
        case AwaitEnd():
            return EndGame()
        case other:
            raise AssertionError(f"a lone main wager never leads to {other}")


def _decision(round_: Round, legal: tuple[Decision, ...]) -> Decision:
    hand = round_.hands[round_.turn]
    if Decision.SPLIT in legal and hand.cards[0].points == 8:
        return Decision.SPLIT
    if Decision.DOUBLE in legal and hand.total == (11, False) and not hand.doubles:
        return Decision.DOUBLE
    if Decision.HIT in legal and hand.total.points < 17:
        return Decision.HIT
    return Decision.STAND


def _where_the_time_goes(game_: Game) -> None:
    shoes = _shoes(game_, 2000)
    profile = cProfile.Profile()
    profile.enable()
    for shoe in shoes:
        play(game_, list(shoe))
    profile.disable()
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    total = sum(row[2] for row in stats.values())
    rows = sorted(stats.items(), key=lambda item: -item[1][2])[:8]
    print("  where the time goes (own time under the profiler):")
    for (file, _, name), row in rows:
        print(f"    {row[2] / total:5.1%}  {file.rpartition('/')[2]}:{name}")


if __name__ == "__main__":
    run()
