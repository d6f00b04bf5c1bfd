import { afterEach, expect, test } from "vitest";
import { english as desk, englishStaff as staff } from "../src/strings/en-desk";
import { english as drills } from "../src/strings/en-drills";
import { english as recall } from "../src/strings/en-recall";
import { english as rules, englishLab as lab } from "../src/strings/en-rules";
import { english as setup } from "../src/strings/en-setup";
import { english as solo } from "../src/strings/en-solo";
import { english as main, s } from "../src/strings/en";
import { chosen, found, LANGUAGES, OFFERED, speak, type Catalogue } from "../src/strings/languages";
import { inLanguage } from "../src/lib/live";
import { titleOf } from "../src/lib/titles";

const ENGLISH: Catalogue = { main, desk, staff, drills, recall, rules, lab, setup, solo };

/** Words that are the same in Spanish, and names, keys and signs. */
const SAME = new Set([
  "upcard", "total", "no", "z", "pin", "supervisor", "blackjack", "9f3a 11c2 77de 0b1f",
]);
/** Functions that only put signs or names together. */
const SIGNS = new Set([
  "main.cut.who", "main.chips.cents", "main.chips.units", "main.sign.as", "main.jackpot.wonWith", "main.movements.percent", "main.console.insured",
  "main.titles.start", "desk.meters.rates", "solo.settings.spotCount", "solo.play.hand",
]);
/** Arguments that make a function's own words show: most take names and numbers. */
const ARGUMENTS: Record<string, unknown[]> = {
  "main.changes.oneOf": [["«a»", "«b»"]],
  "main.jackpot.hands": [["«a»", "«b»"]],
  "recall.spots": [[1, 2]],
  "setup.shifts.now": [[6, 14]],
  "main.changes.twoSigners": ["«a»", true],
  "main.charts.row": ["soft 17"],
};

type Leaf = [path: string, value: unknown];

function* leaves(value: unknown, path: string): Generator<Leaf> {
  if (value === null || typeof value !== "object") yield [path, value];
  else for (const [key, each] of Object.entries(value)) yield* leaves(each, `${path}.${key}`);
}

const flat = (catalogue: Catalogue) => Object.entries(catalogue).flatMap(([name, words]) => [...leaves(words, name)]);

function said(path: string, value: unknown): string {
  if (typeof value !== "function") return String(value);
  const call = value as (...args: unknown[]) => unknown;
  const given = ARGUMENTS[path] ?? (path.startsWith("main.titles.") ? [["«a»", "«b»"]] : ["«a»", "«b»", "«c»", "«d»"]);
  try {
    return String(call(...given));
  } catch {
    return String(call(...given.map((_, index) => index + 3)));
  }
}

const isSign = (text: string) => !/\p{L}/u.test(text.replace(/«.»/gu, ""));
const KEYS = /^(main\.help\.groups\.\d+\.keys|solo\.settings\.keys)\.\d+\.0$|\.(path|roles\.\d+)$/;

afterEach(() => speak(LANGUAGES[0]!));

for (const language of LANGUAGES.filter((one) => one.load)) {
  test(`${language.title} has every word of English and no other`, async () => {
    const { catalogue } = await language.load!();
    const kinds = (all: Leaf[]) => all.map(([path, value]) => `${path}: ${typeof value}`).sort();
    expect(kinds(flat(catalogue))).toEqual(kinds(flat(ENGLISH)));
  });

  test(`${language.title} says nothing in English`, async () => {
    const { catalogue } = await language.load!();
    const english = new Map(flat(ENGLISH));
    const untranslated = flat(catalogue)
      .filter(([path]) => !KEYS.test(path) && !SIGNS.has(path) && path !== "solo.decision")
      .map(([path, value]) => [path, said(path, value), said(path, english.get(path))])
      .filter(([, here, there]) => here === there && !isSign(here!) && !SAME.has(here!.toLowerCase()));
    expect(untranslated).toEqual([]);
  });

  test(`${language.title} tells everything that English tells`, async () => {
    const { catalogue } = await language.load!();
    const english = new Map(flat(ENGLISH));
    const holes = (text: string) => [...new Set(text.match(/«.»/gu) ?? [])].sort();
    const wrong = flat(catalogue)
      .filter(([, value]) => typeof value === "function")
      .map(([path, value]) => ({ path, here: holes(said(path, value)), there: holes(said(path, english.get(path))) }))
      .filter(({ here, there }) => here.join() !== there.join());
    expect(wrong).toEqual([]);
  });
}

test("who cut a shoe is said in words of the page", async () => {
  const { catalogue } = await found("es")!.load!();
  const { who } = catalogue.main.cut;
  expect(["dealer", "dealer for spot 3", "spots 1, 2", "table screen"].map(who)).toEqual(["crupier", "crupier por casilla 3", "casillas 1, 2", "pantalla de la mesa"]);
});

test("a link says the language, then what was chosen here, then what the browser prefers", () => {
  expect(chosen("?lang=es", "en", ["en"]).code).toBe("es");
  expect(chosen("", "es", ["en"]).code).toBe("es");
  expect(chosen("", "", ["fr-FR", "es-MX", "en"]).code).toBe("es");
  expect(chosen("", "", ["fr-FR"]).code).toBe("en");
  expect(chosen("?lang=xx", "", []).code).toBe("en");
  expect(chosen("?lang=en-XB", "es", []).dir).toBe("rtl");
});

test("the trial of right to left is on no switch, and no browser prefers it", () => {
  expect(OFFERED.map((one) => one.code)).toEqual(["en", "es"]);
  expect(found("en-GB")?.code).toBe("en");
});

test("words that were imported before speak the language of the page", async () => {
  await speak(found("es")!);
  expect(s.placard.rules).toBe("Reglas");
  expect(titleOf("stand")).toBe("Plantarse");
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(["es", "ltr"]);
  await speak(found("en-XB")!);
  expect(s.placard.rules).toBe("Rules");
  expect(document.documentElement.dir).toBe("rtl");
});

test("a page whose words cannot be loaded stays in English", async () => {
  await speak({ code: "xx", title: "", dir: "rtl", asks: "xx", load: () => Promise.reject(new Error("gone")) });
  expect([s.placard.rules, document.documentElement.lang, document.documentElement.dir]).toEqual(["Rules", "en", "ltr"]);
});

test("a live line asks for the language, and English asks for nothing", async () => {
  expect(inLanguage("/api/desk/live")).toBe("/api/desk/live");
  await speak(found("es")!);
  expect(inLanguage("/api/desk/live")).toBe("/api/desk/live?lang=es");
  expect(inLanguage("/api/x?token=1")).toBe("/api/x?token=1&lang=es");
});
