/**
 * Amounts as people type and read them: one strict grammar, with the signs of the room's locale.
 *
 * The same grammar as `upcard.amounts` in Python; both are held to tests/fixtures/amounts.json.
 * Which locale it is the server says, in the document itself: never the browser.
 */
import { s } from "$strings";
import type { Cents } from "./types";

export interface AmountFormat {
  locale: string;
  decimal: string;
  /** Between groups of three digits; an amount may also be written without it. */
  thousands: string;
  /** Signs that are read as *thousands*, because a keyboard has them. */
  also: string;
}

/** What was typed: the amount, or a sentence that says how to write it. */
export type Typed = { cents: Cents; refusal: "" } | { cents: null; refusal: string };

const DIGITS_MAX = 12;
const BLANKS = " \\t\\r\\n\\u00a0\\u2009\\u202f";
const QUOTED_MAX = 30;
const MEANT = new RegExp(`^([0-9]{0,${DIGITS_MAX}}|[0-9]{1,3}(?:[.,'\\u2019${BLANKS}][0-9]{3}){1,3})[.,]([0-9]{1,2})$`);

/** How this room writes amounts, as its server put it into the document. */
export const here: AmountFormat = formatIn(document);

export function formatIn(page: Document): AmountFormat {
  const told = page.querySelector<HTMLMetaElement>('meta[name="amounts"]');
  const { decimal = ".", thousands = ",", also = "" } = told?.dataset ?? {};
  return { locale: told?.content || s.locale, decimal, thousands, also };
}

/** The amount that *text* says, or why it says none. */
export function readAmount(text: string, written: AmountFormat = here): Typed {
  const typed = text.replace(new RegExp(`^[${BLANKS}]+|[${BLANKS}]+$`, "g"), "");
  const bare = withoutCurrency(typed);
  const found = pattern(written).exec(bare);
  if (!found) return refused(refusalOf(typed, bare, written));
  const digits = onlyDigits(found[1]);
  if (digits.length > DIGITS_MAX) {
    return refused(s.amounts.tooLarge(quoted(typed), writeAmount(10 ** (DIGITS_MAX + 2) - 1, written)));
  }
  return { cents: Number(digits) * 100 + Number(found[2] ?? 0), refusal: "" };
}

/** "1,250.00": with its thousands and always two decimals, without a currency sign. */
export function writeAmount(cents: Cents, written: AmountFormat = here): string {
  return `${writeUnits(cents, written)}${written.decimal}${String(Math.abs(cents) % 100).padStart(2, "0")}`;
}

/** "1,250": the whole dollars of an amount, without its sign. */
export function writeUnits(cents: Cents, written: AmountFormat = here): string {
  const units = String(Math.trunc(Math.abs(cents) / 100));
  return units.replace(/\B(?=(\d{3})+$)/g, written.thousands);
}

const NOTATION = /^[0-9]{1,12}(?:\.[0-9]{2})?$/;

/** The amount that a rules file holds, which has its own notation; null where it is none. */
export function readNotation(text: string): Cents | null {
  const [units = "", cents = "00"] = text.split(".");
  return NOTATION.test(text) ? Number(units + cents) : null;
}

/** An amount as a rules file holds it: "25", "12.50". */
export function writeNotation(cents: Cents): string {
  const units = Math.trunc(cents / 100);
  return cents % 100 === 0 ? String(units) : `${units}.${String(cents % 100).padStart(2, "0")}`;
}

const refused = (refusal: string): Typed => ({ cents: null, refusal });
const onlyDigits = (text = "") => text.replace(/[^0-9]/g, "");
const escaped = (signs: string) => signs.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** *text* without one currency sign, before or after the number. */
function withoutCurrency(text: string): string {
  const sign = escaped(s.currency);
  if (text.startsWith(s.currency)) return text.replace(new RegExp(`^${sign}[${BLANKS}]*`), "");
  return text.replace(new RegExp(`[${BLANKS}]*${sign}$`), "");
}

function pattern(written: AmountFormat): RegExp {
  const between = `[${escaped(written.thousands + written.also)}]`;
  const whole = `0|[1-9][0-9]*|[1-9][0-9]{0,2}(?:${between}[0-9]{3})+`;
  return new RegExp(`^(${whole})(?:${escaped(written.decimal)}([0-9]{2}))?$`);
}

/** Why *typed* is not an amount, and how to write one. */
function refusalOf(typed: string, bare: string, written: AmountFormat): string {
  const example = writeAmount(125_000, written);
  if (!bare) return s.amounts.empty(example);
  if (/^[-\u2212\u2013]/.test(bare)) return s.amounts.negative(quoted(typed));
  const meant = MEANT.exec(bare);
  if (meant) {
    const cents = Number(onlyDigits(meant[1])) * 100 + Number((meant[2] ?? "").padEnd(2, "0"));
    return s.amounts.meant(quoted(typed), writeAmount(cents, written));
  }
  return s.amounts.other(quoted(typed), example);
}

/** *typed* as a sentence quotes it. */
function quoted(typed: string): string {
  const signs = Array.from(typed.replace(/[\u0000-\u001f\u007f-\u009f]/g, "?"));
  return signs.length > QUOTED_MAX ? `'${signs.slice(0, QUOTED_MAX).join("")}…'` : `'${signs.join("")}'`;
}
