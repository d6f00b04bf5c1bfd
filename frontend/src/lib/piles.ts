/** The chips of a wager as they lie on the felt: all of it follows from the view. */
import type { Cents, TableView } from "./types";

export interface Pile {
  /** What the player has laid and the dealer has not taken. */
  laid: Cents;
  /** What the dealer has paid beside it. */
  paid: Cents;
  /** Where chips go that leave the felt now. */
  goesTo: "dealer" | "player";
}

export const NO_CHIPS: Pile = { laid: 0, paid: 0, goesTo: "player" };

const sum = (amounts: Cents[]) => amounts.reduce((total, each) => total + each, 0);

/** The chips on *wager* of *spot*. A main wager is as large as the stakes of its hands. */
export function pileOf(view: TableView, spot: number, wager: string): Pile {
  const seat = view.spots.find((each) => each.spot === spot);
  const placed = seat?.wagers.find((each) => each.name === wager);
  if (!seat || !placed) return NO_CHIPS;
  const moves = view.movements.filter((each) => each.spot === spot && each.wager === wager);
  const isLifted = placed.sensor === "lifted" || moves.some((each) => each.lifted);
  const taken = sum(moves.map((each) => each.take));
  const goesTo = isLifted || taken ? "dealer" : "player";
  // What the player has been paid, or has moved on, no longer lies here.
  if (moves.length && moves.every((each) => each.is_done)) return { laid: 0, paid: 0, goesTo };
  const stakes = wager === "main" && seat.hands.length ? sum(seat.hands.map((hand) => hand.stake)) : placed.amount;
  const paid = sum(moves.filter((each) => each.source === "tray").map((each) => each.pay));
  return { laid: isLifted ? 0 : Math.max(0, stakes - taken), paid, goesTo };
}

/** Everything that lies on the felt, for ears: it clinks when it changes. */
export function chipsOnFelt(view: TableView): Cents {
  const piles = view.spots.flatMap((seat) => seat.wagers.map((each) => pileOf(view, seat.spot, each.name)));
  return sum(piles.map(({ laid, paid }) => laid + paid));
}
