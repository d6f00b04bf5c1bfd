// @vitest-environment node
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fontverter from "fontverter";
import { expect, it } from "vitest";
import { lighter } from "../building/fonts";

const FILES = [
  "barlow-semi-condensed/files/barlow-semi-condensed-latin-500-normal.woff2",
  "barlow-semi-condensed/files/barlow-semi-condensed-latin-700-normal.woff2",
  "cinzel/files/cinzel-latin-700-normal.woff2",
];
const file = (path: string) => readFileSync(fileURLToPath(new URL(`../node_modules/@fontsource/${path}`, import.meta.url)));

/** The tables of a font by name. */
async function tables(font: Buffer): Promise<Map<string, Buffer>> {
  const plain = await fontverter.convert(font, "truetype");
  const found = new Map<string, Buffer>();
  for (let at = 12; at < 12 + 16 * plain.readUInt16BE(4); at += 16) {
    const begin = plain.readUInt32BE(at + 8);
    found.set(plain.toString("latin1", at, at + 4), plain.subarray(begin, begin + plain.readUInt32BE(at + 12)));
  }
  return found;
}

/** The characters of a font, from the segments of its map. */
function characters(font: Map<string, Buffer>): number[] {
  const map = font.get("cmap")!;
  const tables = Array.from({ length: map.readUInt16BE(2) }, (_, index) => map.readUInt32BE(8 + 8 * index));
  const at = tables.find((offset) => map.readUInt16BE(offset) === 4)!;
  const segments = map.readUInt16BE(at + 6) / 2;
  return Array.from({ length: segments }, (_, index) => {
    const [last, first] = [map.readUInt16BE(at + 14 + 2 * index), map.readUInt16BE(at + 16 + 2 * (segments + index))];
    return Array.from({ length: last - first + 1 }, (_, more) => first + more);
  }).flat();
}

it.each(FILES)("%s keeps every character and its pairs of letters, and loses its instructions", async (path) => {
  const [before, after] = await Promise.all([tables(file(path)), lighter(file(path)).then(tables)]);
  expect(characters(after)).toEqual(characters(before));
  expect(characters(after).length).toBeGreaterThan(200);
  expect([...after.keys()]).toContain("GPOS");
  expect([...after.keys()]).not.toContain("fpgm");
});
