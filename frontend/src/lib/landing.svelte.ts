/** Cards first, then what they come to: totals, results and net appear when the last card lies there. */
import { arrivals, type Arrivals } from "./dealing";
import { settleMs } from "./motion";
import type { HandView, Movement, TableView } from "./types";

/** Two frames of a screen. */
const LOOK_AGAIN_MS = 34;
const NO_RESULT = { border: "", is_given_up: false, tone: "", act: "", result: "", is_active: false } as const;

/** A hand that was over before these cards keeps its result; every other waits for them. */
function waiting(hand: HandView, order: Arrivals, last: TableView | null): HandView {
  const isComing = hand.cards.some((_, index) => order.has(`${hand.name}:${index}`));
  const before = last?.spots.flatMap((spot) => spot.hands).find((each) => each.name === hand.name);
  if (!isComing && before?.tone && before.border === hand.border) return hand;
  return { ...hand, ...NO_RESULT, total: isComing ? "" : hand.total };
}

/** What the dealer had already done with the chips before these cards came. */
function doneBefore(view: TableView, last: TableView | null): Movement[] {
  const placeOf = ({ spot, wager, hand }: Movement) => `${spot} ${wager} ${hand}`;
  const before = new Set(last?.movements.map(placeOf));
  return view.movements.filter((each) => before.has(placeOf(each)));
}

/** *last*, if it shows the same round as *view*: the dealer's cards lie where they lay. */
function sameRound(last: TableView | null, view: TableView): TableView | null {
  if (!last?.dealer_cards.length) return null;
  const stays = last.dealer_cards.every((card, index) => card === "??" || card === view.dealer_cards[index]);
  return stays ? last : null;
}

/** *view* as it looks while the cards in *order* are on their way from *last*: all cards, and nothing they mean. */
export function stillDealing(view: TableView, order: Arrivals, last: TableView | null = null): TableView {
  return {
    ...view,
    message: "",
    dealer_total: "",
    movements: doneBefore(view, last),
    spots: view.spots.map((spot) => ({
      ...spot,
      banner: "",
      net: 0,
      wagers: spot.wagers.map((wager) => ({ ...wager, outcome: "", tone: "", act: "", result: "" })),
      hands: spot.hands.map((hand) => waiting(hand, order, last)),
    })),
  };
}

/** The cards that are still moving: a busy machine starts them late. */
function flights(): Promise<unknown>[] {
  const moving = document.getAnimations?.() ?? [];
  return moving
    .filter((one) => one.playState !== "finished")
    .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.closest(".cards"))
    .map((one) => one.finished);
}

/** When nothing moves any more. A card that waits for its turn flies only after that: look again. */
async function allLanded(): Promise<void> {
  for (let moving = flights(); moving.length; moving = flights()) {
    await Promise.allSettled(moving);
    await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
  }
}

export interface Landing {
  readonly order: Arrivals;
  /** What to show now. */
  readonly view: TableView;
  /** Whether cards are still on their way. */
  readonly isLanding: boolean;
}

/** Follows the view that *next* gives; call it while a component is being made. */
export function landing(next: () => TableView): Landing {
  let last: TableView | null = null;
  const order = $derived.by(() => {
    const found = arrivals(last, next());
    last = next();
    return found;
  });
  let landed = $state.raw<TableView | null>(null);
  let until = 0;
  let coming: Arrivals = new Map();
  $effect.pre(() => {
    const view = next();
    const now = performance.now();
    if (order.size) {
      until = now + settleMs(order.size);
      coming = order;
    }
    if (until <= now) {
      landed = view;
      return;
    }
    let isPast = false;
    const land = () => void allLanded().then(() => {
      if (!isPast) landed = view;
    });
    const timer = setTimeout(land, until - now);
    return () => {
      isPast = true;
      clearTimeout(timer);
    };
  });
  const shown = $derived(landed === next() ? next() : stillDealing(next(), order.size ? order : coming, sameRound(landed, next())));
  return {
    get order() {
      return order;
    },
    get view() {
      return shown;
    },
    get isLanding() {
      return landed !== next();
    },
  };
}
