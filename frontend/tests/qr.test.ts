import { describe, expect, it } from "vitest";
import { qrCode } from "../src/lib/qr";
import made from "./fixtures/qr.json";

const rows = (code: boolean[][]) =>
  code.map((row) => BigInt(`0b${row.map((dark) => (dark ? "1" : "0")).join("")}`).toString(16));

describe("the page's own QR codes", () => {
  it.each(made.codes)("draws version $version as another program does", ({ text, mask, rows: expected, version }) => {
    const code = qrCode(text, mask);
    expect(code).toHaveLength(17 + 4 * version);
    expect(rows(code)).toEqual(expected);
  });

  it("chooses one of the eight masks by itself", () => {
    const text = "http://10.0.0.7:8021/shoe/t1/12";
    const masked = Array.from({ length: 8 }, (_, mask) => rows(qrCode(text, mask)).join());
    expect(new Set(masked).size).toBe(8);
    expect(masked).toContain(rows(qrCode(text)).join());
  });

  it("refuses what is too long", () => {
    expect(() => qrCode("x".repeat(214))).toThrow("214 bytes are too many");
    expect(qrCode("x".repeat(213))).toHaveLength(57);
  });
});
