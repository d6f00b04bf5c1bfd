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
  const head = lines.find((line) => /^\s+2\s+3\s/.test(line));
  const rows = lines.filter((line) => /^(hard|soft|pair) /.test(line)).map((line) => {
    const [kind = "", value = "", ...cells] = line.trim().split(/\s+/);
    return { name: `${kind} ${value}`, cells };
  });
  return { upcards: head?.trim().split(/\s+/) ?? [], rows, notes };
}

const pointsOf = (card: Card) => ("TJQK".includes(card[0] ?? "") ? "T" : (card[0] ?? ""));

/** The row and column of a hand: "pair 8" against "T". Two cards of one value are a pair where the chart has it. */
export function cellOf(cards: readonly Card[], total: string, upcard: Card): { row: string; upcard: string } {
  const [first, second] = cards;
  const isPair = cards.length === 2 && first !== undefined && second !== undefined && pointsOf(first) === pointsOf(second);
  return { row: isPair ? `pair ${pointsOf(first)}` : total, upcard: pointsOf(upcard) };
}

export const cellOfHand = (hand: HandView, upcard: Card) => cellOf(hand.cards, hand.total, upcard);

/** The colour of a cell: its first letter. */
export const toneOf = (cell: string) => cell[0]?.toLowerCase() ?? "";
