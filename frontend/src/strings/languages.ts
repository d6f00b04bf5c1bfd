/** Which language the pages speak. English is part of the pages; every other one is a file of its own. */
import type { english as desk, englishStaff as staff } from "./en-desk";
import type { english as drills } from "./en-drills";
import type { english as recall } from "./en-recall";
import type { english as rules, englishLab as lab } from "./en-rules";
import type { english as setup } from "./en-setup";
import type { english as solo } from "./en-solo";
import type { english as main } from "./en";

/** Every word of the pages, by area. A language has exactly these. */
export interface Catalogue {
  main: typeof main;
  desk: typeof desk;
  staff: typeof staff;
  drills: typeof drills;
  recall: typeof recall;
  rules: typeof rules;
  lab: typeof lab;
  setup: typeof setup;
  solo: typeof solo;
}

export interface Language {
  /** As `<html lang>` and `?lang=` have it. */
  code: string;
  /** What its own speakers call it. */
  title: string;
  dir: "ltr" | "rtl";
  /** What the server is asked for. */
  asks: string;
  /** Its words; English needs none. */
  load?: () => Promise<{ catalogue: Catalogue }>;
  /** It is there to try the layout, and no switch offers it. */
  isTrial?: boolean;
}

const ENGLISH: Language = { code: "en", title: "English", dir: "ltr", asks: "en" };

export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  { code: "es", title: "Español", dir: "ltr", asks: "es", load: () => import("./es") },
  { code: "en-XB", title: "English, right to left", dir: "rtl", asks: "en", isTrial: true },
];

/** The languages that a switch offers. */
export const OFFERED = LANGUAGES.filter((one) => !one.isTrial);

let spoken: Language = ENGLISH;
let words: Catalogue | null = null;

/** The language of this page. */
export const language = (): Language => spoken;

/**
 * The words of one area, in whatever language the page speaks by then.
 *
 * Each word is looked up when it is read: modules are read before the language is known.
 */
export function area<Name extends keyof Catalogue>(name: Name, english: Catalogue[Name]): Catalogue[Name] {
  return new Proxy(english, {
    get: (target, key) => Reflect.get(words?.[name] ?? target, key) as unknown,
  });
}

/** The language with that code, or with the language of that code: "es-MX" is Spanish here. */
export function found(code: string): Language | undefined {
  const small = code.toLowerCase();
  return LANGUAGES.find((one) => one.code.toLowerCase() === small) ?? OFFERED.find((one) => one.code === small.split("-")[0]);
}

/** What to speak: what the link says, else what was chosen in this browser, else what it prefers. */
export function chosen(search: string, kept: string, preferred: readonly string[]): Language {
  const named = [new URLSearchParams(search).get("lang") ?? "", kept, ...preferred];
  return named.map((code) => (code ? found(code) : undefined)).find((one) => one !== undefined) ?? ENGLISH;
}

/** Speak *wanted* from now on. Where its words cannot be loaded, the page stays in English. */
export async function speak(wanted: Language): Promise<void> {
  try {
    words = wanted.load ? (await wanted.load()).catalogue : null;
    spoken = wanted;
  } catch {
    words = null;
    spoken = ENGLISH;
  }
  document.documentElement.lang = spoken.code;
  document.documentElement.dir = spoken.dir;
}
