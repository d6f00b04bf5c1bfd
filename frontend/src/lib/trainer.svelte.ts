/** The trainer of this browser: what it remembers, and what it asks to be dealt. */
import type { Place } from "./charts";
import { noted, NOTHING_YET, readTraining, toPractise, type GameTraining, type Training } from "./training";
import type { Mistake } from "./types";

const KEY = "upcard.training";

function stored(): Training {
  try {
    return readTraining(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

let training = $state.raw<Training>(stored());

function keep(next: Training): void {
  training = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage it lasts until the page is reloaded.
  }
}

export const trainer = {
  of: (game: string): GameTraining => training[game] ?? NOTHING_YET,

  note(game: string, place: Place, mistake: Mistake | null): void {
    keep({ ...training, [game]: noted(trainer.of(game), place, mistake) });
  },

  /** What to deal next: two deals of three come from the cells that went wrong. */
  nextPlaces(game: string): Place[] {
    return Math.random() < 2 / 3 ? toPractise(trainer.of(game)) : [];
  },

  forget(game: string): void {
    keep(Object.fromEntries(Object.entries(training).filter(([name]) => name !== game)));
  },

  /** Everything, as a file to keep. */
  written: (): string => JSON.stringify(training, null, 1),

  /** Take a file that was kept; false where it is something else. */
  read(text: string): boolean {
    const found = readTraining(text);
    if (found) keep(found);
    return found !== null;
  },
};
