/** Cents as people read them. The currency sign is the catalogue's. */
import { s } from "$strings";
import type { Cents } from "./types";

const whole = new Intl.NumberFormat(s.locale);

/** "$25", "$12.50", "$1,250": cents only where there are any, as chips are counted. */
export function money(cents: Cents): string {
  return cents % 100 === 0 ? signed(cents, "") : exact(cents);
}

/** "$1,234.50": always with cents, as meters are read. */
export function exact(cents: Cents): string {
  return signed(cents, `.${String(Math.abs(cents) % 100).padStart(2, "0")}`);
}

/** "+$25", "−$25", "$0": a change, never told by colour alone. */
export function change(cents: Cents): string {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

function signed(cents: Cents, tail: string): string {
  const units = whole.format(Math.trunc(Math.abs(cents) / 100));
  return `${cents < 0 ? "−" : ""}${s.currency}${units}${tail}`;
}

/** The chips in a tray, largest first, in cents. */
export const CHIPS: readonly Cents[] = [100_000, 50_000, 10_000, 2_500, 500, 100, 50];

/** *cents* as a stack of chips, largest first. What no chip covers is left over. */
export function chipsFor(cents: Cents): Cents[] {
  const stack: Cents[] = [];
  let left = cents;
  for (const chip of CHIPS) {
    for (; left >= chip; left -= chip) stack.push(chip);
  }
  return stack;
}
