// A text as a QR code (ISO/IEC 18004): bytes, correction level M, versions 1 to 9, which is more than a
// link needs. Not for anything longer. Invariant: the result is a square of dark and light, without border.

type Square = boolean[][];

/** For versions 1 to 9 at level M: correction bytes of a block, blocks. */
const CORRECTION = [[10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5]] as const;

/** All bytes of a version, those of correction included. */
function bytesOf(version: number): number {
  const marks = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const bits = (16 * version + 128) * version + 64 - (marks && (25 * marks - 10) * marks - 55) - (version > 6 ? 36 : 0);
  return bits >> 3;
}

const dataBytes = (version: number): number => {
  const [each, blocks] = CORRECTION[version - 1]!;
  return bytesOf(version) - each * blocks;
};

/** The code of a text; null if it is too long. */
export function qr(text: string): Square | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = CORRECTION.findIndex((_, i) => dataBytes(i + 1) >= bytes.length + 2) + 1;
  if (!version) return null;
  const bits = corrected(padded(bytes, dataBytes(version)), version).flatMap((byte) => digits(byte, 8));
  return MASKS.map((mask, number) => drawn(version, bits, mask, number)).reduce((best, next) => (restless(next) > restless(best) ? next : best));
}

/** A number in binary, the highest digit first. */
const digits = (value: number, length: number): number[] =>
  Array.from({ length }, (_, i) => (value >> (length - 1 - i)) & 1);

/** The kind (4 bits), the length, the text, an end, and what fills the rest. */
function padded(bytes: number[], length: number): number[] {
  const text = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const whole = Array.from({ length: text.length >> 1 }, (_, i) => text[2 * i]! * 16 + text[2 * i + 1]!);
  return Array.from({ length }, (_, i) => whole[i] ?? ((i - whole.length) % 2 ? 0x11 : 0xec));
}

/** A product in the field of 256 that Reed and Solomon's codes are made with. */
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> i) & 1) * a);
  return product;
}

function remainder(data: number[], degree: number): number[] {
  const divisor: number[] = [...Array<number>(degree - 1).fill(0), 1];
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2)) {
    divisor.forEach((value, j) => (divisor[j] = times(value, root) ^ (divisor[j + 1] ?? 0)));
  }
  return data.reduce<number[]>((left, byte) => {
    const factor = byte ^ left[0]!;
    return [...left.slice(1), 0].map((value, i) => value ^ times(divisor[i]!, factor));
  }, Array<number>(degree).fill(0));
}

/** The data in blocks with their correction, byte by byte in turns. */
function corrected(data: number[], version: number): number[] {
  const [each, count] = CORRECTION[version - 1]!;
  const short = Math.floor(data.length / count);
  const first = count - (data.length % count); // the later blocks have one byte more
  const blocks = Array.from({ length: count }, (_, i) =>
    data.slice(i * short + Math.max(0, i - first), (i + 1) * short + Math.max(0, i + 1 - first)));
  const turns = (all: number[][], length: number): number[] =>
    Array.from({ length }, (_, i) => all.flatMap((block) => block[i] ?? [])).flat();
  return [...turns(blocks, short + 1), ...turns(blocks.map((block) => remainder(block, each)), each)];
}

const MASKS: ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** The remainder by which format and version are protected. */
function checked(value: number, generator: number, length: number): number {
  let rest = value;
  for (let i = 0; i < length; i++) rest = (rest << 1) ^ ((rest >> (length - 1)) * generator);
  return (value << length) | rest;
}

/** What is the same in every code of a version, with the format's and the version's own marks; the rest is open. */
function frame(version: number, mask: number): (boolean | undefined)[][] {
  const size = version * 4 + 17;
  const code: (boolean | undefined)[][] = Array.from({ length: size }, () => Array<undefined>(size).fill(undefined));
  const set = (x: number, y: number, dark: unknown): void => {
    if (x in code && y in code) code[y]![x] = !!dark;
  };
  const rings = (cx: number, cy: number, reach: number): void => {
    for (let y = -reach; y <= reach; y++) {
      for (let x = -reach; x <= reach; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        set(cx + x, cy + y, reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
      }
    }
  };
  code.forEach((_, i) => [set(6, i, i % 2 === 0), set(i, 6, i % 2 === 0)]);
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) rings(x, y, 4);
  const places = version < 2 ? [] : version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7];
  for (const x of places) {
    for (const y of places) {
      const [low, high] = [Math.min(x, y), Math.max(x, y)];
      if (low > 6 || (high > 6 && high < size - 7)) rings(x, y, 2); // not where the large ones are
    }
  }
  formats(checked(mask, 0x537, 10) ^ 0x5412, size, set);
  if (version > 6) {
    const bits = checked(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      for (const [x, y] of [[a, b], [b, a]] as const) set(x, y, (bits >> i) & 1);
    }
  }
  return code;
}

/** Which mask and correction, told twice. */
function formats(bits: number, size: number, set: (x: number, y: number, dark: unknown) => void): void {
  for (let i = 0; i < 15; i++) {
    const dark = (bits >> i) & 1;
    if (i < 8) set(8, i + +(i > 5), dark);
    else set(i < 9 ? 7 : 14 - i, 8, dark);
    if (i < 8) set(size - 1 - i, 8, dark);
    else set(8, size - 15 + i, dark);
  }
  set(8, size - 8, true);
}

function drawn(version: number, bits: number[], mask: (x: number, y: number) => number, number: number): Square {
  const code = frame(version, number);
  const size = code.length;
  const open = code.map((row) => row.map((dark) => dark === undefined));
  let next = 0;
  // Two columns at a time from the right, up and down in turns, around the column of the ruler.
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size * 2; step++) {
      const x = right - (step % 2);
      const y = (right + 1) & 2 ? step >> 1 : size - 1 - (step >> 1);
      if (open[y]![x]) code[y]![x] = !!bits[next++] !== (mask(x, y) === 0);
    }
  }
  return code as Square;
}

/** How often neighbours differ: cameras like a restless code. */
const restless = (code: Square): number =>
  code.flatMap((row, y) => row.map((dark, x) => +(dark !== row[x + 1]) + +(dark !== code[y + 1]?.[x])))
    .reduce((sum, differ) => sum + differ, 0);
