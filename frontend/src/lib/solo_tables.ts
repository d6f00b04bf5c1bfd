/** What a solo table is made of besides its frame, and where a tab finds it again. */
import type { Step } from "./replaying";
import type { Cents } from "./types";

const KEY = "upcard.solo";

export interface SoloGame {
  name: string;
  title: string;
  source?: string;
  decks: number[];
  decks_default?: number;
  packs: string[];
  drills?: { name: string; title: string }[];
}

export interface Choice {
  game: string;
  decks?: number;
  pack?: string;
  drill?: string;
  seed?: number;
}

export interface PlayedRound {
  number: number;
  net: Cents;
  steps: Step[];
  dealer: string[];
  summary: string;
}

export type CoachMode = "hold" | "after" | "off";
export interface Kept {
  id: string;
  choice: Choice;
}

export function readKept(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

export function keep(kept: Kept): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage a reload sits down at a new table.
  }
}
