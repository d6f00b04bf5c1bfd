import type { Decision } from "./types";

export type { Decision };

/** Every decision in the order of the keys: what it is called, and its key at console and solo table. */
export const DECISIONS = {
  hit: { title: "Hit", key: "H" },
  stand: { title: "Stand", key: "S" },
  double: { title: "Double", key: "D" },
  split: { title: "Split", key: "P" },
  surrender: { title: "Surrender", key: "R" },
  rescue: { title: "Rescue", key: "U" },
  zap: { title: "Zap", key: "X" },
} as const satisfies Record<Decision, { title: string; key: string }>;

export const NAMES = Object.keys(DECISIONS) as Decision[];

export function titleOf(decision: string): string {
  return decision in DECISIONS ? DECISIONS[decision as Decision].title : decision.replace(/^./, (c) => c.toUpperCase());
}
