"""Combinations of settings that no game can have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from upcard.cards import Deck
from upcard.families import FAMILIES, CardPlace, Family
from upcard.families.family import NEVER
from upcard.game.dealers import STANDS_ON_HARD_16
from upcard.game.drafts import Facts, Found, texts
from upcard.game.features import FEATURES
from upcard.money import MoneyError, OfMeter, Times, ToOne, read_pay
from upcard.quotes import nearest, quoted


def whole_numbers(value: object) -> list[int]:
    """The whole numbers in a list, like `texts`."""
    return [each for each in value if isinstance(each, int)] if isinstance(value, list) else []


def listed(names: Iterable[object]) -> str:
    """Names as a sentence lists them, none longer than people read."""
    return ", ".join(quoted(str(name))[1:-1] for name in names) or "none"


def shown(value: object) -> str:
    """A value as a refusal shows it, however long it is."""
    return quoted(value) if isinstance(value, str) else quoted(repr(value))[1:-1]


def combination_errors(
    raw: Mapping[str, object],
    schedules: Sequence[str],
    *,
    is_recorded: bool = False,
    is_what_if: bool = False,
) -> Found:
    """Every refused combination in *raw*; *schedules* are the limit schedules there are."""
    facts = Facts(raw, is_recorded=is_recorded, is_what_if=is_what_if)
    schedule = facts.at("limits.schedule")
    if isinstance(schedule, str) and schedule != "none" and schedule not in schedules:
        yield "limits.schedule", f"is {shown(schedule)}: write none, {', '.join(schedules)}"
    for name, feature in FEATURES.items():
        if facts.has(name):
            yield from feature.problems(facts)
    for check in CHECKS:
        yield from check(facts)


def _default_decks_are_allowed(facts: Facts) -> Found:
    default, decks = facts.at("decks_default"), facts.names("decks")
    if decks and default is not None and default not in decks:
        yield "decks_default", f"is {default}: write one of {', '.join(map(str, decks))}"
    if len(set(map(str, decks))) != len(decks):
        yield "decks", f"is {listed(decks)}: write each deck count once"


def _limits_are_in_order(facts: Facts) -> Found:
    for kind in ("main", "side"):
        low, high = (facts.amount(f"limits.{kind}_{end}") for end in ("min", "max"))
        if low is not None and high is not None and not 0 < low <= high:
            yield (
                f"limits.{kind}_max",
                f"is {facts.at(f'limits.{kind}_max')} while {kind}_min is "
                f"{facts.at(f'limits.{kind}_min')}: write a minimum above 0 and under the maximum",
            )
    unit = facts.amount("payments.unit")
    if unit is not None and unit < 1:
        yield "payments.unit", f"is {facts.at('payments.unit')}: write 0.01 or more"


def _wagers_are_named_once(facts: Facts) -> Found:
    seen = set()
    for path, wager in facts.wagers():
        for name in texts([wager.get("wager")]):
            if name in seen:
                yield f"{path}.wager", f"is {shown(name)} a second time: offer each wager once"
            seen.add(name)


def _wagers_fit_their_family(facts: Facts) -> Found:
    for path, wager in facts.wagers():
        family = FAMILIES.get(str(wager.get("family")))
        if family is None:
            if "family" in wager:
                known = nearest(FAMILIES, str(wager["family"]))
                yield f"{path}.family", f"is {shown(wager['family'])}: choose one of {known}"
            continue
        yield from _readings_fit(path, wager, family, facts)
        yield from _exception_is_known(path, wager)
        if family.made_on is not None and wager.get("after_start") == "lifted":
            yield (
                f"{path}.after_start",
                "is 'lifted', but the wager is made after START GAME: write 'left'",
            )
        yield from _game_fits(facts, f"{path}.wager", shown(wager.get("wager")), family)
        if family.waits_for_dealer:
            yield from _finished_dealer_fits(facts, path, wager)
        if family.needs_finished_dealer:
            continue
        if family.round_sight is not None and wager.get("settles") != "with-main":
            yield f"{path}.settles", "must be 'with-main': what becomes of the hand decides"
        sees = family.sees_for(_lines_paid(wager))
        if wager.get("settles") == "on-deal" and CardPlace.HOLE in sees:
            if wager.get("unless") not in family.waits:
                waits = "".join(f", or unless = {shown(name)}" for name in family.waits)
                yield (
                    f"{path}.settles",
                    "is 'on-deal', but the wager needs the hole card: "
                    f"write 'on-hole-card' or 'with-main'{waits}",
                )
        if family.is_on_first_five and wager.get("settles") != "with-main":
            yield f"{path}.settles", "must be 'with-main': the wager needs five cards of the dealer"
        if CardPlace.THIRD in sees and wager.get("settles") != "with-main":
            yield f"{path}.settles", "must be 'with-main': the wager needs the player's third card"


def _game_fits(facts: Facts, path: str, shown: str, family: Family) -> Found:
    """A wager for another dealer, or one that leaves players no choice where a game asks them."""
    if family.draws_by == STANDS_ON_HARD_16 and not facts.has("dealer_16"):
        yield (
            path,
            f"is {shown}, which is for a dealer who stands on hard 16: "
            "write dealer_16.stands_on = 'hard'",
        )
    if family.forces and facts.has("zaps"):
        yield path, f"is {shown}, which leaves nothing to zap"


def _exception_is_known(path: str, wager: dict[str, object]) -> Found:
    known = [NEVER, *(name for family in FAMILIES.values() for name in family.waits)]
    if "unless" in wager and wager["unless"] not in known:
        yield f"{path}.unless", f"is {shown(wager['unless'])}: write {' or '.join(known)}"


def _finished_dealer_fits(facts: Facts, path: str, wager: dict[str, object]) -> Found:
    if wager.get("settles") != "with-main":
        yield f"{path}.settles", "must be 'with-main': the wager needs the dealer's finished hand"
    if facts.at("dealer_draws") == "none":
        yield (
            "dealer_draws",
            f"is 'none' while {wager.get('wager')} is a wager on the dealer's finished hand: "
            "write a section with when = 'while-a-hand-is-live' or 'whenever-a-wager-needs-it'",
        )


def _lines_paid(wager: dict[str, object]) -> set[str]:
    """The lines that some paytable of *wager* pays on, or the game itself."""
    listed = wager.get("paytables")
    tables = [row for row in listed if isinstance(row, dict)] if isinstance(listed, list) else []
    printed = [wager.get("lines"), *(table.get("pays") for table in tables)]
    return {
        line
        for pays in printed
        if isinstance(pays, dict)
        for line, pay in pays.items()
        if pay != "loses"
    }


def _readings_fit(path: str, wager: dict[str, object], family: Family, facts: Facts) -> Found:
    readings, allowed = wager.get("readings"), family.readings
    if not isinstance(readings, dict):
        return
    for name in readings.keys() - allowed.keys():
        yield f"{path}.readings.{name}", f"is not a reading of this wager: write {listed(allowed)}"
    for name, reading in allowed.items():
        answer = readings.get(name)
        retired = reading.retired.get(str(answer), "")
        if answer not in reading.answers and not (retired and facts.is_recorded):
            why = f"{retired}; " if retired else ""
            yield (
                f"{path}.readings.{name}",
                f"is {shown(answer)}: {why}write {' or '.join(reading.answers)}",
            )
        for deck in Deck:
            if deck == facts.at("deck") and not reading.allows(str(answer), deck):
                _, why = reading.only_on[str(answer)]
                yield (
                    f"{path}.readings.{name}",
                    f"is {shown(answer)} {why}; write {reading.usual(deck)}",
                )


def _needs_are_offered_together(facts: Facts) -> Found:
    offered = facts.offered()
    for path, wager in facts.wagers():
        needed = texts(wager.get("needs"))
        for other in needed:
            if other not in offered:
                yield f"{path}.needs", f"names {shown(other)}, which this game does not offer"
            elif not _packs_allow(facts, str(wager.get("wager")), other):
                yield f"{path}.needs", f"names {shown(other)}, which is in another pack"


def _packs_allow(facts: Facts, wager: str, other: str) -> bool:
    homes = [pack for pack in facts.rows("packs") if other in texts(pack.get("wagers"))]
    return not homes or any(wager in texts(pack.get("wagers")) for pack in homes)


def _packs_hold_offered_wagers(facts: Facts) -> Found:
    offered = facts.offered()
    for index, pack in enumerate(facts.rows("packs")):
        for name in texts(pack.get("wagers")):
            if name not in offered:
                yield f"packs.{index}.wagers", f"names {shown(name)}, which is not in side_wagers"


def _paytables_fit(facts: Facts) -> Found:
    for path, wager in facts.wagers():
        tables = Facts(wager).rows("paytables")
        names = [row.get("name") for row in tables]
        default = wager.get("paytable")
        if wager.get("paytables") == []:
            yield f"{path}.paytables", "is empty: name at least one paytable"
        if names and default not in names:
            known = listed(names)
            yield f"{path}.paytable", f"is {shown(default)}: this game has {known}"
        yield from _pays_fit(path, wager, tables)


def _own_choices_are_approved(facts: Facts) -> Found:
    """The paytable played if nobody says is approved wherever its wager can be played at all."""
    counts = set(whole_numbers(facts.at("decks")))
    packed = {name for pack in facts.rows("packs") for name in texts(pack.get("wagers"))}
    for path, wager in facts.wagers():
        needed = counts & _decks_approved(wager) if str(wager.get("wager")) in packed else counts
        missing = needed - _decks_approved(wager, only=wager.get("paytable"))
        if missing:
            yield (
                f"{path}.paytable",
                f"is {shown(wager.get('paytable'))}, which is not approved for "
                f"{listed(sorted(missing))} decks: take another as the default, or fewer deck "
                "counts",
            )


def _every_deck_count_has_a_pack(facts: Facts) -> Found:
    approved = {str(wager.get("wager")): _decks_approved(wager) for _, wager in facts.wagers()}
    counts = set(whole_numbers(facts.at("decks")))
    packs = [texts(pack.get("wagers")) for pack in facts.rows("packs")]
    playable = [counts.intersection(*(approved.get(x, set()) for x in names)) for names in packs]
    missing = counts.difference(*playable)
    if packs and missing:
        yield (
            "packs",
            f"hold no pack for {listed(sorted(missing))} decks, for which no paytable is approved: "
            "add a pack without such wagers, or allow fewer deck counts",
        )


def _decks_approved(wager: dict[str, object], only: object = None) -> set[int]:
    """The deck counts that some paytable of *wager* is approved for, or *only* the one named."""
    return {
        count
        for table in Facts(wager).rows("paytables")
        if only in (None, table.get("name"))
        for count in whole_numbers(table.get("decks"))
    }


def _pays_fit(path: str, wager: dict[str, object], tables: list[dict[str, object]]) -> Found:
    family = FAMILIES.get(str(wager.get("family")))
    lines = wager.get("lines")
    from_meter = False
    for index, table in enumerate([{"pays": lines}, *tables]):
        where = f"{path}.paytables.{index - 1}.pays" if index else f"{path}.lines"
        pays = table.get("pays")
        for line, text in pays.items() if isinstance(pays, dict) else ():
            if family and line not in family.lines:
                yield (
                    f"{where}.{line}",
                    f"is not a line of {family.name}: write {', '.join(family.lines)}",
                )
            try:
                pay = read_pay(str(text))
            except MoneyError:
                continue
            from_meter |= isinstance(pay, OfMeter)
            if isinstance(pay, OfMeter) and pay.level not in texts(wager.get("levels")):
                levels = listed(texts(wager.get("levels")))
                yield f"{where}.{line}", f"pays {shown(pay.level)}: the levels are {levels}"
            if isinstance(pay, Times) and family and "x_means" not in family.readings:
                yield f"{where}.{line}", f"is {shown(text)}: write N:1 or N for 1"
    if from_meter and wager.get("several_winners") == "not-from-meter":
        yield f"{path}.several_winners", "must say how several meter awards of a round are paid"


def _joined_lines_pay_odds(facts: Facts) -> Found:
    """What two matches pay is worked out from the two printed lines, so both must be odds."""
    for path, wager in facts.wagers():
        family = FAMILIES.get(str(wager.get("family")))
        if family is None or not family.joined:
            continue
        for index, table in enumerate(Facts(wager).rows("paytables")):
            for line in family.lines:
                pay = Facts(wager).at(f"lines.{line}") or Facts(table).at(f"pays.{line}")
                if not _is_odds(pay):
                    yield (
                        f"{path}.paytables.{index}.pays.{line}",
                        f"is {pay or 'missing'}: a match pays odds; write N:1, like 9:1",
                    )


def _is_odds(text: object) -> bool:
    try:
        return isinstance(read_pay(str(text)), ToOne)
    except MoneyError:
        return False


def _dollar_pays_are_for_a_dollar(facts: Facts) -> Found:
    for path, wager in facts.wagers():
        if wager.get("pays_in") == "dollars" and Facts(wager).amount("wager_amount") != 100:
            yield (
                f"{path}.wager_amount",
                f"is {shown(wager.get('wager_amount'))} while pays_in is 'dollars': "
                "such pays are printed for a wager of 1.00",
            )


CHECKS: tuple[Callable[[Facts], Found], ...] = (
    _default_decks_are_allowed,
    _limits_are_in_order,
    _wagers_are_named_once,
    _wagers_fit_their_family,
    _needs_are_offered_together,
    _packs_hold_offered_wagers,
    _paytables_fit,
    _joined_lines_pay_odds,
    _own_choices_are_approved,
    _every_deck_count_has_a_pack,
    _dollar_pays_are_for_a_dollar,
)
