const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * Which messages of a batch stay in the queue, by a function's answer (ReportBatchItemFailures). Nothing reported means
 * all succeeded; a report Lambda cannot match to the batch means all failed.
 */
export const failuresIn = (answer: unknown, messageIds: readonly string[]): ReadonlySet<string> => {
  const none = new Set<string>();
  const all = new Set(messageIds);
  if (answer === undefined || answer === null) return none;
  if (!isRecord(answer)) return all;
  const reported = answer.batchItemFailures;
  if (reported === undefined || reported === null) return none;
  if (!Array.isArray(reported)) return all;
  const failed = new Set<string>();
  for (const item of reported) {
    const id: unknown = isRecord(item) ? item.itemIdentifier : undefined;
    if (typeof id !== 'string' || !all.has(id)) return all;
    failed.add(id);
  }
  return failed;
};
