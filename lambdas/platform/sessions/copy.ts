import * as v from 'valibot';

/** One pool's copy of a session. */
export interface Copy<T> {
  /** The session's id. A copy found under another session's key is ignored. */
  readonly id: string;
  /** The version; it grows with every write. A counter, because clocks differ. */
  readonly v: number;
  /**
   * A random id of one write. Of two copies with the same version it decides which one wins, the same way everywhere.
   */
  readonly writer: string;
  /** The end, in milliseconds since the epoch; at that instant the session is over. */
  readonly exp: number;
  /** Absent in a session that was ended: the copy is its tombstone. */
  readonly data?: T | undefined;
}

export type Schema<T> = v.GenericSchema<unknown, T>;

export const encode = <T>(copy: Copy<T>): string => JSON.stringify(copy);

/** `undefined`: these bytes are not a copy of this session. */
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
