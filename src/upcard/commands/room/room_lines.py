"""A room, its tables, meters and people as records, and as lines for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypedDict

from upcard.amounts import write_amount
from upcard.app.presentations import counted
from upcard.catalogue import CATALOGUE
from upcard.commands.locale_amounts import typed_format
from upcard.money import Cents, write_money
from upcard.plain import Decoded
from upcard.table.games import CardSource

if TYPE_CHECKING:
    from upcard.jackpot import Level
    from upcard.room.money_events import Link
    from upcard.room.people.staff import Member
    from upcard.room.rooms import Room
    from upcard.room.state import RoomState
    from upcard.room.table_states import TableState


class LevelLine(TypedDict):
    """A level of a progressive. Money is in cents."""

    name: str
    display: Cents
    pending: bool
    reserve: Cents
    overflow: Cents
    seed: Cents
    limit: Cents | None
    rate: str
    reserve_rate: str
    hits: int
    executive_from: Cents | None
    cards_from: Cents | None


class ProgressiveLine(TypedDict):
    """A progressive, its tables and its levels."""

    name: str
    wager: str
    paytable: str
    tables: list[str]
    play: str
    award_lock: str
    levels: list[LevelLine]


class PartLine(TypedDict):
    """Who gave what to the cut."""

    who: str
    cut: str


class TableLine(TypedDict):
    """A table: its game, its dealer, and how much of its shoe is dealt."""

    table: str
    rules: str
    rules_fault: str
    newer_rules: Mapping[str, tuple[str | None, str | None]] | None
    decks: int
    pack: str | None
    paytables: Mapping[str, str]
    cut_card: int
    cards: CardSource
    dealer: str
    is_open: bool
    shoe: int | None
    commitment: str
    cut: str
    parts: list[PartLine]
    fault: str
    is_cut: bool
    dealt: int
    rounds: int


class RoundOnTable(TableLine):
    """A table with the round on it, as its dealer sees it."""

    round: Decoded | None
    """Its number and the fields of its view."""


class RoomLine(TypedDict):
    """A summary of the room. Money is in cents."""

    name: str
    location: str
    kind: str
    day_starts_at: int
    shifts: list[int]
    head: str
    tables: list[TableLine]
    progressives: list[ProgressiveLine]
    owed: Cents
    bank: Cents | None
    is_short: bool
    staff: int
    slips: int


class MemberLine(TypedDict):
    """A person, without the PIN."""

    badge: str
    name: str
    role: str
    is_active: bool
    wrong_pins: int


def room_record(room: Room) -> RoomLine:
    """A summary of the room. Money is in cents."""
    state = room.state
    bank = state.funds.bank
    return {
        "name": state.name,
        "location": state.location,
        "kind": state.kind.value,
        "day_starts_at": state.day_starts_at,
        "shifts": list(state.shifts),
        "head": str(room.journal.head()),
        "tables": [table_record(state, table) for table in state.tables.values()],
        "progressives": [progressive_record(state, name) for name in state.jackpots.progressives],
        "owed": state.jackpots.liability,
        "bank": bank.balance if bank else None,
        "is_short": state.funds.is_short,
        "staff": sum(member.is_active for member in state.staff.values()),
        "slips": state.slips,
    }


def tell_room(record: RoomLine) -> None:
    """Print the summary for people."""
    kind = "" if record["kind"] == "live" else f"  [{record['kind'].upper()}]"
    print(f"{record['name']}, {record['location']}{kind}")
    print(f"gaming day from {record['day_starts_at']:02}:00 UTC, {record['staff']} people")
    if record["shifts"]:
        print(f"shifts from {', '.join(f'{hour:02}:00' for hour in record['shifts'])} UTC")
    for table in record["tables"]:
        tell_table(table, indent="  ")
    for progressive in record["progressives"]:
        tell_progressive(progressive)
    bank = (
        "no bank balance recorded" if record["bank"] is None else f"bank {_money(record['bank'])}"
    )
    print(f"owed to players {_money(record['owed'])}, {bank}{', SHORT' * record['is_short']}")
    print(f"win pages {record['slips']}, journal {record['head']}")


def progressive_record(state: RoomState, name: str) -> ProgressiveLine:
    """A progressive, its tables and its levels. Money is in cents."""
    found, link = state.jackpots.progressives[name], state.links[name]
    return {
        "name": name,
        "wager": link.wager,
        "paytable": link.paytable,
        "tables": list(link.tables),
        "play": found.play.value,
        "award_lock": found.parameters.award_lock.value,
        "levels": [_level_record(level, link) for level in found.levels.values()],
    }


def _level_record(level: Level, link: Link) -> LevelLine:
    parameters = level.parameters
    return {
        "name": parameters.name,
        "display": level.display,
        "pending": level.is_pending,
        "reserve": level.standing.reserve,
        "overflow": level.standing.overflow,
        "seed": parameters.seed,
        "limit": parameters.limit,
        "rate": str(parameters.rate),
        "reserve_rate": str(parameters.reserve_rate),
        "hits": level.counters.hits,
        "executive_from": dict(link.executive_from).get(parameters.name),
        "cards_from": dict(link.cards_from).get(parameters.name),
    }


def tell_progressive(record: ProgressiveLine) -> None:
    """Print a progressive, a line for each level."""
    tables = ", ".join(record["tables"])
    out = "" if record["play"] == "in-play" else ", OUT OF PLAY"
    print(f"  {record['name']}  {record['wager']} {record['paytable']} at {tables}{out}")
    for level in record["levels"]:
        pending = "  PENDING" if level["pending"] else ""
        print(
            f"    {level['name']:<8} {_money(level['display']):>12}{pending}  "
            f"seed {_money(level['seed'])}, reserve {_money(level['reserve'])}, "
            f"{level['hits']} hits"
        )


def table_record(state: RoomState, table: TableState) -> TableLine:
    """A table: its game, its dealer, and how much of its shoe is dealt."""
    from upcard.room.recorded_rules import newer_rules, rules_fault

    spec, shoe = table.spec, table.shoe
    return {
        "table": spec.table,
        "rules": spec.rules,
        "rules_fault": rules_fault(table),
        "newer_rules": newer_rules(state, table),
        "decks": spec.decks,
        "pack": spec.pack,
        "paytables": dict(spec.paytables),
        "cut_card": spec.cut_card,
        "cards": spec.cards,
        "dealer": table.dealer,
        "is_open": table.is_open,
        "shoe": shoe.number if shoe else None,
        "commitment": shoe.commitment if shoe else "",
        "cut": shoe.stage.value if shoe and not shoe.is_cut else "",
        "parts": [{"who": part.who, "cut": part.cut} for part in shoe.parts] if shoe else [],
        "fault": shoe.fault if shoe else "",
        "is_cut": bool(shoe and shoe.is_cut),
        "dealt": shoe.dealt if shoe else 0,
        "rounds": table.rounds,
    }


_SHOES: Final = {
    CardSource.DIGITAL: "no shoe",
    CardSource.HAND_DEALT: "dealt by hand",
    CardSource.READ: "real cards, which are read",
}
"""What is said of a table without a shoe that the system shuffled."""


def _table_line(record: TableLine) -> str:
    """A table in one line."""
    dealer = f"open, dealer {record['dealer']}" if record["is_open"] else "closed"
    shoe = _SHOES[record["cards"]]
    if record["shoe"] is not None:
        cut = f"{record['dealt']} of {record['cut_card']} dealt" if record["is_cut"] else "not cut"
        stopped = f", STOPPED ({record['fault']})" if record["fault"] else ""
        shoe = f"shoe {record['shoe']} {cut}{stopped}"
    pack = f", {record['pack']}" if record["pack"] else ""
    plays = f"{record['rules']}, {counted(record['decks'], 'deck')}{pack}"
    return f"{record['table']}  {plays}; {dealer}; {shoe}"


def tell_table(record: TableLine, indent: str = "") -> None:
    """A table in one line, with notes about its rules below."""
    print(f"{indent}{_table_line(record)}")
    for line in rules_lines(record):
        print(f"{indent}  {line}")


def rules_lines(record: TableLine) -> list[str]:
    """Why a table has stopped, or how its rules differ from today's."""
    if record["rules_fault"]:
        return [f"STOPPED: {record['rules_fault']}"]
    newer = record["newer_rules"]
    if newer is None:
        return []
    table, name = record["table"], record["rules"]
    said = [
        f"{path} is {_answer(after)} ({table} plays {_answer(before)})"
        for path, (before, after) in newer.items()
    ]
    whose = "the catalogue's" if name in CATALOGUE.names("games") else "the newest approved"
    return [f"{whose} {name} differs: {'; '.join(said) or 'in the order of its rows'}"]


def _answer(text: str | None) -> str:
    return "not there" if text is None else text


def round_record(state: RoomState, table: TableState) -> RoundOnTable:
    """A table with its round as the dealer sees it, without the hole card. Money is in cents."""
    from upcard.table.views import Audience, Viewer, view_of

    base: RoundOnTable = {**table_record(state, table), "round": None}
    if table.round is None:
        return base
    view = view_of(table.round, Viewer(Audience.DEALER)).as_data()
    return {**base, "round": {"number": table.rounds, **view}}


def tell_round(record: RoundOnTable) -> None:
    """A table with its round, for people."""
    tell_table(record)
    round_ = record["round"]
    if round_ is None:
        print(f"  no round; {record['rounds']} played")
        return
    if round_["dealer_cards"]:
        total = f"{round_['dealer_total']} {round_['message']}".strip()
        print(f"  dealer  {' '.join(round_['dealer_cards'])}  {total}")
    for spot in round_["spots"]:
        wagers = ", ".join(_wager_line(wager) for wager in spot["wagers"])
        print(f"  spot {spot['spot']}  {wagers}  {spot['banner']}".rstrip())
        for hand in spot["hands"]:
            print(f"    {_hand_line(hand)}".rstrip())
    tell_movements(round_["movements"])
    for award in round_["awards"]:
        print(f"  award on spot {award['spot']}: {award['outcome']} {award['state'].upper()}")
        print(f"    {award['act']}")
    print(f"  round {round_['number']} is waiting for {round_['prompt']}")


def tell_movements(moved: Sequence[Decoded]) -> None:
    """What the dealer takes and pays, a line for each wager, from the dealer's right."""
    for one in moved:
        done = "  done before DEAL" if one["is_done"] else ""
        where = f"spot {one['spot']} {one['title']} {one['hand']}".rstrip()
        print(f"  {where:<28} {one['outcome']}: {one['act']}{done}")


def _wager_line(wager: Decoded) -> str:
    came = f" {wager['outcome']}" if wager["outcome"] else ""
    return f"{wager['name']} {write_money(wager['amount'])} {wager['sensor']}{came}"


def _hand_line(hand: Decoded) -> str:
    mark = ">" if hand["is_active"] else " "
    return f"{mark} {hand['name']:<3} {' '.join(hand['cards'])}  {hand['total']} {hand['border']}"


def member_record(member: Member) -> MemberLine:
    """A person, without the PIN."""
    return {
        "badge": member.badge,
        "name": member.name,
        "role": member.role.value,
        "is_active": member.is_active,
        "wrong_pins": member.failures,
    }


def member_line(record: MemberLine) -> str:
    """A person in one line."""
    state = "" if record["is_active"] else "  removed"
    state += f"  {record['wrong_pins']} wrong PINs" if record["wrong_pins"] else ""
    return f"{record['badge']:<12} {record['role']:<11} {record['name']}{state}"


def _money(amount: Cents) -> str:
    return write_amount(amount, typed_format())
