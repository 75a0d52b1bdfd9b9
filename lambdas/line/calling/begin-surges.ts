import type { LineRegister } from './arm-lines';

/** What is seen of a race each minute while it sells, and has no line. */
export interface Strain {
  /** How often somebody was told to come back because of the crowd, in all. It may begin at 0 again. */
  readonly busy: number;
  readonly free: number;
  /** How many times in a row too many came. */
  readonly times: number;
}

/** What was counted and seen before. It may be forgotten. */
export interface StrainMemory {
  busy(raceId: string): Promise<number>;
  /** How far a block is dealt. */
  undealt(blockId: string, size: number): Promise<number>;
  last(raceId: string): Promise<Strain | undefined>;
  keep(raceId: string, strain: Strain): Promise<void>;
}

interface Needs {
  readonly register: Pick<LineRegister, 'selling' | 'spotsOf' | 'beginSurge'>;
  readonly memory: StrainMemory;
  /** How long the oldest submission waited for the writer a moment ago, in seconds. */
  readonly lag: (raceId: string) => Promise<number | undefined>;
  /** The events that people wait for. */
  readonly eventsOf: (raceId: string) => Promise<readonly string[]>;
  readonly changed: (raceId: string) => Promise<void>;
}

const maxLagSeconds = 20;
const maxBusyShare = 0.05;
/** Seen three times, a minute apart: for two minutes. */
const timesToBegin = 3;
/** As if so many more had asked and found room: one answer alone begins nothing. */
const priorAsks = 20;

/** What is seen now, and how often in a row. */
export const nextStrain = (before: Strain | undefined, now: { busy: number; free: number; lag: number }): Strain => {
  const { busy, free, lag } = now;
  const more = before && busy >= before.busy ? busy - before.busy : busy;
  const given = Math.max(0, (before?.free ?? free) - free);
  const isStrained = free > 0 && (lag > maxLagSeconds || more / (more + given + priorAsks) > maxBusyShare);
  return { busy, free, times: isStrained ? (before?.times ?? 0) + 1 : 0 };
};

/** Gives a race a line in the middle of its sale, where more people come than the system bears. */
export const beginSurges =
  ({ register, memory, lag: lagOf, eventsOf, changed }: Needs) =>
  async (): Promise<void> => {
    const freeOf = async (eventIds: readonly string[]) => {
      const free = (await register.spotsOf(eventIds)).map(
        async ({ sellable, block }) => sellable + (block ? await memory.undealt(block.id, block.size) : 0),
      );
      return (await Promise.all(free)).reduce((sum, one) => sum + one, 0);
    };
    for (const raceId of await register.selling()) {
      const [busy, lag = 0] = await Promise.all([memory.busy(raceId), lagOf(raceId)]);
      if (busy === 0 && lag <= maxLagSeconds) continue;
      const eventIds = await eventsOf(raceId);
      if (eventIds.length === 0) continue;
      const [before, free] = await Promise.all([memory.last(raceId), freeOf(eventIds)]);
      const strain = nextStrain(before, { busy, free, lag });
      await memory.keep(raceId, strain);
      if (strain.times >= timesToBegin && (await register.beginSurge(raceId, eventIds))) await changed(raceId);
    }
  };
