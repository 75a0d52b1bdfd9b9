import * as v from 'valibot';
import { soldSince } from '../verdict/baskets';
import type { Books } from '../verdict/verdict';
import { get } from './get';

/** The addresses where the system shows its own books. */
export interface Windows {
  readonly status: string;
  readonly mail: string;
}

const statusPage = v.object({
  idle: v.boolean(),
  problems: v.array(v.string()),
  queues: v.array(v.object({ name: v.string(), deadLetters: v.number() })),
  processes: v.array(v.object({ name: v.string(), pid: v.number() })),
  races: v.array(
    v.object({
      raceId: v.string(),
      capacity: v.number(),
      registered: v.number(),
      held: v.number(),
      charges: v.number(),
      charged: v.number(),
      inPart: v.number(),
      confirmations: v.number(),
      sold: v.optional(
        v.object({
          variants: v.array(v.object({ variant: v.string(), stock: v.number(), given: v.number() })),
          short: v.number(),
          over: v.number(),
          donated: v.number(),
          collected: v.number(),
          teamPlaces: v.number(),
          overfullTeams: v.number(),
        }),
      ),
    }),
  ),
});
const mailSummary = v.object({ duplicates: v.number() });

export interface Reading {
  readonly books: Omit<Books, 'capacity' | 'heldByOthers'>;
  /** Spots of all events of the race without a registration. */
  readonly unregistered: number;
  /** Processes of the system, where it runs on this machine. */
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
  /** Whether no work is under way any more. */
  readonly idle: boolean;
}

const readBooks = async ({ status, mail }: Windows, raceId: string): Promise<Reading> => {
  const [page, summary] = await Promise.all([
    get(statusPage, `${status}/status.json`),
    get(mailSummary, `${mail}/local/summary`),
  ]);
  if (page.problems.length > 0) throw new Error(`The status page cannot tell: ${page.problems.join('; ')}`);
  const race = page.races.find((each) => each.raceId === raceId);
  if (!race) throw new Error(`The status page knows no race "${raceId}".`);
  return {
    idle: page.idle,
    unregistered: race.capacity - race.registered,
    processes: page.processes,
    books: {
      rows: race.registered,
      charges: race.charges,
      charged: race.charged,
      inPart: race.inPart,
      heldAtLast: race.held,
      mails: race.confirmations,
      mailedTwice: summary.duplicates,
      deadLetters: page.queues.reduce((sum, { deadLetters }) => sum + deadLetters, 0),
      ...(race.sold && { sold: race.sold }),
    },
  };
};

/** Milliseconds. Counting all rows costs the system under test as much as dozens of registrations. */
const longestPauseMs = 4000;

/**
 * Reads the books until they are enough. A busy system may fail to answer at first, and a whole run should not be lost
 * for that.
 */
const booksWhen = async (
  isEnough: (reading: Reading) => boolean,
  windows: Windows,
  raceId: string,
  deadlineSeconds: number,
  signal?: AbortSignal,
): Promise<Reading> => {
  const deadline = Date.now() + deadlineSeconds * 1000;
  for (let pauseMs = 250; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    const isLast = Date.now() > deadline;
    try {
      const reading = await readBooks(windows, raceId);
      if (isEnough(reading) || isLast) return reading;
    } catch (error) {
      if (isLast) throw error;
    }
    signal?.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
};

type Ask = (windows: Windows, raceId: string, deadlineSeconds: number, signal?: AbortSignal) => Promise<Reading>;

/** The books as they are. Rejects with the reason when they cannot be read within `deadlineSeconds`. */
export const presentBooks: Ask = (...asked) => booksWhen(() => true, ...asked);

/** The books once no work is under way, or as they are after `deadlineSeconds`. */
export const settledBooks: Ask = (...asked) => booksWhen(({ idle }) => idle, ...asked);

/** What one run added to the books. */
export const difference = (after: Reading['books'], before: Reading['books']): Reading['books'] => ({
  rows: after.rows - before.rows,
  charges: after.charges - before.charges,
  charged: after.charged - before.charged,
  inPart: after.inPart - before.inPart,
  heldAtLast: after.heldAtLast,
  mails: after.mails - before.mails,
  mailedTwice: after.mailedTwice - before.mailedTwice,
  deadLetters: after.deadLetters - before.deadLetters,
  ...(after.sold && { sold: soldSince(after.sold, before.sold) }),
});
