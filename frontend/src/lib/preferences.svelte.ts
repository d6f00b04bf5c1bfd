/** How somebody likes to play alone: kept in the browser, never sent. */
import type { CoachMode } from "./solo_tables";

interface Preferences {
  coach: CoachMode;
  /** How many spots to play, 1 to 3. */
  spots: number;
  /** Whether to be dealt what went wrong before. */
  practise: boolean;
}

const KEY = "upcard.solo.preferences";
const FIRST: Preferences = { coach: "after", spots: 1, practise: false };

function stored(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>;
  } catch {
    return {};
  }
}

export const preferences: Preferences = $state({ ...FIRST, ...stored() });

export function keepPreferences(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Without storage they last until the page is reloaded.
  }
}
