/**
 * SHA-256 (FIPS 180-4) and HMAC (RFC 2104) in plain TypeScript.
 *
 * A browser gives its own only to pages that come by https or from the same machine; a player's
 * telephone often has neither. Held to the published vectors in tests/hashes.test.ts.
 */

const BLOCK = 64;

const isPrime = (number: number) => {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return true;
};
const primes: number[] = [];
for (let number = 2; primes.length < 64; number++) if (isPrime(number)) primes.push(number);

/** The first 32 bits of the fraction of a root: where the constants come from. */
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
const START = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const ROUND = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

const turned = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** The message with a one bit, zeros and its length after it: a whole number of blocks. */
function padded(message: Uint8Array): DataView {
  const size = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 8, Math.floor((message.length * 8) / 2 ** 32));
  view.setUint32(size - 4, (message.length * 8) >>> 0);
  return view;
}

function schedule(view: DataView, start: number): Uint32Array {
  const words = new Uint32Array(64);
  const at = (i: number) => words[i] ?? 0;
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(start + 4 * i);
  for (let i = 16; i < 64; i++) {
    const one = turned(at(i - 15), 7) ^ turned(at(i - 15), 18) ^ (at(i - 15) >>> 3);
    const two = turned(at(i - 2), 17) ^ turned(at(i - 2), 19) ^ (at(i - 2) >>> 10);
    words[i] = at(i - 16) + one + at(i - 7) + two;
  }
  return words;
}

function compressed(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + mixed + ((e & f) ^ (~e & g)) + (ROUND[i] ?? 0) + (words[i] ?? 0)) >>> 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] ?? 0) + word));
}

export function sha256(message: Uint8Array): Uint8Array {
  const state = START.slice();
  const view = padded(message);
  for (let start = 0; start < view.byteLength; start += BLOCK) compressed(state, schedule(view, start));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/** Texts as one message, each with its length before it: no two lists of texts make one message. */
export function messageOf(fields: readonly string[]): Uint8Array {
  const texts = fields.map((field) => new TextEncoder().encode(field));
  return joined(
    ...texts.flatMap((text) => {
      const head = new Uint8Array(4);
      new DataView(head.buffer).setUint32(0, text.length);
      return [head, text];
    }),
  );
}

export const bytesOf = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
export const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
