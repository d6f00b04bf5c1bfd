/** What the frame offers, as this page's keys and chips show it. */
import { CHIPS } from "$lib/money";
import type { Cents, Decision, TableFrame, TableView } from "$lib/types";
import { activeHand } from "$lib/coaching";

const TRAY = 5;

/** The chips of the tray, smallest first: those the main wager's step and limit can use. */
export function chipsOf(frame: TableFrame): Cents[] {
  const main = frame.offers.find((offer) => offer.kind === "main");
  const step = main?.step ?? 100;
  const fits = CHIPS.filter((chip) => chip % step === 0 && chip <= (main?.maximum ?? chip));
  return [...fits].reverse().slice(0, TRAY);
}

/** The way to give a hand up that R stands for now: surrender, or after a double rescue. */
export function giveUp(view: TableView): Decision | null {
  const { surrender, rescue } = view.decisions;
  if (surrender === undefined && rescue === undefined) return null;
  if (rescue === null) return "rescue";
  if (surrender === null) return "surrender";
  return activeHand(view)?.doubles ? "rescue" : "surrender";
}
