import { readQueues } from '../../../local/status/queue-figures';
import type { FaultSystem } from './fault-system';
import { flush } from './raw-memcached';
import { lasts, soon } from './soon';

/** Seconds. Longer than a visibility timeout, shorter than the delay of a sweep; twice as long ends every block. */
const tenMinutes = 600;
const sweepDelay = 900;
/** Seconds. Longer than a hold or an offer. */
const day = 25 * 3600;
const mostDays = 60;
/** When nothing has moved for this number of seconds, something waits for a timeout; then time is moved ahead. */
const naturalSeconds = 2;
const timeoutSeconds = 300;

/**
 * As if this number of seconds had passed. The product's own settings stay, and it is not told: every stored instant is
 * moved into the past, in the database and, unless they are `kept`, in the queues. The cache is flushed, because its
 * items would have expired.
 */
const letPass = async (target: FaultSystem, seconds: number, { kept = false } = {}): Promise<void> => {
  const { database, system } = target;
  await soon('the database takes the passing of time', 30, async () => {
    await database.query(
      `WITH units AS (
         UPDATE unit_block SET deal_until = deal_until - make_interval(secs => $1), closes_at = closes_at - make_interval(secs => $1)
         WHERE NOT closed)
       UPDATE block SET deal_until = deal_until - make_interval(secs => $1), closes_at = closes_at - make_interval(secs => $1)
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
  if (!kept) await target.hurry(seconds);
};

/** Messages, outbox rows and authorised cards that still await something. */
const underWay = async ({ database, system }: FaultSystem): Promise<number> => {
  const { rows } = await database.query<{ n: number }>(
    `SELECT (SELECT count(*) FROM outbox)::int + (SELECT count(*) FROM payment WHERE state = 'authorised')::int AS n`,
  );
  const queues = await readQueues(system.urls.queues);
  return queues.reduce((sum, { waiting, inFlight }) => sum + waiting + inFlight, rows[0]?.n ?? 0);
};

/**
 * Waits while the number falls. True when it is zero twice in a row, because messages move while one looks. False when
 * it stops falling.
 */
const comesToRest = async (target: FaultSystem): Promise<boolean> => {
  let [before, changedAt] = [-1, Date.now()];
  for (;;) {
    const left = await underWay(target).catch(() => before);
    if (left === 0 && before === 0) return true;
    if (left !== before) [before, changedAt] = [left, Date.now()];
    else if (Date.now() - changedAt > naturalSeconds * 1000) return false;
    await lasts(0.1);
  }
};

/**
 * Waits until all is at rest. What waits for a queue's timeout, as after a crash, or for a spot to come back, gets
 * moved time.
 */
const restAtLast = async (target: FaultSystem, options: { kept: boolean }): Promise<void> => {
  for (const giveUp = Date.now() + timeoutSeconds * 1000; Date.now() < giveUp; ) {
    if (await comesToRest(target)) return;
    await letPass(target, tenMinutes, options);
  }
  const queues = await readQueues(target.system.urls.queues);
  throw new Error(`${await underWay(target)} under way after ${timeoutSeconds} s: ${JSON.stringify(queues)}`);
};

/**
 * Waits until everything accepted is decided, settled and mailed; late messages come too, unless they are `kept` back.
 */
export const comeToRest = async (target: FaultSystem, { kept = false } = {}): Promise<void> => {
  if (!kept) await target.hurry(tenMinutes);
  await restAtLast(target, { kept });
};

/** A quarter of an hour after the last submission: the sweeps come, and find nothing or what a crash left. */
export const letSweepsCome = async (target: FaultSystem): Promise<void> => {
  await target.hurry(sweepDelay);
  await restAtLast(target, { kept: false });
};

const isAnyBlock = async ({ database }: FaultSystem, which: string): Promise<boolean> => {
  const of = (table: string) => `SELECT 1 FROM ${table} WHERE NOT closed AND ${which}`;
  return (await database.query(`${of('block')} UNION ALL ${of('unit_block')} LIMIT 1`)).rowCount !== 0;
};

/**
 * Within a day everybody in a surge is called, and it opens. The jobs of each minute run far more often here, so a surge begins within seconds of
 * a fault; most of its people give up, and a line takes minutes to learn how few are left.
 */
const openSurges = ({ database }: FaultSystem) =>
  soon('surges open', 30, async () => {
    await database.query(
      `UPDATE line SET state = 'open', opened_at = clock_timestamp() WHERE kind = 'surge' AND state = 'calling'`,
    );
    return true;
  });

/**
 * Every hold has ended, and reclaim has taken back what was not registered. Reclaim offers it to the waiting list in
 * order. Nobody accepts here, so each spot needs as many days as people wait for it.
 */
export const letHoldsExpire = async (target: FaultSystem): Promise<void> => {
  await openSurges(target);
  for (let days = 0; days < mostDays; days++) {
    await letPass(target, day, { kept: true });
    await soon(
      'reclaim has closed what ended',
      30,
      async () => !(await isAnyBlock(target, 'closes_at < clock_timestamp()')),
    );
    if (!(await isAnyBlock(target, 'true'))) break;
  }
  // The answer that nothing is free is cached for a second.
  await lasts(1);
};
