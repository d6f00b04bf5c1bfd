"""`play` and `replay`: play one round, and replay recorded rounds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from upcard.app.cents import Amount, cents_of
from upcard.app.game_sources import AnyRules, read_text, rules_from
from upcard.app.presentations import Columns, Showable, counted
from upcard.app.problems import AppError, blamed_on
from upcard.app.solved_games import AnyChart, chart_from
from upcard.cards import Card
from upcard.catalogue import UnknownName
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.notation.charts import Chart
from upcard.notation.replayed_rounds import Replayed, replay_file
from upcard.notation.written_rounds import write_round
from upcard.rules.schema import Rules
from upcard.shoes import composition
from upcard.strategy.chart_players import follow
from upcard.table import handle
from upcard.table.awaits import AwaitCard, AwaitDecision, Awaited
from upcard.table.commands import Choose, Command, Deal, PlaceWager
from upcard.table.drivers import declined, play_on, routine
from upcard.table.events import Event
from upcard.table.games import Game
from upcard.table.rounds import MAIN, Round

SPOT = 1


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PlayedRound(Showable):
    """One round that was played to its end."""

    round: Round
    events: tuple[Event, ...]

    @property
    def text(self) -> str:
        """The round in notation: `replay` plays it again."""
        return write_round(self.round, self.events)

    @property
    def net_cents(self) -> Cents:
        """What the player gained; negative for a loss."""
        return Cents(sum(settled.net for settled in self.round.settlements))

    @property
    def heading(self) -> str:
        """A one-line summary."""
        return f"{self.round.game.rules.name}: {self.net_cents / 100:+.2f}"

    def __str__(self) -> str:
        return self.text

    def columns(self) -> Columns:
        """A row for each settled wager."""
        settled = self.round.settlements
        return {
            "spot": [one.spot for one in settled],
            "wager": [one.wager for one in settled],
            "outcome": [str(one.outcome) for one in settled],
            "net_cents": [one.net for one in settled],
        }

    def to_dict(self) -> dict[str, object]:
        """The round as plain data."""
        names = self.columns()
        rows = [dict(zip(names, row, strict=True)) for row in zip(*names.values(), strict=True)]
        return {
            "game": self.round.game.rules.name,
            "net_cents": self.net_cents,
            "settlements": rows,
            "text": self.text,
        }


def play(
    name: AnyRules,
    *,
    seed: int = 1,
    decks: int | None = None,
    pack: str | None = None,
    wager: Amount = 10,
    sides: Mapping[str, Amount] | None = None,
    chart: AnyChart | None = None,
) -> PlayedRound:
    """
    One round on one spot, from a shoe that *seed* shuffles, by a chart (default: the solver's).

    Insurance is not taken, and winnings are not moved.

    >>> played = play("blackjack", seed=5)
    >>> replay(played.text).rounds[0].round.settlements == played.round.settlements
    True
    """
    table = game(rules_from(name), decks=decks, pack=pack)
    amounts = {MAIN: cents_of("wager", wager)}
    amounts |= {side: cents_of(side, amount) for side, amount in (sides or {}).items()}
    _refuse_meters(table, amounts)
    round_, events = Round(table), list[Event]()
    for side, cents in amounts.items():
        round_, more = handle(round_, PlaceWager(SPOT, side, cents))
        events += more
    cards = list(composition(table.rules.deck, table.decks).elements())
    random.Random(seed).shuffle(cards)
    player = _ChartPlayer(_chart_for(table, chart), iter(cards))
    round_, more = play_on(round_, player.answer)
    return PlayedRound(round=round_, events=(*events, *more))


def _refuse_meters(table: Game, amounts: Mapping[str, Cents]) -> None:
    for name in amounts:
        if name in table.offers and table.offers[name].meter_levels:
            raise AppError(
                "no-meter", f"{name} pays from a meter, which a single round does not have"
            )


def _chart_for(table: Game, chart: AnyChart | None) -> Chart:
    if chart is not None:
        return chart_from(chart)
    from upcard.strategy.solutions import solve

    return solve(table.rules, table.decks).chart


@dataclass(frozen=True, slots=True)
class _ChartPlayer:
    """Answers the table by a chart, with cards from a shoe."""

    chart: Chart
    cards: Iterator[Card]

    def answer(self, round_: Round, awaited: Awaited) -> Command | None:
        """The command for what the table awaits."""
        match awaited:
            case AwaitCard():
                return Deal(next(self.cards))
            case AwaitDecision(_, legal):
                hand = round_.hands[round_.turn]
                return Choose(follow(self.chart, hand, round_.upcard, legal))
            case _:
                return routine(awaited) or declined(awaited)


@dataclass(frozen=True, slots=True, repr=False)
class ReplayedRounds(Showable):
    """Recorded rounds that came out as written."""

    rounds: tuple[Replayed, ...]

    @property
    def heading(self) -> str:
        """A one-line summary."""
        verb = "comes" if len(self.rounds) == 1 else "come"
        return f"{counted(len(self.rounds), 'round')} {verb} out as written"

    def columns(self) -> Columns:
        """A row for each round."""
        return {
            "round": list(range(1, len(self.rounds) + 1)),
            "game": [one.round.game.rules.name for one in self.rounds],
            "net_cents": [sum(s.net for s in one.round.settlements) for one in self.rounds],
        }

    def to_dict(self) -> dict[str, object]:
        """What `upcard round replay --json` prints."""
        return {"ok": True, "rounds": len(self.rounds)}


def replay(text_or_path: str | Path) -> ReplayedRounds:
    r"""
    Recorded rounds, played again and compared: a text of several lines, a file, or a folder.

    >>> text = "rules blackjack\ndealer 6h [Ac] 5s 7d = 19\n1 10 Tc 8d S = 18 lose -10\n"
    >>> replay(text).to_dict()
    {'ok': True, 'rounds': 1}
    """
    if isinstance(text_or_path, str) and "\n" in text_or_path:
        return ReplayedRounds(tuple(replay_file(text_or_path, find_rules)))
    return replay_files([Path(text_or_path)])


def replay_files(paths: list[Path]) -> ReplayedRounds:
    """Replay the rounds of files and folders, and name every difference."""
    rounds: list[Replayed] = []
    for path in round_files(paths):
        with blamed_on(path, "round-mismatch", ok=False, rounds=len(rounds)):
            rounds += replay_file(read_text(path), find_rules)
    return ReplayedRounds(tuple(rounds))


def find_rules(name: str) -> Rules:
    """The rules that a round names, from the catalogue or a file."""
    try:
        return rules_from(name)
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise UnknownName(f"rules is {name!r}: {reason}; name a game or a rules file") from None
    except AppError as error:
        raise UnknownName(str(error)) from None


def round_files(paths: list[Path]) -> list[Path]:
    """The files among *paths*, and those in folders among them."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            found = sorted(p for p in path.rglob("*") if p.suffix in (".round", ".shoe"))
            if not found:
                raise AppError("file", f"{path}: this folder has no .round or .shoe files")
            files += found
        else:
            files.append(path)
    return files
