/**
 * The room's published shuffle, written again in the page.
 *
 * HMAC-SHA256 of the seed over algorithm, table, shoe and cut makes a key; ChaCha20 under that key
 * gives 32-bit words; Fisher and Yates take numbers from them, throwing away what is too large.
 * Nothing here trusts the server: the order is made from the seed and the cut alone.
 */
import { bytesOf, hexOf, hmacSha256, messageOf, sha256 } from "./hashes";
import type { Card } from "./types";

/** One word, typed by the house: shoes of old rooms. */
export const WORD_CUT = "upcard-shuffle-1";
/** Parts from several people, those from screens sealed before anybody could read them. */
export const PLAYERS_CUT = "upcard-shuffle-2";
const SEAL = "upcard-seal-1";

/** What one screen or one voice brought to the cut. */
export interface CutPart {
  who: string;
  /** A position and a word, like "113 tulip"; empty while it is sealed. */
  cut: string;
  /** From a screen: what made its seal impossible to guess, and the seal itself. */
  salt: string;
  seal: string;
}

/** A shoe as the room publishes it after its reveal. */
export interface PublishedShoe {
  algorithm: string;
  table: string;
  shoe: number;
  deck: string;
  decks: number;
  commitment: string;
  cut: string;
  parts?: CutPart[];
  seed: string;
  dealt: Card[];
}

export type Finding =
  | { kind: "algorithm"; found: string }
  | { kind: "seed" }
  | { kind: "cut" }
  | { kind: "seal"; who: string }
  | { kind: "card"; place: number; dealt: Card; fixed: Card }
  | { kind: "count"; dealt: number; cards: number };

export interface Verdict {
  findings: Finding[];
  order: Card[];
}

const RANKS = "A23456789TJQK";
const SUITS = "shdc";
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const QUARTERS: readonly (readonly [number, number, number, number])[] = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];

const rotate = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits));

/** One block of ChaCha20 (RFC 8439) with an empty nonce: sixteen words. */
export function chachaBlock(key: Uint8Array, counter: number): Uint32Array {
  const start = new Uint32Array(16);
  start.set(CONSTANTS);
  const bytes = new DataView(key.buffer, key.byteOffset, key.byteLength);
  for (let i = 0; i < 8; i++) start[4 + i] = bytes.getUint32(4 * i, true);
  start[12] = counter;
  const state = start.slice();
  const at = (i: number) => state[i] ?? 0;
  const mix = (a: number, b: number, d: number, bits: number) => {
    state[a] = at(a) + at(b);
    state[d] = rotate(at(d) ^ at(a), bits);
  };
  for (let round = 0; round < 10; round++) {
    for (const [a, b, c, d] of QUARTERS) {
      mix(a, b, d, 16);
      mix(c, d, b, 12);
      mix(a, b, d, 8);
      mix(c, d, b, 7);
    }
  }
  return state.map((word, i) => word + (start[i] ?? 0));
}

/** ChaCha20's words, block after block. */
export function* keystream(key: Uint8Array): Generator<number, never> {
  for (let counter = 0; ; counter++) yield* chachaBlock(key, counter);
}

/** A number under *bound*; a number that is too large is thrown away, never folded back. */
export function below(bound: number, words: Iterator<number, never>): number {
  const bits = 32 - Math.clz32(bound - 1);
  for (;;) {
    const number = words.next().value >>> (32 - bits);
    if (number < bound) return number;
  }
}

function shuffled<T>(items: readonly T[], words: Iterator<number, never>): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const chosen = below(last + 1, words);
    [order[last], order[chosen]] = [order[chosen] as T, order[last] as T];
  }
  return order;
}

/** The cards of a shoe before it is shuffled; a pontoon deck has no tens. */
export function unshuffled(deck: string, decks: number): Card[] {
  const cards = [...SUITS].flatMap((suit) =>
    [...RANKS].filter((rank) => deck !== "pontoon" || rank !== "T").map((rank) => rank + suit),
  );
  return cards.flatMap((card) => Array<Card>(decks).fill(card));
}

function keyOf(shoe: PublishedShoe): Uint8Array {
  const parts = (shoe.parts ?? []).flatMap((part) => [part.who, part.cut, part.salt]);
  const brought = shoe.algorithm === WORD_CUT ? [shoe.cut] : parts;
  const fields = [shoe.algorithm, shoe.table, String(shoe.shoe), ...brought];
  return hmacSha256(bytesOf(shoe.seed), messageOf(fields));
}

/** The order that the seed and the cut fix. */
export function orderOf(shoe: PublishedShoe): Card[] {
  return shuffled(unshuffled(shoe.deck, shoe.decks), keystream(keyOf(shoe)));
}

/** The seal of a part of the cut: it fixes who gives what to which shoe, and tells nothing of it. */
export function sealOf(shoe: { commitment: string; table: string; shoe: number }, part: Omit<CutPart, "seal">): string {
  const fields = [SEAL, shoe.commitment, shoe.table, String(shoe.shoe), part.who, part.cut, part.salt];
  return hexOf(sha256(messageOf(fields)));
}

function cutFindings(shoe: PublishedShoe): Finding[] {
  const parts = shoe.parts ?? [];
  const none: Finding[] = shoe.dealt.length && !shoe.cut && !parts.length ? [{ kind: "cut" }] : [];
  // Of a shoe that was thrown away before a card was dealt, a word may never have been opened.
  const told = parts.filter((part) => part.seal && (part.cut || shoe.dealt.length));
  const broken = told.filter((part) => sealOf(shoe, part) !== part.seal);
  return [...none, ...broken.map(({ who }): Finding => ({ kind: "seal", who }))];
}

/** Everything that is wrong with a published shoe; nothing, if it was dealt as it was fixed. */
export function verify(shoe: PublishedShoe): Verdict {
  if (shoe.algorithm !== WORD_CUT && shoe.algorithm !== PLAYERS_CUT) {
    return { findings: [{ kind: "algorithm", found: shoe.algorithm }], order: [] };
  }
  const findings: Finding[] = [];
  if (hexOf(sha256(bytesOf(shoe.seed))) !== shoe.commitment) findings.push({ kind: "seed" });
  findings.push(...cutFindings(shoe));
  const order = orderOf(shoe);
  const place = shoe.dealt.findIndex((card, i) => i < order.length && card !== order[i]);
  if (place >= 0) {
    const [dealt, fixed] = [shoe.dealt[place] ?? "", order[place] ?? ""];
    findings.push({ kind: "card", place: place + 1, dealt, fixed });
  }
  if (shoe.dealt.length > order.length) {
    findings.push({ kind: "count", dealt: shoe.dealt.length, cards: order.length });
  }
  return { findings, order };
}

/** Whether no word came from a player's screen, so that the house alone chose the order. */
export const isHouseAlone = (parts: readonly { seal: string }[]) => !parts.some((part) => part.seal);

/** A commitment in groups of four, as people read it aloud and compare it. */
export const groups = (hex: string) => hex.match(/.{1,4}/g) ?? [];

/** Whether *seen*, written down or read off a photograph, is how the commitment begins. */
export function isSame(commitment: string, seen: string): boolean {
  const signs = seen.toLowerCase().replace(/[^0-9a-f]/g, "");
  return signs.length >= 16 && commitment.startsWith(signs);
}
