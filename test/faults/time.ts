import { readQueues } from '../../local/status/queue-figures';
import type { Ordeal } from './ordeal';
import { flush } from './raw-memcached';
import { lasts, soon } from './soon';

/** Longer than a visibility timeout, shorter than the delay of a sweep; twice as much ends every block. */
const tenMinutes = 600;
const sweepDelay = 900;
/** Longer than a hold or an offer. */
const day = 25 * 3600;
const mostDays = 60;
/** What stands still for so long waits for something; then time is hurried. */
const naturalSeconds = 2;
const patienceSeconds = 300;

/**
 * As if so many seconds had passed. The product's own times stay as they are, and it is never told: what has an instant
 * in it is moved into the past, in the database and, unless they are `kept`, in the queues. The cache has dropped by then
 * what it keeps for a while.
 */
const letPass = async (ordeal: Ordeal, seconds: number, { kept = false } = {}): Promise<void> => {
  const { database, system } = ordeal;
  await soon('the database takes the passing of time', 30, async () => {
    await database.query(
      `UPDATE block SET deal_until = deal_until - make_interval(secs => $1), closes_at = closes_at - make_interval(secs => $1)
       WHERE NOT closed`,
      [seconds],
    );
    await database.query(
      `UPDATE mail SET claimed_at = claimed_at - make_interval(secs => $1) WHERE state = 'claimed'`,
      [seconds],
    );
    return true;
  });
  await flush(system.ports.data);
  if (!kept) await ordeal.hurry(seconds);
};

/** Messages, orders and cards of which something is still to become. */
const underWay = async ({ database, system }: Ordeal): Promise<number> => {
  const { rows } = await database.query<{ n: number }>(
    `SELECT (SELECT count(*) FROM outbox)::int + (SELECT count(*) FROM payment WHERE state = 'authorised')::int AS n`,
  );
  const queues = await readQueues(system.urls.queues);
  return queues.reduce((sum, { waiting, inFlight }) => sum + waiting + inFlight, rows[0]?.n ?? 0);
};

/** Waits while it gets less. True at rest: nothing twice in a row, because things move while one looks. False: it stands still. */
const comesToRest = async (ordeal: Ordeal): Promise<boolean> => {
  let [before, changedAt] = [-1, Date.now()];
  for (;;) {
    const left = await underWay(ordeal).catch(() => before);
    if (left === 0 && before === 0) return true;
    if (left !== before) [before, changedAt] = [left, Date.now()];
    else if (Date.now() - changedAt > naturalSeconds * 1000) return false;
    await lasts(0.1);
  }
};

/** What waits for a timeout in a queue, as after a crash, or for a spot to come back, is waited for in hurried time. */
const restAtLast = async (ordeal: Ordeal, options: { kept: boolean }): Promise<void> => {
  for (const giveUp = Date.now() + patienceSeconds * 1000; Date.now() < giveUp; ) {
    if (await comesToRest(ordeal)) return;
    await letPass(ordeal, tenMinutes, options);
  }
  const queues = await readQueues(ordeal.system.urls.queues);
  throw new Error(`${await underWay(ordeal)} under way after ${patienceSeconds} s: ${JSON.stringify(queues)}`);
};

/** Waits until everything accepted is decided, settled and mailed; late messages come too, unless they are `kept` back. */
export const comeToRest = async (ordeal: Ordeal, { kept = false } = {}): Promise<void> => {
  if (!kept) await ordeal.hurry(tenMinutes);
  await restAtLast(ordeal, { kept });
};

/** A quarter of an hour after the last submission: the sweeps come, and find nothing or what a crash left. */
export const letSweepsCome = async (ordeal: Ordeal): Promise<void> => {
  await ordeal.hurry(sweepDelay);
  await restAtLast(ordeal, { kept: false });
};

const isAnyBlock = async ({ database }: Ordeal, which: string): Promise<boolean> =>
  (await database.query(`SELECT 1 FROM block WHERE NOT closed AND ${which} LIMIT 1`)).rowCount !== 0;

/**
 * No hold is good any more, and reclaim has taken back what was not registered. It offers that to those who wait, each in
 * his turn: nobody takes it up here, so it takes as many days as there are people waiting for each spot.
 */
export const letHoldsExpire = async (ordeal: Ordeal): Promise<void> => {
  for (let days = 0; days < mostDays; days++) {
    await letPass(ordeal, day, { kept: true });
    await soon(
      'reclaim has closed what ended',
      30,
      async () => !(await isAnyBlock(ordeal, 'closes_at < clock_timestamp()')),
    );
    if (!(await isAnyBlock(ordeal, 'true'))) break;
  }
  // "Nobody gets a spot now" is believed for a second.
  await lasts(1);
};
