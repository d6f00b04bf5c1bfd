"""A practice table: a shuffled shoe, a bankroll, and a player or automatic play."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from upcard.amounts import read_amount, write_amount
from upcard.app.presentations import counted
from upcard.cards import Card
from upcard.commands.locale_amounts import typed_format
from upcard.commands.terminal import Terminal, signed
from upcard.game.signs import LETTERS
from upcard.jackpot.awards import Meter
from upcard.money import NOTHING, Cents, MoneyError, show_money, write_money
from upcard.notation.written_rounds import amount_due, meter_after, write_round
from upcard.shoes import Shoe, composition
from upcard.table import Decision, Game, Refused, Round, awaits, handle
from upcard.table.awaits import (
    AwaitAward,
    AwaitCard,
    AwaitDealKey,
    AwaitDecision,
    Awaited,
    AwaitInsurance,
    AwaitLateWagers,
    AwaitNothing,
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
)
from upcard.table.drivers import play_on, routine
from upcard.table.events import Event
from upcard.table.legality import added_by
from upcard.table.movements import left_in_hand
from upcard.table.rounds import INSURANCE, MAIN, AwardState
from upcard.table.titles import wager_title
from upcard.table.views import Audience, TableView, Viewer, view_of
from upcard.table.wager_checks import most_insured

Asked = AwaitDecision | AwaitInsurance | AwaitLateWagers | AwaitParlay
"""The questions a player is asked in a round."""

CUT_CARD: Final = 4
"""Shuffle when less than one part in this many is left."""

HOUSE_STANDS_ON: Final = 17
"""In automatic play, hit below this total, as the dealer does."""

USUAL_WAGER: Final = Cents(1000)
USUAL_BANKROLL: Final = Cents(50_000)
DEMO_METER: Final = Meter(Cents(1_234_567), Cents(200_000))


class Practice:
    """Rounds at one table. Nothing here is real money."""

    def __init__(
        self,
        game: Game,
        terminal: Terminal,
        rng: random.Random,
        *,
        spots: tuple[int, ...] = (1,),
        wager: Cents = USUAL_WAGER,
        bankroll: Cents = USUAL_BANKROLL,
    ) -> None:
        self.game = game
        self.terminal = terminal
        self.rng = rng
        self.spots = spots
        self.wager = wager
        self.bankroll = self.sat_down_with = bankroll
        self.history: list[str] = []
        levels = [level for offer in game.offers.values() for level in offer.levels]
        self.meters = dict.fromkeys(levels, DEMO_METER)
        self.shoe = self._shuffled()
        self.round = Round(game)
        self.events: list[Event] = []
        self.insured: set[int] = set()
        """The spots that have answered about insurance in this round."""
        self.declined: set[tuple[int, str]] = set()
        """The wagers on a card that is seen which were declined in this round."""

    def play_on(self) -> None:
        """Play rounds until the player leaves."""
        rules = self.game.rules
        self.terminal.say(
            f"[bold]{rules.title}[/bold], {counted(self.game.decks, 'deck')}. "
            "Press q to leave, ? to see what you may do.\n"
        )
        while True:
            self._new_round()
            for spot in self.spots:
                self._ask_wagers(spot)
            if not self.round.wagers:
                self.terminal.say("You made no wager, so no round is dealt.")
                continue
            self._play(self._ask)

    def play_by_itself(self) -> None:
        """Play one round with the usual wager, hitting below 17."""
        self._new_round()
        for spot in self.spots:
            self._do(PlaceWager(spot, MAIN, self.wager))
        self._play(self._answer_for_nobody)

    def finish_by_itself(self) -> None:
        """Input ended: finish the open round, or play one if there is none."""
        self.terminal.say("\nInput ended, so the table finishes automatically.\n")
        if self.round.hands and not isinstance(awaits(self.round), AwaitNothing):
            self._play(self._answer_for_nobody)
        elif not self.history:
            self.play_by_itself()

    def say_goodbye(self) -> None:
        """Print the result of the session."""
        net = Cents(self.bankroll - self.sat_down_with)
        self.terminal.say(
            f"{counted(len(self.history), 'round')}, {signed(net)}. "
            f"You leave with {show_money(self.bankroll)}."
        )

    def _shuffled(self) -> Shoe:
        cards = list(composition(self.game.rules.deck, self.game.decks).elements())
        self.rng.shuffle(cards)
        return Shoe(tuple(cards))

    def _new_round(self) -> None:
        if self.shoe.left * CUT_CARD < len(self.shoe.order):
            self.terminal.say("[dim]The cut card is out. Shuffling the shoe.[/dim]")
            self.shoe = self._shuffled()
        self.round = Round(self.game)
        self.events = []

    def _do(self, command: Command) -> None:
        self._happened(*handle(self.round, command))

    def _happened(self, round_: Round, events: Sequence[Event]) -> None:
        self.round = round_
        self.events += events

    def _try(self, command: Command) -> bool:
        """Whether the table accepted *command*; if not, tell the player why."""
        try:
            self._do(command)
        except Refused as refused:
            self.terminal.warn(str(refused))
            return False
        return True

    def _play(self, asked: Callable[[Asked], Command]) -> None:
        """Play the round to its end; *asked* answers what a player is asked."""

        def answer(_: Round, awaited: Awaited) -> Command | None:
            match awaited:
                case AwaitDecision() | AwaitInsurance() | AwaitLateWagers() | AwaitParlay():
                    return asked(awaited)
                case AwaitCard():
                    return Deal(self._draw())
                case AwaitAward():
                    return self._award(awaited)
                case AwaitDealKey():
                    self.terminal.draw(self._view())
            return routine(awaited)

        self.insured, self.declined = set(), set()
        play_on(
            self.round,
            answer,
            watch=self._happened,
            refused=lambda refused: self.terminal.warn(str(refused)),
        )
        self._close()

    def _draw(self) -> Card:
        card, self.shoe = self.shoe.draw()
        return card

    def _view(self) -> TableView:
        return view_of(self.round, Viewer(Audience.PLAYER, self.spots))

    def _ask_wagers(self, spot: int) -> None:
        usual = write_amount(self.wager, typed_format())
        while True:
            answer = self.terminal.ask(
                f"Spot {spot}: wager [{usual}], 0 to sit out (you have "
                f"{write_money(self._in_hand())}): "
            )
            if answer == "0":
                return
            amount = self._amount(answer or usual)
            if amount is not None and self._try(PlaceWager(spot, MAIN, amount)):
                self.wager = amount
                break
        self._ask_side_wagers(spot)

    def _ask_side_wagers(self, spot: int) -> None:
        names = [name for name, offer in self.game.offers.items() if not offer.is_late]
        offers = ", ".join(names)
        while offers:
            first = names[0]
            answer = self.terminal.ask(f"  side wager ({offers}), like '{first} 5' [none]: ")
            if not answer:
                return
            name, _, text = answer.partition(" ")
            amount = self._amount(text or "1")
            if amount is not None:
                self._try(PlaceWager(spot, name, amount))

    def _in_hand(self) -> Cents:
        """The player's money that is not on the table."""
        return left_in_hand(self.round, self.bankroll)

    def _amount(self, text: str) -> Cents | None:
        """The amount typed, if it is valid and the player has it."""
        amount = self._typed(text)
        if amount is not None and amount > self._in_hand():
            self.terminal.warn(f"you have only {write_money(self._in_hand())}: wager less")
            return None
        return amount

    def _typed(self, text: str) -> Cents | None:
        """The amount typed, if it is valid."""
        try:
            return read_amount(text, typed_format())
        except MoneyError as error:
            self.terminal.warn(str(error))
            return None

    def _ask(self, awaited: Asked) -> Command:
        self.terminal.draw(self._view())
        match awaited:
            case AwaitInsurance():
                return self._ask_insurance(awaited)
            case AwaitLateWagers():
                return self._ask_late_wager(awaited)
            case AwaitParlay():
                return self._ask_parlay(awaited)
            case AwaitDecision():
                return self._ask_decision(awaited)

    def _ask_insurance(self, awaited: AwaitInsurance) -> Command:
        """The next spot that wants insurance; DEAL when every spot has said no."""
        for spot in awaited.spots:
            most = write_amount(most_insured(self.round, spot), typed_format())
            while spot not in self.insured and not self.round.wager_on(spot, INSURANCE):
                answer = self.terminal.ask(f"Spot {spot}: insurance, up to {most} [0]: ") or "0"
                amount = self._amount(answer)
                if amount == NOTHING:
                    self.insured.add(spot)
                elif amount is not None:
                    return PlaceWager(spot, INSURANCE, amount)
        return PressDeal()

    def _ask_late_wager(self, awaited: AwaitLateWagers) -> Command:
        """The next wager on a card that is seen; DEAL when every spot has said no."""
        for spot, name in awaited.wagers:
            title = wager_title(self.game, name)
            while (spot, name) not in self.declined and not self.round.wager_on(spot, name):
                answer = self.terminal.ask(f"Spot {spot}: {title} [0]: ") or "0"
                amount = self._amount(answer)
                if amount == NOTHING:
                    self.declined.add((spot, name))
                elif amount is not None:
                    return PlaceWager(spot, name, amount)
        return PressDeal()

    def _ask_parlay(self, awaited: AwaitParlay) -> Command:
        most = write_amount(awaited.most, typed_format())
        while True:
            answer = self.terminal.ask(
                f"Spot {awaited.spot}: move winnings onto the main wager, up to {most} [0]: "
            )
            amount = self._typed(answer or "0")
            if amount is not None:
                return MoveWinnings(awaited.spot, amount)

    def _ask_decision(self, awaited: AwaitDecision) -> Command:
        keys = {LETTERS[decision]: decision for decision in awaited.legal}
        offered = ", ".join(f"{letter} {decision}" for letter, decision in keys.items())
        while True:
            answer = self.terminal.ask(f"Hand {awaited.hand}: {offered}: ").upper()
            if answer in keys and self._can_pay(keys[answer]):
                return Choose(keys[answer])
            if answer in keys:
                self.terminal.warn(f"you have only {write_money(self._in_hand())}: that costs more")
            elif answer in ("?", "HELP"):
                self._explain()
            elif (wanted := _DECISION_OF.get(answer)) is not None:
                return Choose(wanted)  # The table says why not.
            else:
                self.terminal.warn(f"{answer!r} is not a key here: press {', '.join(keys)}, ? or q")

    def _can_pay(self, decision: Decision) -> bool:
        hand = self.round.hands[self.round.turn]
        return added_by(self.round, hand, decision) <= self._in_hand()

    def _explain(self) -> None:
        for decision, reason in self._view().decisions.items():
            self.terminal.say(f"  {decision}: {reason or 'allowed'}")

    def _answer_for_nobody(self, awaited: Asked) -> Command:
        if not isinstance(awaited, AwaitDecision):
            return PressDeal()
        self.terminal.draw(self._view())
        hand = self.round.hands[self.round.turn]
        hits = Decision.HIT in awaited.legal and hand.total.points < HOUSE_STANDS_ON
        decision = Decision.HIT if hits else Decision.STAND
        self.terminal.say(f"Hand {awaited.hand}: {decision}")
        return Choose(decision)

    def _award(self, awaited: AwaitAward) -> Command:
        award = awaited.award
        if award.state is AwardState.DUE:
            return PressHandButton(award.spot, award.wager, award.outcome)
        amount = amount_due(self.round, award, self.meters[award.level])
        self.terminal.say(
            f"[bold magenta]JACKPOT[/bold magenta] {award.outcome}: {show_money(amount)}"
        )
        return ConfirmAward(award.spot, award.wager, amount)

    def _close(self) -> None:
        """Show the outcome, record it and pay."""
        self.terminal.draw(self._view())
        text = write_round(self.round, self.events, meters=self._meters_played())
        self.history.append(text)
        self.meters = {
            level: meter_after(self.round, level, meter) for level, meter in self.meters.items()
        }
        net = Cents(sum(settled.net for settled in self.round.settlements))
        self.bankroll = Cents(self.bankroll + net)
        self.terminal.console.print(text, highlight=False, markup=False, style="dim")
        self.terminal.say(
            f"This round [bold]{signed(net)}[/bold], you have {show_money(self.bankroll)}.\n"
        )

    def _meters_played(self) -> dict[str, Meter]:
        """The meters that this round paid from."""
        paid = {award.level for award in self.round.awards}
        return {level: meter for level, meter in self.meters.items() if level in paid}


_DECISION_OF: Final = {letter: decision for decision, letter in reversed(LETTERS.items())}
