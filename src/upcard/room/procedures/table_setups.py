"""Tables: set up, changed, opened and closed, and the rules they may play."""

from __future__ import annotations

import re
from datetime import date
from typing import Any, Final

from upcard.catalogue import CATALOGUE, UnknownName
from upcard.catalogue_games import game
from upcard.quotes import quoted
from upcard.room.events import RulesApproved
from upcard.room.fairness.table_shoes import SeedVault
from upcard.room.orders import ApproveRules
from upcard.room.people.roles import Role
from upcard.room.people.staff import Member, member_with
from upcard.room.procedures.happenings import Happenings
from upcard.room.procedures.opening_checks import Outside, check_before_opening
from upcard.room.procedures.progressive_links import check_links_kept
from upcard.room.recorded_rules import approved_fault
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.state import RoomState
from upcard.room.table_events import (
    DealerChanged,
    TableAdded,
    TableChanged,
    TableClosed,
    TableOpened,
    TableSpec,
)
from upcard.room.table_orders import OpenTable
from upcard.room.table_states import TableState
from upcard.rules.fingerprints import fingerprint
from upcard.rules.rules_files import RulesError, read_rules
from upcard.rules.schema import Rules
from upcard.rules.written_rules import rules_toml
from upcard.table import Game
from upcard.table.games import CardSource

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
ROUND_CARDS_MAX: Final = 70
"""More cards than any round of seven spots takes in practice: the cut card leaves as many."""


def add_table(
    happenings: Happenings, spec: TableSpec, by: Member, approved_by: Member, day: date | None
) -> None:
    """Set a table up; the rules say what it may choose."""
    if spec.table in happenings.state.tables:
        raise RoomRefused(
            RoomRefusal.TABLE_EXISTS, f"{spec.table} is already in the room: choose another name"
        )
    if not _NAME.fullmatch(spec.table):
        raise RoomRefused(
            RoomRefusal.TABLE_NAME_NOT_ALLOWED,
            f"table is {spec.table!r}: write small letters, digits and hyphens",
        )
    played = _checked_game(happenings, spec, day)
    found, text = fingerprint(played.rules), rules_toml(played.rules)
    happenings.add(TableAdded(spec, found, by.badge, approved_by.badge, text))


def change_table(
    happenings: Happenings, spec: TableSpec, by: Member, approved_by: Member, day: date | None
) -> None:
    """
    Other rules or other choices for a closed table, from its next round on.

    It takes the rules of that name as they are today, whether the table can play its own or not.

    The shoe must be over where the cards would change, and a table on a progressive keeps what
    its link was checked for.
    """
    table = happenings.table(spec.table)
    check_closed(table)
    played = _checked_game(happenings, spec, day)
    if table.shoe is not None and (table.shoe.deck, table.shoe.decks) != (
        played.rules.deck,
        played.decks,
    ):
        raise RoomRefused(
            RoomRefusal.ROUND_IS_OPEN,
            f"shoe {table.shoe.number} of {spec.table} has {table.shoe.decks} {table.shoe.deck} "
            "decks: a supervisor must throw it away before the cards change",
        )
    found, text = fingerprint(played.rules), rules_toml(played.rules)
    happenings.add(TableChanged(spec, table.spec, found, by.badge, approved_by.badge, text))
    check_links_kept(happenings, table)


def approve_rules(
    happenings: Happenings, wish: ApproveRules, by: Member, approved_by: Member, day: date | None
) -> None:
    """Rules of the room's own, from now on allowed at its tables."""
    if not _NAME.fullmatch(wish.name) or wish.name in CATALOGUE.names("games"):
        raise RoomRefused(
            RoomRefusal.RULES_NOT_ALLOWED,
            f"name is {wish.name!r}: write small letters, digits and hyphens, and not a name of "
            "the catalogue",
        )
    try:
        rules = read_rules(wish.text, CATALOGUE, file=wish.name)
    except RulesError as error:
        raise RoomRefused(RoomRefusal.RULES_NOT_ALLOWED, str(error)) from None
    _lawful_game(rules, day)
    happenings.add(
        RulesApproved(
            name=wish.name,
            text=wish.text,
            fingerprint=fingerprint(rules),
            by=by.badge,
            approved_by=approved_by.badge,
            resolved=rules_toml(rules),
        )
    )


def _lawful_game(rules: Rules, day: date | None, **choices: Any) -> Game:
    """
    The game of *rules*, if the limits they post are within the single-wager limit of *day*.

    Only what is decided now is held to it: a room that recorded other limits still opens, and its
    tables refuse each wager over the limit.
    """
    return game(rules, day=day, limits=rules.limits.amounts, **choices)


def _check_approved(state: RoomState, name: str) -> None:
    """Refuse rules that are not approved, in a room that only plays approved rules."""
    if state.approved_only and name not in state.rules:
        raise RoomRefused(
            RoomRefusal.RULES_NOT_ALLOWED,
            f"rules are {quoted(name)}: this room only plays approved rules, which are "
            f"{', '.join(sorted(state.rules)) or 'none'}; two people can approve others "
            "with `upcard room rules approve`",
        )


def _checked_game(happenings: Happenings, spec: TableSpec, day: date | None) -> Game:
    """The game of *spec*, if the rules allow it and a round can be finished after the cut card."""
    _check_approved(happenings.state, spec.rules)
    if fault := approved_fault(happenings.state, spec.rules):
        raise RoomRefused(RoomRefusal.RULES_NOT_ALLOWED, fault)
    try:
        rules = happenings.state.rules_named(spec.rules)
    except (UnknownName, RulesError) as error:
        raise RoomRefused(RoomRefusal.RULES_NOT_ALLOWED, str(error)) from None
    played = _lawful_game(
        rules,
        day,
        decks=spec.decks,
        pack=spec.pack,
        paytables=dict(spec.paytables),
        cards=spec.cards,
    )
    _check_cut_card(spec, played)
    return played


def usual_cut_card(rules: Rules, decks: int, cards: CardSource) -> int:
    """The cut card at three quarters of the shoe; 0 where the house places its own."""
    return 3 * decks * len(rules.deck.cards) // 4 if cards is CardSource.DIGITAL else 0


def _check_cut_card(spec: TableSpec, played: Game) -> None:
    """Refuse a cut card behind which a round may run out of cards; the house has its own."""
    if spec.is_machine_shuffled and spec.cards is not CardSource.READ:
        raise RoomRefused(
            RoomRefusal.CUT_CARD_NOT_ALLOWED,
            f"{spec.table} is {spec.cards}: a shuffling machine is a setting of tables with read "
            "cards, which count what has left the shoe",
        )
    if spec.cards is not CardSource.DIGITAL:
        if spec.cut_card:
            raise RoomRefused(
                RoomRefusal.CUT_CARD_NOT_ALLOWED,
                f"the cut card is after {spec.cut_card} cards: write 0, because real "
                f"cards are dealt at {spec.table} and the house places its own cut card",
            )
        return
    cards = played.decks * len(played.rules.deck.cards)
    most = cards - ROUND_CARDS_MAX
    if most < 1:
        raise RoomRefused(
            RoomRefusal.RULES_NOT_ALLOWED,
            f"decks is {played.decks}: a shoe of {cards} cards cannot finish every round after a "
            "cut card; use more decks",
        )
    if not 1 <= spec.cut_card <= most:
        raise RoomRefused(
            RoomRefusal.CUT_CARD_NOT_ALLOWED,
            f"the cut card is after {spec.cut_card} cards: write 1 to {most}, so that you can "
            "finish a round after it",
        )


def check_closed(table: TableState) -> None:
    """Refuse what is only done while the table is closed."""
    if table.is_open:
        raise RoomRefused(
            RoomRefusal.TABLE_IS_OPEN,
            f"{table.spec.table} is open with dealer {table.dealer}: close it first",
        )


def open_table(
    happenings: Happenings, wish: OpenTable, by: Member, vault: SeedVault, outside: Outside | None
) -> None:
    """A dealer at a table that was closed, once every check before opening has passed."""
    name = wish.table
    table = happenings.table(name)
    if table.is_open:
        raise RoomRefused(
            RoomRefusal.TABLE_IS_OPEN, f"{name} is open with dealer {table.dealer}: close it first"
        )
    dealer = _dealer(happenings, wish.dealer)
    checks = check_before_opening(happenings, name, vault, outside)
    happenings.add(TableOpened(name, dealer, by.badge, checks))


def change_dealer(happenings: Happenings, name: str, dealer: str, by: Member) -> None:
    """A shift change: the table stays open, a round on it goes on."""
    _open_one(happenings, name)
    happenings.add(DealerChanged(name, _dealer(happenings, dealer), by.badge))


def close_table(happenings: Happenings, name: str, by: Member) -> None:
    """Nobody at the table any more; a round must be over first."""
    table = _open_one(happenings, name)
    if table.round is not None and table.round.wagers:
        raise RoomRefused(
            RoomRefusal.ROUND_IS_OPEN, f"a round is open on {name}: finish it, then close the table"
        )
    happenings.add(TableClosed(name, by.badge))


def _open_one(happenings: Happenings, name: str) -> TableState:
    table = happenings.table(name)
    if not table.is_open:
        raise RoomRefused(RoomRefusal.TABLE_IS_CLOSED, f"{name} is closed: open it first")
    return table


def _dealer(happenings: Happenings, badge: str) -> str:
    member = member_with(happenings.state.staff, badge)
    if member.role not in (Role.DEALER, Role.SUPERVISOR):
        raise RoomRefused(
            RoomRefusal.NOT_A_DEALER, f"{member.name} is {member.role}: name a dealer"
        )
    return badge
