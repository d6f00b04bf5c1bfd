/** Past rounds as the journal tells them. */
import type { Card, Cents, CutPartView, Offer, TableFrame, TableView } from "./types";

export interface PastRoundLine {
  id: string;
  table: string;
  number: number;
  at: string;
  day: string;
  dealer: string;
  spots: number[];
  net: Cents;
  is_open: boolean;
  is_voided: boolean;
  is_reversed: boolean;
}

export interface RecallStep {
  sequence: number;
  at: string;
  by: string;
  sentence: string;
  frame: TableView;
}

export interface ShoeRecord {
  table?: string;
  shoe?: number;
  algorithm: string;
  commitment: string;
  cut: string;
  parts?: CutPartView[];
  is_cut?: boolean;
  /** How the shoe ended; empty while it is on the table. */
  end?: string;
  deck: string;
  decks: number;
  seed: string | null;
  dealt: Card[];
}

export interface RecalledRound extends PastRoundLine {
  text: string | null;
  steps: RecallStep[];
  shoe: ShoeRecord | null;
}

/** Whether a line of the list is what somebody looks for: number, table, dealer or spot. */
export function matches(line: PastRoundLine, wanted: string): boolean {
  const spots = line.spots.map((spot) => `spot ${spot}`).join(" ");
  const text = `${line.id} ${line.number} ${line.dealer} ${line.day} ${spots}`.toLowerCase();
  return wanted.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** The wagers that lay on the table at any moment: the circles the felt needs. */
function offersIn(steps: readonly RecallStep[]): Offer[] {
  const found = new Map<string, Offer>();
  for (const { frame } of steps) {
    for (const { name, title } of frame.spots.flatMap((spot) => spot.wagers)) {
      const kind = name === "main" ? "main" : "bonus";
      found.set(name, { name, title, kind, minimum: 0, maximum: 0, step: 1, needs: null, paytable: "", lines: [] });
    }
  }
  return [...found.values()];
}

/** A step as a frame that the felt can draw; nothing on it can be pressed. */
export function frameOf(round: RecalledRound, step: RecallStep): TableFrame {
  const view = { ...step.frame, decisions: {} };
  return {
    type: "table", version: step.sequence, table: round.table, audience: "display", spots: [],
    training: false, game: { name: "", title: step.frame.game, decks: round.shoe?.decks ?? 0 },
    is_open: false, dealer: round.dealer, round: { id: round.id, number: round.number }, view,
    offers: offersIn(round.steps), shoe: null, meters: [], rules: [], history: [], say: step.sentence,
  };
}

/** The spots that played in a round. */
export function spotsIn(round: RecalledRound): number[] {
  const all = round.steps.flatMap((step) => step.frame.spots.map((spot) => spot.spot));
  return [...new Set(all)].sort((one, two) => one - two);
}
