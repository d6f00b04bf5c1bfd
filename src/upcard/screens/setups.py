"""The set-up page: what tables and progressives are set to, and what can be chosen for them."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from upcard.money import Cents
from upcard.room.procedures.table_setups import usual_cut_card
from upcard.room.rooms import Room
from upcard.room.state import RoomState
from upcard.room.table_states import NOT_PLAYABLE, TableState
from upcard.rules.offered_wagers import SideWager
from upcard.rules.schema import Rules
from upcard.screens.jackpot_displays import title_of
from upcard.screens.rule_texts import every_name
from upcard.screens.setup_types import (
    DecksChoice,
    GameChoice,
    SetupLevel,
    SetupProgressive,
    SetupRecord,
    SetupTable,
    TableProgressive,
    WagerChoice,
)
from upcard.table.games import CardSource


def setup_record(room: Room) -> SetupRecord:
    """Everything that the set-up page shows."""
    state, point = room.as_of()
    return {
        "version": point.sequence,
        "approved_only": state.approved_only,
        "games": [
            _game(state, rules)
            for rules in every_name(state)
            if rules.name in state.rules or not state.approved_only
        ],
        "card_sources": list(CardSource),
        "tables": [_table(state, table) for table in state.tables.values()],
        "progressives": [_progressive(state, name) for name in state.links],
        "shifts": list(state.shifts),
    }


def _game(state: RoomState, rules: Rules) -> GameChoice:
    return {
        "name": rules.name,
        "title": rules.title,
        "is_approved": rules.name in state.rules,
        "decks": [_decks(rules, count) for count in rules.decks],
        "decks_default": rules.decks_default,
        "wagers": [_wager(rules, wager) for wager in rules.side_wagers],
    }


def _decks(rules: Rules, count: int) -> DecksChoice:
    return {
        "count": count,
        "cut_card": usual_cut_card(rules, count, CardSource.DIGITAL),
        "packs": list(rules.packs_for(count)),
    }


def _wager(rules: Rules, wager: SideWager) -> WagerChoice:
    return {
        "name": wager.wager,
        "title": wager.title,
        "is_progressive": wager.kind == "progressive",
        "packs": [pack.name for pack in rules.packs if wager.wager in pack.wagers],
        "paytable": wager.paytable,
        "paytables": [{"name": one.name, "decks": list(one.decks)} for one in wager.paytables],
    }


def _table(state: RoomState, table: TableState) -> SetupTable:
    spec = table.spec
    return {
        "table": spec.table,
        "title": table.title,
        "rules": spec.rules,
        "decks": spec.decks,
        "pack": spec.pack,
        "paytables": dict(spec.paytables),
        "cut_card": spec.cut_card,
        "cards": spec.cards,
        "is_machine_shuffled": spec.is_machine_shuffled,
        "is_open": table.is_open,
        "progressives": _offered(state, table),
    }


def _offered(state: RoomState, table: TableState) -> list[TableProgressive]:
    found: list[TableProgressive] = []
    with suppress(*NOT_PLAYABLE):
        for name, offer in table.game_on(None).offers.items():
            if not offer.is_progressive:
                continue
            link = state.link_of(table.spec.table, name)
            found.append(
                {
                    "wager": name,
                    "title": offer.title,
                    "paytable": offer.paytable,
                    "levels": list(offer.meter_levels),
                    "progressive": link.progressive if link and state.is_in_play(link) else "",
                }
            )
    return found


def _progressive(state: RoomState, name: str) -> SetupProgressive:
    link, parameters = state.links[name], state.jackpots.progressives[name].parameters
    held = state.jackpots.progressives[name].levels.values()
    executives, cards = dict(link.executive_from), dict(link.cards_from)
    levels: list[SetupLevel] = [
        {
            "name": level.name,
            "seed": level.seed,
            "limit": level.limit,
            "executive_from": executives.get(level.name),
            "cards_from": cards.get(level.name),
        }
        for level in parameters.levels
    ]
    return {
        "name": name,
        "title": title_of(state, name),
        "wager": link.wager,
        "paytable": link.paytable,
        "tables": list(link.tables),
        "award_lock": parameters.award_lock.value,
        "contribution": per_cent(sum((one.rate for one in parameters.levels), Fraction(0))),
        "reserve": per_cent(sum((one.reserve_rate for one in parameters.levels), Fraction(0))),
        "levels": levels,
        "is_in_play": state.is_in_play(link),
        "holds": Cents(sum(one.liability for one in held)),
    }


def per_cent(rate: Fraction) -> str:
    """
    A part of the wager in per cent, exactly.

    >>> per_cent(Fraction(24, 100)), per_cent(Fraction(1, 40)), per_cent(Fraction(1, 3))
    ('24', '2.5', '100/3')
    """
    percent = rate * 100
    thousandths = percent * 10_000
    if thousandths.denominator > 1:
        return str(percent)
    whole, rest = divmod(int(thousandths), 10_000)
    return f"{whole}.{rest:04}".rstrip("0").rstrip(".")
