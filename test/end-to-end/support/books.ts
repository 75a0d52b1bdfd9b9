import * as v from 'valibot';
import { until } from '../../support/until';
import type { RunningSystem } from './running-system';

const figures = v.object({
  raceId: v.string(),
  registered: v.number(),
  duplicates: v.number(),
  refused: v.number(),
  captured: v.number(),
  charges: v.number(),
  refunded: v.number(),
  voided: v.number(),
  confirmations: v.number(),
});
const page = v.object({
  at: v.string(),
  idle: v.boolean(),
  balance: v.string(),
  races: v.array(v.object({ ...figures.entries, books: v.object({ wrong: v.array(v.string()) }) })),
  queues: v.array(v.object({ name: v.string(), deadLetters: v.number() })),
  problems: v.array(v.string()),
});

export type Status = v.InferOutput<typeof page>;
export type Figures = Omit<v.InferOutput<typeof figures>, 'raceId'>;

const read = async (url: string): Promise<Status> => {
  const answer = await fetch(`${url}/status.json`, { signal: AbortSignal.timeout(10_000) });
  return v.parse(page, await answer.json());
};

/**
 * What the status page says once nothing is under way. Two different pages must agree: the first may have been made
 * before the event in question, the second was made after we began to ask.
 */
export const settled = ({ status: url }: Pick<RunningSystem, 'status'>): Promise<Status> => {
  let first: string | undefined;
  let last: Status | undefined;
  const ask = async () => {
    const status = await read(url).catch(() => undefined);
    if (!status) return false;
    last = status;
    first = status.idle ? (first ?? status.at) : undefined;
    return first !== undefined && first !== status.at && status;
  };
  return until(ask, 240, () => `nothing is under way; still ${JSON.stringify(last)}`);
};

/** What is wrong in the books of each race. Nothing, where they balance. */
export const wrongIn = ({ races }: Status): readonly string[] =>
  races.flatMap(({ raceId, books }) => books.wrong.map((wrong) => `${raceId}: ${wrong}`));

const ofRace = ({ races }: Status, raceId: string): Figures => {
  const race = races.find((one) => one.raceId === raceId);
  if (!race) throw new Error(`The status page knows no race "${raceId}".`);
  const { raceId: _, books: __, ...rest } = race;
  return rest;
};

/** What `work` added to a race's totals, once everything it began has ended. */
export const added = async (
  system: Pick<RunningSystem, 'status'>,
  raceId: string,
  work: () => Promise<unknown>,
): Promise<Figures> => {
  const before = ofRace(await settled(system), raceId);
  await work();
  const after = ofRace(await settled(system), raceId);
  return {
    registered: after.registered - before.registered,
    duplicates: after.duplicates - before.duplicates,
    refused: after.refused - before.refused,
    captured: after.captured - before.captured,
    charges: after.charges - before.charges,
    refunded: after.refunded - before.refunded,
    voided: after.voided - before.voided,
    confirmations: after.confirmations - before.confirmations,
  };
};

/** One more runner, charged once and mailed once, and nothing else. */
export const oneMore: Figures = {
  registered: 1,
  duplicates: 0,
  refused: 0,
  captured: 1,
  charges: 1,
  refunded: 0,
  voided: 0,
  confirmations: 1,
};
export const nothing: Figures = { ...oneMore, registered: 0, captured: 0, charges: 0, confirmations: 0 };

/** All of these together. */
export const sumOf = (all: readonly Figures[]): Figures =>
  all.reduce(
    (sum, one) => ({
      registered: sum.registered + one.registered,
      duplicates: sum.duplicates + one.duplicates,
      refused: sum.refused + one.refused,
      captured: sum.captured + one.captured,
      charges: sum.charges + one.charges,
      refunded: sum.refunded + one.refunded,
      voided: sum.voided + one.voided,
      confirmations: sum.confirmations + one.confirmations,
    }),
    nothing,
  );

/** This number of further runners, all in with one payment. */
export const together = (people: number): Figures => ({
  ...oneMore,
  registered: people,
  captured: people,
  confirmations: people,
});
