/** An alarm that is in the state ALARM. */
export interface Ringing {
  readonly name: string;
  /** Since when. */
  readonly since: Date;
}

export interface Watch {
  /** The stacks whose alarms count: CloudFormation begins their names with the stack's. */
  readonly stacks: readonly string[];
  /** The beginning of the deployment. What rang before it is not its doing. */
  readonly since: Date;
  readonly minutes: number;
  readonly read: () => Promise<readonly Ringing[]>;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

const pauseMs = 20_000;
/** CloudWatch may be away for a moment. After this many failures in a row, nobody knows whether something rings. */
const mostFailures = 5;

/**
 * Resolves with the alarms of these stacks that began to ring since the deployment, as soon as there is one; with none
 * when the time is over. Throws when the alarms cannot be read.
 */
export const watchAlarms = async ({ stacks, since, minutes, read, now, wait }: Watch): Promise<readonly string[]> => {
  const end = now() + minutes * 60_000;
  for (let failures = 0; ; ) {
    const ringing = await read().catch((error: unknown) => {
      if (++failures >= mostFailures) throw error;
      return undefined;
    });
    if (ringing) failures = 0;
    const ours = (ringing ?? []).filter(
      (alarm) => alarm.since >= since && stacks.some((stack) => alarm.name.startsWith(`${stack}-`)),
    );
    if (ours.length > 0) return ours.map(({ name }) => name);
    // The last look must have been one.
    if (ringing && now() >= end) return [];
    await wait(pauseMs);
  }
};
