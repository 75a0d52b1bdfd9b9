/** The text of a file, and how its letters are written. `isSure`: false when somebody must look whether the encoding is right. */
export interface DecodedFile {
  readonly text: string;
  readonly encoding: string;
  readonly isSure: boolean;
}

/** Encodings of files that are not in UTF-8, the most frequent first. */
export const encodings = ['windows-1252', 'windows-1250', 'windows-1251', 'gb18030', 'shift_jis', 'euc-kr'] as const;

const marks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Every second byte of an ASCII text in UTF-16 is zero, and no other text has zeros. Some programs write it without a mark. */
const unmarked = (bytes: Uint8Array): string | undefined =>
  bytes.length < 2 ? undefined : bytes[1] === 0 ? 'utf-16le' : bytes[0] === 0 ? 'utf-16be' : undefined;

/** Decodes a file by its byte order mark, or as UTF-8. A file that is neither is read as `chosen` says. */
export const decodeFile = (bytes: Uint8Array, chosen: string): DecodedFile => {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ?? unmarked(bytes);
  if (marked) return { text: new TextDecoder(marked).decode(bytes), encoding: marked, isSure: true };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8', isSure: true };
  } catch {
    return { text: new TextDecoder(chosen).decode(bytes), encoding: chosen, isSure: false };
  }
};

/** Whether a text can be a list: no letter in it stands for a byte that no text has. A picture or a document has many. */
export const isText = (text: string): boolean => !text.includes('\0');
