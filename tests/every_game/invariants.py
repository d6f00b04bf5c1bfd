"""What must hold after every event of every round of every game."""

from collections import Counter
from collections.abc import Sequence

from upcard.cards import Card
from upcard.game.decisions import Decision
from upcard.table import Round, awaits, evolve
from upcard.table.awaits import AwaitDecision
from upcard.table.events import AwardConfirmed, Event, WagerSettled
from upcard.table.follows import follows
from upcard.table.prompts import prompt_of
from upcard.table.rounds import INSURANCE, MAIN, Stage
from upcard.table.views import Audience, Viewer, shown_dealer_cards, view_of

DISPLAY = Viewer(Audience.DISPLAY)


def check_every_step(start: Round, events: Sequence[Event], end: Round) -> None:
    """Fold *events* from *start*, checking each state; the last must be *end*."""
    round_ = start
    for event in events:
        before, round_ = round_, evolve(round_, event)
        check_state(round_)
        check_event(before, event, round_)
    assert round_ == end
    check_end(round_)


def check_state(round_: Round) -> None:
    """A state that can be: cards that exist, and something to wait for or to follow."""
    seen = Counter(dealt.card for dealt in round_.dealt)
    assert not seen or max(seen.values()) <= round_.game.decks
    assert set(seen) <= set(round_.game.rules.deck.cards)
    in_hands = Counter(card for hand in round_.hands for card in hand.cards)
    gone = seen - in_hands - Counter(round_.dealer)
    assert in_hands + Counter(round_.dealer) + gone == seen
    assert gone == _zapped(round_)
    assert all(wager.amount > 0 for wager in round_.wagers)
    if not follows(round_):
        awaited = awaits(round_)
        assert prompt_of(round_, awaited)
        if isinstance(awaited, AwaitDecision):
            assert Decision.STAND in awaited.legal
            assert len(awaited.legal) > 1


def check_event(before: Round, event: Event, after: Round) -> None:
    """Money is never negative, and a hole card that is not shown is in no view."""
    if isinstance(event, WagerSettled | AwardConfirmed):
        settled = event.settlement
        assert 0 <= settled.returned <= settled.stake
        assert settled.won >= 0
        assert settled.stake == settled.returned + settled.taken
    if len(after.dealer) > 1 and not after.is_hole_shown:
        assert shown_dealer_cards(after)[1] == "??"
    assert len(after.settlements) >= len(before.settlements)


def check_end(round_: Round) -> None:
    """Every wager is settled exactly once, and every cent put down is accounted for."""
    assert round_.stage is Stage.OVER
    on_hands = sum(hand.stake for hand in round_.hands)
    beside = sum(wager.amount for wager in round_.wagers if wager.name != MAIN)
    assert on_hands + beside == sum(settled.stake for settled in round_.settlements)
    once = Counter(
        (settled.spot, settled.wager, settled.hand)
        for settled in round_.settlements
        if settled.wager in (MAIN, INSURANCE) or settled.wager in round_.game.offers
    )
    assert set(once.values()) == {1}
    expected = {(hand.spot, MAIN, hand.name) for hand in round_.hands}
    expected |= {(w.spot, w.name, "") for w in round_.wagers if w.name != MAIN}
    assert set(once) == expected
    view = view_of(round_, DISPLAY)
    assert sum(spot.net for spot in view.spots) + _envy_of_watchers(round_) == sum(
        settled.net for settled in round_.settlements
    )


def _envy_of_watchers(round_: Round) -> int:
    """Envy that went to people seated without a wager: no spot of the view is theirs."""
    return sum(s.net for s in round_.settlements if s.spot not in round_.spots)


def _zapped(round_: Round) -> Counter[Card]:
    """The first two cards of every spot whose hands do not hold all that it was dealt."""
    found = Counter[Card]()
    for spot in round_.spots:
        dealt = round_.cards_dealt_to(spot)
        held = Counter(card for hand in round_.hands if hand.spot == spot for card in hand.cards)
        if round_.game.rules.zaps != "none" and Counter(dealt) != held:
            found += Counter(dealt[:2])
    return found
