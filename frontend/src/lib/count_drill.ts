/** Counting cards: which count, which cards come, and what they come to. */
import type { Card } from "./types";

export interface Exposure {
  bet_frequency_percent: number;
  average_edge_percent: number;
  units_per_100: number;
}

export interface WagerCount {
  tags: Record<string, number>;
  exposure?: Exposure;
}

export interface Counts {
  cards: Card[];
  counts: Record<string, WagerCount>;
}

/** The count that everybody learns first, for the main game. */
export const HI_LO: Record<string, number> = Object.fromEntries(
  [..."A23456789TJQK"].map((rank) => [rank, "23456".includes(rank) ? 1 : "TJQKA".includes(rank) ? -1 : 0]),
);

export const tagOf = (tags: Record<string, number>, card: Card) => tags[card[0] ?? ""] ?? 0;

export function runningCount(tags: Record<string, number>, cards: readonly Card[]): number {
  return cards.reduce((sum, card) => sum + tagOf(tags, card), 0);
}

/** *many* cards out of *decks* decks, in the order in which they come. */
export function drawn(deck: readonly Card[], decks: number, many: number, random: () => number = Math.random): Card[] {
  const shoe = Array.from({ length: decks }, () => deck).flat();
  return Array.from({ length: Math.min(many, shoe.length) }, () => shoe.splice(Math.floor(random() * shoe.length), 1)[0] ?? "");
}

/** "+1: 2 to 6", one line for each tag, the largest first. */
export function tagLines(tags: Record<string, number>): { tag: number; ranks: string }[] {
  const found = [...new Set(Object.values(tags))].sort((one, two) => two - one);
  return found.map((tag) => ({
    tag,
    ranks: [..."A23456789TJQK"].filter((rank) => tags[rank] === tag).map((rank) => (rank === "T" ? "10" : rank)).join(" "),
  }));
}
