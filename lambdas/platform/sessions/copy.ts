import * as v from 'valibot';

/** A session as one pool keeps it. */
export interface Copy<T> {
  /** Whose it is: bytes under another's key are nobody's. */
  readonly id: string;
  /** Grows with every write. A counter and no clock: clocks differ. */
  readonly v: number;
  /** Random, of one write: decides between two of one version, the same way everywhere. */
  readonly writer: string;
  /** Milliseconds since the epoch. The instant itself is too late. */
  readonly exp: number;
  /** Nothing in a session that was ended: its tombstone. */
  readonly data?: T | undefined;
}

export type Schema<T> = v.GenericSchema<unknown, T>;

export const encode = <T>(copy: Copy<T>): string => JSON.stringify(copy);

/** `undefined`: these bytes are not what was written for this session. */
export const decode = <T>(schema: Schema<T>, id: string, bytes: Buffer): Copy<T> | undefined => {
  const shape = v.pipe(
    v.string(),
    v.parseJson(),
    v.strictObject({
      id: v.literal(id),
      v: v.pipe(v.number(), v.safeInteger()),
      writer: v.string(),
      exp: v.number(),
      data: v.optional(schema),
    }),
  );
  const { success, output } = v.safeParse(shape, bytes.toString());
  return success ? output : undefined;
};
