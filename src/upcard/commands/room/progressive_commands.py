"""`upcard room`: link, change and remove progressives, and move their money."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.commands.locale_amounts import amount_argument
from upcard.commands.room.command_desk import Desk, Signs, at_desk
from upcard.commands.room.room_lines import progressive_record
from upcard.commands.room.shared_options import (
    CardsFrom,
    Contribution,
    ExecutiveFrom,
    Level,
    Limit,
    LinkTables,
    ProgressiveName,
    Reserve,
    Seeds,
    ZeroSeedReason,
    read_list,
)
from upcard.jackpot import AwardLock, Parameters
from upcard.money import Cents

if TYPE_CHECKING:
    from upcard.room.orders import Wish

AwardLocks = Annotated[
    AwardLock | None,
    typer.Option("--award-lock", help="Change the meter at the swipe, or lock it at the claim."),
]


@at_desk(Signs.TWO, moves_money=True)
def link(
    desk: Desk,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The progressive's name.")],
    wager: Annotated[str, typer.Option("--wager", help="The progressive wager.")],
    tables: Annotated[
        str, typer.Option("--tables", metavar="A,B", help="Tables, separated by commas.")
    ],
    paytable: Annotated[
        str | None, typer.Option("--paytable", help="The paytable (default: the table's).")
    ] = None,
    unit: Annotated[
        Cents,
        typer.Option(
            "--unit", parser=amount_argument, metavar="AMOUNT", help="The amount of one wager."
        ),
    ] = "5",  # type: ignore[assignment]  # typer reads it like what is typed.
    contribution: Contribution = None,
    reserve: Reserve = None,
    seed: Seeds = None,
    executive_from: ExecutiveFrom = None,
    cards_from: CardsFrom = None,
    award_lock: AwardLocks = None,
    limit: Limit = None,
    zero_seed_reason: ZeroSeedReason = None,
) -> None:
    """Start a progressive with its certified settings, and link tables to it."""
    from upcard.room.procedures.link_choices import LinkChoices, new_progressive
    from upcard.room.procedures.progressive_settings import progressive_offer

    names = read_list(tables)
    game = desk.table(names[0] if names else "").game_on(None)
    levels = tuple(progressive_offer(game, wager).meter_levels)
    choices = LinkChoices(
        tables=names,
        contribution=contribution,
        reserve=reserve,
        seeds=_amounts("--seed", seed, levels),
        executive_from=_amounts("--executive-from", executive_from, levels),
        cards_from=_amounts("--cards-from", cards_from, levels),
        award_lock=award_lock,
        limit=limit,
        zero_seed_reason=zero_seed_reason,
    )
    wish = new_progressive(desk.state, name, wager, choices, unit=unit, paytable=paytable)
    _set(desk, wish, wish.parameters, f"{name} is open at {', '.join(names)}")


@at_desk(Signs.TWO, moves_money=True)
def change_progressive(
    desk: Desk,
    progressive: ProgressiveName,
    tables: LinkTables = None,
    contribution: Contribution = None,
    reserve: Reserve = None,
    seed: Seeds = None,
    executive_from: ExecutiveFrom = None,
    cards_from: CardsFrom = None,
    award_lock: AwardLocks = None,
    limit: Limit = None,
    zero_seed_reason: ZeroSeedReason = None,
    no_limit: Annotated[bool, typer.Option("--no-limit", help="Remove the limit.")] = False,
) -> None:
    """Change a progressive while its tables are closed. Settings you leave out stay."""
    from upcard.room.procedures.link_choices import (
        LinkChoices,
        changed_progressive,
        progressive_named,
    )

    found, _ = progressive_named(desk.state, progressive)
    levels = tuple(found.levels)
    choices = LinkChoices(
        tables=None if tables is None else read_list(tables),
        contribution=contribution,
        reserve=reserve,
        seeds=_amounts("--seed", seed, levels),
        executive_from=_amounts("--executive-from", executive_from, levels),
        cards_from=_amounts("--cards-from", cards_from, levels),
        award_lock=award_lock,
        limit=limit,
        has_no_limit=no_limit,
        zero_seed_reason=zero_seed_reason,
    )
    wish = changed_progressive(desk.state, progressive, choices)
    _set(desk, wish, wish.parameters, f"{progressive} is changed")


@at_desk(Signs.TWO, moves_money=True)
def remove_progressive(
    desk: Desk,
    progressive: ProgressiveName,
    destination: Annotated[
        str, typer.Option("--destination", help="Where its money goes: a progressive or a bank.")
    ],
) -> None:
    """Remove a progressive from play. Its money is still owed to players."""
    from upcard.room.money_orders import RemoveProgressive

    desk.done(RemoveProgressive(progressive, destination), f"{progressive} is out of play")


@at_desk(Signs.TWO, moves_money=True)
def transfer(
    desk: Desk,
    progressive: ProgressiveName,
    to: Annotated[
        str, typer.Argument(metavar="TO", help="The progressive that receives the money.")
    ],
    level: Level = None,
    to_level: Annotated[
        str | None, typer.Option("--to-level", help="Its level, if it has several.")
    ] = None,
) -> None:
    """Move the money of a removed progressive to one in play."""
    from upcard.room.money_orders import TransferFunds

    wish = TransferFunds(
        progressive=progressive,
        level=level_of(desk, progressive, level),
        to_progressive=to,
        to_level=level_of(desk, to, to_level),
    )
    desk.done(wish, f"{progressive} {wish.level} was moved to {to} {wish.to_level}")


def level_of(desk: Desk, progressive: str, level: str | None) -> str:
    """The named level, or the only one."""
    from upcard.room.procedures.link_choices import progressive_named

    if level is not None:
        return level
    found, _ = progressive_named(desk.state, progressive)
    return _only("--level", tuple(found.levels))


def _set(desk: Desk, wish: Wish, parameters: Parameters, said: str) -> None:
    from upcard.jackpot.parameters import warnings

    record = desk.order(wish)
    found = list(warnings(parameters))
    for warning in found:
        print(f"warning: {warning}", file=sys.stderr)
    progressive = progressive_record(desk.state, parameters.name)
    desk.told({**record, "progressive": progressive, "warnings": found}, said)


def _amounts(option: str, texts: Sequence[str] | None, levels: tuple[str, ...]) -> dict[str, Cents]:
    """Read LEVEL=AMOUNT for several levels, or AMOUNT for a single level."""
    found: dict[str, Cents] = {}
    for text in texts or ():
        level, sign, amount = text.rpartition("=")
        level = level if sign else _only(option, levels)
        if level not in levels:
            raise typer.BadParameter(f"{option} {text}: the levels are {', '.join(levels)}")
        found[level] = amount_argument(amount)
    return found


def _only(option: str, levels: tuple[str, ...]) -> str:
    if len(levels) != 1:
        raise typer.BadParameter(f"{option}: name the level, one of {', '.join(levels)}")
    return levels[0]
