import { describe, expect, it } from "vitest";
import { formatIn, here, readAmount, readNotation, writeAmount, writeNotation, type AmountFormat } from "$lib/amounts";
import { exact } from "$lib/money";
import shared from "./fixtures/amounts.json";

const formats: AmountFormat[] = shared.formats;
const formatOf = (locale: string) => formats.find((each) => each.locale === locale)!;

describe("amounts", () => {
  it.each(shared.cases)("are read or refused as the shared table says: $locale $text", (given) => {
    const { locale, text, ...expected } = given as { locale: string; text: string; cents?: number; refusal?: string };
    const { cents, refusal } = readAmount(text, formatOf(locale));

    expect(cents === null ? { refusal } : { cents }).toEqual(expected);
  });

  it.each(shared.written as [string, number, string][])("are written as the shared table says: %s %d", (locale, cents, text) => {
    expect(writeAmount(cents, formatOf(locale))).toBe(text);
    expect(readAmount(text, formatOf(locale)).cents).toBe(cents);
  });

  it("take their signs from the document, which the server wrote", () => {
    const page = new DOMParser().parseFromString(
      '<meta name="amounts" content="de-DE" data-decimal="," data-thousands="." data-also="">',
      "text/html",
    );

    expect(formatIn(page)).toEqual(formatOf("de-DE"));
    expect(exact(2_260_050, formatIn(page))).toBe("$22.600,50");
  });

  it("are those of the US where the server says nothing", () => {
    expect(here).toEqual(formatOf("en-US"));
  });

  it("go into a rules file in its own notation, and come back", () => {
    expect([2500, 1250, 5, 0].map(writeNotation)).toEqual(["25", "12.50", "0.05", "0"]);
    expect(["25", "12.50", "0.05", "1,250", "10.5", "none"].map(readNotation)).toEqual([2500, 1250, 5, null, null, null]);
  });

  it("are typed into one kind of field, on every page", () => {
    const files = import.meta.glob<string>("../src/**/*.svelte", { query: "?raw", import: "default", eager: true });
    const decimal = Object.keys(files).filter((path) => /inputmode=("decimal"|\{[^}]*decimal)/.test(files[path] ?? ""));

    expect(decimal).toEqual(["../src/parts/AmountField.svelte"]);
  });
});
