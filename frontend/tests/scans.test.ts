import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Burst, isBadge, BURST_MS, cardIn, readCodes, scannedCard, Scanner } from "../src/lib/scans";

describe("a reader that types like a keyboard", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function listening() {
    const told: string[] = [];
    const scanner = new Scanner({
      scanned: (code) => told.push(`scan ${code}`),
      typed: (key) => told.push(`key ${key}`),
      broken: (signs) => told.push(`broken ${signs}`),
    });
    const type = (keys: string[], pause: number) => {
      const kept: boolean[] = [];
      for (const key of keys) {
        kept.push(scanner.take(key));
        vi.advanceTimersByTime(pause);
      }
      return kept;
    };
    return { told, type };
  }

  it("gives a scan, and none of its signs is a key", () => {
    const { told, type } = listening();
    expect(type(["S", "7", "h", "Enter"].slice(1), 5)).toEqual([true, true, true]);
    vi.advanceTimersByTime(1000);
    expect(told).toEqual(["scan 7h"]);
  });

  it("gives two scans in a row", () => {
    const { told, type } = listening();
    type([..."7h", "Enter", ..."10d", "Enter"], 5);
    vi.advanceTimersByTime(1000);
    expect(told).toEqual(["scan 7h", "scan 10d"]);
  });

  it("gives a person's keys one by one, and lets Enter pass", () => {
    const { told, type } = listening();
    expect(type(["s", "h", "Enter"], 200)).toEqual([true, true, false]);
    expect(told).toEqual(["key s", "key h"]);
  });

  it("gives a person's key before the Enter that follows it at once", () => {
    const { told, type } = listening();
    expect(type(["s", "Enter"], 5)).toEqual([true, false]);
    expect(told).toEqual(["key s"]);
  });

  it("throws half a scan away", () => {
    const { told, type } = listening();
    type(["S", "h"], 5);
    vi.advanceTimersByTime(BURST_MS + 1);
    expect(told).toEqual(["broken Sh"]);
  });
});

describe("codes of cards", () => {
  it("reads cards in either way of writing a ten, and nothing else", () => {
    expect([cardIn("7h"), cardIn("10D"), cardIn(" ts "), cardIn("AS")]).toEqual(["7h", "Td", "Ts", "As"]);
    expect([cardIn("1h"), cardIn("7x"), cardIn("7hh"), cardIn("")]).toEqual([null, null, null, null]);
  });

  it("reads a table of printed codes, and names lines that say nothing", () => {
    const { codes, wrong } = readCodes("4711 = 7h\n\n4712=10d\nnonsense\n4711 = 8h\n= 9h");
    expect([...codes]).toEqual([["4711", "7h"], ["4712", "Td"]]);
    expect(wrong).toEqual(["nonsense", "4711 = 8h", "= 9h"]);
  });

  it("takes the house's table first", () => {
    expect(scannedCard("4711", "4711 = 7h")).toBe("7h");
    expect(scannedCard("8c", "8c = 9c")).toBe("9c");
    expect(scannedCard("8c", "")).toBe("8c");
    expect(scannedCard("4713", "4711 = 7h")).toBeNull();
  });
});

describe("a badge reader that types like a keyboard", () => {
  const typed = (keys: string[], pause: number, isInField = true) => {
    const burst = new Burst();
    return keys.map((key, index) => burst.take(key, 10_000 + index * pause, isInField)).at(-1);
  };

  it("is told from a person by its speed", () => {
    expect(typed([..."D100", "Enter"], 5)).toBe("D100");
    expect(typed([..."D100", "Enter"], 150)).toBe("");
    expect(typed([..."D1", "Enter"], 5)).toBe("");
  });

  it("may be slow where no field has the cursor", () => {
    expect(typed([..."D100", "Enter"], 150, false)).toBe("D100");
    expect(typed([..."D100", "Enter"], 1500, false)).toBe("");
  });

  it("types a badge and not a PIN, where a PIN is wanted", () => {
    expect(isBadge("D100", { isPinWanted: true })).toBe(true);
    expect(isBadge("482913", { isPinWanted: true })).toBe(false);
    expect(isBadge("482913", { isPinWanted: false })).toBe(true);
  });
});
