/** What a solo table is made of besides its frame, and where a tab finds it again. */
import type { Slip } from "./coaching";
import type { Step } from "./replaying";
import type { Cents, SoloFrame } from "./types";

const KEY = "upcard.solo";

export interface SoloGame {
  name: string;
  title: string;
  /** What kind of game it is, in a player's words. */
  character: string;
  /** What the house keeps under best play, in percent. */
  edge_percent: number;
  decks: number[];
  decks_default?: number;
  /** The packs of side wagers that may be played with each number of decks. */
  packs: Record<number, string[]>;
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
/** The last rounds as the table knows them: a tab that was reloaded has lost its own steps. */
export function roundsIn(frame: SoloFrame): PlayedRound[] {
  return frame.history.map(({ id, net, dealer, summary }) => ({
    number: Number(id.split("/").at(-1)),
    net: Object.values(net).reduce((sum, each) => sum + each, 0),
    steps: [],
    dealer,
    summary,
  }));
}

/** The net after each of *rounds* (newest first), given where it stands now. */
export function netsOf(rounds: readonly PlayedRound[], now: Cents): Cents[] {
  const nets = [now];
  for (const { net } of rounds) nets.unshift((nets[0] ?? 0) - net);
  return nets;
}

export interface Kept {
  id: string;
  choice: Choice;
  startedAt: number;
  /** What the coach has seen so far: the report outlasts a reload. */
  slips?: Slip[];
  decided?: number;
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
