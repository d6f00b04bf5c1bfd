import type { Decision } from "./types";

export type { Decision };

/** Every decision in the order of the keys, with its key at console and solo table. */
export const KEYS = {
  hit: "H",
  stand: "S",
  double: "D",
  split: "P",
  surrender: "R",
  rescue: "U",
  zap: "X",
} as const satisfies Record<Decision, string>;

export const NAMES = Object.keys(KEYS) as Decision[];
