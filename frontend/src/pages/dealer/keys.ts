/** The console by keyboard and numeric keypad: which key means what, at which moment. */
import { KEYS, NAMES, type Decision } from "$lib/decisions";
import type { NextName } from "$lib/types";

export type Screen = "help" | "history" | "rules" | "settings" | "shuffle" | "void" | "shift" | "jackpots" | "cards";
export type Tool = "rebet" | "double" | "undo" | "clear";

export type Action =
  | { do: "next" }
  | { do: "decide"; decision: Decision }
  | { do: "spot"; spot: number }
  | { do: "move"; spots: number; wagers: number }
  | { do: "chip"; step: number }
  | { do: "place" }
  | { do: "lift" }
  | { do: "tool"; tool: Tool }
  | { do: "back" }
  | { do: "rank"; rank: string }
  | { do: "suit"; suit: string }
  | { do: "peek"; hasNatural: boolean }
  | { do: "open"; screen: Screen };

/** What the table is asking for, as far as keys differ: the server's next key tells. */
export type Moment = "betting" | "deciding" | "reading" | "peeking" | "other";

export function momentOf(next: NextName | undefined): Moment {
  if (next === "decide") return "deciding";
  if (next === "card" || next === "face-down") return "reading";
  if (next === "peek") return "peeking";
  return next === "start-game" ? "betting" : "other";
}

const SCREENS: Record<string, Screen> = {
  "?": "help",
  F1: "help",
  i: "rules",
  y: "history",
  j: "jackpots",
  f: "shuffle",
  v: "void",
  g: "shift",
  m: "cards",
};

const BETTING: Record<string, Action> = {
  "+": { do: "place" },
  a: { do: "place" },
  "-": { do: "lift" },
  l: { do: "lift" },
  "/": { do: "move", spots: 0, wagers: 1 },
  "*": { do: "tool", tool: "double" },
  x: { do: "tool", tool: "double" },
  ".": { do: "tool", tool: "undo" },
  ",": { do: "tool", tool: "undo" },
  z: { do: "tool", tool: "undo" },
  b: { do: "tool", tool: "rebet" },
  c: { do: "tool", tool: "clear" },
  "8": { do: "chip", step: -1 },
  "9": { do: "chip", step: 1 },
};

const ARROWS: Record<string, Action> = {
  ArrowLeft: { do: "move", spots: -1, wagers: 0 },
  ArrowRight: { do: "move", spots: 1, wagers: 0 },
  ArrowUp: { do: "move", spots: 0, wagers: -1 },
  ArrowDown: { do: "move", spots: 0, wagers: 1 },
};

function decisionFor(key: string): Decision | undefined {
  const byLetter = NAMES.find((decision) => KEYS[decision].toLowerCase() === key);
  return byLetter ?? (/^[1-9]$/.test(key) ? NAMES[Number(key) - 1] : undefined);
}

/** Suits on a numeric keypad, in the order they lie on the pad. */
const SUIT_KEYS: Record<string, string> = { "/": "s", "*": "h", "-": "d", "+": "c" };

/** A card by two presses: its rank, then its suit. */
function cardKey(key: string): Action | null {
  if (/^[2-9atjqk]$/.test(key)) return { do: "rank", rank: key.toUpperCase() };
  if (key === "1") return { do: "rank", rank: "A" };
  if (key === "0") return { do: "rank", rank: "T" };
  const suit = SUIT_KEYS[key] ?? key;
  return /^[shdc]$/.test(suit) ? { do: "suit", suit } : null;
}

/** What *key* (as `KeyboardEvent.key`) asks for at this *moment*; null: nothing. */
export function actionFor(key: string, moment: Moment): Action | null {
  const small = key.length === 1 ? key.toLowerCase() : key;
  if (moment === "reading") {
    const card = cardKey(small);
    if (card) return card;
  }
  if (moment === "peeking" && (small === "n" || small === "b")) return { do: "peek", hasNatural: small === "b" };
  if (small === "Enter" || small === " " || small === "0") return { do: "next" };
  if (small === "Backspace") return { do: "back" };
  if (moment === "deciding") {
    const decision = decisionFor(small);
    if (decision) return { do: "decide", decision };
  }
  if (moment === "betting" && BETTING[small]) return BETTING[small];
  if (/^[1-7]$/.test(small)) return { do: "spot", spot: Number(small) };
  if (small === "+") return { do: "place" };
  const screen = SCREENS[small];
  if (screen) return { do: "open", screen };
  return ARROWS[small] ?? null;
}
