import { acceptedCard } from '../fault';
import type { FaultSystem } from '../system/fault-system';
import { comeToRest, letHoldsExpire, letSweepsCome } from '../system/time';
import type { Burst } from './burst';
import { letRun } from './crowd';
import type { FreshRace } from './fresh-race';

/** Each round sells what came back from the last one; no fault strands spots for longer. */
const mostRounds = 8;
const trySeconds = 60;
/** Seconds, of those who ask again. */
const atOnce = 50;

/** Without spots that are offered to somebody on the waiting list: they are theirs for a day. */
const unsold = async ({ database }: FaultSystem, { eventId }: FreshRace): Promise<number> => {
  const { rows } = await database.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM spot s WHERE event_id = $1
     AND NOT EXISTS (SELECT 1 FROM registration r WHERE r.event_id = s.event_id AND r.spot = s.number)
     AND NOT EXISTS (SELECT 1 FROM block b WHERE b.id = s.block AND b.owner IS NOT NULL)`,
    [eventId],
  );
  return rows[0]?.n ?? 0;
};

/** This number of further runners comes to a race, one after the other. */
const laterComers = async (target: FaultSystem, { race, clients }: Burst, runners: number): Promise<void> => {
  const some = await letRun({
    site: target.site,
    race,
    runners,
    within: runners / 100,
    trySeconds,
    retryRule: { comesBackWithin: 2, triesWhenAllHeld: 3 },
    cardOf: () => acceptedCard,
    listener: () => undefined,
  });
  clients.push(...some);
};

/** Time passes, and later runners buy what came back, until nothing does any more. */
const sellAll = async (target: FaultSystem, bursts: readonly Burst[], { kept = false } = {}): Promise<void> => {
  for (let round = 0; round < mostRounds; round++) {
    await letHoldsExpire(target);
    const left = await Promise.all(bursts.map(({ race }) => unsold(target, race)));
    if (left.every((spots) => spots === 0)) return;
    await Promise.all(bursts.map(async (burst, n) => laterComers(target, burst, left[n] ?? 0)));
    await comeToRest(target, { kept });
  }
};

/**
 * What follows a burst: everything comes to rest, holds end, later runners buy the rest, one more is told that it is
 * sold out, the sweeps come, and everybody asks once more for their outcome.
 */
export const sellOut = async (target: FaultSystem, bursts: readonly Burst[]): Promise<void> => {
  const late = bursts.filter(({ fault }) => fault.isLate);
  await comeToRest(target, { kept: late.length > 0 });
  if (late.length > 0) {
    await sellAll(target, late, { kept: true });
    await comeToRest(target);
  }
  await sellAll(target, bursts);
  await Promise.all(bursts.map((burst) => laterComers(target, burst, 1)));
  await letSweepsCome(target);
  for (const { clients } of bursts)
    for (let n = 0; n < clients.length; n += atOnce)
      await Promise.all(clients.slice(n, n + atOnce).map(({ askAgain }) => askAgain()));
};
