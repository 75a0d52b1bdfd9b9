/** A file in a zip archive, still compressed. */
interface Part {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly data: Uint8Array;
}

/** `too-large`: unpacked, it is larger than the limit. The sizes in the archive are not believed. */
export class NotUnzipped extends Error {
  readonly why: 'not-zip' | 'encrypted' | 'too-large';
  constructor(why: NotUnzipped['why']) {
    super(why);
    this.why = why;
  }
}

const endMark = 0x06054b50;
const partMark = 0x02014b50;
const longestEnd = 65_557;
const [stored, deflated] = [0, 8];

/**
 * The files of a zip archive, by name, as text. Archives above 4 GB and other methods than "deflate" are not read
 * (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT). `read` throws NotUnzipped; undefined: there is no such file.
 *
 * @param mostBytes of all files that are read, together
 */
export const unzip = (archive: Uint8Array, mostBytes: number) => {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const parts = partsOf(archive, view);
  let left = mostBytes;
  return {
    read: async (name: string): Promise<string | undefined> => {
      const part = parts.get(name);
      if (!part) return undefined;
      if (part.isEncrypted) throw new NotUnzipped('encrypted');
      if (part.method !== stored && part.method !== deflated) throw new NotUnzipped('not-zip');
      const whole = new Blob([part.data as BlobPart]).stream();
      const content = part.method === stored ? whole : whole.pipeThrough(new DecompressionStream('deflate-raw'));
      const decoder = new TextDecoder();
      let text = '';
      const reader = content.getReader();
      try {
        for (let next = await reader.read(); !next.done; next = await reader.read()) {
          left -= next.value.byteLength;
          if (left < 0) throw new NotUnzipped('too-large');
          text += decoder.decode(next.value, { stream: true });
        }
      } catch (error) {
        await reader.cancel().catch(() => {});
        throw error instanceof NotUnzipped ? error : new NotUnzipped('not-zip');
      }
      return text + decoder.decode();
    },
  };
};

const partsOf = (archive: Uint8Array, view: DataView): ReadonlyMap<string, Part> => {
  try {
    let end = archive.length - 22;
    while (end > archive.length - longestEnd && view.getUint32(end, true) !== endMark) end--;
    if (view.getUint32(end, true) !== endMark) throw new NotUnzipped('not-zip');
    const parts = new Map<string, Part>();
    let at = view.getUint32(end + 16, true);
    for (let n = view.getUint16(end + 10, true); n > 0; n--) {
      if (view.getUint32(at, true) !== partMark) throw new NotUnzipped('not-zip');
      const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
      const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + (nameLength ?? 0)));
      const local = view.getUint32(at + 42, true);
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      parts.set(name, {
        method: view.getUint16(at + 10, true),
        isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
        data: archive.subarray(from, from + view.getUint32(at + 20, true)),
      });
      at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
    }
    return parts;
  } catch (error) {
    // An offset that leads out of the file is a RangeError.
    throw error instanceof NotUnzipped ? error : new NotUnzipped('not-zip');
  }
};
