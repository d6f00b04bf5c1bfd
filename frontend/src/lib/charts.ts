/** A chart as the server prints it, read into cells: which row a hand is in, and what each letter says. */
import type { Card, HandView } from "./types";

export interface Chart {
  upcards: string[];
  rows: { name: string; cells: string[] }[];
  /** What signs beyond the usual letters mean. */
  notes: string[];
}

export function readChart(text: string): Chart {
  const lines = text.split("\n").filter((line) => line.trim());
  const notes = lines.filter((line) => line.startsWith("#")).map((line) => line.slice(1).trim());
  const upcards = lines.find((line) => /^\s+2\s+3\s/.test(line))?.trim().split(/\s+/) ?? [];
  const rows = lines.filter((line) => /^[a-z]/.test(line) && !line.startsWith("rules")).map((line) => {
    const parts = line.trim().split(/\s+/);
    const cells = parts.splice(parts.length - upcards.length);
    return { name: parts.join(" "), cells };
  });
  return { upcards, rows, notes };
}

const pointsOf = (card: Card) => ("TJQK".includes(card[0] ?? "") ? "T" : (card[0] ?? ""));

export interface Place {
  row: string;
  upcard: string;
}

/** Where a hand is in the chart of its game: "pair 8" against "T". Two cards of one value are a pair. */
export function placeOfHand(hand: Pick<HandView, "cards" | "points" | "doubles" | "house_stake">, upcard: Card): Place {
  const [first, second, ...more] = hand.cards.map(pointsOf);
  const isPair = first !== undefined && first === second && more.length === 0;
  const kind = hand.doubles ? "doubled " : hand.house_stake ? "free " : "";
  return { row: isPair && !kind ? `pair ${first}` : kind + hand.points, upcard: pointsOf(upcard) };
}

/** The colour of a cell: its first letter. */
export const toneOf = (cell: string) => cell[0]?.toLowerCase() ?? "";
