/** Past rounds as the journal tells them. */
import type { Offer, PastRoundLine, RecalledRound, RecallStep, TableFrame } from "./types";

export type { PastRoundLine, RecalledRound, RecallStep, ShoeRecord } from "./types";

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
      const amounts = { minimum: 0, maximum: 0, step: 1, needs: null, is_at_most_main: false, is_late: false };
      found.set(name, { name, title, kind, ...amounts, paytable: "", lines: [] });
    }
  }
  return [...found.values()];
}

/** A step as a frame that the felt can draw; nothing on it can be pressed. */
export function frameOf(round: RecalledRound, step: RecallStep): TableFrame {
  const view = { ...step.frame, decisions: {} };
  return {
    type: "table", version: step.sequence, sequence: step.sequence, table: round.table, audience: "display", spots: [],
    screen: "", training: false, kind: "live", cards: round.is_by_hand ? "hand-dealt" : "digital", game: { name: "", title: step.frame.game, decks: round.shoe?.decks ?? 0, deck: "standard", deal_key: false, games_max: 4 },
    is_open: false, dealer: round.dealer, round: { id: round.id, number: round.number }, view,
    offers: offersIn(round.steps), insurance: [], late: [], parlay: null, shoe: null, real_shoe: null, meters: [], rules: [], felt: [],
    history: [], notices: [], say: step.sentence,
  };
}

/** The spots that played in a round. */
export function spotsIn(round: RecalledRound): number[] {
  const all = round.steps.flatMap((step) => step.frame.spots.map((spot) => spot.spot));
  return [...new Set(all)].sort((one, two) => one - two);
}
