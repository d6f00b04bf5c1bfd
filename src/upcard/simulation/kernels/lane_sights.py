"""What side wagers are shown of a round when it is over: rows of a desk's cards."""

from __future__ import annotations

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import inlined
from upcard.simulation.kernels.lane_draws import NINE, LaneCards, Source
from upcard.simulation.kernels.lane_engines import Engine
from upcard.simulation.kernels.lane_memory import lanes_at, put
from upcard.simulation.kernels.lane_operations import Lanes, Mask, spread_byte, where
from upcard.simulation.kernels.lane_splits import CLASSES, CLOSED
from upcard.simulation.kernels.lane_watches import (
    busts_by_third,
    deal_lone_fives,
    deal_lone_third,
    third_apart,
    thirds_of,
)
from upcard.simulation.kernels.layout import CardTypes


@inlined
def show_at_once(
    automaton: Automaton,
    watch: CardTypes | None,
    cards: CardTypes,
    drawn: Lanes,
    closed: Lanes,
    third: Lanes,
    classes: Lanes,
    dealer: Lanes,
) -> None:
    """
    Show side wagers rounds of the quick walk.

    Cards that are dealt for a wager alone are of the nine: the fifth is nobody's where the player
    drew none, and the last three are the dealer's, drawn or not.
    """
    if watch is not None:
        if automaton.numbers[lay.WATCHES]:
            none = spread_byte(third, lay.NO_CARD)
            alone = where(busts_by_third(closed, drawn), none, third)
            put(watch, lay.LONE_ROW, alone)
            put(watch, lay.THIRD_ROW, where(drawn == 0, none, alone))
            put(watch, lay.CLASS_ROW, classes)
            put(watch, lay.DEALER_ROW, dealer)
            if automaton.numbers[lay.WATCHES] & lay.WATCH_FIVES:
                for place in range(lay.FIVE - 2):
                    put(watch, lay.FIVE_ROWS + place, lanes_at(cards, NINE - 1 - place))


@inlined
def show_thirds(
    automaton: Automaton,
    watch: CardTypes | None,
    third: Lanes,
    closed: Lanes,
    drawn: Lanes,
    first: Lanes,
    zaps: Mask,
) -> None:
    """Show side wagers the third cards of hands that were not split: see `thirds_of`."""
    if watch is not None:
        if automaton.numbers[lay.WATCHES]:
            thirds = thirds_of(automaton, third, closed, drawn, first, zaps)
            put(watch, lay.THIRD_ROW, thirds)


@inlined
def show_split_thirds(
    automaton: Automaton, watch: CardTypes | None, dealt: Lanes, splits: Mask
) -> None:
    """Show side wagers the first card that was *dealt* to hands of a split as their third."""
    if watch is not None:
        if automaton.numbers[lay.WATCHES]:
            thirds = lanes_at(watch, lay.THIRD_ROW)
            put(watch, lay.THIRD_ROW, third_apart(automaton, thirds, dealt, splits))


@inlined
def show_end(
    engine: Engine,
    automaton: Automaton,
    watch: CardTypes | None,
    desk: LaneCards,
    source: Source | None,
    dealer: Lanes,
    counts: Lanes,
    live: Mask,
) -> None:
    """Show side wagers rounds of the careful walk, with the cards that are dealt for them alone."""
    if watch is not None:
        if automaton.numbers[lay.WATCHES]:
            put(watch, lay.CLASS_ROW, lanes_at(desk.hands, CLASSES))
            put(watch, lay.DEALER_ROW, dealer)
            third, closed = lanes_at(watch, lay.THIRD_ROW), lanes_at(desk.hands, CLOSED)
            alone = deal_lone_third(engine, automaton, desk, source, third, closed, counts, live)
            put(watch, lay.LONE_ROW, alone)
            deal_lone_fives(automaton, desk, source, live)
