/** What this screen prefers: kept in the browser, never sent. */

export interface Settings {
  /** The code of its language; empty: what the browser prefers. */
  language: string;
  fourColours: boolean;
  /** Whether every card has the jumbo index, those at hand too. */
  largeIndex: boolean;
  /** "system" follows the device's reduced-motion wish. */
  motion: "system" | "off";
  dealing: "slow" | "normal" | "fast";
  /** Whether cards, chips and results are heard. */
  sound: boolean;
  /** Whether a telephone shakes at what concerns its own player. */
  haptics: boolean;
  shortcuts: boolean;
  /** What a reader types for cards with printed codes: lines like "4006381333931 = 7h". */
  cardCodes: string;
}

const KEY = "upcard.settings";
const FIRST: Settings = {
  language: "",
  fourColours: true,
  largeIndex: false,
  motion: "system",
  dealing: "normal",
  sound: false,
  haptics: true,
  shortcuts: true,
  cardCodes: "",
};

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ ...FIRST, ...stored() });

export function keepSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A screen without storage keeps its settings until it is reloaded.
  }
}

export function isStill(): boolean {
  return settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const DEAL_STEP_MS = { slow: 320, normal: 150, fast: 70 };

/** How long after the card before it a card arrives. */
export function dealStepMs(): number {
  return DEAL_STEP_MS[settings.dealing];
}

const CHIP_MS = { slow: 620, normal: 420, fast: 200 };

/** How long chips are on their way. */
export function chipMs(): number {
  return CHIP_MS[settings.dealing];
}
