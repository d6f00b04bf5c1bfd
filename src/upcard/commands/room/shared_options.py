"""The options that the room's commands share."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final

import typer

from upcard.commands.locale_amounts import amount_argument
from upcard.money import Cents
from upcard.table.games import CardSource

DATA_VARIABLE: Final = "UPCARD_DATA"
BADGE_VARIABLE: Final = "UPCARD_BADGE"
PIN_VARIABLE: Final = "UPCARD_PIN"
SECOND_PIN_VARIABLE: Final = "UPCARD_SECOND_PIN"
NEW_PIN_VARIABLE: Final = "UPCARD_NEW_PIN"


def read_percent(text: str) -> Fraction:
    """Read an exact percentage; anything else is wrong usage."""
    try:
        rate = Fraction(text.removesuffix("%")) / 100
    except (ValueError, ZeroDivisionError):
        raise typer.BadParameter(
            f"{text!r} is not a percentage: write one like 24 or 2.5"
        ) from None
    if not 0 <= rate <= 1:
        raise typer.BadParameter(f"{text}% is not allowed: write 0 to 100")
    return rate


def read_pairs(option: str, texts: Sequence[str]) -> dict[str, str]:
    """Read options written as NAME=VALUE."""
    found: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.rpartition("=")
        if not (name and sign and value) or name in found:
            raise typer.BadParameter(f"{option} is {text!r}: write NAME=VALUE, each name once")
        found[name] = value
    return found


def read_list(text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(name for name in (part.strip() for part in text.split(",")) if name)


Data = Annotated[
    str,
    typer.Option(
        "--data",
        envvar=DATA_VARIABLE,
        metavar="DIR|URL",
        help="The room: a folder or a postgresql:// address.",
    ),
]
Training = Annotated[
    bool, typer.Option("--training", help="Use the training room; nothing real changes.")
]
As = Annotated[
    str,
    typer.Option(
        "--as",
        envvar=BADGE_VARIABLE,
        metavar="BADGE",
        help=f"Your badge. Your PIN comes from {PIN_VARIABLE}, or you are asked.",
    ),
]
Second = Annotated[
    str | None,
    typer.Option(
        "--second",
        metavar="BADGE",
        help=f"The second badge. Its PIN comes from {SECOND_PIN_VARIABLE}, or is asked.",
    ),
]
OrderId = Annotated[
    str | None,
    typer.Option("--id", help="The order's id. An id sent twice is carried out once."),
]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask. The changes are still shown.")]

TableName = Annotated[str, typer.Argument(metavar="TABLE", help="A table of the room.")]
Spot = Annotated[int, typer.Argument(metavar="SPOT", help="A spot, 1 to 7.")]
AwardWager = Annotated[
    str | None,
    typer.Argument(metavar="[WAGER]", help="The wager that won, if several did."),
]
ProgressiveName = Annotated[
    str, typer.Argument(metavar="PROGRESSIVE", help="A progressive of the room.")
]
Amount = Annotated[
    Cents,
    typer.Argument(parser=amount_argument, metavar="AMOUNT", help="Dollars, like 250 or 1,250.00."),
]
Reason = Annotated[str, typer.Option("--reason", help="Why, for the record.")]
Level = Annotated[str | None, typer.Option("--level", help="The level, if there are several.")]
Dealer = Annotated[str, typer.Option("--dealer", metavar="BADGE", help="The dealer's badge.")]
Badge = Annotated[str, typer.Argument(metavar="BADGE", help="A badge.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="The file to write.")]

Rules = Annotated[
    str | None, typer.Option("--rules", help="A catalogue game, or rules approved in this room.")
]
Decks = Annotated[int | None, typer.Option("--decks", help="Number of decks.")]
Pack = Annotated[str | None, typer.Option("--pack", help="The pack of side wagers.")]
Paytables = Annotated[
    list[str] | None,
    typer.Option("--paytable", metavar="WAGER=PAYTABLE", help="A wager's paytable. Repeatable."),
]
CutCard = Annotated[
    int | None,
    typer.Option("--cut-card", help="Cards before the cut card (default: three quarters)."),
]

Cards = Annotated[
    CardSource,
    typer.Option("--cards", help="How its cards come: dealt by the system, by hand, or read."),
]
MachineShuffled = Annotated[
    bool,
    typer.Option(
        "--machine-shuffled",
        help="Real cards go back into a shuffling machine after each round. With --cards read.",
    ),
]

OtherCards = Annotated[
    CardSource | None,
    typer.Option("--cards", help="How its cards come from now on."),
]

LinkTables = Annotated[
    str | None, typer.Option("--tables", metavar="A,B", help="Tables, separated by commas.")
]
Contribution = Annotated[
    Fraction | None,
    typer.Option(
        "--contribution",
        parser=read_percent,
        metavar="PCT",
        help="Percent of each wager to the meters.",
    ),
]
Reserve = Annotated[
    Fraction | None,
    typer.Option(
        "--reserve",
        parser=read_percent,
        metavar="PCT",
        help="Percent of each wager to the reserve.",
    ),
]
Seeds = Annotated[
    list[str] | None,
    typer.Option("--seed", metavar="LEVEL=AMOUNT", help="The seed of a level. Repeatable."),
]
ExecutiveFrom = Annotated[
    list[str] | None,
    typer.Option(
        "--executive-from",
        metavar="LEVEL=AMOUNT",
        help="Awards from this amount on need an executive. Repeatable.",
    ),
]
CardsFrom = Annotated[
    list[str] | None,
    typer.Option(
        "--cards-from",
        metavar="LEVEL=AMOUNT",
        help="From this amount on, CONFIRM at a hand-dealt table needs the cards. Repeatable.",
    ),
]
ZeroSeedReason = Annotated[
    str | None,
    typer.Option("--zero-seed-reason", help="Why a level may start at zero."),
]
ChecklistFrom = Annotated[
    Cents | None,
    typer.Option(
        "--checklist-from",
        parser=amount_argument,
        metavar="AMOUNT",
        help="Awards from this amount on need the checklist (default: never).",
    ),
]
Limit = Annotated[
    Cents | None,
    typer.Option(
        "--limit",
        parser=amount_argument,
        metavar="AMOUNT",
        help="The highest amount a display shows.",
    ),
]
