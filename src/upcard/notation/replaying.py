"""Playing a recorded round again: every card and decision written must be used, and fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from upcard.cards import Card, CardError
from upcard.catalogue import rules_of
from upcard.game.decisions import Decision
from upcard.jackpot.awards import Meter
from upcard.money import Cents, MoneyError, read_money
from upcard.notation.records import HEADERS, Line, NotationError, Record, read_records
from upcard.notation.setting_up import FindRules, game_of_record
from upcard.notation.writing import LETTERS, amount_due, level_word, lines_of
from upcard.table import awaits, handle
from upcard.table.awaits import (
    AwaitAward,
    AwaitCard,
    AwaitDealKey,
    AwaitDecision,
    AwaitEnd,
    AwaitInsurance,
    AwaitLift,
    AwaitNothing,
    AwaitWagers,
)
from upcard.table.commands import (
    Choose,
    ClaimAward,
    Command,
    ConfirmAward,
    Deal,
    EndGame,
    LiftWager,
    PlaceWager,
    PressDeal,
    StartGame,
    TakeSeat,
)
from upcard.table.events import Event
from upcard.table.refusals import Refused
from upcard.table.rounds import DEALER, INSURANCE, MAIN, AwardState, Round


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record and what the table made of it."""

    record: Record
    round: Round
    events: list[Event]
    meters: dict[str, Meter]


def replay_file(text: str, find_rules: FindRules = rules_of) -> list[Replayed]:
    """Every round of a `.round` or `.shoe` text, played and compared."""
    return [replay_record(record, find_rules) for record in read_records(text)]


def replay(text: str, find_rules: FindRules = rules_of) -> Replayed:
    """The one round that *text* records, played and compared with what it expects."""
    rounds = replay_file(text, find_rules)
    if len(rounds) != 1:
        raise NotationError(0, f"the text holds {len(rounds)} rounds, not one")
    return rounds[0]


def replay_record(record: Record, find_rules: FindRules = rules_of) -> Replayed:
    """*record* played through the table, with its right-hand sides compared."""
    player = _Player(record, find_rules)
    player.play()
    replayed = Replayed(record, player.round, player.events, player.meters)
    _compare(replayed)
    return replayed


@dataclass(slots=True)
class _Written:
    """The words of a line that are still to be played."""

    line: Line
    words: list[str]

    def next(self, what: str) -> str:
        """The next word, which is wanted as *what*."""
        if not self.words:
            raise NotationError(
                self.line.number,
                f"the table awaits {what}, and nothing more is written",
                text=str(self.line),
                says=what,
            )
        return self.words.pop(0)


@dataclass(slots=True)
class _Player:
    """Answers whatever the table awaits from the lines of a record."""

    record: Record
    find_rules: FindRules
    round: Round = field(init=False)
    events: list[Event] = field(default_factory=list)
    hands: dict[str, _Written] = field(default_factory=dict)
    meters: dict[str, Meter] = field(default_factory=dict)
    line: Line = field(init=False)
    """The line the next command comes from, for the message if it is refused."""

    def play(self) -> None:
        """Play the round to its end."""
        self.round = Round(game_of_record(self.record, self.find_rules))
        self.line = self.record.lines[0]
        self._read_hands()
        self._read_meters()
        for command in self._wagers():
            self._do(command)
        while not isinstance(awaited := awaits(self.round), AwaitNothing):
            self._answer(awaited)
        self._all_must_be_used()

    def _do(self, command: Command) -> None:
        try:
            self.round, events = handle(self.round, command)
        except Refused as refused:
            raise NotationError(
                self.line.number, f"{refused} [{refused.code}]", text=str(self.line),
                says=str(refused),
            ) from None  # fmt: skip
        self.events += events

    def _answer(self, awaited: object) -> None:
        match awaited:
            case AwaitWagers():
                self._do(StartGame())
            case AwaitLift(wagers):
                self._do(LiftWager(*wagers[0]))
            case AwaitCard(to, is_face_down):
                self._do(Deal(self._card(to, is_face_down)))
            case AwaitDecision(hand, legal):
                self._do(Choose(self._decision(hand, legal)))
            case AwaitInsurance(spots):
                self._insure(spots)
            case AwaitDealKey():
                self._do(PressDeal())
            case AwaitAward():
                self._award(awaited)
            case AwaitEnd():
                self._do(EndGame())

    def _read_hands(self) -> None:
        for line in self.record.lines:
            is_dealer = line.key == DEALER
            if is_dealer or (line.key[0].isdigit() and line.words[:1] and _is_money(line.words[0])):
                words = list(line.words if is_dealer else line.words[1:])
                if len(line.key) > 1 and not is_dealer:
                    words = words[1:]  # The card that the split took along is written again.
                self.hands[line.key] = _Written(line, words)

    def _read_meters(self) -> None:
        levels = {
            level_word(level): level
            for offer in self.round.game.offers.values()
            for level in offer.levels
        }
        for line in self.record.with_key("jackpot"):
            words = line.words
            amounts = words[1:]
            if (
                len(amounts) not in (1, 2)
                or words[0] not in levels
                or not all(map(_is_money, amounts))
            ):
                raise NotationError(
                    line.number,
                    f"a jackpot line is a level ({', '.join(levels) or 'this game has none'}), "
                    "its meter, and what it is reseeded to after a 100% award",
                    text=str(line),
                )
            value, reseed = (read_money(word) for word in (*amounts, "0")[:2])
            self.meters[levels[words[0]]] = Meter(value, reseed)

    def _wagers(self) -> Iterator[Command]:
        for line in self.record.with_key("seat"):
            self.line = line
            yield TakeSeat(line.words[0] if line.words else "", self._spots(line))
        for line in self.record.lines:
            if line.key.isdigit():
                self.line = line
                yield from _wager_on(line)

    def _spots(self, line: Line) -> tuple[int, ...]:
        if not all(word.isdigit() for word in line.words[1:]):
            raise NotationError(line.number, "a seat is a name and spots: write 'seat anna 1 2'")
        return tuple(map(int, line.words[1:]))

    def _card(self, to: str, is_face_down: bool) -> Card:
        written = self._written(to)
        word = written.next(f"a card for {'the dealer' if to == DEALER else f'hand {to}'}")
        if is_face_down:
            if not (word.startswith("[") and word.endswith("]")):
                raise NotationError(
                    written.line.number, f"{word!r} is the hole card: write it as [{word}]"
                )
            word = word[1:-1]
        try:
            return Card.parse(word)
        except CardError as error:
            raise NotationError(written.line.number, str(error), text=str(written.line)) from None

    def _written(self, to: str) -> _Written:
        written = self.hands.get(to)
        if written is None:
            raise NotationError(
                self.record.first_line, f"the table deals to hand {to}, and no line is about it"
            )
        self.line = written.line
        return written

    def _decision(self, hand: str, legal: Sequence[Decision]) -> Decision:
        written = self._written(hand)
        word = written.next(f"a decision on hand {hand} ({', '.join(legal)})")
        meant = [decision for decision, letter in LETTERS.items() if letter == word]
        if not meant:
            raise NotationError(
                written.line.number,
                f"{word!r} is not a decision: hand {hand} may {', '.join(legal)}; "
                "write H, S, D, P or R",
                text=str(written.line),
            )
        return next((decision for decision in meant if decision in legal), meant[0])

    def _insure(self, spots: Sequence[int]) -> None:
        for line in self.record.lines:
            if _is_insurance(line):
                self.line = line
                amount = _amount(line, line.words[1] if len(line.words) > 1 else "")
                self._do(PlaceWager(int(line.key), INSURANCE, amount))
        self._do(PressDeal())

    def _award(self, awaited: AwaitAward) -> None:
        award = awaited.award
        meter = self.meters.get(award.level)
        if meter is None:
            raise NotationError(
                self.record.first_line,
                f"spot {award.spot} wins {award.percent}% of {award.level}: write a line "
                f"'jackpot {level_word(award.level)} METER RESEED'",
            )
        if award.state is AwardState.DUE:
            self._do(ClaimAward(award.spot, award.wager, award.outcome))
        amount = amount_due(self.round, award, meter)
        self._do(ConfirmAward(award.spot, award.wager, amount))

    def _all_must_be_used(self) -> None:
        for name, written in self.hands.items():
            if written.words:
                raise NotationError(
                    written.line.number,
                    f"{' '.join(written.words)!r} is written for {name}, and the table never "
                    "asked for it",
                    text=str(written.line),
                )
        insured = any(wager.name == INSURANCE for wager in self.round.wagers)
        for line in self.record.lines:
            if _is_insurance(line) and not insured:
                raise NotationError(
                    line.number, "insurance is written, and the table never offered it"
                )


def _wager_on(line: Line) -> Iterator[PlaceWager]:
    words = line.words
    spot = int(line.key)
    if words[:1] == ("side",):
        if len(words) != 3:
            raise NotationError(line.number, "a side wager is a name and an amount")
        yield PlaceWager(spot, words[1], _amount(line, words[2]))
    elif words and _is_money(words[0]):
        yield PlaceWager(spot, MAIN, _amount(line, words[0]))
    elif not words or words[0] not in (INSURANCE, "super-bonus", "envy"):
        raise NotationError(
            line.number,
            f"spot {line.key} begins with {' '.join(words[:1])!r}: write an amount, side, "
            "insurance, super-bonus or envy",
        )


def _is_insurance(line: Line) -> bool:
    return line.key.isdigit() and line.words[:1] == (INSURANCE,)


def _is_money(word: str) -> bool:
    return word.replace(".", "", 1).isdigit() and word.isascii()


def _amount(line: Line, word: str) -> Cents:
    try:
        return read_money(word)
    except MoneyError as error:
        raise NotationError(line.number, str(error), text=str(line)) from None


def _compare(replayed: Replayed) -> None:
    """Every right-hand side must be what the table says, and nothing may be left unsaid."""
    says = {line.about: line for line in lines_of(replayed.round, replayed.events, replayed.meters)}
    written = {line.about: line for line in replayed.record.lines if line.key not in HEADERS}
    for about, line in written.items():
        table = says.get(about)
        _must_agree(line, table)
    for about, line in says.items():
        if about not in written:
            raise NotationError(
                replayed.record.first_line,
                f"the table also says {_shown(line.expected)} for {about!r}, and no line does",
                says=str(line),
            )


def _must_agree(line: Line, table: Line | None) -> None:
    if table is None:
        raise NotationError(
            line.number, f"{line.about!r} is written, and the table knows nothing of it",
            text=str(line),
        )  # fmt: skip
    if line.expected != table.expected:
        raise NotationError(
            line.number,
            f"{line.about}: the text says {_shown(line.expected)}, "
            f"the table says {_shown(table.expected)}",
            text=str(line),
            says=str(table),
        )
    if line.words != table.words:
        raise NotationError(
            line.number,
            f"{line.about}: the text says {' '.join(line.words)!r}, "
            f"the table played {' '.join(table.words)!r}",
            text=str(line),
            says=str(table),
        )


def _shown(expected: str | None) -> str:
    return "nothing" if expected is None else repr(expected)
