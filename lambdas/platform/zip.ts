import { constants, crc32, deflateRawSync } from 'node:zlib';

/** How far a file in a ZIP archive is. It is small and is JSON, so that another process can go on. */
export interface ZipProgress {
  readonly crc: number;
  readonly size: number;
  readonly packed: number;
}

export const zipBegin: ZipProgress = { crc: 0, size: 0, packed: 0 };

/** More of the file that is packed. Each piece is packed on its own, so nothing but the sums is carried on. */
export const zipMore = (text: string, { crc, size, packed }: ZipProgress): [Buffer, ZipProgress] => {
  const bytes = Buffer.from(text);
  const some = deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  return [some, { crc: crc32(bytes, crc), size: size + bytes.length, packed: packed + some.length }];
};

interface Stored {
  readonly name: string;
  readonly text: string;
}

/** An empty last block: https://www.rfc-editor.org/rfc/rfc1951#section-3.2.3 */
const lastBlock = Buffer.from([3, 0]);
const [localSignature, descriptorSignature, centralSignature, endSignature] = [
  0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50,
];
/** The first day that ZIP knows. */
const firstDay = 0x21;

interface Entry {
  readonly name: string;
  readonly isPacked: boolean;
  readonly sums: ZipProgress;
  readonly at: number;
}

/** What local and central header have in common. In `flags`: the sums come behind the file; its name is UTF-8. */
const common = ({ isPacked, sums, name }: Entry, isKnown: boolean): Buffer => {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(isPacked ? 0x808 : 0x800, 2);
  head.writeUInt16LE(isPacked ? 8 : 0, 4);
  head.writeUInt16LE(firstDay, 8);
  if (isKnown) {
    head.writeUInt32LE(sums.crc, 10);
    head.writeUInt32LE(sums.packed, 14);
    head.writeUInt32LE(sums.size, 18);
  }
  head.writeUInt16LE(Buffer.byteLength(name), 22);
  return head;
};

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const entriesOf = (stored: readonly Stored[]): readonly (Entry & { readonly bytes: Buffer })[] => {
  let at = 0;
  return stored.map(({ name, text }) => {
    const bytes = Buffer.from(text);
    const sums = { crc: crc32(bytes), size: bytes.length, packed: bytes.length };
    const entry = { name, isPacked: false, sums, at, bytes };
    at += 30 + Buffer.byteLength(name) + bytes.length;
    return entry;
  });
};

/** An archive (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT) of small files and one that is packed piece by piece. */
export const zipHead = (stored: readonly Stored[], packedName: string): Buffer => {
  const entries = entriesOf(stored);
  const packed: Entry = { name: packedName, isPacked: true, sums: zipBegin, at: 0 };
  return Buffer.concat([
    ...entries.flatMap((entry) => [word(localSignature), common(entry, true), Buffer.from(entry.name), entry.bytes]),
    word(localSignature),
    common(packed, false),
    Buffer.from(packedName),
  ]);
};

/** What comes behind the last piece. */
export const zipTail = (stored: readonly Stored[], packedName: string, progress: ZipProgress): Buffer => {
  const small = entriesOf(stored);
  const begin = zipHead(stored, packedName).length;
  const sums = { ...progress, packed: progress.packed + lastBlock.length };
  const entries: readonly Entry[] = [
    ...small,
    { name: packedName, isPacked: true, sums, at: begin - 30 - Buffer.byteLength(packedName) },
  ];
  const directory = Buffer.concat(
    entries.flatMap((entry) => {
      const rest = Buffer.alloc(14);
      rest.writeUInt32LE(entry.at, 10);
      const made = Buffer.alloc(2);
      made.writeUInt16LE(20);
      return [word(centralSignature), made, common(entry, true), rest, Buffer.from(entry.name)];
    }),
  );
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(begin + sums.packed + 16, 12);
  return Buffer.concat([
    lastBlock,
    word(descriptorSignature),
    word(sums.crc),
    word(sums.packed),
    word(sums.size),
    directory,
    word(endSignature),
    end,
  ]);
};
