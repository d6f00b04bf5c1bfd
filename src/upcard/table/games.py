"""A game as one table plays it: rules with decks, pack, paytables, date and limits chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from upcard.game.features import not_played
from upcard.game.house import House
from upcard.money import Cents, Rounding, write_money
from upcard.problems import UpcardError
from upcard.rules.houses import house_of
from upcard.rules.limits import LimitSchedule
from upcard.rules.schema import Rules
from upcard.wagers import Offer, offer_of


class GameError(UpcardError, ValueError):
    """A choice that this game does not allow. *code* is stable."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class CardSource(StrEnum):
    """How a table's cards come: a property of the table, not of the game."""

    DIGITAL = "digital"
    """The table deals them itself, from a shoe that it shuffled."""
    HAND_DEALT = "hand-dealt"
    """Real cards that nobody tells the system. It knows progressive wagers and hand buttons."""
    READ = "read"
    """Real cards that a reader or the dealer tells the table, one after the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What may be wagered at one table on one day."""

    main_min: Cents
    main_max: Cents
    side_min: Cents
    side_max: Cents
    single_wager: Cents | None
    """The limit on any single wager in force on the day; None where no schedule applies."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game:
    """Rules, and everything a table chose among what they allow."""

    rules: Rules
    decks: int
    pack: str | None
    """The pack of side wagers on the layout; None where the game has no packs."""
    paytables: Mapping[str, str]
    """The paytables that are not the game's own choice, by wager."""
    day: date | None
    """The day of play; without one the newest wager limit applies."""
    limits: Limits
    offers: Mapping[str, Offer]
    """The side wagers on the layout, in the order of the rules file."""
    rounding: Rounding
    house: House
    """The rules as the rule book's numbers, with the table's limits in them."""
    cards: CardSource = CardSource.DIGITAL
    alone: tuple[Offer, ...] = ()
    """The side wagers among *offers* that cards may be dealt for alone."""
    forcing: tuple[Offer, ...] = ()
    """The side wagers among *offers* that say how the hand is played."""
    late: tuple[Offer, ...] = ()
    """The side wagers among *offers* that are made on a card that is seen."""

    @property
    def knows_cards(self) -> bool:
        """Whether the table is told its cards: without them it judges nothing."""
        return self.cards is not CardSource.HAND_DEALT

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.choices == other.choices

    def __hash__(self) -> int:
        return hash((self.rules.name, self.decks, self.pack, self.day))

    @property
    def choices(self) -> tuple[object, ...]:
        """Everything that distinguishes this game from another."""
        return (
            self.rules,
            self.decks,
            self.pack,
            dict(self.paytables),
            self.day,
            self.limits,
            self.cards,
        )


def game_of(
    rules: Rules,
    *,
    schedule: LimitSchedule | None,
    decks: int | None = None,
    pack: str | None = None,
    paytables: Mapping[str, str] | None = None,
    day: date | None = None,
    limits: Mapping[str, Cents] | None = None,
    cards: CardSource = CardSource.DIGITAL,
) -> Game:
    """*rules* at a table; a choice that they do not allow is refused."""
    for name in not_played(rules, "table"):
        raise GameError(
            "feature-not-played", f"{rules.name}: {name} is on, and tables do not play it yet"
        )
    decks = decks_played(rules, decks)
    pack = _pack(rules, pack, decks)
    others = _other_paytables(rules, paytables or {})
    offers = _offers(rules, pack, others, decks)
    if cards is CardSource.HAND_DEALT:
        offers = _with_sensors(rules, offers)
    single = schedule.on(day) if schedule else None
    own_limits = _limits(rules, limits or {}, single, day)
    return Game(
        rules=rules,
        decks=decks,
        pack=pack,
        paytables=others,
        day=day,
        limits=own_limits,
        offers=offers,
        rounding=rules.payments.as_rounding,
        house=house_of(rules, main_max=own_limits.main_max, single_wager=single),
        cards=cards,
        alone=tuple(offer for offer in offers.values() if offer.family.has_cards_alone),
        forcing=tuple(offer for offer in offers.values() if offer.family.forces),
        late=tuple(offer for offer in offers.values() if offer.is_late),
    )


def _with_sensors(rules: Rules, offers: Mapping[str, Offer]) -> dict[str, Offer]:
    """The wagers that a hand-dealt table knows: those on a progressive, which lie on a sensor."""
    found = {name: offer for name, offer in offers.items() if offer.is_progressive}
    if not found:
        raise GameError(
            "no-progressive-wager",
            f"{rules.name} has no progressive wager here: a hand-dealt table needs one, because it "
            "knows no other wager",
        )
    return found


def decks_played(rules: Rules, decks: int | None) -> int:
    """The number of decks given, or the game's default; refuses one it does not allow."""
    if decks is None:
        return rules.decks_default
    if decks not in rules.decks:
        allowed = ", ".join(map(str, rules.decks))
        raise GameError("decks-not-allowed", f"{rules.name}: decks is {decks}: write {allowed}")
    return decks


def _pack(rules: Rules, pack: str | None, decks: int) -> str | None:
    if pack is None:
        return next(iter(rules.packs_for(decks)), None)
    names = [pack.name for pack in rules.packs]
    if pack not in names:
        allowed = ", ".join(names) or "no packs"
        raise GameError("pack-unknown", f"{rules.name}: pack is {pack!r}: the game has {allowed}")
    return pack


def _other_paytables(rules: Rules, paytables: Mapping[str, str]) -> dict[str, str]:
    own = {wager.wager: wager.paytable for wager in rules.side_wagers}
    for wager in paytables:
        if wager not in own:
            allowed = ", ".join(own) or "none"
            raise GameError(
                "wager-unknown", f"{rules.name} has no wager {wager!r}: it offers {allowed}"
            )
    return {wager: table for wager, table in paytables.items() if table != own[wager]}


def _offers(
    rules: Rules, pack: str | None, paytables: Mapping[str, str], decks: int
) -> dict[str, Offer]:
    elsewhere = {name for other in rules.packs if other.name != pack for name in other.wagers}
    offers = {}
    for wager in rules.side_wagers:
        if wager.wager in elsewhere:
            continue
        name = paytables.get(wager.wager, wager.paytable)
        table = wager.named_paytable(name)
        if table is None:
            allowed = ", ".join(table.name for table in wager.paytables)
            raise GameError(
                "paytable-unknown",
                f"{wager.title}: paytable is {name!r}: {rules.name} plays {allowed}",
            )
        if decks not in table.decks:
            allowed = ", ".join(map(str, table.decks))
            raise GameError(
                "paytable-not-approved",
                f"{wager.title}: paytable {name} is not approved for {decks} decks: "
                f"it is for {allowed}",
            )
        offers[wager.wager] = offer_of(wager, name)
    return offers


def _limits(
    rules: Rules, own: Mapping[str, Cents], single: Cents | None, day: date | None
) -> Limits:
    """The posted limits, or the room's *own*, which may not exceed the legal limit of the *day*."""
    limits = Limits(**{**rules.limits.amounts, **own}, single_wager=single)
    for kind, low, high in (
        ("main", limits.main_min, limits.main_max),
        ("side", limits.side_min, limits.side_max),
    ):
        if not 0 < low <= high:
            raise GameError(
                "limits-out-of-order",
                f"{kind} limits are {write_money(low)} to {write_money(high)}: "
                "write a minimum above 0 and no larger than the maximum",
            )
        if single is not None and high > single and f"{kind}_max" in own:
            when = f" on {day}" if day else ""
            raise GameError(
                "limits-above-single-wager",
                f"{kind} limits are {write_money(low)} to {write_money(high)}: "
                f"a single wager{when} may be {write_money(single)} at most "
                f"({rules.limits.schedule} schedule)",
            )
    return limits
