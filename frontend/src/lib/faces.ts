/** What is drawn on a card: suits as paths in a 100 by 100 box, pips in the card's 100 by 140. */
import { COURTS } from "virtual:courts";
import { s } from "$strings";
import type { Card } from "./types";

export type Suit = "s" | "h" | "d" | "c";

export const SUITS: Record<Suit, string> = {
  s: "M50 3C57 22 95 42 95 66c0 15-11 24-23 24-8 0-14-4-18-11 1 10 5 16 13 19H33c8-3 12-9 13-19-4 7-10 11-18 11C16 90 5 81 5 66 5 42 43 22 50 3Z",
  h: "M50 97C41 80 4 59 4 31 4 14 16 4 29 4c10 0 18 6 21 17C53 10 61 4 71 4c13 0 25 10 25 27 0 28-37 49-46 66Z",
  d: "M50 2c9 19 23 35 39 48C73 63 59 79 50 98 41 79 27 63 11 50 27 37 41 21 50 2Z",
  c: "M50 4a21.500 21.500 0 1 0 .01 0ZM25.500 41a21.500 21.500 0 1 0 .01 0ZM74.500 41a21.500 21.500 0 1 0 .01 0ZM45 48c2 24-2 40-12 50h34c-10-10-14-26-12-50ZM40 36v28h20V36Z",
};

const [TOP, HIGH, MIDDLE, LOW, BOTTOM] = [27, 56, 70, 84, 113];
const [LEFT, CENTRE, RIGHT] = [35, 50, 65];

type Pip = readonly [x: number, y: number];
const CORNERS: Pip[] = [[LEFT, TOP], [RIGHT, TOP], [LEFT, BOTTOM], [RIGHT, BOTTOM]];
const SIDES: Pip[] = [[LEFT, MIDDLE], [RIGHT, MIDDLE]];
const EIGHT: Pip[] = [...CORNERS, [LEFT, HIGH], [RIGHT, HIGH], [LEFT, LOW], [RIGHT, LOW]];
const UPPER: Pip = [CENTRE, 48.5];
const LOWER: Pip = [CENTRE, 91.5];

export const PIPS: Partial<Record<string, Pip[]>> = {
  "2": [[CENTRE, TOP], [CENTRE, BOTTOM]],
  "3": [[CENTRE, TOP], [CENTRE, MIDDLE], [CENTRE, BOTTOM]],
  "4": CORNERS,
  "5": [...CORNERS, [CENTRE, MIDDLE]],
  "6": [...CORNERS, ...SIDES],
  "7": [...CORNERS, ...SIDES, UPPER],
  "8": [...CORNERS, ...SIDES, UPPER, LOWER],
  "9": [...EIGHT, [CENTRE, MIDDLE]],
  T: [...EIGHT, [CENTRE, 41.5], [CENTRE, 98.5]],
};

/** The picture of a court card, in two or four colours; undefined for the other cards. */
export function courtOf(card: Card, isFour: boolean): string | undefined {
  return (isFour ? COURTS[`${card}-4`] : undefined) ?? COURTS[card];
}

export interface Face {
  rank: string;
  /** The rank as printed: "10", not "T". */
  index: string;
  suit: Suit;
  name: string;
}

/** A face, or null for a card that lies face down. */
export function faceOf(card: Card): Face | null {
  const rank = card[0] ?? "?";
  const suit = card[1] ?? "?";
  if (!(suit in SUITS)) return null;
  const index = rank === "T" ? "10" : rank;
  return { rank, index, suit: suit as Suit, name: cardName(card) };
}

/** "king of spades", for ears. */
export function cardName(card: Card): string {
  const rank = s.cards.ranks[card[0] as keyof typeof s.cards.ranks];
  const suit = s.cards.suits[card[1] as keyof typeof s.cards.suits];
  return rank && suit ? s.cards.name(rank, suit) : s.cards.hidden;
}
