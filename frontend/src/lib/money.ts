/** Cents as people read them, with the signs of the room's locale. */
import { s } from "$strings";
import { here, writeAmount, writeUnits, type AmountFormat } from "./amounts";
import type { Cents } from "./types";

/** "$25", "$12.50", "$1,250": cents only where there are any, as chips are counted. */
export function money(cents: Cents): string {
  return cents % 100 === 0 ? signed(cents, writeUnits(cents)) : exact(cents);
}

/** "$1,234.50": always with cents, as meters are read. */
export function exact(cents: Cents, written: AmountFormat = here): string {
  return signed(cents, writeAmount(cents, written));
}

/** "+$25", "−$25", "$0": a change, never told by colour alone. */
export function change(cents: Cents): string {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

function signed(cents: Cents, size: string): string {
  return `${cents < 0 ? "−" : ""}${s.currency}${size}`;
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
