import * as v from 'valibot';

const attribute = v.object({
  DataType: v.string(),
  StringValue: v.optional(v.string()),
  BinaryValue: v.optional(v.string()),
});

const kept = v.pipe(
  v.object({
    id: v.string(),
    body: v.string(),
    attributes: v.optional(v.record(v.string(), attribute)),
    traceHeader: v.optional(v.string()),
    group: v.optional(v.string()),
    deduplicationId: v.optional(v.string()),
    sequence: v.number(),
    sentAt: v.number(),
    visibleAt: v.number(),
    sourceQueue: v.optional(v.string()),
    /** What journals of earlier versions call `sourceQueue`. */
    diedIn: v.optional(v.string()),
    deliveries: v.optional(v.number()),
  }),
  v.transform(({ diedIn, sourceQueue = diedIn, ...rest }) => ({ ...rest, ...(sourceQueue && { sourceQueue }) })),
);

/** A line of a queue's journal. */
const record = v.variant('is', [
  /** The queue itself: the first line, and another after every change. Times are milliseconds since the epoch. */
  v.object({ is: v.literal('queue'), attributes: v.record(v.string(), v.string()), createdAt: v.number() }),
  v.object({ is: v.literal('message'), message: kept }),
  v.object({ is: v.literal('gone'), id: v.string() }),
  /** A deduplication id and its message, for messages whose own line was compacted away. */
  v.object({ is: v.literal('seen'), key: v.string(), id: v.string(), sequence: v.number(), at: v.number() }),
  v.object({ is: v.literal('purged') }),
]);

export type JournalRecord = v.InferOutput<typeof record>;

/** The record on a line, or undefined for an incomplete line. */
export const readRecord = (line: string): JournalRecord | undefined => {
  try {
    const result = v.safeParse(record, JSON.parse(line));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
};
