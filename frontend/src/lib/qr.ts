/**
 * QR codes (ISO/IEC 18004) of short addresses: bytes, error correction M, versions 1 to 10.
 *
 * Held to matrices of another program in tests/qr.test.ts.
 */

/** For each version: error words a block, then blocks and data words a block, twice. */
const BLOCKS: readonly (readonly [number, number, number, number, number])[] = [
  [10, 1, 16, 0, 0], [16, 1, 28, 0, 0], [26, 1, 44, 0, 0], [18, 2, 32, 0, 0], [24, 2, 43, 0, 0],
  [16, 4, 27, 0, 0], [18, 4, 31, 0, 0], [22, 2, 38, 2, 39], [22, 3, 36, 2, 37], [26, 4, 43, 1, 44],
];
const ALIGNMENT: readonly (readonly number[])[] = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
];
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

const EXP = new Uint8Array(255);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = value;
  LOG[value] = power;
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d;
}
const times = (a: number, b: number) => (a && b ? (EXP[((LOG[a] ?? 0) + (LOG[b] ?? 0)) % 255] ?? 0) : 0);

/** The error words of a block: the remainder after division by the generator (Reed and Solomon). */
function errorWords(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0];
    generator.forEach((factor, at) => (next[at + 1] = (next[at + 1] ?? 0) ^ times(factor, EXP[i] ?? 0)));
    generator = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at] ?? 0;
    if (lead) generator.forEach((factor, i) => (rest[at + i] = (rest[at + i] ?? 0) ^ times(factor, lead)));
  }
  return rest.slice(data.length);
}

const dataWords = (version: number) => {
  const [, blocks, size, more, longer] = BLOCKS[version - 1] ?? [0, 0, 0, 0, 0];
  return blocks * size + more * longer;
};

/** The text as data words of a version: mode, length, bytes, end, padding. */
function encoded(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let at = length - 1; at >= 0; at--) bits.push((value >>> at) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => push(byte, 8));
  const room = 8 * dataWords(version);
  push(0, Math.min(4, room - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  const words = Array.from({ length: bits.length / 8 }, (_, i) => Number.parseInt(bits.slice(8 * i, 8 * i + 8).join(""), 2));
  for (let pad = 0xec; words.length < room / 8; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** Data and error words of all blocks, one word of each block at a time. */
function interleaved(words: number[], version: number): number[] {
  const [errors, blocks, size, more, longer] = BLOCKS[version - 1] ?? [0, 0, 0, 0, 0];
  const data: number[][] = [];
  for (let block = 0, at = 0; block < blocks + more; block++) {
    const length = block < blocks ? size : longer;
    data.push(words.slice(at, at + length));
    at += length;
  }
  const checks = data.map((block) => errorWords(block, errors));
  const woven = (lists: number[][]) =>
    Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
  return [...woven(data), ...woven(checks)];
}

type Grid = (boolean | null)[][];

/** Everything of a code that does not depend on its text; null where the text goes. */
function frameOf(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (x: number, y: number, dark: boolean) => {
    const row = grid[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  const ring = (cx: number, cy: number, radius: number, light: readonly number[]) => {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++) set(cx + x, cy + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) ring(x, y, 4, [2, 4]);
  const centres = ALIGNMENT[version - 1] ?? [];
  for (const y of centres)
    for (const x of centres) if (grid[y]?.[x] === null) ring(x, y, 2, [1]);
  for (let at = 8; at < size - 8; at++) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  set(8, size - 8, true);
  reserve(grid, version, set);
  return grid;
}

/** Places for the format and, from version 7 on, for the version, which is written at once. */
function reserve(grid: Grid, version: number, set: (x: number, y: number, dark: boolean) => void): void {
  const size = grid.length;
  for (let at = 0; at < 9; at++) {
    if (at !== 6) {
      set(8, at, false);
      set(at, 8, false);
    }
    if (at < 8) {
      set(size - 1 - at, 8, false);
      if (at < 7) set(8, size - 1 - at, false);
    }
  }
  if (version < 7) return;
  let rest = version;
  for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let i = 0; i < 18; i++) {
    const [near, far] = [Math.floor(i / 3), size - 11 + (i % 3)];
    set(near, far, Boolean((bits >>> i) & 1));
    set(far, near, Boolean((bits >>> i) & 1));
  }
}

/** The format: error correction M and the mask, with its own check bits. */
function writeFormat(grid: Grid, mask: number): void {
  const size = grid.length;
  let rest = mask;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const set = (x: number, y: number, i: number) => ((grid[y] ?? [])[x] = Boolean((bits >>> i) & 1));
  for (let i = 0; i < 15; i++) {
    set(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, i);
    set(i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, 8, i);
  }
}

/** The words in columns of two, up and down from the right, masked. */
function written(frame: Grid, words: readonly number[], mask: number): boolean[][] {
  const size = frame.length;
  const grid = frame.map((row) => [...row]);
  const flips = MASKS[mask] ?? (() => false);
  let at = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (frame[y]?.[x] !== null) continue;
        const bit = ((words[at >> 3] ?? 0) >>> (7 - (at & 7))) & 1;
        (grid[y] ?? [])[x] = Boolean(bit) !== flips(x, y);
        at++;
      }
    }
  }
  writeFormat(grid, mask);
  return grid.map((row) => row.map(Boolean));
}

/** How hard a code is to read: long runs, blocks, patterns like the corners, too much of one colour. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x] ?? false))];
  let sum = 0;
  for (const line of lines) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (const like of ["10111010000", "00001011101"])
      for (let at = text.indexOf(like); at >= 0; at = text.indexOf(like, at + 1)) sum += 40;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const dark = grid[y]?.[x];
      if (dark === grid[y]?.[x - 1] && dark === grid[y - 1]?.[x] && dark === grid[y - 1]?.[x - 1]) sum += 3;
    }
  const share = grid.flat().filter(Boolean).length / size ** 2;
  return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}

/** The code of *text*: rows of dark (true) and light squares, without the margin of four. */
export function qrCode(text: string, mask?: number): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, i) => bytes.length + (i < 9 ? 2 : 3) <= dataWords(i + 1)) + 1;
  if (!version) throw new RangeError(`${bytes.length} bytes are too many for a QR code of version 10`);
  const words = interleaved(encoded(bytes, version), version);
  const frame = frameOf(version);
  if (mask !== undefined) return written(frame, words, mask);
  const codes = MASKS.map((_, each) => written(frame, words, each));
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}
