"""Replay a recorded round: every written card and decision must be used and must match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from upcard.cards import Card, CardError
from upcard.catalogue import rules_of
from upcard.game.decisions import Decision
from upcard.game.signs import LETTERS
from upcard.jackpot.awards import Meter
from upcard.notation.grammar import (
    insurance_of,
    jackpot_of,
    parlay_of,
    seat_of,
    side_of,
    stake_of,
)
from upcard.notation.line_orders import in_order, level_word, levels_of
from upcard.notation.lines import HAND, JACKPOT, Line
from upcard.notation.record_headers import FindRules, game_of_record
from upcard.notation.record_lines import Record, read_records
from upcard.notation.text_lines import NotationError
from upcard.notation.written_rounds import amount_due, lines_of
from upcard.quotes import quoted
from upcard.table import handle
from upcard.table.awaits import (
    AwaitAward,
    AwaitCard,
    AwaitDecision,
    Awaited,
    AwaitInsurance,
    AwaitLateWagers,
    AwaitParlay,
)
from upcard.table.commands import (
    Choose,
    Command,
    ConfirmAward,
    Deal,
    MoveWinnings,
    PlaceWager,
    PressDeal,
    PressHandButton,
    TakeSeat,
)
from upcard.table.drivers import play_on, routine
from upcard.table.events import Event
from upcard.table.refusals import Refused
from upcard.table.rounds import ALONE, DEALER, INSURANCE, MAIN, AwardState, Round


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
        second = rounds[1].record.first_line
        raise NotationError(second, f"the text holds {len(rounds)} rounds: write only one")
    return rounds[0]


def replay_record(record: Record, find_rules: FindRules = rules_of) -> Replayed:
    """*record* played through the table, with its right-hand sides compared."""
    game = game_of_record(record, find_rules)
    player = _Player(record, Round(game), in_order(game, record.played))
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
                f"the table is waiting for {what}, but the line ends",
                text=str(self.line),
                says=what,
            )
        return self.words.pop(0)


@dataclass(slots=True)
class _Player:
    """Answers whatever the table awaits from the lines of a record."""

    record: Record
    round: Round
    lines: list[Line]
    """What was played, in canonical order: in which order a text has it does not matter."""
    events: list[Event] = field(default_factory=list)
    hands: dict[str, _Written] = field(default_factory=dict)
    meters: dict[str, Meter] = field(default_factory=dict)
    insured: list[Line] = field(default_factory=list)
    """The lines about insurance that have been played."""
    made_late: list[Line] = field(default_factory=list)
    """The lines about wagers on a card that is seen that have been played."""
    line: Line = field(init=False)
    """The line the next command comes from, for the message if it is refused."""

    def play(self) -> None:
        """Play the round to its end."""
        self.line = self.record.lines[0]
        self._read_hands()
        self._take_seats()
        self._place_wagers()
        self._read_meters()
        self._play(self.round)
        self._all_must_be_used()

    def _play(self, round_: Round) -> None:
        try:
            play_on(round_, lambda _, awaited: self._answer(awaited), watch=self._happened)
        except Refused as refused:
            raise self._blamed(refused) from None

    def _happened(self, round_: Round, events: Sequence[Event]) -> None:
        self.round = round_
        self.events += events

    def _of_kind(self, kind: str) -> list[Line]:
        return [line for line in self.lines if line.kind == kind]

    def _do(self, command: Command) -> None:
        try:
            self._happened(*handle(self.round, command))
        except Refused as refused:
            raise self._blamed(refused) from None

    def _blamed(self, refused: Refused) -> NotationError:
        """What the table refused, blamed on the line that asked for it."""
        return NotationError(
            self.line.number,
            f"{refused} [{refused.code}]",
            text=str(self.line),
            says=str(refused),
        )

    def _answer(self, awaited: Awaited) -> Command:
        match awaited:
            case AwaitCard(to, is_face_down):
                return Deal(self._card(to, is_face_down))
            case AwaitDecision(hand, legal):
                return Choose(self._decision(hand, legal))
            case AwaitInsurance():
                return self._insurance()
            case AwaitLateWagers(wagers):
                return self._late_wager(wagers)
            case AwaitParlay(spot):
                return self._move(spot)
            case AwaitAward():
                return self._award(awaited)
        command = routine(awaited)
        assert command is not None, f"no line answers {awaited}"
        return command

    def _read_hands(self) -> None:
        for line in self.lines:
            if line.kind == DEALER:
                self.hands[DEALER] = _Written(line, list(line.words))
            elif line.kind == HAND:
                # The card that a split took along is written again.
                known = 1 if line.key.isdigit() else 2
                self.hands[line.key] = _Written(line, list(line.words[known:]))

    def _take_seats(self) -> None:
        for line in sorted(self.record.with_key("seat"), key=lambda line: min(seat_of(line)[1])):
            self.line = line
            self._do(TakeSeat(*seat_of(line)))

    def _place_wagers(self) -> None:
        for line in self._wagers_in_turn():
            self.line = line
            name, amount = (MAIN, stake_of(line)) if line.kind == HAND else side_of(line)
            self._do(PlaceWager(int(line.key), name, amount))

    def _wagers_in_turn(self) -> Iterator[Line]:
        """Spot by spot the main wager, then the side wagers, each after those that it needs."""
        waiting = [line for line in self.lines if _is_wager(line) and not self._is_late(line)]
        while waiting:
            ready = (line for line in waiting if not self._waits(line, waiting))
            line = next(ready, waiting[0])  # Wagers that need each other are the table's to refuse.
            waiting.remove(line)
            yield line

    def _waits(self, line: Line, waiting: Sequence[Line]) -> bool:
        """Whether a wager needs another that is still to be placed: on its spot, or a main one."""
        offer = self.round.game.offers.get(side_of(line)[0]) if line.kind == "side" else None
        if offer is None:
            return False
        if offer.family.is_on_two_hands and any(other.kind == HAND for other in waiting):
            return True
        return any(
            other.key == line.key and other.kind == "side" and side_of(other)[0] in offer.needs
            for other in waiting
        )

    def _is_late(self, line: Line) -> bool:
        """Whether a line is about a side wager that is made on a card that is seen."""
        offer = self.round.game.offers.get(side_of(line)[0]) if line.kind == "side" else None
        return offer is not None and offer.is_late

    def _late_wager(self, offered: Sequence[tuple[int, str]]) -> Command:
        """The next line about a wager that may be made now; after the last, DEAL."""
        for line in self._of_kind("side"):
            name, amount = side_of(line)
            if line not in self.made_late and (int(line.key), name) in offered:
                self.line = line
                self.made_late.append(line)
                return PlaceWager(int(line.key), name, amount)
        return PressDeal()

    def _read_meters(self) -> None:
        levels = levels_of(self.round.game)
        for line in self._of_kind(JACKPOT):
            word, value, reseed = jackpot_of(line)
            level = levels.get(word, word)
            paid = self._levels_in_play()
            if level not in paid:
                allowed = ", ".join(map(level_word, paid))
                raise NotationError(
                    line.number,
                    f"the jackpot level {quoted(word)} is not in play: "
                    + (f"write {allowed}" if allowed else "no wager of this round has a meter"),
                    text=str(line),
                )
            self.meters[level] = Meter(value, reseed)

    def _levels_in_play(self) -> list[str]:
        """The levels that the wagers of the round can win from."""
        offers = self.round.game.offers
        placed = {wager.name for wager in self.round.wagers}
        return [level for name in offers if name in placed for level in offers[name].meter_levels]

    def _card(self, to: str, is_face_down: bool) -> Card:
        written = self._written(to.removesuffix(ALONE))
        word = written.next(f"a card for {'the dealer' if to == DEALER else f'hand {to}'}")
        if to.endswith(ALONE) and word == ALONE:
            word = written.next("a card for a side wager alone")
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
                self.record.first_line, f"the table deals to hand {to}, but no line describes it"
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

    def _insurance(self) -> Command:
        """The next line about insurance; after the last, DEAL."""
        for line in self._of_kind(INSURANCE):
            if line not in self.insured:
                self.line = line
                self.insured.append(line)
                return PlaceWager(int(line.key), INSURANCE, insurance_of(line))
        return PressDeal()

    def _move(self, spot: int) -> Command:
        """A spot without a line of its own moves nothing."""
        for line in self._of_kind("parlay"):
            if line.key == str(spot):
                self.line = line
                return MoveWinnings(spot, parlay_of(line))
        return PressDeal()

    def _award(self, awaited: AwaitAward) -> Command:
        award = awaited.award
        meter = self.meters.get(award.level)
        if meter is None:
            raise NotationError(
                self.record.first_line,
                f"spot {award.spot} wins {award.percent}% of {award.level}: write a line "
                f"'jackpot {level_word(award.level)} METER RESEED'",
            )
        if award.state is AwardState.DUE:
            return PressHandButton(award.spot, award.wager, award.outcome)
        return ConfirmAward(award.spot, award.wager, amount_due(self.round, award, meter))

    def _all_must_be_used(self) -> None:
        for name, written in self.hands.items():
            if written.words:
                raise NotationError(
                    written.line.number,
                    f"{' '.join(written.words)!r} is written for {name}, but the table never "
                    "asked for it",
                    text=str(written.line),
                )
        if not any(wager.name == INSURANCE for wager in self.round.wagers):
            for line in self._of_kind(INSURANCE):
                raise NotationError(
                    line.number, "insurance is written, but the table never offered it"
                )
        for line in self.lines:
            if self._is_late(line) and line not in self.made_late:
                raise NotationError(
                    line.number,
                    f"{side_of(line)[0]} is written, but the table never offered it",
                    text=str(line),
                )


def _is_wager(line: Line) -> bool:
    return line.kind == "side" or (line.kind == HAND and line.key.isdigit())


def _compare(replayed: Replayed) -> None:
    """Every right-hand side must be what the table says, and nothing may be left unsaid."""
    says = {line.about: line for line in lines_of(replayed.round, replayed.events, replayed.meters)}
    written = {line.about: line for line in replayed.record.played}
    for about, line in written.items():
        table = says.get(about)
        _must_agree(line, table)
    for about, line in says.items():
        if about not in written:
            raise NotationError(
                replayed.record.first_line,
                f"the table also says {_shown(line.expected)} for {about!r}, but no line does",
                says=str(line),
            )


def _must_agree(line: Line, table: Line | None) -> None:
    if table is None:
        raise NotationError(
            line.number,
            f"{line.about!r} is written, but the table did not produce it",
            text=str(line),
        )
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
