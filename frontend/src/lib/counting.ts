/** A meter that counts up: smoothly, and never above what the ledger has. */
import type { Cents } from "./types";

/** A display is what the ledger has within a second: that leaves the rest of it for the way here. */
export const COUNT_MS = 600;

/**
 * What to show *elapsed* milliseconds after *to* became known while *from* was shown.
 * A meter that fell (an award) is shown at once; on the way up it is rounded down.
 */
export function counted(from: Cents, to: Cents, elapsed: number, duration = COUNT_MS): Cents {
  if (from >= to || elapsed >= duration || duration <= 0) return to;
  const part = Math.max(0, elapsed / duration);
  const eased = 1 - (1 - part) ** 2;
  return Math.min(to, Math.floor(from + (to - from) * eased));
}
