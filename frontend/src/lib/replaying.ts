/** A recorded round, taken apart again: one step for each card, as it lay on the felt. */
import { arrivals, DEALER, placeOf, TURNED } from "./dealing";
import type { HandView, TableView } from "./types";

export interface Step {
  sentence: string;
  view: TableView;
}

const HIDDEN = "??";

/** What a hand shows while some of its cards are still to come: no total, no outcome. */
function unfinished(hand: HandView, cards: string[]): HandView {
  if (cards.length === hand.cards.length && !hand.tone) return { ...hand, is_active: false };
  return { ...hand, cards, total: "", points: "", border: "", is_given_up: false, tone: "", act: "", result: "", is_active: false };
}

function partly(next: TableView, shown: (name: string, index: number) => boolean): TableView {
  const keep = (name: string, cards: string[]) => cards.filter((_, index) => shown(name, index));
  return {
    ...next,
    message: "",
    decisions: {},
    movements: [],
    awards: [],
    dealer_cards: keep(DEALER, next.dealer_cards),
    dealer_total: "",
    spots: next.spots.map((spot) => ({
      ...spot,
      banner: "",
      net: 0,
      hands: spot.hands.map((hand) => unfinished(hand, keep(hand.name, hand.cards))),
    })),
  };
}

/** The views between *last* and *next*, one for each card that came; *next* itself comes last. */
export function cardByCard(last: TableView | null, next: TableView, told: Told): Step[] {
  const order = arrivals(last, next);
  const turned = order.get(TURNED) ?? -1;
  const steps: Step[] = [];
  const upTo = (count: number) => {
    const view = partly(next, (name, index) => (order.get(placeOf(name, index)) ?? -1) < count);
    if (count > turned) return view;
    return { ...view, dealer_cards: view.dealer_cards.map((card, index) => (index === 1 ? HIDDEN : card)) };
  };
  for (let count = 1; count < order.size; count++) {
    steps.push({ sentence: count - 1 === turned ? told.turned : told.dealt, view: upTo(count) });
  }
  return [...steps, { sentence: told.now, view: next }];
}

export interface Told {
  dealt: string;
  turned: string;
  now: string;
}
