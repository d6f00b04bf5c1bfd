/** Card readers that type like a keyboard: a burst of signs with Enter at its end is a scan, never keys. */
import type { Card } from "./types";

/** The longest pause inside a scan. Readers type a sign every few milliseconds; nobody's fingers do. */
export const BURST_MS = 60;
/** The same where no field has the cursor. */
export const NOWHERE_MS = 1000;
const FEWEST = 2;

interface Heard {
  /** A whole scan, without its Enter. */
  scanned: (code: string) => void;
  /** One key, pressed by a person. */
  typed: (key: string) => void;
  /** Several signs at a reader's speed without Enter: part of a scan is lost, and means nothing. */
  broken: (signs: string) => void;
}

type Timer = ReturnType<typeof setTimeout>;

/** Keeps keys back for a moment, until it is known whether a person or a reader typed them. */
export class Scanner {
  #signs = "";
  #timer: Timer | undefined;

  constructor(readonly heard: Heard) {}

  /** Take *key* (as `KeyboardEvent.key`). True: it is kept back, and nobody else should act on it. */
  take(key: string): boolean {
    const isSign = key.length === 1 && key !== " ";
    if (key === "Enter" && this.#signs.length >= FEWEST) {
      const code = this.#signs;
      this.#forget();
      this.heard.scanned(code);
      return true;
    }
    if (!isSign) {
      this.#ended();
      return false;
    }
    clearTimeout(this.#timer);
    this.#signs += key;
    this.#timer = setTimeout(() => this.#ended(), BURST_MS);
    return true;
  }

  #ended(): void {
    const signs = this.#signs;
    this.#forget();
    if (signs.length === 1) this.heard.typed(signs);
    else if (signs) this.heard.broken(signs);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#signs = "";
  }
}

/** The signs of a reader that types while people may type, too: nothing is kept back. */
export class Burst {
  #signs = "";
  #last = 0;

  /**
   * Note *key*, typed at *at* (ms); at Enter what a reader has just typed, else "".
   * Where no field has the cursor nobody types anything else, so a busy machine may take longer.
   */
  take(key: string, at: number, isInField = true): string {
    const isQuick = at - this.#last <= (isInField ? BURST_MS : NOWHERE_MS);
    this.#last = at;
    if (key === "Enter") {
      const code = isQuick ? this.#signs : "";
      this.#signs = "";
      return code.length >= BADGE_FEWEST ? code : "";
    }
    if (key.length === 1) this.#signs = isQuick ? this.#signs + key : key;
    return "";
  }
}

const BADGE_FEWEST = 3;

/** Whether a scan is a badge: where a PIN is being typed, digits alone are the PIN. */
export function isBadge(code: string, { isPinWanted }: { isPinWanted: boolean }): boolean {
  return /^[\w-]{3,32}$/.test(code) && !(isPinWanted && /^\d+$/.test(code));
}

const CARD = /^(10|[2-9ATJQK])([SHDC])$/;

/** The card that *text* names, like "7h" or "10D"; null: none. */
export function cardIn(text: string): Card | null {
  const found = CARD.exec(text.trim().toUpperCase());
  if (!found) return null;
  const [, rank = "", suit = ""] = found;
  return `${rank === "10" ? "T" : rank}${suit.toLowerCase()}`;
}

/** The codes printed on cards, from lines like "4006381333931 = 7h", and the lines that say nothing. */
export function readCodes(text: string): { codes: Map<string, Card>; wrong: string[] } {
  const codes = new Map<string, Card>();
  const wrong: string[] = [];
  for (const line of text.split("\n").map((each) => each.trim()).filter(Boolean)) {
    const at = line.lastIndexOf("=");
    const card = at > 0 ? cardIn(line.slice(at + 1)) : null;
    const code = line.slice(0, at).trim();
    if (card && code && (codes.get(code) ?? card) === card) codes.set(code, card);
    else wrong.push(line);
  }
  return { codes, wrong };
}

/** The card of a scan: by the house's table of codes, or as the card is written; null: unknown. */
export function scannedCard(code: string, table: string): Card | null {
  return readCodes(table).codes.get(code.trim()) ?? cardIn(code);
}
