"""A table's keys: the round from the first wager to END GAME, with its shoe and its meters."""

from __future__ import annotations

from datetime import date
from typing import Final

from upcard.cards import Card
from upcard.game.choices import SeveralWinners
from upcard.game.words import words_of
from upcard.jackpot import Person
from upcard.jackpot.commands import ClaimAward as JackpotClaim
from upcard.jackpot.commands import Contribute, VoidAward
from upcard.jackpot.levels import OpenAward
from upcard.room.enrolled_devices import lost_rail
from upcard.room.fairness.real_shoes import RealShoe, check_in_shoe
from upcard.room.fairness.table_shoes import SeedVault, ShoeResumed, ShoeState, order_of
from upcard.room.money_events import Link
from upcard.room.people.roles import Role
from upcard.room.people.staff import Member
from upcard.room.procedures.happenings import Happenings
from upcard.room.recorded_rules import check_rules
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.state import RoomState
from upcard.room.table_events import KeyPressed, RoundOpened
from upcard.room.table_orders import Operate
from upcard.room.table_states import TableState
from upcard.table import handle
from upcard.table.commands import (
    CARDS_TOLD,
    NO_KEY,
    Command,
    Deal,
    PlaceWager,
    PressHandButton,
    StartGame,
)
from upcard.table.events import AwardReleased, GameStarted, HandButtonPressed
from upcard.table.events import Event as TableEvent
from upcard.table.games import CardSource
from upcard.table.next_cards import next_card_to
from upcard.table.rounds import Award, AwardState, Round
from upcard.table.titles import wager_title
from upcard.table.winners import more_may_win, winners_sharing

WHOLE: Final = 100
"""The share of a meter that winners divide, in percent."""
WINNERS_CHANGED: Final = "the number of winners that divide it changed"


def operate(
    happenings: Happenings,
    vault: SeedVault,
    member: Member,
    wish: Operate,
    order_id: str,
    day: date | None,
) -> None:
    """Press a key of a table, and add every automatic event."""
    table = happenings.table(wish.table)
    check_hands_on(table, member)
    command = wish.command
    _check_key(table, command)
    is_digital = table.spec.cards is CardSource.DIGITAL
    is_claim = table.round is not None and isinstance(command, PressHandButton)
    if not is_claim:
        check_rules(table)
    order: tuple[Card, ...] = ()
    if table.is_hole_unknown and not is_claim:
        order_of(vault, wish.table, shoe_on(table))  # Says what is wrong with the seed.
    if table.round is None:
        happenings.add(RoundOpened(wish.table, table.rounds + 1, day, table.fingerprint))
    if isinstance(command, PlaceWager):
        _check_progressive(happenings, wish.table, command)
    if isinstance(command, StartGame):
        _check_shoe(table)
        if is_digital:
            order = order_of(vault, wish.table, shoe_on(table))
        _check_funds(happenings, wish.table)
    if isinstance(command, PressHandButton):
        _check_claim(happenings.round_on(wish.table), command)
    happenings.add(KeyPressed(wish.table, member.badge))
    before = happenings.round_on(wish.table)
    for event in happenings.at_table(wish.table, command):
        if isinstance(event, GameStarted):
            _contribute(happenings, wish.table)
        elif isinstance(event, HandButtonPressed | AwardReleased):
            record_claim(happenings, wish.table, event, member, order_id, before=before)
    _deal_what_is_awaited(happenings, vault, wish.table, order)


def check_hands_on(table: TableState, member: Member) -> None:
    """Refuse a key of a closed table, or of a dealer who stands at another one."""
    if not table.is_open:
        raise RoomRefused(
            RoomRefusal.TABLE_IS_CLOSED, f"{table.spec.table} is closed: a supervisor must open it"
        )
    if member.role is Role.DEALER and member.badge != table.dealer:
        raise RoomRefused(
            RoomRefusal.NOT_THIS_TABLE_S_DEALER,
            f"{member.name} does not deal at {table.spec.table}: its dealer has badge "
            f"{table.dealer}",
        )


def _check_progressive(happenings: Happenings, table: str, command: PlaceWager) -> None:
    """No link, no progressive wager; the base game goes on."""
    offer = happenings.table(table).game_on(None).offers.get(command.wager)
    if not offer or not offer.is_progressive:
        return
    link = happenings.state.link_of(table, command.wager)
    if link is None or not is_available(happenings.state, link):
        why = f"{link.progressive} is out of play" if link else "it is not on a progressive"
        raise RoomRefused(
            RoomRefusal.PROGRESSIVE_UNAVAILABLE,
            f"{offer.title} is unavailable at {table}: {why}",
        )
    if rail := lost_rail(happenings.state.devices, table):
        raise RoomRefused(
            RoomRefusal.DEVICE_LOST,
            f"{offer.title} is unavailable at {table}: {rail.lost_sentence}. The game goes on; "
            "call a technician",
        )


def is_available(state: RoomState, link: Link) -> bool:
    """Whether the progressive of *link* takes wagers."""
    return state.is_in_play(link)


def _check_funds(happenings: Happenings, table: str) -> None:
    """A prize account that holds less than is owed stops progressive wagers (operations 65)."""
    linked = {link.wager for link in _links_of(happenings, table)}
    wagers = {wager.name for wager in happenings.round_on(table).wagers}
    if happenings.state.funds.is_short and linked & wagers:
        raise RoomRefused(
            RoomRefusal.FUNDS_SHORT,
            "the prize account holds less than is owed to players: lift the progressive wagers, "
            "or ask accounting to record the bank balance",
        )


def _check_key(table: TableState, command: Command) -> None:
    """Refuse what no key tells: awards, and cards where the shoe tells them or nobody does."""
    is_read = table.spec.cards is CardSource.READ
    if isinstance(command, NO_KEY) or (isinstance(command, CARDS_TOLD) and not is_read):
        raise RoomRefused(
            RoomRefusal.NOT_BY_HAND,
            "you cannot enter a card or an award: cards come from the shoe, awards from the swipe",
        )
    if isinstance(command, Deal) and table.real_shoe is not None and table.round is not None:
        check_in_shoe(table.real_shoe, (one.card for one in table.round.dealt), command.card)


def _check_shoe(table: TableState) -> None:
    if table.spec.cards is CardSource.HAND_DEALT:
        return
    if table.spec.cards is CardSource.READ:
        check_cards_on(table)
        return
    shoe = table.shoe
    if shoe is None:
        raise RoomRefused(RoomRefusal.NO_SHOE, "there is no shoe on the table: shuffle first")
    if not shoe.is_cut:
        raise RoomRefused(
            RoomRefusal.SHOE_NOT_CUT,
            f"shoe {shoe.number} is not cut: let the players cut, then close and confirm the cut",
        )
    if shoe.is_past_cut_card:
        raise RoomRefused(
            RoomRefusal.SHOE_IS_OVER, f"the cut card of shoe {shoe.number} is out: shuffle first"
        )


def check_cards_on(table: TableState) -> RealShoe:
    """The real cards on a table; refuses where nobody has shuffled any."""
    if table.real_shoe is None:
        raise RoomRefused(
            RoomRefusal.NO_SHOE, f"there is no shoe on {table.spec.table}: shuffle first"
        )
    return table.real_shoe


def _contribute(happenings: Happenings, table: str) -> None:
    """START GAME: each latched progressive wager feeds its meter, once."""
    state = happenings.table(table)
    for link in _links_of(happenings, table):
        wagers = tuple(
            wager.amount for wager in happenings.round_on(table).wagers if wager.name == link.wager
        )
        if wagers:
            happenings.at_jackpot(
                Contribute(progressive=link.progressive, start_id=state.round_id, wagers=wagers)
            )


def _links_of(happenings: Happenings, table: str) -> list[Link]:
    state = happenings.state
    return [x for x in state.links.values() if table in x.tables and state.is_in_play(x)]


def _check_claim(round_: Round, command: PressHandButton) -> None:
    """Where winners divide an award, nobody claims it before all of them are known."""
    offer = round_.game.offers.get(command.wager)
    if not offer or offer.several_winners is not SeveralWinners.SPLIT_EQUALLY:
        return
    if more_may_win(round_, command.wager):
        raise RoomRefused(
            RoomRefusal.CLAIM_TOO_EARLY,
            f"other spots may still share {offer.title}: claim when their cards are known",
        )


def record_claim(
    happenings: Happenings,
    table: str,
    event: HandButtonPressed | AwardReleased,
    member: Member,
    order_id: str,
    *,
    before: Round,
    reason: str = "the hand button was pressed again",
) -> None:
    """The hand button on, or off again, as the ledger records it; *before* had the award on."""
    link = happenings.state.link_of(table, event.wager)
    if link is None:
        return
    is_on = isinstance(event, HandButtonPressed)
    award = award_on(happenings.round_on(table) if is_on else before, event.spot, event.wager)
    by = Person(member.name, member.role.value)
    others = _other_shares(happenings, table, link, award)
    for _, claim in others:
        _take_off(
            happenings, link, award.level, claim, by, "the number of winners that divide it changed"
        )
    if is_on:
        happenings.at_jackpot(_new_claim(happenings, table, link, award, by, order_id))
    else:
        claim = open_claim(happenings, table, link, award)
        _take_off(happenings, link, award.level, claim, by, reason)
    for other, claim in others:
        # Still the claim of the person who made it: that person cannot confirm it.
        happenings.at_jackpot(_new_claim(happenings, table, link, other, claim.by, order_id))


def _take_off(
    happenings: Happenings, link: Link, level: str, claim: OpenAward, by: Person, reason: str
) -> None:
    happenings.at_jackpot(
        VoidAward(
            progressive=link.progressive,
            level=level,
            award_id=claim.id,
            by=by,
            reason=reason,
        )
    )


def _other_shares(
    happenings: Happenings, table: str, link: Link, award: Award
) -> list[tuple[Award, OpenAward]]:
    """
    The awards that divide a meter with *award*, and their open claims.

    Only where nobody knows the cards: there, winners are keyed one after the other, and each claim
    says among how many the ledger divides the meter.
    """
    round_ = happenings.round_on(table)
    offer = round_.game.offers[award.wager]
    divides = offer.several_winners is SeveralWinners.SPLIT_EQUALLY and award.percent == WHOLE
    if round_.game.knows_cards or not divides:
        return []
    return [
        (other, open_claim(happenings, table, link, other))
        for other in round_.awards
        if (other.wager, other.level, other.percent) == (award.wager, award.level, award.percent)
        and other.spot != award.spot
        and other.state is AwardState.CLAIMED
    ]


def _new_claim(
    happenings: Happenings, table: str, link: Link, award: Award, by: Person, order_id: str
) -> JackpotClaim:
    state, game = happenings.table(table), happenings.round_on(table).game
    hand = f"{words_of(award.outcome)} ({wager_title(game, award.wager)}, {link.paytable})"
    return JackpotClaim(
        progressive=link.progressive,
        level=award.level,
        award_id=f"{award_prefix(state, award)}{order_id}",
        percent=award.percent,
        winners=winners_sharing(happenings.round_on(table), award),
        round_id=state.round_id,
        place=place_of(award),
        by=by,
        details=f"{table} spot {award.spot}: {hand}",
        rounding=game.rounding,
    )


def award_on(round_: Round, spot: int, wager: str) -> Award:
    """The award on a spot."""
    return next(a for a in round_.awards if (a.spot, a.wager) == (spot, wager))


def award_prefix(table: TableState, award: Award) -> str:
    """What the ledger's names for the claims of *award* begin with; each claim has its own."""
    return f"{table.round_id}.{award.spot}."


def place_of(award: Award) -> int:
    """An award's place in the paying order: the farthest on the dealer's right is 1."""
    return 8 - award.spot


def spot_at(place: int) -> int:
    """The spot with that place in the paying order."""
    return 8 - place


def open_claim(happenings: Happenings, table: str, link: Link, award: Award) -> OpenAward:
    """The ledger's open claim of *award*."""
    level = happenings.state.jackpots.progressives[link.progressive].levels[award.level]
    round_id = happenings.table(table).round_id
    for claim in level.waiting:
        if (claim.round_id, claim.place) == (round_id, place_of(award)):
            return claim
    raise RoomRefused(
        RoomRefusal.NO_SUCH_CLAIM,
        f"spot {award.spot} has no open claim on {link.progressive}: press its hand button first",
    )


def _deal_what_is_awaited(
    happenings: Happenings, vault: SeedVault, table: str, order: tuple[Card, ...]
) -> None:
    """
    The table deals automatically: the next card of the recorded order, to the next hand.

    *order* is the shoe's where this key has looked at the seed already, else empty.
    """
    state = happenings.table(table)
    round_ = state.round
    is_digital = state.spec.cards is CardSource.DIGITAL
    if not is_digital or round_ is None or next_card_to(round_) is None:
        return
    shoe = shoe_on(state)
    order = order or order_of(vault, table, shoe)
    if shoe.fault:
        happenings.add(ShoeResumed(table=table, number=shoe.number))
    dealt = shoe.dealt
    events: list[TableEvent] = []
    while next_card_to(round_) is not None:
        round_, happened = handle(round_, Deal(order[dealt]))
        events += happened
        dealt += 1
    happenings.happened_at(table, round_, events)


def shoe_on(table: TableState) -> ShoeState:
    """The shoe that the round on a table is dealt from."""
    assert table.shoe is not None, "a round is dealt from a shoe"
    return table.shoe
