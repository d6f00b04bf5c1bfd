/**
 * The room's published shuffle, written again in the page: "upcard-shuffle-1".
 *
 * HMAC-SHA256 of the seed over algorithm, table, shoe and cut makes a key; ChaCha20 under that key
 * gives 32-bit words; Fisher and Yates take numbers from them, throwing away what is too large.
 * Nothing here trusts the server: the order is made from the seed and the cut alone.
 */
import type { Card } from "./types";

export const ALGORITHM = "upcard-shuffle-1";

/** A shoe as the room publishes it after its reveal. */
export interface PublishedShoe {
  algorithm: string;
  table: string;
  shoe: number;
  deck: string;
  decks: number;
  commitment: string;
  cut: string;
  seed: string;
  dealt: Card[];
}

export type Finding =
  | { kind: "algorithm"; found: string }
  | { kind: "seed" }
  | { kind: "cut" }
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

const bytesOf = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (buffer: ArrayBuffer) =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A part with its length before it, so that no two lists of parts make one message. */
function lengthFirst(part: string): number[] {
  const text = new TextEncoder().encode(part);
  const head = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, text.length);
  return [...head, ...text];
}

async function keyOf(shoe: PublishedShoe): Promise<Uint8Array> {
  const parts = [shoe.algorithm, shoe.table, String(shoe.shoe), shoe.cut];
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(shoe.seed), hmac, false, ["sign"]);
  const message = Uint8Array.from(parts.flatMap(lengthFirst));
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
}

/** The order that the seed and the cut fix. */
export async function orderOf(shoe: PublishedShoe): Promise<Card[]> {
  return shuffled(unshuffled(shoe.deck, shoe.decks), keystream(await keyOf(shoe)));
}

/** Whether this browser can verify: WebCrypto is missing where a page comes without https. */
export const canVerify = () => typeof crypto !== "undefined" && crypto.subtle !== undefined;

/** Everything that is wrong with a published shoe; nothing, if it was dealt as it was fixed. */
export async function verify(shoe: PublishedShoe): Promise<Verdict> {
  if (shoe.algorithm !== ALGORITHM) {
    return { findings: [{ kind: "algorithm", found: shoe.algorithm }], order: [] };
  }
  const findings: Finding[] = [];
  const committed = hexOf(await crypto.subtle.digest("SHA-256", bytesOf(shoe.seed)));
  if (committed !== shoe.commitment) findings.push({ kind: "seed" });
  if (!shoe.cut) findings.push({ kind: "cut" });
  const order = await orderOf(shoe);
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
