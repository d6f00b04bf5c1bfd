/** In which order new cards come out, so that a page can let them arrive one after another. */
import type { HandView, TableView } from "./types";

export type Arrivals = ReadonlyMap<string, number>;
export const NONE: Arrivals = new Map();

export const placeOf = (hand: string, index: number) => `${hand}:${index}`;
export const DEALER = "dealer";
/** The hole card, which is turned over in its place. */
export const TURNED = "dealer:turned";
const HIDDEN = "??";

/** How many cards of *hand* lay there before; a split hand took one along. */
function before(hands: Map<string, number>, name: string): number {
  const own = hands.get(name);
  if (own !== undefined) return own;
  return hands.has(name.slice(0, -1)) ? 1 : 0;
}

function handsOf(view: TableView): HandView[] {
  return view.spots.flatMap((spot) => spot.hands);
}

/** The places that are new in *next*, numbered as they arrive: card by card around the table. */
export function arrivals(last: TableView | null, next: TableView): Arrivals {
  if (!last) return NONE;
  const had = new Map(handsOf(last).map((hand) => [hand.name, hand.cards.length]));
  const isNewRound = next.dealer_cards.length < last.dealer_cards.length;
  const dealerHad = isNewRound ? 0 : last.dealer_cards.length;
  const rows = [
    ...handsOf(next).map((h) => ({
      name: h.name,
      count: h.cards.length,
      from: isNewRound ? 0 : before(had, h.name),
    })),
    { name: DEALER, count: next.dealer_cards.length, from: dealerHad },
  ];
  const order = new Map<string, number>();
  const take = (some: typeof rows) => {
    const longest = Math.max(0, ...some.map((row) => row.count));
    for (let index = 0; index < longest; index++) {
      for (const row of some) {
        if (index >= row.from && index < row.count) order.set(placeOf(row.name, index), order.size);
      }
    }
  };
  if (dealerHad < 2) {
    take(rows);
    return order;
  }
  // The first deal goes around the table; later the players draw, then the dealer turns over and draws.
  take(rows.slice(0, -1));
  if (last.dealer_cards[1] === HIDDEN && next.dealer_cards[1] !== HIDDEN) order.set(TURNED, order.size);
  take(rows.slice(-1));
  return order;
}
