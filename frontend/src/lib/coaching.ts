/** A session's decisions and what the wrong ones cost. The prices are the server's. */
import type { Advice, Card, Decision, HandView, Mistake, TableView } from "./types";

export type { Advice, Mistake } from "./types";

/** A mistake, with the table as it lay when it was made. */
export interface Slip extends Mistake {
  round: number;
  cards: Card[];
  total: string;
  upcard: Card;
  view: TableView;
}

const NOTICEABLE = 1e-9;

/** The hand in turn. */
export function activeHand(view: TableView): HandView | undefined {
  return view.spots.flatMap((spot) => spot.hands).find((hand) => hand.is_active);
}

/** What choosing *decision* gives away, in first wagers; 0 where the advice does not know. */
export function givenAway(advice: Advice, decision: Decision): number {
  const best = advice.values?.[advice.decision as Decision];
  const own = advice.values?.[decision];
  if (best === undefined || own === undefined || decision === advice.chart) return 0;
  return best - own > NOTICEABLE ? best - own : 0;
}

/** The costliest mistakes first, at most *most* of them. */
export function worst(slips: readonly Slip[], most = 5): Slip[] {
  return [...slips].sort((one, two) => two.costs - one.costs).slice(0, most);
}

/** The values of an advice, the best first. */
export function ranked(advice: Advice): { decision: Decision; value: number }[] {
  return Object.entries(advice.values ?? {})
    .map(([decision, value]) => ({ decision: decision as Decision, value }))
    .sort((one, two) => two.value - one.value);
}

/** "+1.25%", "−54.04%". */
export function percent(part: number, digits = 2): string {
  const text = Math.abs(100 * part).toFixed(digits);
  return `${part < 0 ? "−" : "+"}${text}%`;
}
