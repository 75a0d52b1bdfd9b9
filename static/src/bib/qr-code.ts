/**
 * A QR code (ISO/IEC 18004) of version 7 with the level of correction M: 45 modules a side, and up to 122 bytes. Check-in codes have
 * 118, so no other version is needed.
 */

const version = 7;
const side = 17 + 4 * version;
const blocks = 4;
const [dataOfBlock, checksOfBlock] = [31, 18] as const;
/** A text has so many bytes at most. */
export const qrBytes = 122;
/** Where the small squares are, in both directions. */
const squares = [6, 22, 38] as const;

/** Rows of modules: true is dark. Throws when the text has more than 122 bytes. */
export const qrCode = (text: string): readonly (readonly boolean[])[] => {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > qrBytes) throw new Error(`A QR code of version ${version} has ${qrBytes} bytes at most.`);
  const codewords = interleaved(dataOf(bytes));
  const candidates = masks.map((_, mask) => drawn(codewords, mask));
  return candidates.reduce((one, other) => (penaltyOf(other) < penaltyOf(one) ? other : one));
};

/** Mode (bytes), length, content, and what fills the rest. */
const dataOf = (bytes: Uint8Array): readonly number[] => {
  const bits = [0, 1, 0, 0, ...bitsOf(bytes.length, 8), ...[...bytes].flatMap((byte) => bitsOf(byte, 8)), 0, 0, 0, 0];
  const whole = Array.from({ length: Math.floor(bits.length / 8) }, (_, n) =>
    bits.slice(8 * n, 8 * n + 8).reduce((value, bit) => value * 2 + bit, 0),
  );
  return Array.from(
    { length: blocks * dataOfBlock },
    (_, n) => whole[n] ?? ((n - whole.length) % 2 === 0 ? 0xec : 0x11),
  );
};

const bitsOf = (value: number, length: number): readonly number[] =>
  Array.from({ length }, (_, n) => (value >> (length - 1 - n)) & 1);

// Multiplication in GF(256) with the polynomial x^8 + x^4 + x^3 + x^2 + 1.
const times = (one: number, other: number): number => {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product >> 7 ? 0x11d : 0);
    if ((other >> bit) & 1) product ^= one;
  }
  return product;
};

/** The Reed-Solomon polynomial of so many checks, without its first coefficient, which is 1. */
const generator = ((): readonly number[] => {
  let polynomial = [...Array.from({ length: checksOfBlock - 1 }, () => 0), 1];
  let root = 1;
  for (let n = 0; n < checksOfBlock; n++) {
    polynomial = polynomial.map((value, at) => times(value, root) ^ (polynomial[at + 1] ?? 0));
    root = times(root, 2);
  }
  return polynomial;
})();

const checksOf = (data: readonly number[]): readonly number[] => {
  let rest = Array.from({ length: checksOfBlock }, () => 0);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = generator.map((value, at) => (rest[at + 1] ?? 0) ^ times(value, factor));
  }
  return rest;
};

const interleaved = (data: readonly number[]): readonly number[] => {
  const cut = Array.from({ length: blocks }, (_, n) => data.slice(n * dataOfBlock, (n + 1) * dataOfBlock));
  const weave = (rows: readonly (readonly number[])[], length: number) =>
    Array.from({ length }, (_, at) => rows.map((row) => row[at] ?? 0)).flat();
  return [...weave(cut, dataOfBlock), ...weave(cut.map(checksOf), checksOfBlock)];
};

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

type Modules = (boolean | undefined)[][];

const drawn = (codewords: readonly number[], mask: number): boolean[][] => {
  const modules: Modules = Array.from({ length: side }, () => Array.from({ length: side }, () => undefined));
  const put = (row: number, column: number, isDark: boolean) => {
    const line = modules[row];
    if (line && column >= 0 && column < side) line[column] = isDark;
  };
  for (const [row, column] of [
    [3, 3],
    [3, side - 4],
    [side - 4, 3],
  ] as const)
    for (let down = -4; down <= 4; down++)
      for (let right = -4; right <= 4; right++) {
        const ring = Math.max(Math.abs(down), Math.abs(right));
        put(row + down, column + right, ring !== 2 && ring !== 4);
      }
  for (const row of squares)
    for (const column of squares) {
      if (modules[row]?.[column] !== undefined) continue;
      for (let down = -2; down <= 2; down++)
        for (let right = -2; right <= 2; right++)
          put(row + down, column + right, Math.max(Math.abs(down), Math.abs(right)) !== 1);
    }
  for (let at = 8; at < side - 8; at++) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  putFormat(put, mask);
  putVersion(put);
  return filled(modules, codewords, mask);
};

type Put = (row: number, column: number, isDark: boolean) => void;

/** The level M, which is 0, and the mask, with 10 bits that correct them. */
const putFormat = (put: Put, mask: number) => {
  const bits = ((mask << 10) | remainder(mask << 10, 0x537, 10)) ^ 0x5412;
  for (let n = 0; n < 15; n++) {
    const isDark = ((bits >> n) & 1) === 1;
    const beside = n < 6 ? n : n < 8 ? n + 1 : side - 15 + n;
    put(beside, 8, isDark);
    put(8, n < 8 ? side - 1 - n : n === 8 ? 7 : 14 - n, isDark);
  }
  put(side - 8, 8, true);
};

const putVersion = (put: Put) => {
  const bits = (version << 12) | remainder(version << 12, 0x1f25, 12);
  for (let n = 0; n < 18; n++) {
    const isDark = ((bits >> n) & 1) === 1;
    const [far, near] = [side - 11 + (n % 3), Math.floor(n / 3)];
    put(far, near, isDark);
    put(near, far, isDark);
  }
};

const remainder = (value: number, polynomial: number, degree: number): number => {
  let rest = value;
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = 31 - Math.clz32(rest))
    rest ^= polynomial << (bit - degree);
  return rest;
};

/** The content goes up and down in columns of two, from the right, around what is drawn already. */
const filled = (modules: Modules, codewords: readonly number[], mask: number): boolean[][] => {
  const bits = codewords.flatMap((codeword) => bitsOf(codeword, 8));
  let next = 0;
  let isUp = true;
  for (let right = side - 1; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right--;
    for (let step = 0; step < side; step++) {
      const row = isUp ? side - 1 - step : step;
      for (const column of [right, right - 1]) {
        const line = modules[row];
        if (!line || line[column] !== undefined) continue;
        line[column] = (bits[next++] === 1) !== masks[mask]?.(row, column);
      }
    }
  }
  return modules as boolean[][];
};

/** How hard a code is to read: runs and squares of one colour, what looks like a corner, and too much of one colour. */
const penaltyOf = (modules: readonly (readonly boolean[])[]): number => {
  const columns = modules.map((_, at) => modules.map((row) => row[at] === true));
  const lines = [...modules, ...columns].map((line) => line.map((isDark) => (isDark ? '1' : '0')).join(''));
  const runs = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? []).reduce((sum, run) => sum + run.length - 2, 0);
  const corners = lines.flatMap((line) => line.match(/(?=00001011101|10111010000)/g) ?? []).length;
  let areas = 0;
  let dark = 0;
  for (const [row, line] of modules.entries())
    for (const [column, isDark] of line.entries()) {
      if (isDark) dark++;
      const below = modules[row + 1];
      if (
        below &&
        column < side - 1 &&
        [line[column + 1], below[column], below[column + 1]].every((one) => one === isDark)
      )
        areas++;
    }
  return runs + 3 * areas + 40 * corners + 10 * Math.floor(Math.abs((dark * 20) / side ** 2 - 10));
};

/** An SVG path of the dark modules, with one unit a module. */
export const qrPath = (modules: readonly (readonly boolean[])[]): string =>
  modules.flatMap((line, row) => line.map((isDark, column) => (isDark ? `M${column} ${row}h1v1h-1z` : ''))).join('');

export const qrSide = side;
